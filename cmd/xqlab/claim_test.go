package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

// begun is a process of xqlab that plays a run.
type begun struct {
	cmd    *exec.Cmd
	output bytes.Buffer
	ended  chan error
}

// begin starts a process and waits until it plays the last run of the database.
func begin(t *testing.T, db string, args ...string) *begun {
	t.Helper()
	b := &begun{cmd: command(t, args...), ended: make(chan error, 1)}
	b.cmd.Stdout, b.cmd.Stderr = &b.output, &b.output
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.cmd.Process.Kill() })
	go func() { b.ended <- b.cmd.Wait() }()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if run := lastRun(t, db); run != nil && run.Owner != nil && run.Owner.PID == b.cmd.Process.Pid {
			return b
		}
		select {
		case err := <-b.ended:
			t.Fatalf("%v ended: %v\n%s", args, err, b.output.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%v: no run is played", args)
		}
	}
}

// lastRun returns the newest run, nil if there is none yet.
func lastRun(t *testing.T, db string) *store.Run {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		return nil
	}
	defer st.Close()
	run, err := st.FindRun(context.Background(), "last")
	if err != nil {
		return nil
	}
	return run
}

// storedRun opens a database and finds a run that must be there.
func storedRun(t *testing.T, db, name string) (*store.Store, *store.Run) {
	t.Helper()
	st, err := store.OpenExisting(db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	run, err := st.FindRun(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return st, run
}

// kill ends the process as a power loss would.
func (b *begun) kill(t *testing.T) {
	t.Helper()
	if err := b.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-b.ended
}

// leisurely is a match that takes some seconds and little work: another process
// finds it being played.
func leisurely(t *testing.T) []string {
	return []string{"match", "--a", fakeSpec(t, "a", "think=5ms"), "--b", fakeSpec(t, "b", "think=5ms"), "--nodes", "1",
		"--pairs", "12", "--max-plies", "60", "-c", "2", "--quiet"}
}

// TestTwoResumes lets two processes resume one match: the second is told who
// plays it and stops at once, the first goes on to the games of a match that
// was never stopped.
func TestTwoResumes(t *testing.T) {
	dir := t.TempDir()
	db, whole := filepath.Join(dir, "two.db"), filepath.Join(dir, "whole.db")
	match := leisurely(t)
	if out, err := command(t, append(match, "--db", whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	begin(t, db, append(match, "--db", db)...).kill(t)
	if run := lastRun(t, db); run.Status != store.Interrupted || run.Ended != nil {
		t.Errorf("a killed run is %s, ended %v", run.Status, run.Ended)
	}
	resume := []string{"match", "--resume", "m1", "--quiet", "--db", db}
	first := begin(t, db, resume...)
	if run := lastRun(t, db); run.Status != store.Running {
		t.Errorf("while it is played the run is %s", run.Status)
	}
	start := time.Now()
	code, stdout, stderr := runMain(resume...)
	want := fmt.Sprintf("xqlab: %s: run m1 is being played by process %d on ", db, first.cmd.Process.Pid)
	if code != ui.ExitUsage || stdout != "" || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("second resume: exit %d, %q, %q; want %q", code, stdout, stderr, want)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v to refuse", took)
	}
	if err := <-first.ended; err != nil {
		t.Fatalf("the first was disturbed: %v\n%s", err, first.output.String())
	}
	if run := lastRun(t, db); run.Status != store.Finished {
		t.Errorf("in the end the run is %s", run.Status)
	}
	integrity(t, db)
	if scoreSheet(t, db) != scoreSheet(t, whole) {
		t.Error("the match has other games than the whole one")
	}
}

// TestResumesTogether starts two resumes at the same moment: one plays.
func TestResumesTogether(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "two.db")
	match := append(leisurely(t), "--db", db)
	begin(t, db, match...).kill(t)
	var cmds [2]*exec.Cmd
	var out [2]bytes.Buffer
	for i := range cmds {
		cmds[i] = command(t, "match", "--resume", "m1", "--quiet", "--db", db)
		cmds[i].Stdout, cmds[i].Stderr = &out[i], &out[i]
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	played, refused := 0, 0
	for i, cmd := range cmds {
		_ = cmd.Wait()
		switch code := cmd.ProcessState.ExitCode(); {
		case code == ui.ExitOK:
			played++
		case code == ui.ExitUsage && strings.Contains(out[i].String(), "is being played by process"):
			refused++
		default:
			t.Errorf("exit %d\n%s", code, out[i].String())
		}
	}
	if played != 1 || refused != 1 {
		t.Errorf("%d played, %d were refused", played, refused)
	}
	report, _ := playJSON(t, ui.ExitOK, "match", "--resume", "m1", "--db", db)
	if report.Size.Pairs != 12 || report.tally() != 24 {
		t.Errorf("%+v", report)
	}
}

// TestEveryKindIsClaimed tries a second process on each kind of run.
func TestEveryKindIsClaimed(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.xqd")
	slow := "builtin:hash=1,name="
	for _, tt := range []struct {
		name          string
		begin, resume []string
	}{
		{"tournament", []string{"tournament", "--engine", slow + "a", "--engine", slow + "b", "--nodes", "20000", "--pairs", "1000"},
			[]string{"tournament", "--resume", "t1"}},
		{"suite run", []string{"suite", "run", "wac_chinese", "--engine", slow + "a", "--depths", "9"},
			[]string{"suite", "run", "--resume", "s1"}},
		{"regress", []string{"regress", "--engine", slow + "a", "--base", slow + "b", "--depths", "9"},
			[]string{"regress", "--resume", "r1"}},
		{"tune spsa", []string{"tune", "spsa", "--nodes", "20000", "--pairs", "1000"},
			[]string{"tune", "spsa", "--resume", "p1"}},
		{"data generate", []string{"data", "generate", "--nodes", "20000", "--games", "1000", "-o", out},
			[]string{"data", "generate", "--resume", "d1", "-o", out}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "kind.db")
			b := begin(t, db, append(tt.begin, "--quiet", "--db", db)...)
			code, stdout, stderr := runMain(append(tt.resume, "--quiet", "--db", db)...)
			if code != ui.ExitUsage || stdout != "" || !strings.Contains(stderr, fmt.Sprintf("is being played by process %d on ", b.cmd.Process.Pid)) || strings.Count(stderr, "\n") != 1 {
				t.Errorf("exit %d, %q, %q", code, stdout, stderr)
			}
			if err := b.cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			<-b.ended
			if code := b.cmd.ProcessState.ExitCode(); code != ui.ExitInterrupted {
				t.Errorf("the first process: exit %d\n%s", code, b.output.String())
			}
			if run := lastRun(t, db); run.Status != store.Interrupted {
				t.Errorf("after Ctrl-C the run is %s", run.Status)
			}
		})
	}
}
