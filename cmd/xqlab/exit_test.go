package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestExitCode(t *testing.T) {
	for _, tc := range []struct {
		name string
		err  error
		want int
		text string
	}{
		{"usage", usagef("--depth %d", 3), exitUsage, "--depth 3"},
		{"any error", errors.New("disk full"), exitUsage, "disk full"},
		{"no", answerNo("%d differ", 2), exitNo, "2 differ"},
		{"silent no", answerNo(""), exitNo, ""},
		{"wrapped no", fmt.Errorf("check: %w", answerNo("no")), exitNo, "check: no"},
		{"interrupted", interruptedf("go on with %s", "x"), exitInterrupted, "go on with x"},
		{"wrapped interrupted", fmt.Errorf("run 5: %w", interruptedf("stopped")), exitInterrupted, "run 5: stopped"},
		{"usage keeps its cause", usagef("--fen: %w", os.ErrNotExist), exitUsage, "--fen: " + os.ErrNotExist.Error()},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := exitCode(tc.err); got != tc.want || tc.err.Error() != tc.text {
				t.Errorf("exit %d, text %q; want %d, %q", got, tc.err, tc.want, tc.text)
			}
		})
	}
	if !errors.Is(usagef("--fen: %w", os.ErrNotExist), os.ErrNotExist) {
		t.Error("usagef drops the cause")
	}
}

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
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit %d (%v), want %d", code, err, exitInterrupted)
	}
	if got, want := stderr.String(), "xqlab: stopped before the count of depth 20 was complete\n"; got != want {
		t.Errorf("stderr %q, want %q", got, want)
	}
}
