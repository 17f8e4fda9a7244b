package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// closedRun makes a database with one run that nobody plays.
func closedRun(t *testing.T) (path string, run *Run) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "claims.db")
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run = newRun(t, st)
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return path, run
}

func openStore(t *testing.T, path string) *Store {
	t.Helper()
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func mustStatus(t *testing.T, st *Store, run RunID, want Status) *Run {
	t.Helper()
	r, err := st.Run(ctx, run)
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != want || (r.Owner != nil) != (want == Running) {
		t.Errorf("status %s, owner %v; want %s", r.Status, r.Owner, want)
	}
	for _, status := range []Status{Running, Finished, Interrupted} {
		if runs, err := st.Runs(ctx, RunFilter{Status: status, Limit: 5}); err != nil || (len(runs) == 1) != (status == want) {
			t.Errorf("%d runs are %s, %v; the run is %s", len(runs), status, err, want)
		}
	}
	return r
}

func TestClaim(t *testing.T) {
	path, run := closedRun(t)
	a, b := openStore(t, path), openStore(t, path)
	mustStatus(t, b, run.ID, Interrupted)
	if err := a.ResumeRun(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	if err := a.ClaimRun(ctx, run.ID); err != nil {
		t.Errorf("claiming again: %v", err)
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s: run %s is being played by process %d on %s since ", path, run.Short, os.Getpid(), host)
	for _, claim := range []func() error{
		func() error { return b.ResumeRun(ctx, run.ID) },
		func() error { return b.ClaimRun(ctx, run.ID) },
	} {
		err := claim()
		var claimed *ClaimedError
		if !errors.As(err, &claimed) || claimed.Owner.PID != os.Getpid() || claimed.Run != run.Short {
			t.Errorf("%v is no ClaimedError of this process", err)
		}
		wantError(t, err, want)
	}
	if owner := mustStatus(t, b, run.ID, Running).Owner; owner == nil || owner.PID != os.Getpid() {
		t.Errorf("owner %v", owner)
	}
	if err := a.FinishRun(ctx, run.ID, Finish{Status: Finished}); err != nil {
		t.Fatal(err)
	}
	mustStatus(t, b, run.ID, Finished)
	if err := b.ClaimRun(ctx, run.ID); !isClaimed(err) {
		t.Errorf("a finished run is claimed until Close: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.ClaimRun(ctx, run.ID); err != nil {
		t.Errorf("after Close: %v", err)
	}
	wantError(t, b.ClaimRun(ctx, 99), "no such run")
	wantError(t, b.ResumeRun(ctx, 99), "no such run")
}

// Of many that resume a run at the same moment one gets it.
func TestClaimTogether(t *testing.T) {
	path, run := closedRun(t)
	var won, refused atomic.Int32
	var group, ready sync.WaitGroup
	const rivals = 8
	ready.Add(rivals)
	for range rivals {
		st := openStore(t, path)
		group.Go(func() {
			ready.Done()
			ready.Wait()
			switch err := st.ResumeRun(ctx, run.ID); {
			case err == nil:
				won.Add(1)
			case isClaimed(err):
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || refused.Load() != rivals-1 {
		t.Errorf("%d have the run, %d were refused", won.Load(), refused.Load())
	}
}

// A claim ends with its process, however that ends, and at once.
func TestClaimEndsWithProcess(t *testing.T) {
	if machineID() == "" {
		t.Skip("processes cannot be looked up here")
	}
	for _, kill := range []bool{false, true} {
		t.Run(fmt.Sprintf("kill %v", kill), func(t *testing.T) {
			path, run := closedRun(t)
			cmd := child(t, "hold", path, run.UID)
			stdin, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			lines := output(t, cmd)
			if line := <-lines; line != "resumed" {
				t.Fatalf("the child says %q", line)
			}
			st := openStore(t, path)
			wantError(t, st.ResumeRun(ctx, run.ID), fmt.Sprintf("is being played by process %d on ", cmd.Process.Pid))
			mustStatus(t, st, run.ID, Running)
			if kill {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				// Not yet collected by its parent, it is gone all the same.
				for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
					if _, state := lookUp(cmd.Process.Pid); state == processGone {
						break
					}
					if time.Now().After(deadline) {
						t.Fatal("the killed process is still there")
					}
				}
			} else {
				stdin.Close()
				if err := cmd.Wait(); err != nil {
					t.Fatal(err)
				}
			}
			mustStatus(t, st, run.ID, Interrupted)
			if err := st.ResumeRun(ctx, run.ID); err != nil {
				t.Errorf("after the end of its process: %v", err)
			}
			if kill {
				_ = cmd.Wait()
			}
		})
	}
}

// A process that did not renew its claim for too long finds the run taken and
// changes nothing of it.
func TestClaimTaken(t *testing.T) {
	path, run := closedRun(t)
	a, b := openStore(t, path), openStore(t, path)
	if err := a.ResumeRun(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	if err := a.Recorder(run.ID).RecordPair(testPair(0)); err != nil {
		t.Fatal(err)
	}
	a.stopHeartbeat()
	if _, err := b.write.Exec("UPDATE claims SET beat = beat - ?", stalledLife.Milliseconds()); err != nil {
		t.Fatal(err)
	}
	if err := b.ResumeRun(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		a.Recorder(run.ID).RecordPair(testPair(1)),
		a.FinishRun(ctx, run.ID, Finish{Status: Interrupted}),
		a.RecordStep(ctx, run.ID, Step{}),
		a.RecordSuite(ctx, run.ID),
		a.SetCheckpoint(ctx, run.ID, Checkpoint{Name: "x"}),
	} {
		if !errors.Is(err, ErrTaken) {
			t.Errorf("%v, want ErrTaken", err)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	mustStatus(t, b, run.ID, Running)
	if err := b.Recorder(run.ID).RecordPair(testPair(1)); err != nil {
		t.Error(err)
	}
}

func TestClaimIsRenewed(t *testing.T) {
	path, run := closedRun(t)
	a, b := openStore(t, path), openStore(t, path)
	if err := a.ResumeRun(ctx, run.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := b.write.Exec("UPDATE claims SET beat = 0"); err != nil {
		t.Fatal(err)
	}
	go a.heartbeat(t.Context(), time.Millisecond)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		var beat int64
		if err := b.read.QueryRow("SELECT beat FROM claims").Scan(&beat); err != nil {
			t.Fatal(err)
		}
		if time.Since(fromMillis(beat)) < heartbeatEvery {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the claim was not renewed")
		}
	}
}

func TestClaimLive(t *testing.T) {
	now := time.Now()
	here := machineID()
	start, state := lookUp(os.Getpid())
	if here != "" && (start == "" || state != processExists) {
		t.Fatalf("this process looks up as %q, %v", start, state)
	}
	// Process numbers end below this one on all systems.
	const noProcess = 1<<31 - 2
	tests := []struct {
		name         string
		machine      string
		pid          int
		start        string
		age          time.Duration
		live, unsure bool
	}{
		{"this process", here, os.Getpid(), start, heartbeatEvery, true, here == ""},
		{"renewal is late", here, os.Getpid(), start, leaseLife + time.Second, here != "", here == ""},
		{"stopped", here, os.Getpid(), start, stalledLife + time.Second, false, here == ""},
		{"elsewhere", "another boot", noProcess, "1", heartbeatEvery, true, true},
		{"elsewhere, long ago", "another boot", noProcess, "1", leaseLife, false, true},
		{"elsewhere, clock set back", "another boot", noProcess, "1", -time.Hour, false, true},
		{"not known where", "", os.Getpid(), start, heartbeatEvery, true, true},
	}
	if here != "" {
		tests = append(tests, tests[0], tests[0])
		gone, later := &tests[len(tests)-2], &tests[len(tests)-1]
		gone.name, gone.pid, gone.live = "process is gone", noProcess, false
		later.name, later.start, later.live = "a later process of the same number", "1", false
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := claim{machine: tt.machine, process: tt.start, owner: Owner{PID: tt.pid}, beat: now.Add(-tt.age)}
			if live, unsure := c.live(now); live != tt.live || unsure != tt.unsure {
				t.Errorf("live %v, unsure %v; want %v, %v", live, unsure, tt.live, tt.unsure)
			}
		})
	}
	e := &ClaimedError{Run: "m12", Owner: Owner{Host: "lab", PID: 4711, Since: testStart}, Unsure: true}
	want := "run m12 is being played by process 4711 on lab since 2026-01-02 03:04:05 UTC; wait for it to end, or stop it (Ctrl-C, or kill -INT 4711) and resume then; if it is gone, try again in 15s"
	if e.Error() != want {
		t.Errorf("got %s\nwant %s", e, want)
	}
}

// A database from before there were claims gets the table; its running runs
// count as interrupted.
func TestClaimsOfOlderDatabase(t *testing.T) {
	path := schema1(t)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("UPDATE runs SET status='running', ended=NULL"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	st := openStore(t, path)
	mustStatus(t, st, 1, Interrupted)
	if err := st.ResumeRun(ctx, 1); err != nil {
		t.Fatal(err)
	}
	mustStatus(t, st, 1, Running)
	if text, err := schemaText(st.read); err != nil || !strings.Contains(text, "CREATE TABLE claims") {
		t.Errorf("no claims in the schema, %v", err)
	}
}
