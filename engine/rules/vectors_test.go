package rules

import (
	"os"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// vector is one row of testdata/repetition.tsv.
type vector struct {
	id, ruleset, fen string
	moves            []board.Move
	verdict, why     string
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/repetition.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows []vector
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		cols := strings.Split(line, "\t")
		if len(cols) != 6 {
			t.Fatalf("line %d: %d columns, want 6", i+1, len(cols))
		}
		if i > 0 {
			rows = append(rows, vector{cols[0], cols[1], cols[2], parseMoves(t, cols[3]), cols[4], cols[5]})
		}
	}
	return rows
}

func parseMoves(t testing.TB, text string) []board.Move {
	t.Helper()
	var moves []board.Move
	for _, f := range strings.Fields(text) {
		m, err := board.ParseMove(f)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

func mustFEN(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// play plays a whole game and returns it; every proper prefix must go on.
func play(t testing.TB, fen, moves string, opts Options) *Game {
	t.Helper()
	g := NewGame(mustFEN(t, fen), opts)
	for _, m := range parseMoves(t, moves) {
		if err := g.Play(m); err != nil {
			t.Fatalf("%s moves %s: %v", fen, moves, err)
		}
	}
	return g
}

func TestVectors(t *testing.T) {
	for _, v := range readVectors(t) {
		t.Run(v.id, func(t *testing.T) {
			rs, err := ParseRuleset(v.ruleset)
			if err != nil {
				t.Fatal(err)
			}
			g := NewGame(mustFEN(t, v.fen), Options{Ruleset: rs})
			for i, m := range v.moves {
				if got := g.Verdict().Result(); got != "none" {
					t.Fatalf("after %d of %d plies: %v, want none", i, len(v.moves), g.Verdict())
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if got := g.Verdict().Result(); got != v.verdict {
				t.Errorf("%s\ngot  %s: %v\nwant %s: %s", v.fen, got, g.Verdict(), v.verdict, v.why)
			}
		})
	}
}
