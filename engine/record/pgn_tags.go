package record

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pgnTags are the tags of a game file in the order written, which XQBase's
// programs use; Game, Result, Format and FEN come from the game's fields.
var pgnTags = []string{
	"Event", "Round", "Date", "Site", "RedTeam", "Red", "RedElo",
	"BlackTeam", "Black", "BlackElo", "Result", "ECCO", "Opening", "Variation",
}

// alwaysWritten are written even if empty.
var alwaysWritten = map[string]bool{"Event": true, "Date": true, "Red": true, "Black": true, "Result": true}

// reservedTags carry what a Game holds in fields; they never stay in Tags.
var reservedTags = map[string]bool{"Game": true, "Variant": true, "Result": true, "FEN": true, "Format": true, "SetUp": true}

// canonicalNames maps lower-case tag names to the spelling used; chess
// programs write White for Red.
var canonicalNames = func() map[string]string {
	names := map[string]string{"white": "Red", "whiteteam": "RedTeam", "whiteelo": "RedElo", "whitetime": "RedTime"}
	more := []string{
		"Game", "Variant", "FEN", "Format", "SetUp", "Title", "Time", "TimeControl", "TimeRule", "RedTime", "BlackTime",
		"Annotator", "Author", "Creator", "PlyCount", "Termination", "Stage",
	}
	for _, n := range append(more, pgnTags...) {
		names[strings.ToLower(n)] = n
	}
	return names
}()

// canonicalTag returns the spelling of a tag name used here: known names in
// one way whatever their case, others as they are.
func canonicalTag(name string) string {
	if n, ok := canonicalNames[strings.ToLower(name)]; ok {
		return n
	}
	return name
}

// tagName turns any text into a valid tag name.
func tagName(name string) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || unicode.IsLetter(r) {
			return r
		}
		return '_'
	}, name)
	if r, _ := utf8.DecodeRuneInString(clean); !unicode.IsLetter(r) {
		return "Tag" + clean
	}
	return clean
}
