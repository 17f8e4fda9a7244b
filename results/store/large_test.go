package store

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// Everything that results list and show ask for takes at most half a second
// on one run of 200,000 games (20,000 with the race detector, under which SQLite is ten
// times slower).
func TestQueriesAreFast(t *testing.T) {
	st := fillLarge(t, false)
	for _, q := range largeQueries(st) {
		best := time.Hour
		for range 3 {
			start := processorTime()
			if err := q.run(); err != nil {
				t.Fatal(err)
			}
			best = min(best, processorTime()-start)
		}
		t.Logf("%-20s %4d ms", q.name, best.Milliseconds())
		if best > 500*time.Millisecond {
			t.Errorf("%s took %v of the processor, want at most 500 ms", q.name, best)
		}
	}
}

// BenchmarkLargeQueries measures the same on a database with the moves of all
// games, about 250 MB.
func BenchmarkLargeQueries(b *testing.B) {
	st := fillLarge(b, true)
	resume := namedQuery{"DonePairs", func() error { _, err := st.DonePairs(ctx, 1); return err }}
	for _, q := range append(largeQueries(st), resume) {
		b.Run(q.name, func(b *testing.B) {
			for b.Loop() {
				if err := q.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type namedQuery struct {
	name string
	run  func() error
}

func largeQueries(st *Store) []namedQuery {
	const run = RunID(1)
	five, one := 5, 1
	games := func(f GameFilter) func() error {
		return func() error {
			f.Run = run
			for _, err := range st.Games(ctx, f) {
				if err != nil {
					return err
				}
			}
			return nil
		}
	}
	return []namedQuery{
		{"Runs", func() error { _, err := st.Runs(ctx, RunFilter{}); return err }},
		{"RunSizes", func() error { _, err := st.RunSizes(ctx); return err }},
		{"Tally", func() error { _, err := st.Tally(ctx, run); return err }},
		{"Reasons", func() error { _, err := st.Reasons(ctx, run); return err }},
		{"Usages", func() error { _, err := st.Usages(ctx, run); return err }},
		{"Lengths", func() error { _, err := st.Lengths(ctx, run); return err }},
		{"ByOpening", func() error { _, err := st.ByOpening(ctx, run); return err }},
		{"Games/page", games(GameFilter{Limit: 50, Offset: largeGames * 3 / 4})},
		{"Games/opening", games(GameFilter{Opening: &five})},
		{"Games/reason", games(GameFilter{Reason: selfplay.EndTime, Winner: &one})},
		{"Games/faults", games(GameFilter{Faults: true})},
	}
}

// fillLarge makes a database with one run of largeGames games: some stored in
// the usual way, the others copied from them by SQL.
func fillLarge(t testing.TB, moves bool) *Store {
	t.Helper()
	const pairs = 1000
	st := newStore(t)
	rec := st.Recorder(newRun(t, st).ID)
	for n := range pairs {
		if err := rec.RecordPair(largePair(n)); err != nil {
			t.Fatal(err)
		}
	}
	queries := []string{
		"INSERT INTO pairs SELECT run_id, number + ?1, a, b, opening_id, opening_index, result, stored + ?1 FROM pairs WHERE number < 1000",
		`INSERT INTO games SELECT id + 2*?1, run_id, pair + ?1, in_pair, red, black, counted, result, reason, detail, cycle_ply,
			offenders, plies, started + ?1, ended + ?1, red_moves, red_us, red_nodes, red_depth, black_moves, black_us,
			black_nodes, black_depth FROM games WHERE pair < 1000`,
	}
	if moves {
		queries = append(queries, "INSERT INTO game_moves SELECT game_id + 2*?1, data FROM game_moves WHERE game_id <= 2000")
	}
	if _, err := st.write.Exec("PRAGMA foreign_keys=0; PRAGMA cache_size=-300000"); err != nil { // the copies refer to what the originals do
		t.Fatal(err)
	}
	tx, err := st.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	restore := dropIndices(t, tx)
	for copied := pairs; 2*copied < largeGames; copied += pairs {
		for _, q := range queries {
			if _, err := tx.Exec(q, copied); err != nil {
				t.Fatal(err)
			}
		}
	}
	restore()
	if err := recount(tx, 1); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	sizes, err := st.RunSizes(ctx)
	if err != nil || sizes[1].Games != largeGames {
		t.Fatalf("filled %+v, %v", sizes, err)
	}
	return st
}

// dropIndices removes the indices of games, which cost most of the copying, and
// returns what makes them again.
func dropIndices(t testing.TB, tx *sql.Tx) func() {
	t.Helper()
	rows, err := tx.Query("SELECT name, sql FROM sqlite_schema WHERE type='index' AND tbl_name='games' AND sql IS NOT NULL")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var names, texts []string
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		names, texts = append(names, name), append(texts, text)
	}
	for _, name := range names {
		if _, err := tx.Exec("DROP INDEX " + name); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, text := range texts {
			if _, err := tx.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// largePair makes pairs of the size real ones have, quickly: the moves are
// numbers, not play.
func largePair(number int) *selfplay.Pair {
	r := rand.New(rand.NewPCG(uint64(number), 7))
	index := number % 500
	first := board.NewMove(board.Square(index%90), board.Square((index+1+index/90)%90))
	o := selfplay.Opening{Index: index, FEN: board.StartFEN, Moves: []board.Move{first}, Name: fmt.Sprintf("line %d", index)}
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
