package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
)

// TestRegressStopAndResume stops a regression test again and again, by the
// keyboard's signal and by SIGKILL in turn, within its suites and its match; in
// the end its verdict is that of a test that was never stopped.
func TestRegressStopAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	suite := suiteFile(t, 40)
	dir := t.TempDir()
	begin := []string{"regress", "--engine", "builtin:hash=1,name=new", "--base", "builtin:weights=seed,hash=1,name=old", "--suite", suite,
		"--depths", "3,5", "--nodes", "150", "--pairs", "20", "--sprt=true", "--elo0", "0", "--elo1", "0.5", "--quiet", "--db"}
	whole, db := filepath.Join(dir, "whole.db"), filepath.Join(dir, "s.db")
	start := time.Now()
	want := regressVerdict(t, append(begin, whole))
	span := time.Since(start)
	args := append(begin, db)
	stops := 0
	for i := range 10 {
		how := []os.Signal{os.Interrupt, syscall.SIGKILL}[i%2]
		stopped, code := stopAfter(t, min(span/6, 500*time.Millisecond)+time.Duration(i)*11*time.Millisecond, how, args...)
		if stopped {
			stops++
		}
		if code > ui.ExitNo && code != ui.ExitInterrupted { // killed it is -1
			t.Errorf("it ended with %d", code)
		}
		if lastRun(t, db) != nil {
			integrity(t, db)
			args = []string{"regress", "--resume", "r1", "--quiet", "--db", db}
		}
	}
	got := regressVerdict(t, args)
	if stops == 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("after %d stops\n%+v\nwant\n%+v", stops, got, want)
	}
	if a, b := scoreSheet(t, db), scoreSheet(t, whole); a != b {
		t.Errorf("the stopped test has other games\n%s\n%s", a, b)
	}
}

// regressVerdict runs a regression test to its end and returns its report.
func regressVerdict(t *testing.T, args []string) (report map[string]any) {
	t.Helper()
	code, stdout, stderr := runMain(append(args, "--json")...)
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || code > ui.ExitNo {
		t.Fatalf("exit %d, %v\n%s", code, err, stderr)
	}
	return report
}
