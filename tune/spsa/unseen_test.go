package spsa

import (
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

func TestTestOpenings(t *testing.T) {
	for _, tc := range []struct {
		tuning, wanted, source string
		held                   float64
	}{
		{"balanced", "", "popular", 0},
		{"popular", "", "balanced", 0},
		{"start", "", "start", HeldShare},
		{"own.epd", "", "own.epd", HeldShare},
		{"own.epd", "balanced", "balanced", 0},
		{"balanced", "balanced", "balanced", HeldShare},
		{"balanced", "own.epd", "own.epd", 0},
	} {
		if source, held := TestOpenings(tc.tuning, tc.wanted); source != tc.source || held != tc.held {
			t.Errorf("tuned on %s, wanted %q: %s, held %g; want %s, %g", tc.tuning, tc.wanted, source, held, tc.source, tc.held)
		}
	}
}

func TestCheckUnseen(t *testing.T) {
	opening := func(text string) selfplay.Opening {
		op := selfplay.Opening{FEN: board.StartFEN}
		p := board.NewPosition()
		for _, word := range strings.Fields(text) {
			m, err := board.ParseMove(word)
			if err != nil || !p.IsLegal(m) {
				t.Fatalf("%s: %v", word, err)
			}
			p.Make(m)
			op.Moves = append(op.Moves, m)
		}
		return op
	}
	asFEN := func(op selfplay.Opening) selfplay.Opening {
		epd, err := op.EPD()
		if err != nil {
			t.Fatal(err)
		}
		return selfplay.Opening{FEN: epd + " 0 1", Name: "another name"}
	}
	cannon, horse := opening("h2e2 h9g7 b0c2"), opening("b0c2 h9g7")
	transposed := opening("b0c2 h9g7 h2e2")
	for _, tc := range []struct {
		name         string
		tuning, test []selfplay.Opening
		want         string // in the error; empty: none
	}{
		{"different", []selfplay.Opening{cannon}, []selfplay.Opening{horse}, ""},
		{"none of both", nil, nil, ""},
		{"the same", []selfplay.Opening{horse, cannon}, []selfplay.Opening{cannon}, "1 of its 1 openings"},
		{"other moves to one position", []selfplay.Opening{cannon}, []selfplay.Opening{horse, transposed}, "1 of its 2 openings"},
		{"a position for moves", []selfplay.Opening{cannon, horse}, []selfplay.Opening{asFEN(horse), asFEN(cannon)}, "2 of its 2 openings"},
		{"a broken test", nil, []selfplay.Opening{{Index: 4, FEN: "x"}}, "opening 5 of the test"},
		{"a broken tuning", []selfplay.Opening{{FEN: "x"}}, nil, "opening 1 of the tuning"},
	} {
		err := CheckUnseen(tc.tuning, tc.test)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.want)
		}
	}
}

// TestHeldOpeningsAreUnseen: what Holdout keeps back passes the check.
func TestHeldOpeningsAreUnseen(t *testing.T) {
	set, err := selfplay.LoadOpenings(t.Context(), selfplay.BalancedOpenings, 0)
	if err != nil {
		t.Fatal(err)
	}
	use, held := selfplay.Holdout(set.List, selfplay.Order{Random: true, Seed: 3}, HeldShare)
	if err := CheckUnseen(use, held); err != nil || len(held) == 0 {
		t.Errorf("%d held: %v", len(held), err)
	}
	if err := CheckUnseen(set.List, held); err == nil {
		t.Error("held openings are unseen in the whole set")
	}
}
