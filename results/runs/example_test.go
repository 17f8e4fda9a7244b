package runs_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"xqlab/results/report"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// A match is played, stopped after three pairs, resumed, and reported.
func Example() {
	dir, err := os.MkdirTemp("", "xqlab")
	check(err)
	defer os.RemoveAll(dir)
	st, err := store.Open(filepath.Join(dir, "lab.db"))
	check(err)
	defer st.Close()
	a, err := player.ParseSpec("builtin:nodes=50", nil)
	check(err)
	b, err := player.ParseSpec("builtin:weights=seed,nodes=50", nil)
	check(err)

	ctx, stop := context.WithCancel(context.Background())
	lab := runs.New(st, runs.Program{Version: "example"}, stopAfter{3, stop})
	m := &runs.Match{Config: selfplay.NewExperiment(a, b)}
	m.Config.PerPair, m.Config.Concurrency = 5, 1
	err = lab.Start(ctx, m, runs.Options{Name: "first", Seed: 1})
	var stopped *runs.Interrupted
	if errors.As(err, &stopped) {
		fmt.Printf("%s was stopped: %d of %d games\n", stopped.Run.Short, m.Result.Size.Games, m.Result.Planned.Games)
		m = &runs.Match{}
		err = lab.Resume(context.Background(), m, stopped.Run.Short, runs.Changes{})
	}
	check(err)
	fmt.Printf("%s is %s: %d of %d games\n", m.Result.Short, m.Result.Status, m.Result.Size.Games, m.Result.Planned.Games)
	doc, err := report.Build(context.Background(), st, []*store.Run{m.Run()}, report.Options{})
	check(err)
	check(doc.WriteMarkdown(&strings.Builder{})) // or WriteHTML
	command, err := runs.Command(m.Run())
	check(err)
	fmt.Println(strings.HasPrefix(command, "xqlab match --a builtin"))

	// Output:
	// m1 was stopped: 6 of 10 games
	// m1 is finished: 10 of 10 games
	// true
}

// stopAfter is an observer that calls stop once that many pairs are stored.
type stopAfter struct {
	pairs int
	stop  func()
}

// Observe implements runs.Observer.
func (s stopAfter) Observe(_ *store.Run, e runs.Event) {
	if p, ok := e.(runs.PairStored); ok && p.Games == 2*s.pairs {
		s.stop()
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
