package main

import (
	"os"
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
