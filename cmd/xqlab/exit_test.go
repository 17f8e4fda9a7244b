package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
)

// TestPerftInterrupted sends SIGINT to a program in the middle of an endless count.
func TestPerftInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent to another process")
	}
	var cmd *exec.Cmd
	var stderr strings.Builder
	var err error
	// A program that has not yet begun to listen dies of the signal.
	for _, wait := range []time.Duration{500 * time.Millisecond, 2 * time.Second, 8 * time.Second} {
		stderr.Reset()
		cmd = command(t, "perft", "--depth", "20")
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(wait, func() { _ = cmd.Process.Signal(syscall.SIGINT) })
		limit := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		err = cmd.Wait()
		limit.Stop()
		if cmd.ProcessState.Exited() {
			break
		}
	}
	if code := cmd.ProcessState.ExitCode(); code != ui.ExitInterrupted {
		t.Errorf("exit %d (%v), want %d", code, err, ui.ExitInterrupted)
	}
	if got, want := stderr.String(), "xqlab: stopped before the count of depth 20 was complete\n"; got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
}

// TestFaultsOfTheMachine: what the disk or the database does is no wrong usage,
// whatever words a command puts around it.
func TestFaultsOfTheMachine(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "lab.db")
	play := []string{"match", "--a", "builtin", "--b", "builtin:weights=seed", "--pairs", "1", "--nodes", "20", "--quiet", "--db"}
	if code, _, stderr := runMain(append(play, db)...); code != ui.ExitOK {
		t.Fatal(stderr)
	}
	cut := filepath.Join(dir, "cut.db")
	whole, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	for i := 100; i < len(whole); i++ {
		whole[i] = 0xff // all but the header
	}
	if err := os.WriteFile(cut, whole, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args []string
		want int
	}{
		{[]string{"results", "list", "--db", cut}, ui.ExitFault},
		{[]string{"results", "list", "--db", filepath.Join(dir, "none.db")}, ui.ExitUsage},
		{[]string{"results", "list", "--db", dir}, ui.ExitUsage},
		{append(play, filepath.Join(dir, "none", "x.db")), ui.ExitUsage},
		{[]string{"results", "export", "last", "--db", db, "-o", filepath.Join(dir, "none", "x.pgn")}, ui.ExitUsage},
		{[]string{"results", "export", "last", "--db", db, "-o", "/dev/full"}, ui.ExitFault},
		{[]string{"report", "last", "--db", db, "--format", "md", "-o", "/dev/full"}, ui.ExitFault},
		{[]string{"convert", "games", "/dev/full"}, ui.ExitUsage},
		{append(play, filepath.Join(dir, "pgn.db"), "--pgn", "/dev/full"), ui.ExitFault},
		{append(play, filepath.Join(dir, "log.db"), "--log", filepath.Join(dir, "none", "x.log")), ui.ExitUsage},
	} {
		if strings.Contains(strings.Join(tc.args, " "), "/dev/full") && runtime.GOOS != "linux" {
			continue
		}
		code, _, stderr := runMain(tc.args...)
		if code != tc.want || stderr == "" {
			t.Errorf("%s: exit %d, want %d\n%s", strings.Join(tc.args, " "), code, tc.want, stderr)
		}
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer full.Close()
	var stderr bytes.Buffer
	if code := Main([]string{"results", "show", "last", "--db", db}, strings.NewReader(""), full, &stderr); code != ui.ExitFault {
		t.Errorf("stdout to a full device: exit %d\n%s", code, stderr.String())
	}
}
