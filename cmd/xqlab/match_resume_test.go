package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

// stopAfter runs xqlab and sends it a signal if it has not ended by then.
func stopAfter(t *testing.T, d time.Duration, signal os.Signal, args ...string) (stopped bool, code int) {
	t.Helper()
	cmd := command(t, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	select {
	case <-time.After(d):
		_ = cmd.Process.Signal(signal)
		<-ended
		stopped = true
	case <-ended:
	}
	return stopped, cmd.ProcessState.ExitCode()
}

// interruptOnce runs xqlab and sends it the keyboard's interrupt as soon as it has
// stored enough. It returns the exit code and what was said on stderr.
func interruptOnce(t *testing.T, stored func() bool, args ...string) (code int, stderr string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt to send to a process")
	}
	cmd := command(t, args...)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(60 * time.Second); !stored(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing was stored")
		}
	}
	_ = cmd.Process.Signal(os.Interrupt)
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), said.String()
}

// integrity runs SQLite's own check.
func integrity(t *testing.T, db string) {
	t.Helper()
	conn, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	var answer string
	if err := conn.QueryRow("PRAGMA integrity_check").Scan(&answer); err != nil || answer != "ok" {
		t.Fatalf("integrity_check: %q, %v", answer, err)
	}
}

// TestKillAndResume kills a match with SIGKILL at 20 random moments, each time
// going on where it stopped. In the end there must be the games of a match that
// was never killed, and as many in the PGN file as in the tally.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	dir := t.TempDir()
	db, pgn := filepath.Join(dir, "k.db"), filepath.Join(dir, "k.pgn")
	begin := []string{"match", "--a", "builtin:hash=1", "--b", "builtin:weights=seed,hash=1", "--nodes", "150", "--pairs", "40", "--max-plies", "120", "-c", "2", "--quiet"}
	whole := filepath.Join(dir, "whole.db")
	start := time.Now()
	if out, err := command(t, append(begin, "--db", whole)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	span := time.Since(start)
	r := rand.New(rand.NewPCG(1, 2))
	args := append(append([]string{}, begin...), "--db", db, "--pgn", pgn)
	finished := false
	for kill := 0; kill < 20 && !finished; kill++ {
		stopped, code := stopAfter(t, time.Duration(r.Int64N(int64(span)/10)), syscall.SIGKILL, args...)
		if finished = !stopped; finished && code != ui.ExitOK {
			t.Fatalf("kill %d: exit %d", kill, code)
		}
		if _, err := os.Stat(db); err == nil {
			integrity(t, db)
		}
		if lastRun(t, db) != nil {
			args = []string{"match", "--resume", "last", "--db", db, "--pgn", pgn, "--quiet"}
		}
	}
	if code, _, stderr := runMain(args...); code != ui.ExitOK {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	for range 2 { // there is nothing left to do
		report, _ := playJSON(t, ui.ExitOK, "match", "--resume", "last", "--db", db, "--pgn", pgn)
		if report.Size.Pairs != 40 || report.Size.Games != 80 || report.tally() != 80 || report.Status != "finished" {
			t.Errorf("report %+v", report)
		}
	}
	integrity(t, db)
	if scoreSheet(t, db) != scoreSheet(t, whole) {
		t.Error("the killed match has other games than the whole one")
	}
	data, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), "[Result "); n != 80 {
		t.Errorf("%d games in the PGN file, want 80", n)
	}
}

// TestInterrupt stops a match by the keyboard's signal: exit 3, the resume
// command on stderr, finished pairs stored, engines gone.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "i.db")
	cmd := command(t, "match", "--a", fakeSpec(t, "a", "think=1ms"), "--b", fakeSpec(t, "b", "noquit"), "--nodes", "1", "--pairs", "10000", "--max-plies", "40", "-c", "2", "--quiet", "--events", "--db", db)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(out)
	for pairs := 0; pairs < 3; {
		var e struct{ Event string }
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		if e.Event == "pair" {
			pairs++
		}
	}
	start := time.Now()
	_ = cmd.Process.Signal(os.Interrupt)
	for {
		var e struct{ Event string }
		if dec.Decode(&e) != nil {
			break
		}
	}
	_ = cmd.Wait()
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v to stop", took)
	}
	if code := cmd.ProcessState.ExitCode(); code != ui.ExitInterrupted || !strings.Contains(stderr.String(), "xqlab match --resume m1 --db "+db) {
		t.Errorf("exit %d, stderr %s", code, stderr.String())
	}
	code, stdout, _ := runMain("results", "show", "last", "--db", db, "--json")
	var r matchJSON
	if err := json.Unmarshal([]byte(stdout), &r); err != nil || code != ui.ExitOK {
		t.Fatalf("exit %d, %v", code, err)
	}
	if r.Status != "interrupted" || r.Size.Pairs < 3 || r.Size.Games != 2*r.Size.Pairs || r.tally() != r.Size.Games {
		t.Errorf("%+v", r)
	}
}

// TestKilledRunnerLeavesNoEngines kills the runner itself while its engines
// think and ignore that their input has ended.
func TestKilledRunnerLeavesNoEngines(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends children with their parent")
	}
	dir := t.TempDir()
	pids := filepath.Join(dir, "pids")
	cmd := command(t, "match", "--a", fakeSpecPIDs(t, "a", "sleep=5 noquit", pids), "--b", fakeSpecPIDs(t, "b", "noquit", pids),
		"--nodes", "1", "--pairs", "100", "-c", "2", "--quiet", "--db", filepath.Join(dir, "k.db"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var list []string
	for deadline := time.Now().Add(20 * time.Second); len(list) < 6; time.Sleep(20 * time.Millisecond) { // 2 probed, 4 playing
		data, _ := os.ReadFile(pids)
		list = strings.Fields(string(data))
		if time.Now().After(deadline) {
			t.Fatalf("%d processes have started", len(list))
		}
	}
	time.Sleep(50 * time.Millisecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	deadline := time.Now().Add(20 * time.Second)
	for _, pid := range list {
		for running(pid) {
			if time.Now().After(deadline) {
				t.Fatalf("process %s is left", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// running reports whether a process exists and is not just uncollected.
func running(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

// BenchmarkMatchStored measures the whole runner, database included, with
// engines that answer at once.
func BenchmarkMatchStored(b *testing.B) {
	moves := 0
	for i := range b.N {
		db := filepath.Join(b.TempDir(), fmt.Sprint(i, ".db"))
		code, _, stderr := runMain("match", "--a", fakeSpec(b, "a", ""), "--b", fakeSpec(b, "b", ""), "--nodes", "1", "--pairs", "100", "--max-plies", "150", "-c", "2", "--quiet", "--db", db)
		if code != ui.ExitOK {
			b.Fatal(stderr)
		}
		st, err := store.OpenExisting(db)
		if err != nil {
			b.Fatal(err)
		}
		for g, err := range st.Games(context.Background(), store.GameFilter{}) {
			if err != nil {
				b.Fatal(err)
			}
			moves += g.Plies
		}
		st.Close()
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
