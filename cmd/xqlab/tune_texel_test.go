package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/tune/dataset"
)

// littleData writes a part of the sample as a data file, with search scores.
func littleData(t *testing.T, dir string, blocks int) string {
	t.Helper()
	r, err := dataset.Sample()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "little.xqd")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := dataset.NewWriter(f, dataset.Meta{Source: "part of the sample", Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range blocks {
		list, err := r.NextBlock()
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			list[i].SetScore(int(600*(list[i].Label()-0.5)) + rng.IntN(200) - 100)
			if err := w.Write(&list[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// texelJSON runs tune texel and returns its summary.
func texelJSON(t *testing.T, args ...string) runs.TexelSummary {
	t.Helper()
	code, stdout, errs := runMain(append([]string{"tune", "texel", "--json", "--quiet"}, args...)...)
	var s runs.TexelSummary
	if err := json.Unmarshal([]byte(stdout), &s); err != nil || code != ui.ExitOK {
		t.Fatalf("%v: exit %d, %v\n%s", args, code, err, errs)
	}
	return s
}

// TestTexel tunes from the seed weights: the loss falls, the file holds what
// was stored, and everything needed to repeat the run is in the database.
func TestTexel(t *testing.T) {
	dir := t.TempDir()
	data, db, out := littleData(t, dir, 2), filepath.Join(dir, "t.db"), filepath.Join(dir, "tuned.toml")
	args := []string{"--data", data, "--from", "seed", "--epochs", "12", "--rate", "4", "--batch", "2048", "--l2", "0.05", "--seed", "3", "--db", db}
	s := texelJSON(t, append(args, "--out", out, "--threads", "1", "--name", "little")...)
	if *s.Rounded.Valid >= *s.Start.Valid || s.Run != "x1" || s.From != eval.Seed().Hash() {
		t.Errorf("validation loss %v, at the start %v; run %s from %s", *s.Rounded.Valid, *s.Start.Valid, s.Run, s.From)
	}
	w, err := eval.Load(out)
	if err != nil || w.Hash() != s.Weights {
		t.Errorf("the file holds weights %v, error %v, want %s", w.Hash(), err, s.Weights)
	}
	if again := texelJSON(t, append(args, "--threads", "3")...); again.Weights != s.Weights || *again.Tuned.Train != *s.Tuned.Train {
		t.Error("the result depends on the number of threads")
	}
	if mixed := texelJSON(t, append(args, "--lambda", "0.5")...); mixed.Weights == s.Weights || mixed.Scored == 0 {
		t.Error("search scores make no difference")
	}
	both := texelJSON(t, append(args, "--data", "sample", "--epochs", "1")...)
	if n := both.Positions.Train + both.Positions.Valid + both.Positions.Test; n < 190_000 || n > 210_000 {
		t.Errorf("the sample and a part of it have %d positions", n)
	}

	st, err := store.OpenExisting(db)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	ctx := t.Context()
	run, err := st.FindRun(ctx, "little")
	if err != nil {
		t.Fatal(err)
	}
	roles, err := st.RunWeights(ctx, run.ID)
	if err != nil || roles["before"].Hash != eval.Seed().Hash() || roles["after"].Hash != s.Weights {
		t.Errorf("stored weights %v, error %v", roles, err)
	}
	steps, err := st.Steps(ctx, run.ID, 0)
	if err != nil || len(steps) != s.Epochs+1 || *steps[0].ValidLoss != *s.Start.Valid || *steps[s.BestEpoch].ValidLoss != *s.Tuned.Valid {
		t.Errorf("%d steps, error %v", len(steps), err)
	}
	list, err := st.Params(ctx, run.ID)
	if err != nil || len(list) != 2*eval.NumTerms {
		t.Fatalf("%d parameters, error %v", len(list), err)
	}
	for _, p := range list {
		i, _ := eval.Index(p.Name)
		if p.Final == nil || *p.Final != float64(w.Get(i)) || p.Start != float64(eval.Seed().Get(i)) {
			t.Errorf("%s: stored from %v to %v, want %d to %d", p.Name, p.Start, p.Final, eval.Seed().Get(i), w.Get(i))
		}
	}
	if run.Status != store.Finished || run.Seed != 3 || !strings.Contains(string(run.Config), "little.xqd") || !strings.Contains(string(run.Summary), s.DataHash) {
		t.Errorf("stored run %+v", run)
	}
}

// TestTexelInterrupt stops tuning by the keyboard's signal and goes on: the
// result is that of a run without interruption.
func TestTexelInterrupt(t *testing.T) {
	dir := t.TempDir()
	data, db := littleData(t, dir, 1), filepath.Join(dir, "i.db")
	out := filepath.Join(dir, "out.toml")
	args := []string{"--data", data, "--from", "seed", "--groups", "material,center", "--epochs", "100000", "--patience", "100000", "--batch", "3000"}
	code, stderr := interruptOnce(t, func() bool { return texelSteps(t, db) > 5 }, append([]string{"tune", "texel", "--db", db, "--out", out}, args...)...)
	if code != ui.ExitInterrupted || !strings.Contains(stderr, "xqlab tune texel --resume x1 --db "+db) {
		t.Fatalf("exit %d, stderr %s", code, stderr)
	}
	if exists(out) {
		t.Error("an interrupted run has written its weights")
	}
	epochs := texelSteps(t, db) + 10
	got := texelJSON(t, "--resume", "x1", "--epochs", strconv.Itoa(epochs), "--db", db, "--out", out)
	args[7] = strconv.Itoa(epochs)
	want := texelJSON(t, append(args, "--db", filepath.Join(dir, "whole.db"))...)
	if got.Weights != want.Weights || *got.Tuned.Valid != *want.Tuned.Valid || got.Epochs != epochs {
		t.Errorf("resumed: %d epochs to loss %v, want %v", got.Epochs, *got.Tuned.Valid, *want.Tuned.Valid)
	}
	code, _, errs := runMain("tune", "texel", "--resume", "x1", "--rate", "5", "--db", db)
	if code != ui.ExitUsage || !strings.Contains(errs, "--rate cannot be changed") {
		t.Errorf("exit %d: %s", code, errs)
	}
	code, _, errs = runMain("tune", "texel", "--resume", "x1", "--data", "sample", "--db", db)
	if code != ui.ExitUsage || !strings.Contains(errs, "checkpoint of other data") {
		t.Errorf("exit %d: %s", code, errs)
	}
}

// TestTexelWithoutCheckpoint resumes a run that was killed before it had written
// its first checkpoint: it begins at the start and comes to the same result.
func TestTexelWithoutCheckpoint(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "k.db")
	want := texelJSON(t, "--data", littleData(t, dir, 1), "--from", "seed", "--groups", "material", "--epochs", "6", "--batch", "3000", "--db", db)
	execSQL(t, db, "DELETE FROM checkpoints; DELETE FROM tuning_steps WHERE step > 3; UPDATE runs SET status = 'running', ended = NULL")
	got := texelJSON(t, "--resume", "x1", "--db", db)
	if got.Weights != want.Weights || *got.Tuned.Valid != *want.Tuned.Valid || texelSteps(t, db) != want.Epochs {
		t.Errorf("resumed: weights %s, loss %v, %d steps; want %s, %v, %d", got.Weights, *got.Tuned.Valid, texelSteps(t, db), want.Weights, *want.Tuned.Valid, want.Epochs)
	}
}

// texelSteps counts the stored epochs of the run x1.
func texelSteps(t *testing.T, db string) int {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		return 0
	}
	defer st.Close()
	run, err := st.FindRun(t.Context(), "x1")
	if err != nil {
		return 0
	}
	steps, err := st.Steps(t.Context(), run.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	return len(steps)
}

func TestTexelErrors(t *testing.T) {
	dir := t.TempDir()
	data, db, out := littleData(t, dir, 1), filepath.Join(dir, "e.db"), filepath.Join(dir, "out.toml")
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.xqd")
	if err := os.WriteFile(cut, whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	lacking := filepath.Join(dir, "lacking.toml")
	if err := os.WriteFile(lacking, []byte("format = 1\n[material]\nweight = 100\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{"--data " + cut, "it was cut"},
		{"--data none.xqd", "no such file"},
		{"--from " + lacking, "start weights: "},
		{"--from none.toml", "start weights: "},
		{"--groups materiel", `unknown group "materiel"`},
		{"--params queen.*", `no parameter matches "queen.*"`},
		{"--groups pins --freeze pins.*", "no parameter is left to tune"},
		{"--params * --params *.weight", "cannot be tuned at once"},
		{"--loss l1", "--loss: unknown loss"},
		{"--lambda 2", "lambda 2: want 0 to 1"},
		{"--valid 0", "split of 0%"},
		{"--threads 0", "--threads 0: want at least 1"},
		{"--resume x1", "no such database"},
	} {
		args := append([]string{"tune", "texel", "--epochs", "1", "--db", db, "--quiet"}, strings.Fields(tt.args)...)
		if !strings.Contains(tt.args, "--data") && !strings.Contains(tt.args, "--resume") {
			args = append(args, "--data", data)
		}
		if strings.Contains(tt.args, "--resume") {
			args = append([]string{"tune", "texel", "--db", filepath.Join(dir, "none.db")}, strings.Fields(tt.args)...)
		}
		code, _, errs := runMain(append(args, "--out", out)...)
		if code != ui.ExitUsage || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: exit %d, stderr %s\nwant %q", tt.args, code, errs, tt.want)
		}
		if exists(out) {
			t.Fatalf("%s: a file was written", tt.args)
		}
	}
}
