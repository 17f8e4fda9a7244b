package player

import (
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

func TestParseIteration(t *testing.T) {
	for _, tc := range []struct {
		line  string
		style notation.Style
		ok    bool
		depth int
		mate  int
		pv    int
		time  time.Duration
	}{
		{"info depth 5 score cp 31 nodes 99 time 12 pv h2e2 h9g7", notation.ICCS, true, 5, 0, 2, 12 * time.Millisecond},
		{"info depth 5 multipv 1 score mate 3 nodes 99 pv h3e3 h10g8", notation.UCI10, true, 5, 3, 2, 0},
		{"info depth 5 score 31 pv h2e2 junk", notation.ICCS, true, 5, 0, 1, 0},
		{"info depth 5 multipv 2 score cp 31 pv h2e2", notation.ICCS, false, 0, 0, 0, 0},
		{"info depth 5 score cp 31 lowerbound pv h2e2", notation.ICCS, false, 0, 0, 0, 0},
		{"info depth 5 score cp 31", notation.ICCS, false, 0, 0, 0, 0},
		{"info depth 5 score cp 31 pv h2h9z", notation.ICCS, false, 0, 0, 0, 0},
		{"info pv h2e2", notation.ICCS, false, 0, 0, 0, 0},
		{"info string pv h2e2", notation.ICCS, false, 0, 0, 0, 0},
	} {
		it, ok := parseIteration(board.NewPosition(), tc.line, tc.style)
		if ok != tc.ok {
			t.Errorf("%q: accepted %v, want %v", tc.line, ok, tc.ok)
			continue
		}
		if ok && (it.Depth != tc.depth || it.Mate != tc.mate || len(it.PV) != tc.pv || it.Time != tc.time) {
			t.Errorf("%q: %+v", tc.line, it)
		}
	}
}

// TestIterations watches the built-in and a scripted engine, and stops the
// built-in one.
func TestIterations(t *testing.T) {
	env := Env{}
	f, err := Prepare(t.Context(), Config{Name: "b", Protocol: Builtin, Limits: Limits{Depth: 6}}, &env)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.New(-1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r := Request{Pos: board.NewPosition(), StartFEN: board.StartFEN, Limits: Limits{Depth: 6}, Stall: time.Minute}
	var seen []Iteration
	r.OnIteration = func(it Iteration) bool { seen = append(seen, it); return it.Depth < 3 }
	if a, err := p.Move(t.Context(), &r); err != nil || a.Move == board.NoMove {
		t.Fatalf("stopped search: %+v, %v", a, err)
	}
	if len(seen) != 3 || seen[2].Depth != 3 || len(seen[2].PV) == 0 {
		t.Errorf("iterations %+v", seen)
	}
	x := newRig(t, "infos=3").player()
	defer x.Close()
	if err := x.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	seen = nil
	r.OnIteration = func(it Iteration) bool { seen = append(seen, it); return true }
	if _, err := x.Move(t.Context(), &r); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3 || seen[2].Depth != 3 || seen[2].Nodes != 3 || len(seen[2].PV) != 2 {
		t.Errorf("iterations of a process %+v", seen)
	}
}
