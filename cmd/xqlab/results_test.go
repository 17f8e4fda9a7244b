package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/record"
	"xqlab/results/store"
	"xqlab/selfplay"
)

var resultsStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// uidOf makes the UID of the n-th run of the test database.
func uidOf(n int) string { return fmt.Sprintf("%08x-0000-4000-8000-000000000000", 0xabc00000+n) }

// resultsDB makes a database whose content never changes: a match with a void
// pair and a fault, a tournament of three, a suite run and a tuning run.
func resultsDB(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lab.db")
	st, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	b := &resultsBuilder{t: t, st: st}
	b.match()
	b.tournament()
	b.suite()
	b.tuning()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

type resultsBuilder struct {
	t    *testing.T
	st   *store.Store
	runs int
}

func (b *resultsBuilder) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *resultsBuilder) run(kind store.Kind, name string, config any, players ...store.Player) *store.Run {
	b.t.Helper()
	return b.create(store.NewRun{Kind: kind, Name: name, Config: config, Players: players})
}

// create fills in what all runs share.
func (b *resultsBuilder) create(n store.NewRun) *store.Run {
	b.t.Helper()
	b.runs++
	n.Seed, n.Version, n.Commit, n.UID, n.Host = 7, "0.1.0", "abc1234", uidOf(b.runs), "lab"
	n.Started = resultsStart.Add(time.Duration(b.runs) * time.Hour)
	n.OpeningSet = &store.OpeningSet{Hash: "5ca1ab1e5ca1ab1e", Name: "balanced.epd", Size: 500}
	run, err := b.st.CreateRun(context.Background(), n)
	b.must(err)
	return run
}

func (b *resultsBuilder) finish(run *store.Run, verdict string) {
	b.t.Helper()
	b.must(b.st.FinishRun(context.Background(), run.ID, store.Finish{Status: store.Finished, Verdict: verdict,
		Summary: map[string]string{"verdict": verdict}, Ended: run.Started.Add(20 * time.Minute)}))
}

// pair stores two games with the given results (Red's view).
func (b *resultsBuilder) pair(run *store.Run, number, red, black int, change func(*selfplay.Pair), results ...selfplay.Result) {
	b.t.Helper()
	o := selfplay.Opening{Index: number % 2, FEN: board.StartFEN, Name: []string{"Central cannon", "Elephant"}[number%2]}
	p := &selfplay.Pair{Number: number, A: red, B: black, Opening: o}
	start := run.Started.Add(time.Duration(number) * time.Minute)
	for i, result := range results {
		g := &selfplay.Game{Pair: number, InPair: i, Red: red, Black: black, Opening: o, Result: result,
			Start: start, End: start.Add(40 * time.Second)}
		g.Reason = map[selfplay.Result]selfplay.EndReason{selfplay.RedWins: selfplay.EndMate, selfplay.BlackWins: selfplay.EndPerpetualCheck,
			selfplay.Draw: selfplay.EndRepetition, selfplay.NoResult: selfplay.EndDisconnect}[result]
		pos := board.NewPosition()
		for ply := range 6 + 2*number {
			var l board.MoveList
			pos.LegalMoves(&l)
			m := selfplay.MoveRecord{Move: l.Moves[(7*ply+3*number)%l.N], FromBook: ply < 2}
			if !m.FromBook {
				m.HasScore, m.Score, m.Depth = true, 10*ply-25, 5+ply
				m.Nodes, m.Time = uint64(1000*(ply+1)), time.Duration(ply)*10*time.Millisecond
			}
			pos.Make(m.Move)
			g.Moves = append(g.Moves, m)
		}
		if last := &g.Moves[len(g.Moves)-1]; result == selfplay.RedWins {
			last.Mate = -1
		}
		p.Games[i] = g
		red, black = black, red
	}
	if change != nil {
		change(p)
	}
	b.must(b.st.Recorder(run.ID).RecordPair(p))
}

func builtinPlayer(name, hash string) store.Player {
	return store.Player{Name: name, Spec: "builtin:weights=" + name, Limits: "nodes=3000", Options: map[string]string{},
		Weights: &store.Weights{Hash: hash, Name: name, TOML: "# " + name + "\n"}}
}

func (b *resultsBuilder) match() {
	run := b.run(store.Match, "seed test", map[string]any{"pairs": 6},
		builtinPlayer("default", "d00df00dd00df00d"), builtinPlayer("seed", "5eed5eed5eed5eed"))
	b.pair(run, 0, 0, 1, nil, selfplay.RedWins, selfplay.BlackWins)
	b.pair(run, 1, 0, 1, nil, selfplay.Draw, selfplay.Draw)
	b.pair(run, 2, 0, 1, nil, selfplay.RedWins, selfplay.RedWins)
	b.pair(run, 3, 0, 1, func(p *selfplay.Pair) {
		g := p.Games[1]
		g.Result, g.Reason = selfplay.RedWins, selfplay.EndTime
		g.Fault = &selfplay.Fault{Player: 0, Text: "no move after 1.25s", FEN: board.StartFEN, Ply: 13, Overrun: 250 * time.Millisecond,
			Stderr: []string{"warning: hash full"}}
	}, selfplay.Draw, selfplay.RedWins)
	b.pair(run, 4, 0, 1, nil, selfplay.RedWins, selfplay.NoResult)
	b.pair(run, 5, 0, 1, func(p *selfplay.Pair) {
		g := p.Games[0]
		g.Detail, g.CyclePly = "long check by R", 9
		g.Offenders = []board.Square{board.SquareAt(7, 3)}
	}, selfplay.BlackWins, selfplay.BlackWins)
	b.must(b.st.AddEvent(context.Background(), run.ID, store.Event{Time: run.Started.Add(time.Minute), Level: store.Warning, Text: "seed restarted"}))
	b.finish(run, "H1 accepted")
}

func (b *resultsBuilder) tournament() {
	run := b.run(store.Tournament, "", map[string]any{"rounds": 1},
		builtinPlayer("a", "aa"), builtinPlayer("b", "bb"), store.Player{Name: "c", Spec: "cmd=./c,proto=uci", Limits: "tc=10+0.1"})
	b.pair(run, 0, 0, 1, nil, selfplay.RedWins, selfplay.Draw)
	b.pair(run, 1, 1, 2, nil, selfplay.Draw, selfplay.RedWins)
	b.pair(run, 2, 2, 0, nil, selfplay.BlackWins, selfplay.BlackWins)
}

func (b *resultsBuilder) suite() {
	ctx := context.Background()
	run := b.run(store.Suite, "wac", map[string]any{"depths": []int{4, 6}}, builtinPlayer("default", "d00df00dd00df00d"))
	id, err := b.st.PutSuite(ctx, store.SuiteFile{Name: "wac_chinese.epd", Positions: []store.SuitePosition{
		{Ident: "k1", EPD: "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - bm f0f9;", Difficulty: 1},
		{Ident: "k2", EPD: "3k5/9/9/9/9/9/9/9/9/4K1R2 w - - bm g0g9;", Difficulty: 2}}})
	b.must(err)
	move, err := board.ParseMove("f0f9")
	b.must(err)
	for _, depth := range []int64{4, 6} {
		for i := range 2 {
			r := store.SuiteResult{SuiteKey: store.SuiteKey{Suite: id, Position: i, Limit: store.SuiteLimit{Kind: store.LimitDepth, Value: depth}},
				Move: move, HasScore: true, Score: 29990, Mate: 3, Depth: int(depth), Nodes: 5000, Time: 20 * time.Millisecond, PV: []board.Move{move}}
			if i == 0 || depth == 6 {
				r.Solved, r.Points = true, 1
				r.Stable = &store.Stable{Depth: 3, Nodes: 900, Time: time.Millisecond}
			}
			b.must(b.st.RecordSuite(ctx, run.ID, r))
		}
	}
	b.finish(run, "")
}

func (b *resultsBuilder) tuning() {
	ctx := context.Background()
	f := func(x float64) *float64 { return &x }
	run := b.create(store.NewRun{Kind: store.Texel, Name: "first", Config: map[string]any{"lambda": 0.5}, Params: []store.Param{
		{Name: "material.rook.mg", Start: 1000, Low: f(500), High: f(1500)}, {Name: "mobility.horse[5].mg", Start: 12}}})
	for i, loss := range []float64{0.125, 0.119, 0.118} {
		b.must(b.st.RecordStep(ctx, run.ID, store.Step{Number: i, Time: run.Started.Add(time.Duration(i) * time.Minute), TrainLoss: f(loss),
			ValidLoss: f([]float64{0.13, 0.121, 0.122}[i]), Theta: []float64{1000 + float64(i), 12}}))
	}
	b.must(b.st.SetFinal(ctx, run.ID, []float64{1001.5, 13}))
	b.must(b.st.LinkWeights(ctx, run.ID, "after", store.Weights{Hash: "70707070", Name: "tuned", TOML: "# tuned\n"}))
	b.finish(run, "validation loss 0.1300 -> 0.1210")
}

func TestResultsGolden(t *testing.T) {
	db := resultsDB(t)
	for _, tt := range []struct{ name, args string }{
		{"list", "list"},
		{"list.json", "list --kind tournament --json"},
		{"show-match", "show m1"},
		{"show-match.json", "show m1 --json"},
		{"show-tournament", "show 2"},
		{"show-suite", "show abc00003"},
		{"show-tuning", "show last"},
		{"show-tuning.json", "show first --json"},
		{"games", "games m1 --void"},
		{"games-moves", "games m1 --pair 4 --game 2 --moves"},
		{"games.json", "games m1 --faults --moves --json"},
		{"export.pgn", "export m1 --pair 6"},
		{"export.jsonl", "export m1 --format jsonl --pair 4"},
		{"schema.sql", "schema"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runMain(append([]string{"--db", db, "results"}, strings.Fields(tt.args)...)...)
			if code != 0 || errs != "" {
				t.Fatalf("exit %d, stderr %q", code, errs)
			}
			checkGolden(t, "results-"+tt.name, out)
		})
	}
}

// The games exported are the games of the tally, and a reader understands them.
func TestResultsExportFile(t *testing.T) {
	db := resultsDB(t)
	file := filepath.Join(t.TempDir(), "games.pgn")
	code, out, errs := runMain("--db", db, "-q", "results", "export", "m1", "t2", "-o", file, "--json")
	var report struct {
		Games  int
		Format string
		Runs   []string
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 || report.Games != 16 || report.Format != "pgn" || len(report.Runs) != 2 {
		t.Fatalf("exit %d, %q, %q, %v", code, out, errs, err)
	}
	counts, err := record.Walk(context.Background(), []string{file}, record.Options{}, func(g *record.Game) error {
		if len(g.Warnings) > 0 || g.Result == record.Unknown {
			return fmt.Errorf("%v %v", g.Result, g.Warnings)
		}
		return nil
	})
	if err != nil || counts.Games != 16 {
		t.Errorf("read back %+v, %v", counts, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("files left: %v, %v", entries, err)
	}
}

func TestResultsCare(t *testing.T) {
	db := resultsDB(t)
	other := filepath.Join(t.TempDir(), "other.db")
	run := func(wantCode int, want string, args ...string) {
		t.Helper()
		code, out, errs := runMain(append([]string{"results"}, args...)...)
		if code != wantCode || !strings.Contains(out+errs, want) || strings.Count(errs, "\n") > 1 {
			t.Errorf("results %v: exit %d, stdout %q, stderr %q; want exit %d with %q", args, code, out, errs, wantCode, want)
		}
	}
	run(0, "is sound\n", "doctor", "--deep", "--db", db)
	run(0, `"ok": true`, "doctor", "--json", "--db", db)
	run(0, "4 runs, 4 new\n", "import", db, "--db", other)
	run(0, "4 runs, 0 new\n", "import", db, "--db", other)
	run(0, `"games": 12,`, "import", db, "--db", filepath.Join(t.TempDir(), "third.db"), "--json")
	run(2, "delete needs --yes when it cannot ask", "delete", "m1", "--db", other)
	playing, err := store.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	defer playing.Close()
	t2, err := playing.FindRun(t.Context(), "t2")
	if err != nil {
		t.Fatal(err)
	}
	if err := playing.ResumeRun(t.Context(), t2.ID); err != nil {
		t.Fatal(err)
	}
	played := fmt.Sprintf("played by process %d on ", os.Getpid())
	run(2, "t2 is being "+played, "delete", "m1", "t2", "--yes", "--db", other)
	run(0, played, "show", "t2", "--db", other)
	run(0, fmt.Sprintf(`"pid": %d`, os.Getpid()), "list", "--status", "running", "--json", "--db", other)
	run(0, "deleted m1 t2\n", "delete", "m1", "t2", "m1", "--yes", "--force", "--db", other)
	run(0, `"deleted": [`, "delete", "last", "--yes", "--json", "--db", other)
	run(0, "bytes before", "vacuum", "--db", other)
	run(0, `"bytes_after"`, "vacuum", "--json", "--db", other)
	run(0, "is sound\n", "doctor", "--db", other)
	run(0, `"version": 4`, "schema", "--json")
	run(0, "no runs\n", "list", "--kind", "spsa", "--db", other)
	run(0, "[]\n", "list", "--kind", "spsa", "--json", "--db", other)
}

func TestResultsErrors(t *testing.T) {
	db := resultsDB(t)
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing.db")
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("text ", 500)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args string
		want string
	}{
		{"list --db " + missing, missing + ": no such database (choose one with --db or XQLAB_DB)"},
		{"show last --db " + text, text + ": open: not an xqlab database"},
		{"show m9 --db " + db, `no such run: "m9"`},
		{"show --db " + db, "requires at least 1 arg"},
		{"games m1 m2 --db " + db, "accepts 1 arg(s)"},
		{"list --kind game --db " + db, "--kind game: want one of [match"},
		{"list --status dead --db " + db, "--status dead: want running, finished or interrupted"},
		{"list --limit -1 --db " + db, "--limit -1: want 0 (all) or more"},
		{"games m1 --player x --db " + db, "--player x: the players of m1 are default, seed"},
		{"games m1 --result 2-0 --db " + db, "--result 2-0: want 1-0, 0-1 or 1/2-1/2"},
		{"games m1 --game 3 --db " + db, "--game 3: want 1 or 2"},
		{"games m1 --pair -3 --db " + db, "--pair -3: want 0 or more"},
		{"export m1 --format xqf --db " + db, "--format xqf: want pgn or jsonl"},
		{"export m1 -o " + dir + "/no/x.pgn --db " + db, "no such file or directory"},
		{"import " + missing + " --db " + filepath.Join(dir, "new.db"), missing + ": no such database"},
		{"import " + text + " --db " + db, "not an xqlab database"},
		{"import " + db + " --db " + db, "is the same file"},
		{"delete m1 m9 --yes --db " + db, `no such run: "m9"`},
		{"doctor extra --db " + db, "unknown command"},
	} {
		code, out, errs := runMain(append([]string{"results"}, strings.Fields(tt.args)...)...)
		if code != ui.ExitUsage || out != "" || !strings.Contains(errs, tt.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("results %s: exit %d, stdout %q, stderr %q; want exit 2 and one line with %q", tt.args, code, out, errs, tt.want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "new.db")); err == nil {
		t.Error("a failed import has made a database")
	}
}
