package rules

import (
	"testing"

	"xqlab/engine/board"
)

// outcomeOf turns a referee's verdict into the side to move's view.
func outcomeOf(g *Game) Outcome {
	v := g.Verdict()
	switch {
	case !v.Over:
		return Open
	case v.Draw:
		return Draw
	case v.Winner == g.Position().SideToMove():
		return Win
	}
	return Loss
}

// TestJudgeAgainstGame plays random repeating games and asks the judge at every
// ply. With every occurrence counting as below the root it must say what a
// referee of second occurrences says, with none exactly what the referee says.
func TestJudgeAgainstGame(t *testing.T) {
	rng := newRNG(5)
	seen := map[Outcome]int{}
	for i := range rounds(2500) {
		opts := Options{Ruleset: Ruleset(i % 3), Limit: []int{0, 12, NoLimit}[i/3%3], LoneCannon: i%2 == 0}
		p := randomPosition(rng)
		root := -1
		if i%2 == 0 {
			opts.NFold, root = 2, -1
		} else {
			opts.NFold, root = 2+i%3, 1000
		}
		j := NewJudge(opts)
		g := randomGame(t, rng, p, opts, 60, func(g *Game, m board.Move) {
			q := g.Position()
			r := root
			if r > 0 {
				r = q.Plies()
			}
			if r := g.Verdict().Reason; r == Mate || r == NoLegalMove {
				return // not the judge's business
			}
			before := q.FEN()
			if got, want := j.Probe(q, r), outcomeOf(g); got != want {
				t.Fatalf("%s moves %s(%s, %d-fold): judge says %s, referee %s: %v", p.FEN(), movesOf(g), opts.Ruleset, opts.NFold, got, want, g.Verdict())
			}
			if q.FEN() != before {
				t.Fatalf("the judge changed %s to %s", before, q.FEN())
			}
		})
		seen[outcomeOf(g)]++
	}
	t.Log(seen)
	for _, o := range []Outcome{Draw, Win, Loss} {
		if seen[o] == 0 && !testing.Short() {
			t.Errorf("no game ended in a %s", o)
		}
	}
}

// TestJudgeLoops asks about single loops, in which chases are frequent.
func TestJudgeLoops(t *testing.T) {
	rng := newRNG(6)
	for range rounds(800) {
		p := randomPosition(rng)
		opts := Options{Ruleset: Ruleset(rng.IntN(3)), NFold: 2, Limit: NoLimit}
		j := NewJudge(opts)
		for range 20 {
			loop := randomLoop(rng, p)
			g := NewGame(p, opts)
			for _, m := range loop {
				if g.Verdict().Over {
					break
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			if g.Verdict().Cycle == nil {
				continue
			}
			if got, want := j.Cycle(g.Position(), len(loop)), outcomeOf(g); got != want {
				t.Fatalf("%s moves %s(%s): judge says %s, referee %v", p.FEN(), movesOf(g), opts.Ruleset, got, g.Verdict())
			}
		}
	}
}

// TestJudgeRoot: below the root two occurrences are judged, at or before it all
// NFold of them.
func TestJudgeRoot(t *testing.T) {
	p := mustFEN(t, "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1") // R h0-i0 chases the horse i9
	j := NewJudge(Options{})
	moves := parseMoves(t, "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9")
	for i, m := range moves {
		p.Make(m)
		n := i + 1
		for root := 0; root <= n; root++ {
			want := Open
			if n >= 4 && n-4 > root || n == 8 {
				want = Win // the side to move is the chaser's opponent after odd plies
				if n%2 == 0 {
					want = Loss
				}
			}
			if got := j.Repetition(p, root); got != want {
				t.Errorf("ply %d, root %d: %s, want %s", n, root, got, want)
			}
		}
	}
}

// TestJudgeStopsAtNullMoves: a null move is no part of a window.
func TestJudgeStopsAtNullMoves(t *testing.T) {
	p := mustFEN(t, "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1")
	j := NewJudge(Options{})
	for _, m := range parseMoves(t, "e0e1 d9d8") {
		p.Make(m)
	}
	p.MakeNull()
	for _, m := range parseMoves(t, "d8d9") {
		p.Make(m)
	}
	p.Make(parseMoves(t, "e1e0")[0])
	p.MakeNull()
	if got := j.Repetition(p, -1); got != Open {
		t.Errorf("%s after null moves, want open", got)
	}
}

func TestJudgeNeverAllocates(t *testing.T) {
	p := mustFEN(t, "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1")
	for _, m := range parseMoves(t, "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9") {
		p.Make(m)
	}
	lone := mustFEN(t, "3k5/4a4/9/9/9/9/9/4B4/9/4KC3 w - - 0 1")
	for _, rs := range []Ruleset{Chinese, Asian, Basic} {
		j := NewJudge(Options{Ruleset: rs, Limit: 5, LoneCannon: true})
		if n := testing.AllocsPerRun(100, func() {
			j.Probe(p, 0)
			j.Probe(p, 8)
			j.Limit(p)
			j.Material(lone)
		}); n != 0 {
			t.Errorf("%s: %v allocations", rs, n)
		}
	}
}

// TestJudgeProvesPlacement: Cycle compares placements and does not trust the
// caller's (or a hash key's) word that the plies close a loop.
func TestJudgeProvesPlacement(t *testing.T) {
	p := mustFEN(t, "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1")
	for _, m := range parseMoves(t, "h0i0 i9h7 i0h0 h7g9") {
		p.Make(m)
	}
	if got := NewJudge(Options{}).Cycle(p, 4); got != Open {
		t.Errorf("%s for plies that close no loop, want open", got)
	}
}
