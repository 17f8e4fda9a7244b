package main

import (
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
)

// TestResumeOfAnotherKind: every command that resumes names the one that the
// run belongs to, and that one takes it.
func TestResumeOfAnotherKind(t *testing.T) {
	db := filepath.Join(t.TempDir(), "k.db")
	st, err := store.Open(db)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[store.Kind]*store.Run{}
	for _, kind := range store.Kinds() {
		if stored[kind], err = st.CreateRun(t.Context(), store.NewRun{Kind: kind, Config: []int{}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	for _, kind := range store.Kinds() {
		words, _, _ := strings.Cut(runs.ResumeArguments(stored[kind], ""), " --")
		for other, run := range stored {
			args := append(strings.Fields(words), "--resume", run.Short, "--db", db, "--quiet")
			if kind == store.Data {
				args = append(args, "-o", filepath.Join(t.TempDir(), "out.xqd"))
			}
			want := "resume it with xqlab " + runs.ResumeArguments(run, db)
			if other == kind {
				want = "run " + run.Short + ": its configuration cannot be read"
			}
			code, stdout, stderr := runMain(args...)
			if code != ui.ExitUsage || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: exit %d, %q; want %q\n%s", strings.Join(args, " "), code, stderr, want, stdout)
			}
			args = append(args, "--seed", "3")
			if code, _, stderr := runMain(args...); code != ui.ExitUsage || !strings.Contains(stderr, "--seed cannot be changed by --resume") {
				t.Errorf("%s: exit %d, %q", strings.Join(args, " "), code, stderr)
			}
		}
	}
}
