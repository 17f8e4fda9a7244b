package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// TestLargeQueries fills a database with 200,000 games and asks for everything
// `results list` and `results show` print. It takes about a minute and runs
// when XQLAB_LARGE names a file to fill (or to use, if it is filled already).
func TestLargeQueries(t *testing.T) {
	path := os.Getenv("XQLAB_LARGE")
	if path == "" {
		t.Skip("set XQLAB_LARGE=FILE to fill a database with 200,000 games and time the queries")
	}
	fillLarge(t, path, 200_000)
	st, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, q := range largeQueries(st) {
		start := time.Now()
		if err := q.run(); err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		t.Logf("%-12s %6d ms", q.name, took.Milliseconds())
		if took > 500*time.Millisecond {
			t.Errorf("%s took %v, want at most 500 ms", q.name, took)
		}
	}
}

type namedQuery struct {
	name string
	run  func() error
}

// largeQueries are the queries of results list and show, on the run with the
// most games.
func largeQueries(st *Store) []namedQuery {
	const run = RunID(1)
	five, one := 5, 1
	games := func(f GameFilter) error {
		for _, err := range st.Games(ctx, f) {
			if err != nil {
				return err
			}
		}
		return nil
	}
	return []namedQuery{
		{"Runs", func() error { _, err := st.Runs(ctx, RunFilter{}); return err }},
		{"RunSizes", func() error { _, err := st.RunSizes(ctx); return err }},
		{"Tally", func() error { _, err := st.Tally(ctx, run); return err }},
		{"DonePairs", func() error { _, err := st.DonePairs(ctx, run); return err }},
		{"Reasons", func() error { _, err := st.Reasons(ctx, run); return err }},
		{"Usages", func() error { _, err := st.Usages(ctx, run); return err }},
		{"Lengths", func() error { _, err := st.Lengths(ctx, run); return err }},
		{"ByOpening", func() error { _, err := st.ByOpening(ctx, run); return err }},
		{"Span", func() error { _, _, err := st.Span(ctx, run); return err }},
		{"games, page", func() error { return games(GameFilter{Run: run, Limit: 50, Offset: 100_000}) }},
		{"games, opening", func() error { return games(GameFilter{Run: run, Opening: &five}) }},
		{"games, time forfeit", func() error { return games(GameFilter{Run: run, Reason: selfplay.EndTime, Winner: &one}) }},
		{"games, faults", func() error { return games(GameFilter{Run: run, Faults: true}) }},
	}
}

func fillLarge(t *testing.T, path string, n int) {
	if _, err := os.Stat(path); err == nil {
		return
	}
	os.MkdirAll(filepath.Dir(path), 0o777)
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	// 150,000 games in one run and the others in runs of 1,000.
	start := time.Now()
	for done := 0; done < n; {
		size := 1000
		if done == 0 {
			size = n * 3 / 4
		}
		run := newRun(t, st)
		rec := st.Recorder(run.ID)
		for i := range size / 2 {
			if err := rec.RecordPair(largePair(i)); err != nil {
				t.Fatal(err)
			}
		}
		done += size
	}
	took := time.Since(start)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("filled %d games in %v: %.0f games/s, %d MB", n, took.Round(time.Second), float64(n)/took.Seconds(), info.Size()>>20)
}

// largePair makes pairs of the size real ones have, quickly: the moves are
// numbers, not play.
func largePair(number int) *selfplay.Pair {
	r := rand.New(rand.NewPCG(uint64(number), 7))
	index := number % 500
	o := selfplay.Opening{Index: index, FEN: board.StartFEN, Moves: []board.Move{board.NewMove(board.Square(index%90), board.Square((index+1+index/90)%90))}, Name: fmt.Sprintf("line %d", index)}
	p := &selfplay.Pair{Number: number, A: 0, B: 1, Opening: o}
	start := testStart.Add(time.Duration(number) * time.Second)
	reasons := []selfplay.EndReason{selfplay.EndMate, selfplay.EndResignAdjudicated, selfplay.EndRepetition, selfplay.EndNaturalLimit}
	for i := range p.Games {
		g := &selfplay.Game{Pair: number, InPair: i, Red: i, Black: 1 - i, Opening: o, Start: start, End: start.Add(time.Minute),
			Result: selfplay.Result(1 + r.IntN(3)), Reason: reasons[r.IntN(len(reasons))], Moves: make([]selfplay.MoveRecord, 60+r.IntN(80))}
		for k := range g.Moves {
			g.Moves[k] = selfplay.MoveRecord{Move: board.NewMove(board.Square(r.IntN(90)), board.Square(r.IntN(90))), HasScore: true,
				Score: r.IntN(1000) - 500, Depth: 8 + r.IntN(8), Nodes: uint64(r.IntN(100000)), Time: time.Duration(r.IntN(200000)) * time.Microsecond}
		}
		if r.IntN(1000) == 0 {
			g.Reason = selfplay.EndTime
			g.Fault = &selfplay.Fault{Player: i, Text: "late", Overrun: time.Second}
		}
		p.Games[i] = g
	}
	return p
}
