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
	"xqlab/results/store"
	"xqlab/selfplay/player/fakeengine"
)

// fakeSpec is the SPEC of a scripted engine: this test binary.
func fakeSpec(t testing.TB, name, script string) string {
	return fakeSpecPIDs(t, name, script, "")
}

// fakeSpecPIDs is fakeSpec with a file that collects the process numbers.
func fakeSpecPIDs(t testing.TB, name, script, pids string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spec := "name=" + name + ",cmd=" + self
	if strings.Contains(script, "ucci") {
		spec += ",proto=ucci"
	} else {
		spec += ",proto=uci"
	}
	for _, v := range fakeengine.Env(script, pids, "") {
		key, value, _ := strings.Cut(v, "=")
		spec += ",env." + key + "=\"" + value + "\""
	}
	return spec
}

// matchJSON is the part of the report that tests look at.
type matchJSON struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Verdict string `json:"verdict"`
	Resume  string `json:"resume"`
	Size    struct {
		Pairs, Games, Void int64
	} `json:"size"`
	Pairings []struct {
		Games struct{ Wins, Draws, Losses int64 }
	} `json:"pairings"`
	Reasons []struct {
		Reason string
		Games  int64
		Lost   map[string]int64 `json:"lost_by"`
	} `json:"end_reasons"`
	SPRT *struct {
		LLR     float64
		Verdict string
	} `json:"sprt"`
}

// playJSON runs a match with --json.
func playJSON(t *testing.T, wantCode int, args ...string) (r matchJSON, stderr string) {
	t.Helper()
	code, stdout, stderr := runMain(append(args, "--json", "--quiet")...)
	if code != wantCode {
		t.Fatalf("%v: exit %d, want %d\n%s%s", args, code, wantCode, stdout, stderr)
	}
	if stdout == "" {
		return r, stderr
	}
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stdout)
	}
	return r, stderr
}

// scoreSheet returns the moves and ends of all counted games of a database, to
// be compared.
func scoreSheet(t *testing.T, db string) string {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var b strings.Builder
	for g, err := range st.Games(context.Background(), store.GameFilter{Moves: true}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%d.%d %d-%d ", g.Pair, g.InPair, g.Red, g.Black)
		for _, m := range g.Moves {
			b.WriteString(m.Move.String())
		}
		fmt.Fprintf(&b, " %s %s\n", g.Result, g.Reason)
	}
	return b.String()
}

// tallyOf adds up a report.
func (r *matchJSON) tally() (games int64) {
	for _, p := range r.Pairings {
		games += p.Games.Wins + p.Games.Draws + p.Games.Losses
	}
	return games
}

func TestMatch(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	r, _ := playJSON(t, ui.ExitOK, "match", "--a", "builtin:hash=1", "--b", "builtin:weights=seed,hash=1", "--pairs", "3", "--nodes", "200", "--db", db)
	if r.Status != "finished" || r.Size.Pairs != 3 || r.Size.Games != 6 || r.tally() != 6 {
		t.Errorf("report %+v", r)
	}
	// The same seed gives the same games, at another concurrency.
	again := filepath.Join(t.TempDir(), "again.db")
	playJSON(t, ui.ExitOK, "match", "--a", "builtin:hash=1", "--b", "builtin:weights=seed,hash=1", "--pairs", "3", "--nodes", "200", "--db", again, "-c", "1")
	if scoreSheet(t, db) != scoreSheet(t, again) {
		t.Error("a repeated match has other games")
	}
	// A finished run has nothing to do.
	code, stdout, stderr := runMain("match", "--resume", "last", "--db", db, "--quiet")
	if code != ui.ExitOK || !strings.Contains(stdout, "nothing to do") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}

func TestMatchUsage(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "u.db")
	text := filepath.Join(dir, "engine.txt")
	if err := os.WriteFile(text, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	good := []string{"--a", "builtin", "--b", "builtin", "--nodes", "10", "--pairs", "1"}
	with := func(args ...string) []string { return append(append([]string{}, good...), args...) }
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"--a", "builtin"}, "want two engines"},
		{[]string{"--a", "builtin", "--b", "builtin"}, "no limit"},
		{[]string{"--a", "builtin:depth=x", "--b", "builtin"}, `depth "x"`},
		{[]string{"--a", "nobody", "--b", "builtin", "--depth", "1"}, `no engine is called "nobody"`},
		{[]string{"--a", "cmd=/no/such/engine", "--b", "builtin", "--depth", "1"}, "/no/such/engine"},
		{[]string{"--a", "cmd=" + text, "--b", "builtin", "--depth", "1"}, text},
		{[]string{"--a", "cmd=" + dir, "--b", "builtin", "--depth", "1"}, dir},
		{[]string{"--a", fakeSpec(t, "x", "fail"), "--b", "builtin", "--depth", "1"}, "exited with status 3"},
		{[]string{"--a", "builtin:weights=/no/weights.toml", "--b", "builtin", "--depth", "1"}, "/no/weights.toml"},
		{with("--games", "4"), "--pairs and --games"},
		{with("--pairs", "0"), "at least 1"},
		{with("--games", "3", "--pairs", "1"), "--pairs and --games"},
		{with("--concurrency", "0"), "concurrency 0"},
		{with("--openings", "/no/book.epd"), "/no/book.epd"},
		{with("--order", "best"), "--order best"},
		{with("--start", "0"), "first opening 0"},
		{with("--ruleset", "western"), "western"},
		{with("--resign", "score=0"), "resign"},
		{with("--draw", "moves=x"), "moves"},
		{with("--max-plies", "-1"), "maximum length"},
		{with("--stall", "0s"), "stall"},
		{with("--timemargin", "-1ms"), "time margin"},
		{with("--ban", "some"), "ban"},
		{with("--tc", "1/"), "time control"},
		{with("--elo0", "5", "--elo1", "0"), "elo0 = 5 must be less"},
		{with("--elo0", "-20000"), "usable range"},
		{with("--model", "poisson"), "poisson"},
		{with("--resume", "m1"), "cannot be changed by --resume"},
		{[]string{"--resume", "m1"}, "no such"},
	} {
		code, stdout, stderr := runMain(append(append([]string{"match"}, tc.args...), "--db", db)...)
		if code != ui.ExitUsage || !strings.Contains(stderr, tc.want) {
			t.Errorf("match %v: exit %d, stderr %q; want exit 2 and %q", tc.args, code, stderr, tc.want)
		}
		if strings.Contains(stdout+stderr, "goroutine ") {
			t.Errorf("match %v: a stack trace\n%s", tc.args, stderr)
		}
	}
	if _, err := os.Stat(db); err == nil {
		st, err := store.OpenExisting(db)
		if err != nil {
			t.Fatal(err)
		}
		defer st.Close()
		if runs, _ := st.Runs(t.Context(), store.RunFilter{}); len(runs) != 0 {
			t.Errorf("%d runs were stored by refused commands", len(runs))
		}
	}
}

// TestMatchFaults plays engines that fail each in its own way; the database
// must hold the right reason, and the exit code must tell of a crash.
func TestMatchFaults(t *testing.T) {
	for _, tc := range []struct {
		script string
		args   []string
		code   int
		reason string
		games  int64
	}{
		{"exit=1", nil, ui.ExitNo, "disconnect", 0},
		{"exit=1", []string{"--recover"}, ui.ExitOK, "disconnect", 4},
		{"sleep=1", []string{"--stall", "5s", "--recover", "--pairs", "1"}, ui.ExitOK, "stall", 2},
		{"answer=bestmove_e0e5", nil, ui.ExitOK, "illegal move", 4},
		{"answer=bestmove_(none)", nil, ui.ExitOK, "no move", 4},
		{"think=20ms", []string{"--timemargin", "0s"}, ui.ExitOK, "time forfeit", 4},
	} {
		t.Run(tc.script+strings.Join(tc.args, " "), func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "f.db")
			// Only the bad engine has a clock: on a busy machine any engine
			// may be a millisecond late.
			limit := ",nodes=1"
			if tc.reason == "time forfeit" {
				limit = ",tc=0.001+0.001"
			}
			args := []string{"match", "--a", fakeSpec(t, "bad", tc.script) + limit, "--b", fakeSpec(t, "good", "") + ",nodes=1", "--pairs", "2", "--max-plies", "30", "-c", "2", "--db", db}
			r, stderr := playJSON(t, tc.code, append(args, tc.args...)...)
			if tc.games > 0 && r.Size.Games != tc.games || r.Size.Games == 0 {
				t.Errorf("%d games, want %d\n%s", r.Size.Games, tc.games, stderr)
			}
			if len(r.Reasons) != 1 || r.Reasons[0].Reason != tc.reason || r.Reasons[0].Lost["bad"] != r.Size.Games {
				t.Errorf("reasons %+v, want %s, all lost by bad", r.Reasons, tc.reason)
			}
			st, err := store.OpenExisting(db)
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			for g, err := range st.Games(t.Context(), store.GameFilter{}) {
				if err != nil {
					t.Fatal(err)
				}
				f := g.Fault
				if f == nil || f.Text == "" || f.FEN == "" || f.Ply == 0 {
					t.Fatalf("fault %+v", f)
				}
				if tc.reason == "time forfeit" && f.Overrun < 15*time.Millisecond {
					t.Errorf("overrun %v", f.Overrun)
				}
				if tc.reason == "disconnect" && len(f.Stderr) == 0 {
					t.Error("no last words")
				}
			}
			if tc.code == ui.ExitNo && (r.Resume == "" || !strings.Contains(stderr, "--recover")) {
				t.Errorf("no way to go on: %q, %q", r.Resume, stderr)
			}
		})
	}
}

func TestMatchEvents(t *testing.T) {
	db := filepath.Join(t.TempDir(), "e.db")
	code, stdout, stderr := runMain("match", "--a", "builtin:hash=1", "--b", "builtin:hash=1", "--pairs", "2", "--nodes", "50", "--max-plies", "40",
		"--events", "--quiet", "--db", db, "--elo0", "-5", "--elo1", "5")
	if code != ui.ExitOK {
		t.Fatalf("exit %d\n%s", code, stderr)
	}
	count := map[string]int{}
	for line := range strings.Lines(stdout) {
		var e struct{ Event string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		count[e.Event]++
	}
	if count["start"] != 1 || count["game"] != 4 || count["pair"] != 2 || count["result"] != 1 {
		t.Errorf("events %v", count)
	}
}

// TestMatchSPRT stops early, and the stored games give the same verdict again.
func TestMatchSPRT(t *testing.T) {
	db := filepath.Join(t.TempDir(), "s.db")
	args := []string{"match", "--a", fakeSpec(t, "good", ""), "--b", fakeSpec(t, "bad", "answer=bestmove_e0e5"), "--nodes", "1", "--db", db}
	r, _ := playJSON(t, ui.ExitOK, append(args, "--elo0", "0", "--elo1", "50")...)
	if r.SPRT == nil || r.SPRT.Verdict != "H1" || r.Size.Pairs > 200 {
		t.Fatalf("%+v", r)
	}
	again, _ := playJSON(t, ui.ExitOK, "match", "--resume", "last", "--db", db)
	if again.SPRT == nil || again.SPRT.LLR != r.SPRT.LLR || again.SPRT.Verdict != "H1" || again.Size.Games != r.Size.Games {
		t.Errorf("recomputed %+v, was %+v", again.SPRT, r.SPRT)
	}
}

func TestTournamentCommand(t *testing.T) {
	db := filepath.Join(t.TempDir(), "t.db")
	code, stdout, stderr := runMain("tournament", "--engine", "builtin:nodes=400,hash=1,name=strong", "--engine", "builtin:nodes=100,hash=1,name=middle",
		"--engine", "builtin:nodes=10,hash=1,name=weak", "--pairs", "2", "--max-plies", "200", "--anchor", "middle=1000", "--quiet", "--db", db)
	if code != ui.ExitOK {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	for _, want := range []string{"ratings", "strong", "middle", "weak", "red advantage", "12 games of 12", "1000.0"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the report lacks %q\n%s", want, stdout)
		}
	}
	r, _ := playJSON(t, ui.ExitOK, "tournament", "--format", "gauntlet", "--engine", "builtin:hash=1,name=a", "--engine", "builtin:hash=1,name=b", "--engine", "builtin:hash=1,name=c",
		"--nodes", "10", "--pairs", "1", "--max-plies", "60", "--db", db)
	if r.Size.Pairs != 2 || len(r.Pairings) != 2 {
		t.Errorf("gauntlet: %+v", r)
	}
}
