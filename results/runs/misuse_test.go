package runs

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// TestJobIsUsedOnce: a job holds what was done before, so that carrying it out
// again would count that twice.
func TestJobIsUsedOnce(t *testing.T) {
	for kind, make := range jobs(t) {
		lab := newLab(t)
		job := make()
		if _, err := lab.Create(t.Context(), job, Options{}); err != nil {
			t.Fatal(err)
		}
		_, createErr := lab.Create(t.Context(), job, Options{})
		for name, err := range map[string]error{
			"Start": lab.Start(t.Context(), job, Options{}), "Resume": lab.Resume(t.Context(), job, "last", Changes{}),
			"Check": lab.Check(t.Context(), job, Options{}), "Create": createErr,
		} {
			if !errors.Is(err, errUsed) {
				t.Errorf("%s: %s again: %v", kind, name, err)
			}
		}
		if list, err := lab.Store.Runs(t.Context(), store.RunFilter{}); err != nil || len(list) != 1 {
			t.Errorf("%s: %d runs, %v", kind, len(list), err)
		}
	}
	job, err := ReadConfig(&store.Run{Short: "m1", Kind: store.Match, Config: []byte(`{"version":2}`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := newLab(t).Resume(t.Context(), job, "m1", Changes{}); !errors.Is(err, errUsed) {
		t.Errorf("a job that was read: %v", err)
	}
}

// TestCancelledResumeIsInterrupted: also where it is noticed while the run is
// looked for.
func TestCancelledResumeIsInterrupted(t *testing.T) {
	lab := newLab(t)
	if _, err := lab.Create(t.Context(), jobs(t)[store.Match](), Options{}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stopped *Interrupted
	if err := lab.Resume(ctx, &Match{}, "m1", Changes{}); !errors.As(err, &stopped) {
		t.Errorf("%v (%T)", err, err)
	}
	if err := lab.Resume(t.Context(), &Match{}, "m1", Changes{}); err != nil {
		t.Errorf("later: %v", err)
	}
}

// TestClaimsEndWithTheRun: while a run is carried out nobody else can, this process
// included; after its end, and after a resume that was refused, everybody can.
func TestClaimsEndWithTheRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lab.db")
	open := func() *Lab {
		st, err := store.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		return New(st, Program{})
	}
	first, second := open(), open()
	tried := false
	first.Watch(observerFunc(func(run *store.Run, e Event) {
		if _, ok := e.(PairStored); !ok || tried {
			return
		}
		tried = true
		var claimed *store.ClaimedError
		if err := second.Resume(t.Context(), &Match{}, run.Short, Changes{}); !errors.As(err, &claimed) {
			t.Errorf("another store: %v", err)
		}
		if err := first.Resume(t.Context(), &Match{}, run.Short, Changes{}); err == nil || !strings.Contains(err.Error(), "by this process") {
			t.Errorf("the same store: %v", err)
		}
	}))
	if err := first.Start(t.Context(), jobs(t)[store.Match](), Options{}); err != nil {
		t.Fatal(err)
	}
	if !tried {
		t.Fatal("no pair was stored")
	}
	pairs := 3
	if err := first.Resume(t.Context(), &Match{}, "m1", Changes{Pairs: &pairs}); err == nil {
		t.Error("pairs of a match were changed")
	}
	for _, lab := range []*Lab{second, first, second} {
		if err := lab.Resume(t.Context(), &Match{}, "m1", Changes{}); err != nil {
			t.Error(err)
		}
	}
}

// TestTwoRunsAtATime: a Lab may carry out several.
func TestTwoRunsAtATime(t *testing.T) {
	var events bytes.Buffer
	lab := newLab(t, NewJSONEvents(&events))
	ends := make(chan error)
	for range 2 {
		go func() { ends <- lab.Start(t.Context(), jobs(t)[store.Match](), Options{}) }()
	}
	for range 2 {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
	for _, run := range []string{`"m1"`, `"m2"`} {
		if n := strings.Count(events.String(), `"run":`+run); n != 1+8+4 {
			t.Errorf("%d lines of run %s, want %d", n, run, 1+8+4)
		}
	}
}

// TestPGNOfTwoRuns: the file of one run after another holds the games of the last.
func TestPGNOfTwoRuns(t *testing.T) {
	lab := newLab(t)
	path := filepath.Join(t.TempDir(), "games.pgn")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	pgn := NewPGN(lab.Store, f)
	lab.Watch(pgn)
	for range 2 {
		if err := lab.Start(t.Context(), jobs(t)[store.Match](), Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(pgn.Err(), f.Close()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || bytes.ContainsRune(text, 0) || bytes.Count(text, []byte("[Event ")) != 8 {
		t.Errorf("%d bytes, %d games, %d NULs, %v", len(text), bytes.Count(text, []byte("[Event ")), bytes.Count(text, []byte{0}), err)
	}
}

// TestEndThatCannotBeStored: a run whose end does not get into the database is
// broken, whatever it was before.
func TestEndThatCannotBeStored(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		var lab *Lab
		var end RunEnded
		lab = newLab(t, observerFunc(func(_ *store.Run, e Event) {
			switch e := e.(type) {
			case PairStored:
				if e.Games == 8 { // the last: nothing is left to store but the end
					lab.Store.Close()
					if cancelled {
						cancel()
					}
				}
			case RunEnded:
				end = e
			}
		}))
		job := jobs(t)[store.Match]().(*Match)
		job.Config.Concurrency = 1
		err := lab.Start(ctx, job, Options{})
		cancel()
		var broken *Broken
		if !errors.As(err, &broken) {
			t.Errorf("cancelled %v: %v (%T)", cancelled, err, err)
		}
		if end.Status != store.Interrupted || end.Err == nil {
			t.Errorf("cancelled %v: told %+v", cancelled, end)
		}
	}
}

// TestMatchesHaveTwoPlayers: what no command line could say is refused.
func TestMatchesHaveTwoPlayers(t *testing.T) {
	three := jobs(t)[store.Tournament]().(*Match).Config
	test := stats.NewSPRT(0, 5)
	tested := jobs(t)[store.Match]().(*Match).Config
	tested.SPRT = &test
	for want, m := range map[string]*Match{"3 players": {Config: three}, "0 players": {}, "no sequential test": {Tournament: true, Config: tested}} {
		if err := newLab(t).Start(t.Context(), m, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// TestRatingsAreThoseOfTheRun: anchors are stored, hold when it is looked at later,
// and can be changed when it is resumed.
func TestRatingsAreThoseOfTheRun(t *testing.T) {
	lab := newLab(t)
	m := jobs(t)[store.Tournament]().(*Match)
	m.Config.Rating = &selfplay.Rating{Anchors: []stats.Anchor{{Name: "third", Rating: 2000}}, Simulations: 10}
	if err := lab.Start(t.Context(), m, Options{}); err != nil {
		t.Fatal(err)
	}
	check := func(anchor float64, simulations int) {
		t.Helper()
		run, err := lab.Store.FindRun(t.Context(), "last")
		if err != nil {
			t.Fatal(err)
		}
		o, err := RatingOptions(t.Context(), lab.Store, run)
		if err != nil || len(o.Anchors) != 1 || o.Anchors[0].Rating != anchor || o.Simulations != simulations {
			t.Errorf("%+v, %v", o, err)
		}
	}
	check(2000, 10)
	if err := lab.Resume(t.Context(), &Match{Tournament: true}, "last", Changes{Anchors: []stats.Anchor{{Name: "third", Rating: 1000}}}); err != nil {
		t.Fatal(err)
	}
	check(1000, 10)
	again := &Match{Tournament: true}
	if err := lab.Resume(t.Context(), again, "last", Changes{}); err != nil {
		t.Fatal(err)
	}
	check(1000, 10)
	for _, p := range again.Result.Ratings.Players {
		if x, ok := p.Rating.Value(); p.Name == "third" && (!ok || x != 1000) {
			t.Errorf("third is rated %v", p.Rating)
		}
	}
}

// TestFinishedRunsStayFinished: a finished run that cannot be looked at again is
// left as it was.
func TestFinishedRunsStayFinished(t *testing.T) {
	for kind, make := range jobs(t) {
		t.Run(string(kind), func(t *testing.T) {
			lab := newLab(t)
			if err := lab.Start(t.Context(), make(), Options{Name: "done", Seed: 3}); err != nil {
				t.Fatal(err)
			}
			before, err := lab.Store.FindRun(t.Context(), "done")
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			lab.Watch(observerFunc(func(_ *store.Run, e Event) {
				if _, ok := e.(RunStarted); ok {
					cancel()
				}
			}))
			_ = lab.Resume(ctx, NewJob(kind), "done", Changes{})
			after, err := lab.Store.FindRun(t.Context(), "done")
			if err != nil {
				t.Fatal(err)
			}
			if after.Status != before.Status || after.Verdict != before.Verdict || string(after.Summary) != string(before.Summary) {
				t.Errorf("%s %q %s\nwas %s %q %s", after.Status, after.Verdict, after.Summary, before.Status, before.Verdict, before.Summary)
			}
		})
	}
}

// TestRefusedResumeChangesNothing: a change of the number of pairs is stored only if
// the run continues.
func TestRefusedResumeChangesNothing(t *testing.T) {
	lab := newLab(t)
	job := jobs(t)[store.SPSA]().(*SPSA)
	if _, err := lab.Create(t.Context(), job, Options{}); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	lab.Watch(observerFunc(func(_ *store.Run, e Event) {
		if _, ok := e.(Warning); ok {
			cancel()
		}
	}))
	pairs, many := 6, 0
	if err := lab.Resume(t.Context(), &SPSA{}, "last", Changes{Pairs: &pairs, Concurrency: &many}); err == nil {
		t.Fatal("0 games at a time were accepted")
	}
	cancel()
	if err := lab.Resume(cancelled, &SPSA{}, "last", Changes{Pairs: &pairs}); err == nil {
		t.Fatal("was not cancelled")
	}
	again := &SPSA{}
	if err := lab.Resume(t.Context(), again, "last", Changes{}); err != nil {
		t.Fatal(err)
	}
	if n := again.Tuner().PairsDone(); n != 8 {
		t.Errorf("%d pairs, want the 8 it was begun with", n)
	}
}
