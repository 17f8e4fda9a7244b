package store

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// mustBeSound fails the test for everything doctor finds.
func mustBeSound(t *testing.T, st *Store) {
	t.Helper()
	findings, err := st.Doctor(ctx, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		t.Errorf("doctor: %s: %s", f.Check, f.Text)
	}
}

// Four processes open one new database in the same instant, each stores 1000
// games; a fifth holds a read transaction all the time.
func TestFourProcesses(t *testing.T) {
	const processes, pairs = 4, 500
	path := filepath.Join(t.TempDir(), "new.db")
	at := fmt.Sprint(time.Now().Add(500 * time.Millisecond).UnixMilli())
	var cmds []*exec.Cmd
	var outs []chan string
	for range processes {
		cmd := child(t, "play", path, fmt.Sprint(pairs), at)
		outs = append(outs, output(t, cmd))
		cmds = append(cmds, cmd)
	}
	first := <-outs[0]
	if !strings.HasPrefix(first, "run ") {
		t.Fatalf("first line of a child: %q", first)
	}
	release := holdReader(t, path)
	for i, cmd := range cmds {
		var last string
		for line := range outs[i] {
			last = line
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v: %s", i, err, last)
		}
	}
	release()
	st, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	runs, err := st.Runs(ctx, RunFilter{})
	if err != nil || len(runs) != processes {
		t.Fatalf("%d runs, %v", len(runs), err)
	}
	for _, r := range runs {
		tally, err := st.Tally(ctx, r.ID)
		if err != nil || len(tally) != 1 || tally[0].Pairs.Count() != pairs || tally[0].Games.Games() != 2*pairs {
			t.Errorf("%s: tally %+v, %v", r.Short, tally, err)
		}
	}
	mustBeSound(t, st)
}

// holdReader begins a read transaction in this process and returns what ends
// it.
func holdReader(t *testing.T, path string) func() {
	t.Helper()
	st, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := st.read.Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		var again int
		if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&again); err != nil || again != n {
			t.Errorf("the reader sees %d games, then %d: %v", n, again, err)
		}
		if _, err := conn.ExecContext(ctx, "ROLLBACK"); err != nil {
			t.Error(err)
		}
		conn.Close()
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A process that stores pairs is killed at random moments and goes on; no pair
// it was told is stored may be missing, none may count twice.
func TestKillAndResume(t *testing.T) {
	const pairs, kills = 600, 20
	path := filepath.Join(t.TempDir(), "killed.db")
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run := newRun(t, st)
	if err := st.Close(); err != nil { // so that each child opens the file alone
		t.Fatal(err)
	}
	acknowledged := map[string]bool{}
	for i := range kills {
		cmd := child(t, "resume", path, run.UID, fmt.Sprint(pairs))
		lines := output(t, cmd)
		timer := time.AfterFunc(time.Duration(20+rand.IntN(60))*time.Millisecond, func() { cmd.Process.Kill() })
		for line := range lines {
			if acknowledged[line] {
				t.Errorf("kill %d: %q for the second time", i, line)
			}
			acknowledged[line] = true
		}
		timer.Stop()
		_ = cmd.Wait() // killed, as a rule
	}
	cmd := child(t, "resume", path, run.UID, fmt.Sprint(pairs))
	for line := range output(t, cmd) {
		acknowledged[line] = true
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if st, err = OpenExisting(path); err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	done, err := st.DonePairs(ctx, run.ID)
	if err != nil || len(done) != pairs {
		t.Errorf("%d pairs, %v; want %d", len(done), err, pairs)
	}
	for line := range acknowledged {
		var n int
		if _, err := fmt.Sscanf(line, "pair %d", &n); err != nil {
			t.Errorf("child said %q", line)
		} else if n >= len(done) || done[n].Number != n {
			t.Errorf("pair %d was acknowledged and is missing", n)
		}
	}
	mustBeSound(t, st)
}
