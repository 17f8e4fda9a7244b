package notation

import (
	"fmt"
	"strings"

	"xqlab/engine/board"
)

// Style names a way to write moves.
type Style uint8

const (
	// ICCS is the canonical coordinate form, h2e2, ranks 0..9 from Red's side;
	// UCCI and most UCI engines use it.
	ICCS Style = iota
	// ICCSHyphen is the form of game files and servers, H2-E2.
	ICCSHyphen
	// UCI10 is the dialect with ranks 1..10, h3e3, of Fairy-Stockfish in UCI mode.
	UCI10
	// WXF is the letter notation, C2=5.
	WXF
	// Chinese is Chinese notation in simplified characters, 炮二平五.
	Chinese
	// Traditional is Chinese notation in traditional characters, 傌 written 馬.
	Traditional
	numStyles
)

// styleNames holds the name of each style and what else it is called.
var styleNames = [numStyles][]string{
	ICCS:        {"iccs", "uci", "ucci"},
	ICCSHyphen:  {"iccs-hyphen"},
	UCI10:       {"uci10", "uci-10", "uci1-10", "iccs10"},
	WXF:         {"wxf"},
	Chinese:     {"chinese", "chinese-simplified", "simplified", "cn", "zh", "zh-cn"},
	Traditional: {"traditional", "chinese-traditional", "zh-tw"},
}

// Styles lists the styles in order.
func Styles() []Style {
	all := make([]Style, numStyles)
	for i := range all {
		all[i] = Style(i)
	}
	return all
}

// String returns the style's name as ParseStyle reads it.
func (s Style) String() string {
	if s >= numStyles {
		return fmt.Sprintf("style(%d)", uint8(s))
	}
	return styleNames[s][0]
}

// ParseStyle returns the style of a name, in any case.
func ParseStyle(name string) (Style, error) {
	var known []string
	for s, names := range styleNames {
		for _, n := range names {
			if strings.EqualFold(n, name) {
				return Style(s), nil
			}
		}
		known = append(known, names[0])
	}
	return 0, fmt.Errorf("unknown notation %q (want one of %s)", name, strings.Join(known, ", "))
}

// Format writes a move of position p, which must be legal there.
func Format(p *board.Position, m board.Move, s Style) string {
	return string(Append(nil, p, m, s))
}

// Append appends the canonical spelling of move m to dst. The move must be
// legal in p; any other value is written in coordinates.
func Append(dst []byte, p *board.Position, m board.Move, s Style) []byte {
	switch s {
	case ICCSHyphen, UCI10:
		return appendCoordinates(dst, m, s)
	case WXF, Chinese, Traditional:
		if m != board.NoMove && p.At(m.From()) != board.NoPiece {
			if a, ok := describe(p, m); ok {
				if s == WXF {
					return appendWXF(dst, p, m.From(), a)
				}
				return appendChinese(dst, p, m.From(), a, s == Traditional)
			}
		}
	}
	return appendCoordinates(dst, m, ICCS)
}

// Parse reads one move of position p written in style s; the two Chinese
// styles read each other's characters, the two ICCS styles each other's form.
// The error is an *Error.
func Parse(p *board.Position, text string, s Style) (board.Move, error) {
	return (&Reader{Style: s}).Parse(p, text)
}

// ParseAny reads one move in whatever notation it seems to be written in and
// returns which that is. Coordinates are read with ranks 0..9 unless they name rank 10:
// one move is not enough to tell the dialects apart (see RankDialect).
func ParseAny(p *board.Position, text string) (board.Move, Style, error) {
	s := Detect(text)
	m, err := Parse(p, text, s)
	return m, s, err
}

// Reader reads the moves of one game, remembering what the game's own usage
// reveals about spellings with two meanings. The zero value reads ICCS.
type Reader struct {
	Style Style // the notation; of an AutoReader, that of the last move read

	auto    bool  // find the style of each move
	read    bool  // a move has been read
	dialect Style // of coordinates then

	// signedPawns is set once the game has written a pawn of two tandem files
	// as file and sign ("3+=4"); then "33" means the middle pawn of file 3,
	// not the third.
	signedPawns bool
}

// AutoReader returns a Reader for a line of moves from a position. It detects the
// notation of each move by its form, and the rank dialect of coordinates from all
// of them.
func AutoReader(start *board.Position, moves []string) *Reader {
	return &Reader{auto: true, dialect: RankDialect(start, moves)}
}

// Parse reads one move; see the function Parse.
func (r *Reader) Parse(p *board.Position, text string) (board.Move, error) {
	if r.auto {
		r.detect(text)
	}
	switch r.Style {
	case WXF:
		return r.parseWXF(p, text)
	case Chinese, Traditional:
		return parseChinese(p, text, r.Style)
	default:
		return parseCoordinates(p, text, r.Style)
	}
}

// detect sets the style of the next move. Text that does not look like a move is
// read, and refused, in the style of the moves before it.
func (r *Reader) detect(text string) {
	if r.read && !LooksLikeMove(text) {
		return
	}
	r.read = true
	r.Style = Detect(text)
	if r.Style == ICCS || r.Style == UCI10 {
		r.Style = r.dialect
	}
}

// IsNull reports whether text is what engines and records write for "no move".
func IsNull(text string) bool {
	switch strings.ToLower(text) {
	case "(none)", "none", "null", "0000", "00-00":
		return true
	}
	return false
}
