package compare

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/results/store"
)

// suiteRuns stores a suite of four positions with two runs: one engine solves
// the first two, the other the second and third.
func suiteRuns(t *testing.T) (*store.Store, []*store.Run) {
	t.Helper()
	ctx := context.Background()
	st, err := store.Open(filepath.Join(t.TempDir(), "lab.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	file := store.SuiteFile{Name: "four", Positions: []store.SuitePosition{{Ident: "p1", EPD: "1"}, {Ident: "p2", EPD: "2"}, {EPD: "3"}, {Ident: "p4", EPD: "4"}}}
	id, err := st.PutSuite(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	parent, err := st.CreateRun(ctx, store.NewRun{Kind: store.Regress, Config: struct{}{}})
	if err != nil {
		t.Fatal(err)
	}
	runs := []*store.Run{parent}
	for r := range 2 {
		run, err := st.CreateRun(ctx, store.NewRun{Kind: store.Suite, Parent: parent.ID, Config: struct{}{}, Players: []store.Player{{Name: "engine"}}})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, run)
		for pos := range file.Positions {
			if r == 1 && pos == 3 {
				continue // not asked: does not count in the test
			}
			err := st.RecordSuite(ctx, run.ID, store.SuiteResult{
				SuiteKey: store.SuiteKey{Suite: id, Position: pos, Limit: store.SuiteLimit{Kind: store.LimitDepth, Value: 4}},
				Move:     board.NewMove(0, 9), Solved: pos == r || pos == r+1, Nodes: 100, Time: time.Millisecond,
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	return st, runs
}

func TestSuitesArePaired(t *testing.T) {
	st, runs := suiteRuns(t)
	c, err := Load(context.Background(), st, runs[:1]) // the parts come with it
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Runs) != 3 || c.Suites == nil || len(c.Suites.Paired) != 1 {
		t.Fatalf("%d runs, suites %+v", len(c.Runs), c.Suites)
	}
	if a, b := c.Suites.Engines[0].Label, c.Suites.Engines[1].Label; a == b {
		t.Errorf("two engines are called %q", a)
	}
	p := c.Suites.Paired[0]
	if p.Positions != 3 || p.Both != 1 || p.Neither != 0 || len(p.OnlyFirst) != 1 || p.OnlyFirst[0] != "p1" || len(p.OnlySecond) != 1 || p.OnlySecond[0] != "#3" {
		t.Errorf("paired: %+v", p)
	}
	if p.ExactP != 1 {
		t.Errorf("p = %g for one against one, want 1", p.ExactP)
	}
	for _, s := range c.Suites.Scores {
		if s.Solved.Successes != 2 {
			t.Errorf("%+v: want 2 solved", s)
		}
	}
}

func TestPliesOfNothing(t *testing.T) {
	if p := SumPlies(nil); p != nil {
		t.Errorf("length of no games: %+v", p)
	}
	p := SumPlies([]store.Length{{Plies: 10, Games: 1}, {Plies: 30, Games: 2}, {Plies: 50, Games: 1}})
	if *p != (Plies{Min: 10, Median: 30, Mean: 30, Max: 50}) {
		t.Errorf("%+v", *p)
	}
}
