package rules

import (
	"strings"
	"testing"
	"unicode"

	"xqlab/engine/board"
)

// transform rebuilds a position with every square mapped and, if asked, the
// colours exchanged.
func transform(t *testing.T, p *board.Position, square func(board.Square) board.Square, colours bool) *board.Position {
	t.Helper()
	x := refFromPosition(p)
	var y [90]byte
	for s, pc := range x {
		if colours && unicode.IsUpper(rune(pc)) {
			pc = byte(unicode.ToLower(rune(pc)))
		} else if colours {
			pc = byte(unicode.ToUpper(rune(pc)))
		}
		y[square(board.Square(s))] = pc
	}
	side := map[bool]string{true: " w", false: " b"}[(p.SideToMove() == board.Red) != colours]
	return mustFEN(t, boardField(y)+side+" - - 0 1")
}

// TestSymmetry: exchanging the colours exchanges the verdict, mirroring left
// and right keeps it; levels, pieces and window go along.
func TestSymmetry(t *testing.T) {
	rng := newRNG(9)
	mirror := func(s board.Square) board.Square { return s.Mirror() }
	flip := func(s board.Square) board.Square { return s.Flip() }
	exchanged := map[string]string{"red": "black", "black": "red", "draw": "draw", "none": "none"}
	check := func(p *board.Position, moves []board.Move, opts Options) {
		t.Helper()
		a := NewGame(p, opts)
		m := NewGame(transform(t, p, mirror, false), opts)
		f := NewGame(transform(t, p, flip, true), opts)
		for _, mv := range moves {
			if a.Verdict().Over {
				break
			}
			for _, err := range []error{
				a.Play(mv),
				m.Play(mv.Mirror()),
				f.Play(board.NewMove(mv.From().Flip(), mv.To().Flip())),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			va, vm, vf := a.Verdict(), m.Verdict(), f.Verdict()
			if va.Result() != vm.Result() || exchanged[va.Result()] != vf.Result() || va.Reason != vm.Reason || va.Reason != vf.Reason {
				t.Fatalf("%s moves %s(%s): %v; mirrored %v; exchanged %v", p.FEN(), movesOf(a), opts.Ruleset, va, vm, vf)
			}
			if va.Cycle == nil {
				continue
			}
			for side := range va.Cycle.Sides {
				if !sameConduct(va.Cycle.Sides[side], vm.Cycle.Sides[side], mirror, false) ||
					!sameConduct(va.Cycle.Sides[side], vf.Cycle.Sides[1-side], flip, true) {
					t.Fatalf("%s moves %s(%s): %v; mirrored %v; exchanged %v", p.FEN(), movesOf(a), opts.Ruleset, va, vm, vf)
				}
			}
		}
	}
	for _, v := range readVectors(t) {
		rs, _ := ParseRuleset(v.ruleset)
		p := mustFEN(t, v.fen)
		if p.HalfmoveClock() == 0 { // transform drops the counters
			check(p, v.moves, Options{Ruleset: rs})
		}
	}
	for i := range rounds(800) {
		p := randomPosition(rng)
		opts := Options{Ruleset: Ruleset(i % 3), NFold: 2 + i%2}
		g := randomGame(t, rng, p, opts, 60, nil)
		var moves []board.Move
		for i := range g.Plies() {
			moves = append(moves, g.MoveAt(i))
		}
		check(p, moves, opts)
	}
}

// sameConduct compares two reports, b being about the transformed game.
func sameConduct(a, b Conduct, square func(board.Square) board.Square, colours bool) bool {
	if a.Level != b.Level || a.Moves != b.Moves || a.Checks != b.Checks || a.Chases != b.Chases || len(a.Victims) != len(b.Victims) {
		return false
	}
	if !sameMen(a.Checkers, b.Checkers, square, colours) {
		return false
	}
	for _, v := range a.Victims {
		found := false
		for _, w := range b.Victims {
			found = found || square(v.Square) == w.Square && v.HorsePinned == w.HorsePinned && sameMen(v.Attackers, w.Attackers, square, colours)
		}
		if !found {
			return false
		}
	}
	return true
}

func sameMen(a, b []Man, square func(board.Square) board.Square, colours bool) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		found := false
		for _, y := range b {
			same := x.Piece == y.Piece
			if colours {
				same = strings.EqualFold(x.Piece.String(), y.Piece.String()) && x.Piece != y.Piece
			}
			found = found || same && square(x.Square) == y.Square
		}
		if !found {
			return false
		}
	}
	return true
}
