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

// TestAgain: the command that continues a run repeats what the run does not store:
// of a new run the files that are written besides, of a resumed run everything.
func TestAgain(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"match --a builtin --nodes 20 --pgn g.pgn -c 2", " --pgn g.pgn"},
		{"match --resume m1 --pgn g.pgn -c 2 --recover --affinity=false", " --affinity=false --concurrency 2 --pgn g.pgn --recover"},
		{"tournament --resume t1 --anchor q=1000 --anchor r --db x.db --quiet", " --anchor q=1000 --anchor r"},
		{"tune texel --resume x1 --epochs 40 --data b.xqd --data c.xqd", " --data b.xqd --data c.xqd --epochs 40"},
		{"tune spsa --pairs 40 --log l.txt", " --log l.txt"},
		{"tune spsa --resume p1 --no-verify --pairs 40 --log l.txt", " --log l.txt --no-verify --pairs 40"},
		{"suite run wac_chinese --depths 3 -c 1", ""},
	} {
		root := newRootCmd(newTestApp())
		cmd, rest, err := root.Find(strings.Fields(tc.line))
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.ParseFlags(rest); err != nil {
			t.Fatal(err)
		}
		if got := again(cmd, "pgn", "log", "report", "events"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.line, got, tc.want)
		}
	}
}

// TestResumeLineNamesTheDatabase unless everybody would find it without.
func TestResumeLineNamesTheDatabase(t *testing.T) {
	run := &store.Run{Short: "m1", Kind: store.Match}
	for _, tc := range []struct{ env, db, want string }{
		{"", "xqlab.db", "match --resume m1"},
		{"", "my lab.db", "match --resume m1 --db 'my lab.db'"},
		{"other.db", "xqlab.db", "match --resume m1 --db xqlab.db"},
		{"other.db", "other.db", "match --resume m1 --db other.db"},
	} {
		t.Setenv("XQLAB_DB", tc.env)
		a := newTestApp()
		a.db = tc.db
		if got := a.resumeCommand(run); got != tc.want {
			t.Errorf("XQLAB_DB=%q, database %s: %q, want %q", tc.env, tc.db, got, tc.want)
		}
	}
}

// TestOutputsAreTriedFirst: a file that cannot be written is found out before the
// work that would fill it.
func TestOutputsAreTriedFirst(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "lab.db")
	none := filepath.Join(dir, "none", "out")
	for _, line := range []string{"tune texel --from seed --out", "tune spsa --nodes 20 --pairs 8 --out", "data generate --games 5 -o", "match --a builtin --b builtin --nodes 20 --pgn"} {
		for _, path := range []string{none, dir} {
			code, _, stderr := runMain(append(strings.Fields(line), path, "--db", db)...)
			if code != ui.ExitUsage || !strings.Contains(stderr, path+": ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s %s: exit %d, %q", line, path, code, stderr)
			}
		}
	}
	if exists(db) {
		t.Error("a database was made")
	}
	if code, _, stderr := runMain("match", "--a", "builtin", "--b", "builtin:weights=seed", "--nodes", "20", "--pairs", "1", "--db", db, "--quiet"); code != ui.ExitOK {
		t.Fatal(stderr)
	}
	if code, _, stderr := runMain("match", "--a", "builtin", "--b", "builtin:weights=seed", "--nodes", "20", "--pairs", "1", "--db", db, "--pgn", db); code != ui.ExitUsage || !strings.Contains(stderr, "this is the database") {
		t.Errorf("--pgn of the database: exit %d, %q", code, stderr)
	}
}
