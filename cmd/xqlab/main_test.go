package main

import (
	"os"
	"os/exec"
	"testing"

	"xqlab/selfplay/player/fakeengine"
)

// runMainVar makes the test binary the program itself: it runs its arguments as
// a command line. Tests that kill or interrupt a process start one so.
const runMainVar = "XQLAB_TEST_RUN_MAIN"

func TestMain(m *testing.M) {
	fakeengine.RunIfAsked()
	if os.Getenv(runMainVar) != "" {
		os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// command returns a command that runs xqlab as a process of its own; it ends with
// the test at the latest.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), runMainVar+"=1")
	return cmd
}
