package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
)

// suiteFile writes a suite of n positions of a shipped one.
func suiteFile(t *testing.T, n int) string {
	t.Helper()
	code, stdout, stderr := runMain("suite", "list", "wac_chinese", "--json")
	if code != ui.ExitOK || !strings.Contains(stdout, `"positions": 300`) {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	data, err := os.ReadFile("../../suites/data/wac_chinese.epd")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(data), "\n", n+1)
	path := filepath.Join(t.TempDir(), "few.epd")
	if err := os.WriteFile(path, []byte(strings.Join(lines[:n], "")), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

type suiteJSON struct {
	ID     string
	Status string
	Scores []struct {
		Engine string
		Solved struct{ Successes, Trials int64 }
		Faults int64
	}
	Resume string
}

func TestSuiteRun(t *testing.T) {
	suite := suiteFile(t, 10)
	db := filepath.Join(t.TempDir(), "s.db")
	args := []string{"suite", "run", suite, "--engine", "builtin:hash=1", "--engine", "builtin:hash=1,weights=seed", "--depths", "2,3", "--nodes", "500", "--db", db, "--quiet"}
	code, stdout, stderr := runMain(append(args, "--json")...)
	if code != ui.ExitOK {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	var r suiteJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatal(err)
	}
	if r.Status != "finished" || len(r.Scores) != 6 || r.Scores[0].Solved.Trials != 10 || r.Scores[0].Solved.Successes == 0 {
		t.Errorf("report %+v", r)
	}
	st, run := storedRun(t, db, "last")
	results, err := st.SuiteResults(t.Context(), run.ID)
	if err != nil || len(results) != 60 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	for _, x := range results {
		if !x.HasScore || len(x.PV) == 0 || x.PV[0] != x.Move || x.Nodes == 0 || x.Solved != (x.Stable != nil) {
			t.Errorf("result %+v", x)
		}
	}
	// Nothing is left to do.
	code, stdout, stderr = runMain("suite", "run", "--resume", "last", "--db", db, "--quiet")
	if code != ui.ExitOK || !strings.Contains(stdout, "solved by difficulty") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}

// TestSuiteKill kills a run and goes on: the results are those of a run that
// was never killed.
func TestSuiteKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	suite := suiteFile(t, 60)
	dir := t.TempDir()
	begin := []string{"suite", "run", suite, "--engine", "builtin:hash=1", "--depths", "1,4,5", "--quiet", "--db"}
	killed := filepath.Join(dir, "k.db")
	cmd := command(t, append(begin, killed)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(600 * time.Millisecond)
	_ = cmd.Process.Signal(syscall.SIGKILL)
	_ = cmd.Wait()
	args := append(begin, killed)
	if lastRun(t, killed) != nil {
		args = []string{"suite", "run", "--resume", "last", "--quiet", "--db", killed}
	}
	whole := filepath.Join(dir, "w.db")
	for _, args := range [][]string{args, append(begin, whole)} {
		if code, stdout, stderr := runMain(args...); code != ui.ExitOK {
			t.Fatalf("%v: exit %d\n%s%s", args, code, stdout, stderr)
		}
	}
	if a, b := suiteSheet(t, killed), suiteSheet(t, whole); a != b || strings.Count(a, "\n") != 180 {
		t.Errorf("the killed run has other results\n%s\n%s", a, b)
	}
}

// suiteSheet returns the results of the only run but for times.
func suiteSheet(t *testing.T, db string) string {
	t.Helper()
	st, run := storedRun(t, db, "last")
	results, err := st.SuiteResults(t.Context(), run.ID)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, x := range results {
		x.Time, x.Suite = 0, 0
		if x.Stable != nil {
			x.Stable.Time = 0
		}
		line, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	return b.String()
}

func TestSuiteCrash(t *testing.T) {
	suite := suiteFile(t, 4)
	db := filepath.Join(t.TempDir(), "c.db")
	code, stdout, stderr := runMain("suite", "run", suite, "--engine", fakeSpec(t, "bad", "exit=2"), "--nodes", "1", "-c", "1", "--db", db, "--quiet", "--json")
	var r suiteJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != ui.ExitOK {
		t.Fatalf("exit %d, %v\n%s", code, err, stderr)
	}
	if len(r.Scores) != 1 || r.Scores[0].Faults != 2 || r.Scores[0].Solved.Trials != 4 || !strings.Contains(stderr, "exited with status 3") {
		t.Errorf("%+v\n%s", r, stderr)
	}
}

func TestSuiteUsage(t *testing.T) {
	suite := suiteFile(t, 2)
	bad := filepath.Join(t.TempDir(), "bad.epd")
	if err := os.WriteFile(bad, []byte("\n4k4/9/9/9/9/9/9/9/9/4K3R w - - bm i0i9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "u.db")
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"run"}, "want at least one SUITE"},
		{[]string{"run", suite}, "--engine"},
		{[]string{"run", suite, "--engine", "builtin"}, "how long to search"},
		{[]string{"run", suite, "--engine", "builtin", "--depths", "4,4"}, "twice"},
		{[]string{"run", suite, "--engine", "builtin", "--depths", "x"}, `depth "x"`},
		{[]string{"run", suite, suite, "--engine", "builtin", "--depths", "1"}, "two suites"},
		{[]string{"run", suite, "--engine", "builtin", "--depths", "1", "-c", "0"}, "concurrency"},
		{[]string{"run", "nothing", "--engine", "builtin", "--depths", "1"}, "wac_chinese"},
		{[]string{"run", bad, "--engine", "builtin", "--depths", "1"}, "bad.epd: line 2"},
		{[]string{"run", "--resume", "s9", "--depths", "1"}, "cannot be changed"},
		{[]string{"check"}, "at least 1"},
		{[]string{"check", suite, "--nodes", "x"}, "--nodes"},
		{[]string{"choose", "/no/pool.tsv"}, "/no/pool.tsv"},
		{[]string{"mine", "/no/games.pgn"}, "/no/games.pgn"},
	} {
		code, stdout, stderr := runMain(append(append([]string{"suite"}, tc.args...), "--db", db)...)
		if code != ui.ExitUsage || !strings.Contains(stderr, tc.want) {
			t.Errorf("suite %v: exit %d, want 2 and %q\n%s%s", tc.args, code, tc.want, stdout, stderr)
		}
	}
}

func TestSuiteCheckCommand(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.epd")
	const good, dual = "3k5/9/9/9/9/9/9/9/r3A4/R3K4 w - - bm a0a1; id \"good\"; c1 \"1\";\n", "4k4/R8/9/9/9/9/9/9/4A4/1R2K4 w - - bm b0b9; id \"dual\"; c1 \"1\"; dm 1;\n"
	if err := os.WriteFile(path, []byte(good+dual), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runMain("suite", "check", path, "--engine", "builtin:hash=1", "--nodes", "3000", "--quiet")
	if code != ui.ExitNo || !strings.Contains(stdout, "1 refuted") || !strings.Contains(stdout, "mates too") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr := runMain("suite", "check", "wac_chinese", "endgames", "rules", "--quiet"); code != ui.ExitOK {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}

func TestSuiteMineCommand(t *testing.T) {
	db := filepath.Join(t.TempDir(), "m.db")
	if code, _, stderr := runMain("match", "--a", "builtin:hash=1", "--b", "builtin:hash=1,weights=seed", "--pairs", "1", "--nodes", "100", "--max-plies", "80", "--db", db, "--quiet"); code != ui.ExitOK {
		t.Fatal(stderr)
	}
	var outs [2]string
	for i, c := range []string{"1", "2"} {
		code, stdout, stderr := runMain("suite", "mine", "last", "--scan", "200", "--find", "1000", "--verify", "3000", "--jump", "80", "--margin", "60", "-c", c, "--db", db, "--quiet")
		if code != ui.ExitOK {
			t.Fatalf("exit %d\n%s", code, stderr)
		}
		outs[i] = stdout
	}
	if outs[0] != outs[1] {
		t.Errorf("concurrency changes what is found\n%s\n%s", outs[0], outs[1])
	}
	if outs[0] != "" {
		path := filepath.Join(t.TempDir(), "mined.epd")
		if err := os.WriteFile(path, []byte(outs[0]), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, stdout, stderr := runMain("suite", "check", path); code != ui.ExitOK {
			t.Errorf("what was mined has errors: %s%s", stdout, stderr)
		}
	}
}

func TestRegress(t *testing.T) {
	suite := suiteFile(t, 8)
	db := filepath.Join(t.TempDir(), "r.db")
	bad := fakeSpec(t, "bad", "answer=bestmove_e0e5")
	common := []string{"--suite", suite, "--depths", "1", "--nodes", "1", "--pairs", "6", "--db", db, "--quiet", "--json"}
	for _, tc := range []struct {
		engine, base string
		elo0, elo1   string
		code         int
		outcome      string
	}{
		{fakeSpec(t, "good", ""), bad, "-300", "100", ui.ExitOK, "pass"},
		{bad, fakeSpec(t, "good", ""), "-300", "100", ui.ExitNo, "fail"},
		{"builtin:hash=1", "builtin:hash=1", "-3", "1", ui.ExitNo, "inconclusive"},
	} {
		code, stdout, stderr := runMain(append([]string{"regress", "--engine", tc.engine, "--base", tc.base, "--elo0", tc.elo0, "--elo1", tc.elo1}, common...)...)
		var r struct {
			ID, Outcome string
			Suites      []struct{ Positions int64 }
		}
		if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != tc.code || r.Outcome != tc.outcome || len(r.Suites) != 1 || r.Suites[0].Positions != 8 {
			t.Errorf("%s: exit %d, want %d, %v\n%s%s", tc.outcome, code, tc.code, err, stdout, stderr)
			continue
		}
		// A finished test gives its verdict again.
		again, stdout2, stderr := runMain("regress", "--resume", r.ID, "--db", db, "--quiet", "--json")
		if again != code || stdout2 != stdout {
			t.Errorf("%s again: exit %d\n%s%s", r.ID, again, stdout2, stderr)
		}
	}
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{"--engine", "builtin"}, "want two engines"},
		{[]string{"--engine", "builtin", "--base", "builtin", "--elo1", "-20"}, "--elo0 -10 --elo1 -20: "},
		{[]string{"--engine", "builtin", "--base", "builtin", "--sprt=5,1"}, `--sprt "5,1": want true or false`},
		{[]string{"--engine", "builtin", "--base", "builtin", "--sprt=false"}, "--sprt=false"},
		{[]string{"--engine", "builtin", "--base", "builtin", "--profile", "fast"}, "--profile"},
		{[]string{"--engine", "builtin", "--base", "builtin", "--pairs", "0"}, "--pairs"},
		{[]string{"--resume", "r99"}, "r99"},
	} {
		code, _, stderr := runMain(append(append([]string{"regress"}, tc.args...), "--db", db)...)
		if code != ui.ExitUsage || !strings.Contains(stderr, tc.want) {
			t.Errorf("regress %v: exit %d, stderr %q; want 2 and %q", tc.args, code, stderr, tc.want)
		}
	}
}
