package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
)

// jobOf returns the job that a command line describes, and how it would be
// carried out.
func jobOf(t *testing.T, db string, args ...string) (job runs.Job, c carry, seed uint64) {
	t.Helper()
	a := newTestApp()
	a.onJob = func(j runs.Job, how carry) error {
		job, c = j, how
		return nil
	}
	root := newRootCmd(a)
	root.SetArgs(append(args, "--db", db))
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	if job == nil {
		t.Fatalf("%s: no job", strings.Join(args, " "))
	}
	return job, c, a.seed
}

// repeated are command lines of every kind, with every flag that decides what
// comes of a run at a value that is not its default.
func repeated(t *testing.T) map[string][]string {
	dir := t.TempDir()
	suite := filepath.Join(dir, "my suite.epd")
	text := "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - bm a0a9; id \"one\";\n3k5/9/9/9/9/9/9/9/4A4/1R2K4 w - - bm b0b9; id \"two\";\n"
	if err := os.WriteFile(suite, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	openings := filepath.Join(dir, "it's.epd")
	if err := os.WriteFile(openings, []byte("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w\n"+
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	fake := fakeSpec(t, "f", "")
	games := []string{
		"--openings", openings, "--ruleset", "asian", "--nfold", "4", "--limit", "90", "--lone-cannon",
		"--resign", "score=900,moves=3,twosided=false", "--draw", "score=5,moves=7,from=30", "--max-plies", "60", "--ignore-offers",
		"--timemargin", "30ms", "--stall", "40s", "--startup", "15s", "--pause", "1ms", "--ban", "all", "-c", "2",
	}
	with := func(list ...string) []string { return append(list, games...) }
	return map[string][]string{
		"match": {"match", "--a", "builtin", "--b", "builtin:weights=seed", "--nodes", "50", "--pairs", "3", "--seed", "5"},
		"match with everything": with("match", "--a", "builtin:search.LMRBase=70,disable=lmr+probcut,hash=2,threads=2,nodes=60,name=\"a, b\"",
			"--b", fake, "--nodes", "70", "--pairs", "2", "--rounds", "2", "--order", "sequential", "--start", "2", "--recover", "--seed", "6", "--name", "it's a \"name\"",
			"--model", "logistic", "--elo0", "-3.5", "--elo1", "2.25", "--alpha", "0.01", "--beta", "0.02"),
		"match of single games": {"match", "--a", "builtin:depth=2", "--b", "builtin:movetime=5ms", "--single", "--games", "3"},
		"tournament": with("tournament", "--anchor", "d1=1500", "--anchor", "builtin-seed=1400.5", "--simulations", "20", "--engine", "builtin:nodes=40", "--engine", "builtin:weights=seed,nodes=40", "--engine", "builtin:depth=1,name=d1",
			"--pairs", "2", "--seed", "7", "--format", "gauntlet", "--seeds", "2"),
		"suite": {"suite", "run", suite, "wac_chinese", "--engine", "builtin", "--engine", fake, "--depths", "2,3", "--nodes", "100,2000", "--movetime", "15ms,1500us",
			"--stable", "2", "--timemargin", "2s", "--stall", "3m", "-c", "2", "--name", "suite"},
		"texel": {"tune", "texel", "--data", "sample", "--from", "seed", "--groups", "material,mobility", "--params", "position.rook[*].mg", "--freeze", "material.rook*",
			"--loss", "mse", "--lambda", "0.25", "--epochs", "3", "--patience", "2", "--batch", "4096", "--rate", "0.7", "--l2", "0.03", "--smooth", "0.1",
			"--min-support", "5", "--k", "1.1", "--valid", "12", "--test", "8", "--seed", "8", "--name", "fit"},
		"spsa": with("tune", "spsa", "--engine", "builtin:weights=seed,search.LMRBase=80", "--nodes", "40", "--params", "search.LMR*", "--params", "material.rook", "--pairs", "12", "--batch", "3",
			"--inflight", "2", "--A", "0.2", "--alpha", "0.5", "--gamma", "0.09", "--r-end", "0.01", "--clip", "cut", "--verify-pairs", "3", "--verify-openings", "balanced",
			"--model", "logistic", "--elo0", "-1", "--elo1", "7", "--out", filepath.Join(dir, "out.toml"), "--seed", "9"),
		"spsa by another method": {"tune", "spsa", "--nodes", "40", "--pairs", "8", "--method", "cmaes", "--no-verify", "--openings", "popular"},
		"data": {"data", "generate", "-o", filepath.Join(dir, "d.xqd"), "--games", "5", "--nodes", "60", "--hash", "1", "--openings", openings, "--random-plies", "3", "--balance", "300",
			"--resign", "off", "--draw", "score=8,moves=6,from=20", "--max-plies", "50", "--skip-plies", "2", "--tail-plies", "1", "--per-game", "9", "--keep-captures",
			"--keep-unquiet", "--margin", "30", "--weights", "seed", "--seed", "10"},
		"regress": {"regress", "--engine", "builtin", "--base", "builtin:weights=seed,name=old", "--profile", "quick", "--suite", suite, "--depths", "2,3", "--elo0", "-20", "--elo1", "1.5",
			"--pairs", "2", "--nodes", "60", "--openings", openings, "-c", "2", "--seed", "11"},
	}
}

// TestRepeatCommandRoundTrip: the command made from a stored configuration has
// the flags that come to the same configuration again.
func TestRepeatCommandRoundTrip(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // files of parameters are written here
	for name, args := range repeated(t) {
		t.Run(name, func(t *testing.T) {
			first := storedBy(t, filepath.Join(dir, "first.db"), args)
			command, err := runs.Command(first)
			if err != nil {
				t.Fatal(err)
			}
			second := storedBy(t, filepath.Join(dir, "second.db"), parseShell(t, command))
			want, got := comparable(t, first), comparable(t, second)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s\nstored first:  %v\nstored second: %v", command, want, got)
			}
			if second.Seed != first.Seed || second.Name != first.Name || second.Kind != first.Kind {
				t.Errorf("%s\nseed %d, name %q, kind %s: want %d, %q, %s", command, second.Seed, second.Name, second.Kind, first.Seed, first.Name, first.Kind)
			}
		})
	}
}

// TestRepeatCommandLines: the command of a run of each kind, for people to read.
func TestRepeatCommandLines(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	for name, want := range map[string]string{
		"match":                  "xqlab match --a builtin:hash=1,name=builtin-default,nodes=50 --b builtin:weights=seed,hash=1,name=builtin-seed,nodes=50 --pairs 3",
		"spsa by another method": "--method cmaes",
		"data":                   "xqlab data generate --out d",
		"regress":                "xqlab regress --engine",
	} {
		run := storedBy(t, db, repeated(t)[name])
		command, err := runs.Command(run)
		if err != nil || !strings.Contains(command, want) {
			t.Errorf("%s: %q, %v: want %q in it", name, command, err, want)
		}
	}
}

// storedBy creates the run of a command line, without carrying it out, and
// returns it as it is stored.
func storedBy(t *testing.T, db string, args []string) *store.Run {
	t.Helper()
	job, c, seed := jobOf(t, db, args...)
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	run, err := runs.New(st, runs.Program{}).Create(t.Context(), job, runs.Options{Name: c.name, Seed: seed})
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
	return run
}

// comparable returns a configuration as JSON values. What a data generation
// writes to is named after its run and not part of it.
func comparable(t *testing.T, r *store.Run) (v map[string]any) {
	t.Helper()
	if err := json.Unmarshal(r.Config, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// parseShell has the shell read a command: it makes the files that come before
// it, and the words are those that xqlab would get.
func parseShell(t *testing.T, command string) []string {
	t.Helper()
	script := "xqlab() { printf '%s\\0' \"$@\"; }\n" + command
	out, err := exec.Command("sh", "-c", script).Output()
	if err != nil {
		t.Fatalf("%s: %v", command, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// newTestApp returns an app whose output goes nowhere.
func newTestApp() *app {
	return &app{Streams: ui.NewStreams(strings.NewReader(""), io.Discard, io.Discard)}
}

// TestRepeatedRunsAreTheSame carries out a run of each kind, and again by the
// command made from it: with limits of nodes and depths the same comes out, move
// for move and step for step.
func TestRepeatedRunsAreTheSame(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	cases := repeated(t)
	for name, args := range map[string][]string{
		"match":      cases["match"],
		"tournament": cases["tournament"],
		"suite":      {"suite", "run", cases["suite"][2], "--engine", "builtin", "--engine", "builtin:weights=seed", "--depths", "2,3", "--nodes", "500"},
		"texel":      {"tune", "texel", "--from", "seed", "--groups", "material", "--epochs", "2", "--batch", "1000", "--seed", "4"},
		"spsa":       {"tune", "spsa", "--groups", "all", "--pairs", "12", "--batch", "4", "--nodes", "40", "--verify-pairs", "2", "--max-plies", "40", "--seed", "4"},
		"data":       {"data", "generate", "-o", "first.xqd", "--games", "4", "--nodes", "50", "--max-plies", "40", "--seed", "3"},
		"regress": {"regress", "--engine", "builtin", "--base", "builtin:weights=seed,name=old", "--suite", cases["suite"][2], "--depths", "2", "--pairs", "2", "--nodes", "40",
			"--elo0", "-100", "--elo1", "100", "--seed", "11"},
	} {
		t.Run(name, func(t *testing.T) {
			first, second := name+"-1.db", name+"-2.db"
			if code, stdout, stderr := runMain(append(args, "--quiet", "--db", first)...); code > ui.ExitNo {
				t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
			}
			want, run := outcomeOf(t, first)
			repeat, err := runs.Command(run)
			if err != nil {
				t.Fatal(err)
			}
			script := exec.Command("sh", "-c", `xqlab() { "$PROGRAM" "$@" --quiet --db "$DB"; }`+"\n"+repeat)
			program := command(t)
			script.Env = append(program.Env, "PROGRAM="+program.Path, "DB="+second)
			if out, err := script.CombinedOutput(); err != nil && script.ProcessState.ExitCode() != ui.ExitNo {
				t.Fatalf("%s: %v\n%s", repeat, err, out)
			}
			got, _ := outcomeOf(t, second)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s\ncame to   %v\nnot to    %v", repeat, got, want)
			}
			if name == "data" {
				a, errA := os.ReadFile("first.xqd")
				b, errB := os.ReadFile(run.Short + ".xqd")
				if errA != nil || errB != nil || string(a) != string(b) {
					t.Errorf("two files of positions differ (%v, %v)", errA, errB)
				}
			}
		})
	}
}

// outcomeOf returns what the first run of a database and its parts have come
// to, without times and nodes a second, and that run.
func outcomeOf(t *testing.T, db string) (lines []string, first *store.Run) {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	ctx := t.Context()
	list, err := st.Runs(ctx, store.RunFilter{})
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list) // the oldest first
	for _, r := range list {
		for g, err := range st.Games(ctx, store.GameFilter{Run: r.ID, Moves: true}) {
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s game %d.%d %d-%d %v %s", r.Kind, g.Pair, g.InPair, g.Red, g.Black, g.Result, g.Reason)
			for _, m := range g.Moves {
				line += fmt.Sprintf(" %v/%d/%d", m.Move, m.Score, m.Nodes)
			}
			lines = append(lines, line)
		}
		results, err := st.SuiteResults(ctx, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range results {
			lines = append(lines, fmt.Sprintf("%s player %d position %d %v: %v %v %d nodes", r.Kind, s.Player, s.Position, s.Limit, s.Move, s.Solved, s.Nodes))
		}
		steps, err := st.Steps(ctx, r.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			line := fmt.Sprintf("%s step %d theta %v", r.Kind, s.Number, s.Theta)
			for _, x := range []*float64{s.TrainLoss, s.ValidLoss} {
				if x != nil {
					line += fmt.Sprintf(" loss %v", *x)
				}
			}
			lines = append(lines, line)
		}
		weights, err := st.RunWeights(ctx, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, role := range slices.Sorted(maps.Keys(weights)) {
			lines = append(lines, fmt.Sprintf("%s weights %s %s", r.Kind, role, weights[role].Hash))
		}
	}
	if len(lines) == 0 {
		t.Fatalf("%s holds nothing", db)
	}
	slices.Sort(lines)
	return lines, list[0]
}
