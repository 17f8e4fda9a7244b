package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/results/store"
)

// spsaJSON is the part of the report that tests look at.
type spsaJSON struct {
	Run       string             `json:"run"`
	Played    int                `json:"iterations_played_now"`
	Result    map[string]float64 `json:"result"`
	Spec      string             `json:"spec"`
	TestRun   string             `json:"test_run"`
	Note      string             `json:"note"`
	Diagnosis struct {
		Pairs  int `json:"pairs"`
		Equal  int `json:"equal"`
		Params []struct{ Name string }
	} `json:"diagnosis"`
	Test *struct {
		Games struct{ Wins, Draws, Losses int } `json:"counts"`
	} `json:"test"`
}

func tuneJSON(t *testing.T, want int, args ...string) spsaJSON {
	t.Helper()
	code, stdout, stderr := runMain(append([]string{"tune", "spsa", "--quiet", "--json"}, args...)...)
	if code != want {
		t.Fatalf("exit %d, want %d: %s", code, want, stderr)
	}
	var r spsaJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	return r
}

// spsaPath returns all that is stored of the path of a run: theta to the last
// bit and the games of every iteration.
func spsaPath(t *testing.T, db string) (path []string) {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		return nil // not made yet, or not to its end
	}
	defer st.Close()
	run, err := st.FindRun(t.Context(), "p1")
	if err != nil {
		return nil
	}
	steps, err := st.Steps(t.Context(), run.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range steps {
		line := fmt.Sprintf("%d %b", s.Number, s.Theta)
		if s.Wins != nil {
			line += fmt.Sprintf(" %d %d+%d=%d- %s", *s.Pairs, *s.Wins, *s.Draws, *s.Losses, s.Extra)
		}
		path = append(path, line)
	}
	return path
}

var spsaTiny = []string{"--nodes", "60", "--pairs", "60", "--batch", "3", "--inflight", "2", "-c", "2", "--max-plies", "70", "--no-verify", "--quiet"}

// TestSPSAKillAndResume kills a run with SIGKILL again and again; in the end its
// path is that of a run that was never killed.
func TestSPSAKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	dir := t.TempDir()
	whole, db := filepath.Join(dir, "whole.db"), filepath.Join(dir, "k.db")
	begin := append([]string{"tune", "spsa"}, spsaTiny...)
	start := time.Now()
	if out, err := command(t, append(begin, "--db", whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	span := time.Since(start)
	args := append(begin, "--db", db)
	kills := 0
	for i := range 12 {
		stopped, code := stopAfter(t, min(span/8, 400*time.Millisecond)+time.Duration(i)*7*time.Millisecond, syscall.SIGKILL, args...)
		if !stopped {
			if code != ui.ExitOK {
				t.Fatalf("exit %d", code)
			}
			break
		}
		kills++
		if _, err := os.Stat(db); err == nil && len(spsaPath(t, db)) > 0 {
			integrity(t, db)
			args = []string{"tune", "spsa", "--resume", "p1", "--quiet", "--db", db}
		}
	}
	if code, _, stderr := runMain(args...); code != ui.ExitOK {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	r := tuneJSON(t, ui.ExitOK, "--resume", "p1", "--db", db)
	if r.Diagnosis.Pairs != 60 || r.Diagnosis.Equal != 0 {
		t.Errorf("%+v", r.Diagnosis)
	}
	if again := tuneJSON(t, ui.ExitOK, "--resume", "p1", "--db", db); again.Played != 0 {
		t.Errorf("a finished run played %d iterations", again.Played)
	}
	got, want := strings.Join(spsaPath(t, db), "\n"), strings.Join(spsaPath(t, whole), "\n")
	if got != want || kills == 0 {
		t.Errorf("after %d kills the path is\n%s\nwant\n%s", kills, got, want)
	}
}

// TestSPSAInterrupt stops a run by the keyboard's signal and goes on with
// another number of pairs.
func TestSPSAInterrupt(t *testing.T) {
	db := filepath.Join(t.TempDir(), "i.db")
	code, stderr := interruptOnce(t, func() bool { return exists(db) && len(spsaPath(t, db)) > 3 }, "tune", "spsa", "--nodes", "60", "--pairs", "100000", "--batch", "2", "-c", "2", "--max-plies", "60", "--no-verify", "--quiet", "--db", db)
	if code != ui.ExitInterrupted || !strings.Contains(stderr, "xqlab tune spsa --resume p1 --db "+db) {
		t.Errorf("exit %d, stderr %s", code, stderr)
	}
	before := spsaPath(t, db)
	pairs := 2 * (len(before) + 2)
	r := tuneJSON(t, ui.ExitOK, "--resume", "p1", "--pairs", fmt.Sprint(pairs), "--db", db)
	after := spsaPath(t, db)
	if r.Diagnosis.Pairs != pairs || strings.Join(after[:len(before)], "\n") != strings.Join(before, "\n") {
		t.Errorf("%d pairs, want %d; path\n%s\nwas\n%s", r.Diagnosis.Pairs, pairs, strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
	code, _, errs := runMain("tune", "spsa", "--resume", "p1", "--nodes", "5", "--db", db)
	if code != ui.ExitUsage || !strings.Contains(errs, "--nodes cannot be changed") {
		t.Errorf("exit %d, %s", code, errs)
	}
}

// TestSPSAResult: weights and search constants are written, the result is
// tested on openings that were not used, and the test is a part of the run.
func TestSPSAResult(t *testing.T) {
	dir := t.TempDir()
	db, out, config := filepath.Join(dir, "r.db"), filepath.Join(dir, "out.toml"), filepath.Join(dir, "c.toml")
	text := `pairs = 16
pairs_per_iteration = 4
r_end = 2.0

[[param]]
name = "mobility.weight"
start = 60

[[param]]
name = "search.FutilityBase"
`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := tuneJSON(t, ui.ExitOK, "--config", config, "--nodes", "150", "--max-plies", "120", "--verify-pairs", "3", "--db", db, "--out", out)
	if r.Test == nil || r.Test.Games.Wins+r.Test.Games.Draws+r.Test.Games.Losses != 6 || r.TestRun != "m2" {
		t.Fatalf("%+v", r)
	}
	w, err := eval.Load(out)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Percent(eval.Mobility); float64(got) != r.Result["mobility.weight"] || got == 60 {
		t.Errorf("mobility %d, result %v", got, r.Result)
	}
	data, err := os.ReadFile(out)
	constant := fmt.Sprintf("search.FutilityBase=%.0f", r.Result["search.FutilityBase"])
	if err != nil || !strings.Contains(string(data), constant) || !strings.Contains(r.Spec, constant) {
		t.Errorf("%v, SPEC %s, want %s in it", err, r.Spec, constant)
	}
	st, test := storedRun(t, db, "m2")
	if test.PartOf != "p1" || test.OpeningSet.Name != "popular" || test.Players[0].Weights.Hash != w.Hash() || !strings.Contains(test.Players[0].Spec, constant) {
		t.Errorf("%+v", test)
	}
	if start, err := st.Weights(t.Context(), test.Players[1].Weights.Hash); err != nil || !strings.Contains(start.TOML, "weight = 60") {
		t.Errorf("the start is not that of the configuration: %v", err)
	}
	if again := tuneJSON(t, ui.ExitOK, "--resume", "p1", "--db", db); again.TestRun != "m2" || again.Played != 0 || again.Test == nil {
		t.Errorf("%+v", again)
	}
	if code, _, errs := runMain("match", "--resume", "m2", "--db", db, "--quiet"); code != ui.ExitOK {
		t.Errorf("the test cannot be resumed by itself: exit %d, %s", code, errs)
	}
}

// TestSPSAExternal tunes options of processes, which are started once and set
// again between games.
func TestSPSAExternal(t *testing.T) {
	for _, proto := range []string{"", "ucci "} {
		dir := t.TempDir()
		pids, out := filepath.Join(dir, "pids"), filepath.Join(dir, "out.txt")
		r := tuneJSON(t, ui.ExitOK, "--engine", fakeSpecPIDs(t, "fake", proto+"options", pids), "--params", "Hash", "--pairs", "12", "--batch", "2", "-c", "1",
			"--nodes", "1", "--max-plies", "20", "--no-verify", "--db", filepath.Join(dir, "e.db"), "--out", out)
		want := fmt.Sprintf("setoption name Hash value %.0f\n", r.Result["option.Hash"])
		if proto != "" {
			want = fmt.Sprintf("setoption Hash %.0f\n", r.Result["option.Hash"])
		}
		if data, err := os.ReadFile(out); err != nil || string(data) != want {
			t.Errorf("%q, %v; want %q", data, err, want)
		}
		data, err := os.ReadFile(pids)
		// Three starts to see that it can play, then one of each side.
		if n := strings.Count(string(data), "\n"); err != nil || n > 5 {
			t.Errorf("%d processes for 6 iterations, %v", n, err)
		}
	}
}

func TestSPSAUsage(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.toml")
	if err := os.WriteFile(bad, []byte("pairs = 100\n\n[[param]]\nname = \"search.LMRBase\"\nmin = 90\nmax = 90\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--config", bad}, "bad.toml: line 3: parameter search.LMRBase"},
		{[]string{"--config", bad, "--groups", "all"}, "--config says"},
		{[]string{"--config", filepath.Join(dir, "none.toml")}, "none.toml"},
		{[]string{"--groups", "pawns"}, "unknown group"},
		{[]string{"--params", "nothing.*"}, "no parameter matches"},
		{[]string{"--params", "material.rook", "--groups", "material"}, "not tuned at once"},
		{[]string{"--batch", "0"}, "pairs an iteration"},
		{[]string{"--inflight", "0"}, "in flight"},
		{[]string{"--alpha", "-1"}, "alpha"},
		{[]string{"--clip", "fold"}, "clip"},
		{[]string{"--openings", "start"}, "too few to keep some"},
		{[]string{"--verify-openings", "/no/book.epd"}, "/no/book.epd"},
		{[]string{"--method", "luck"}, "--method \"luck\""},
		{[]string{"--method", "cmaes", "--inflight", "2"}, "one iteration at a time"},
		{[]string{"--resume", "p9"}, "p9"},
		{[]string{"--engine", fakeSpec(t, "f", "")}, "what of the engine"},
		{[]string{"--engine", fakeSpec(t, "f", ""), "--params", "*"}, "declares no option"},
	}
	db := filepath.Join(dir, "u.db")
	if code, _, errs := runMain("tune", "spsa", "--nodes", "60", "--pairs", "1", "--batch", "1", "--max-plies", "20", "--no-verify", "--quiet", "--db", db); code != ui.ExitOK {
		t.Fatal(errs)
	}
	for _, tt := range tests {
		args := append([]string{"tune", "spsa", "--nodes", "50", "--db", db, "--quiet"}, tt.args...)
		if tt.args[0] == "--resume" {
			args = append([]string{"tune", "spsa", "--db", db}, tt.args...)
		}
		code, _, stderr := runMain(args...)
		if code != ui.ExitUsage || !strings.Contains(stderr, tt.want) {
			t.Errorf("%v: exit %d, %s; want %q", tt.args, code, stderr, tt.want)
		}
	}
	code, stdout, _ := runMain("tune", "spsa", "--nodes", "50", "--params", "pst.rook.*", "--pairs", "100", "--dry-run", "--db", filepath.Join(dir, "not.db"))
	if _, err := os.Stat(filepath.Join(dir, "not.db")); code != ui.ExitOK || !strings.Contains(stdout, "pst.rook.center.eg") || err == nil {
		t.Errorf("exit %d, %s", code, stdout)
	}
}
