package ending

import (
	"testing"

	"xqlab/engine/board"
)

// TestKnownResults checks shares of small endings against the books: a lone
// king loses to a rook always, to a pawn mostly, and never to an elephant.
func TestKnownResults(t *testing.T) {
	for _, tc := range []struct {
		red, black string
		least      float64 // share of positions Red to move wins
		most       float64
	}{
		{"R", "", 1, 1},
		{"N", "", 1, 1},
		{"P", "", 0.5, 1},
		{"B", "", 0, 0.2},
		{"A", "", 0, 0.2},
		{"C", "", 0, 0.2},
		{"N", "a", 0.95, 1},
	} {
		e, err := Solve(tc.red, tc.black)
		if err != nil {
			t.Fatal(err)
		}
		won, drawn, lost := e.Share(board.Red)
		share := float64(won) / float64(won+drawn+lost)
		if share < tc.least || share > tc.most {
			t.Errorf("%s-%s: %d won, %d drawn, %d lost", tc.red, tc.black, won, drawn, lost)
		}
		t.Logf("%s-%s: %d won, %d drawn, %d lost", tc.red, tc.black, won, drawn, lost)
	}
}

// TestValues compares the values with those of the moves: the best move's is
// one ply less.
func TestValues(t *testing.T) {
	e, err := Solve("P", "a")
	if err != nil {
		t.Fatal(err)
	}
	at := make([]board.Square, len(e.pieces))
	checked := 0
	for s := 0; s < e.states; s += 7 {
		if e.value[s] == illegal {
			continue
		}
		if !e.whole(s, at) {
			continue
		}
		want := Result{-1, 0}
		better := func(a, b Result) bool {
			if a.Outcome != b.Outcome {
				return a.Outcome > b.Outcome
			}
			return a.Outcome > 0 && a.Plies < b.Plies || a.Outcome < 0 && a.Plies > b.Plies
		}
		for _, n := range e.next[e.from[s]:e.from[s+1]] {
			r := resultOf(e.value[n])
			r.Outcome = -r.Outcome
			if r.Outcome != 0 {
				r.Plies++
			}
			if better(r, want) {
				want = r
			}
		}
		if got := resultOf(e.value[s]); got != want {
			t.Fatalf("state %d: value %+v, by its moves %+v", s, got, want)
		}
		checked++
	}
	if checked < 1000 {
		t.Errorf("only %d positions checked", checked)
	}
}

func TestSolveRefuses(t *testing.T) {
	for _, m := range [][2]string{{"X", ""}, {"K", ""}, {"RRCC", "rrcc"}} {
		if _, err := Solve(m[0], m[1]); err == nil {
			t.Errorf("%v was accepted", m)
		}
	}
}

// TestSelect probes what was selected.
func TestSelect(t *testing.T) {
	e, err := Solve("N", "a")
	if err != nil {
		t.Fatal(err)
	}
	list := e.Select(Wanted{Side: board.Red, Outcome: 1, MinPlies: 9, Choices: 3, Count: 4, Seed: 1})
	if len(list) == 0 {
		t.Fatal("nothing was selected")
	}
	for _, s := range list {
		r, moves, err := e.Probe(s.Position)
		if err != nil || r != s.Result || r.Outcome != 1 || r.Plies < 9 {
			t.Errorf("%s: %+v, %v", s.Position.FEN(), r, err)
		}
		for m, v := range moves {
			if (v.Outcome == 1) != (m == s.Best) {
				t.Errorf("%s: %v has %+v, the one right move is %v", s.Position.FEN(), m, v, s.Best)
			}
		}
	}
}
