package rules

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"xqlab/engine/board"
)

var kinds = map[string]board.PieceType{
	"rook": board.Rook, "knight": board.Horse, "cannon": board.Cannon,
	"advisor": board.Advisor, "elephant": board.Elephant, "crossed pawn": board.Pawn,
}

var partly = regexp.MustCompile(`^checks (?:on )?(\d+)/(\d+)(?:, chases (\d+)/\d+ but no victim on all| moves)$`)

// TestVectorReasons compares what the vectors say about either side (idle, how
// many checks and chases, the victim's kind) with what the verdict reports.
func TestVectorReasons(t *testing.T) {
	compared := 0
	for _, v := range readVectors(t) {
		rs, err := ParseRuleset(v.ruleset)
		if err != nil {
			t.Fatal(err)
		}
		g := NewGame(mustFEN(t, v.fen), Options{Ruleset: rs})
		for _, m := range v.moves {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		why := v.why[strings.LastIndex(v.why, ": ")+1:]
		if i := strings.Index(v.why, ": red "); i >= 0 {
			why = v.why[i+2:]
		}
		why, _, _ = strings.Cut(strings.TrimSpace(why), " [")
		red, black, ok := strings.Cut(why, "; ")
		if !ok || !strings.HasPrefix(red, "red ") || g.Verdict().Cycle == nil {
			continue
		}
		black, _, _ = strings.Cut(black, " [")
		compared++
		for i, text := range [...]string{strings.TrimPrefix(red, "red "), strings.TrimPrefix(black, "black ")} {
			c := g.Verdict().Cycle.Sides[i]
			if problem := describes(text, c); problem != "" {
				t.Errorf("%s: %s %q: %s; reported %+v", v.id, board.Color(i), text, problem, c)
			}
		}
	}
	if compared < 200 {
		t.Errorf("compared %d rows only", compared)
	}
}

// describes returns in which way the words and the report disagree.
func describes(text string, c Conduct) string {
	if m := partly.FindStringSubmatch(text); m != nil {
		checks, _ := strconv.Atoi(m[1])
		moves, _ := strconv.Atoi(m[2])
		if c.Checks != checks || c.Moves != moves {
			return "checks or moves"
		}
		if m[3] != "" {
			if chases, _ := strconv.Atoi(m[3]); c.Chases != chases {
				return "chases"
			}
		}
		if c.Level != Idle {
			return "level"
		}
		return ""
	}
	switch text {
	case "idle":
		if c.Level != Idle || c.Checks+c.Chases != 0 {
			return "not idle"
		}
		return ""
	case "checks on every move":
		if c.Level != Check || c.Checks != c.Moves || len(c.Checkers) == 0 {
			return "no perpetual check"
		}
		return ""
	}
	kind, ok := strings.CutPrefix(text, "chases one ")
	kind, ok2 := strings.CutSuffix(kind, " on every move")
	if !ok || !ok2 {
		return "unknown words"
	}
	names := strings.Split(kind, "/")
	if c.Level != Chase && c.Level != PinnedRook {
		return "no perpetual chase"
	}
	if len(c.Victims) != len(names) {
		return "number of victims"
	}
	for i, v := range c.Victims {
		if kinds[names[i]] != v.Piece.Type() || len(v.Attackers) == 0 {
			return "victim"
		}
	}
	return ""
}
