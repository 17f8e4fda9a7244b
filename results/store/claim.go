package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

const (
	// heartbeatEvery is how often a process renews its claims.
	heartbeatEvery = 5 * time.Second
	// leaseLife is how long a claim lives after its last renewal where its
	// process cannot be looked up: it ran before the last start of the system,
	// or in another container.
	leaseLife = 3 * heartbeatEvery
	// stalledLife is the same for a process that exists. It may be stopped, or
	// kept waiting by a long transaction, or play another copy of the file.
	stalledLife = time.Minute
	// releaseWait bounds how long Close waits for other writers.
	releaseWait = 5 * time.Second
)

// Owner is the process that plays a run.
type Owner struct {
	Host  string    `json:"host"`
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// String returns "process 4711 on lab since 2026-01-02 03:04:05 UTC".
func (o Owner) String() string {
	return fmt.Sprintf("process %d on %s since %s", o.PID, o.Host, o.Since.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// ClaimedError says that another process plays a run.
type ClaimedError struct {
	Run   string // short id
	Owner Owner
	// Unsure is set if there is no way to tell whether the process still
	// exists.
	Unsure bool
}

func (e *ClaimedError) Error() string {
	text := fmt.Sprintf("run %s is being played by %v; wait for it to end, or stop it (Ctrl-C, or kill -INT %d) and resume then",
		e.Run, e.Owner, e.Owner.PID)
	if e.Unsure {
		text += fmt.Sprintf("; if it is gone, try again in %v", leaseLife)
	}
	return text
}

// claim is a row of the table: a lease that its process renews by heartbeats.
//
// A lock on a file for each run would need less code, and the system would give it
// up with the process. But it cannot be taken in the transaction that creates the
// run; it does not tell a second process who plays the run and since when; a
// process that was stopped and never continued would hold it for good, where a
// lease passes on and the first process then gets ErrTaken; and it does not travel
// with the database to another machine or container.
type claim struct {
	token            string
	owner            Owner
	machine, process string
	beat             time.Time
}

const claimColumns = "c.token, c.host, c.pid, c.machine, c.process, c.since, c.beat"

// claimRow receives claimColumns of an outer join.
type claimRow struct {
	token, host, machine, process sql.NullString
	pid, since, beat              sql.NullInt64
}

func (r *claimRow) fields() []any {
	return []any{&r.token, &r.host, &r.pid, &r.machine, &r.process, &r.since, &r.beat}
}

// claim returns the claim, nil if there is none.
func (r *claimRow) claim() *claim {
	if !r.token.Valid {
		return nil
	}
	return &claim{
		token: r.token.String, machine: r.machine.String, process: r.process.String, beat: fromMillis(r.beat.Int64),
		owner: Owner{Host: r.host.String, PID: int(r.pid.Int64), Since: fromMillis(r.since.Int64)},
	}
}

// live reports whether the run is being played. unsure is set if only the age
// of the last renewal tells.
func (c *claim) live(now time.Time) (live, unsure bool) {
	age := now.Sub(c.beat).Abs() // a renewal in the future counts like an old one: the clock was changed
	if here := machineID(); here == "" || c.machine != here {
		return age < leaseLife, true
	}
	start, state := lookUp(c.owner.PID)
	switch {
	case state == processGone, start != "" && c.process != "" && start != c.process:
		return false, false
	case state == processUnknown:
		return age < leaseLife, true
	}
	return age < stalledLife, false
}

// processState is what is known about a process ID.
type processState uint8

const (
	processUnknown processState = iota
	processGone
	processExists
)

// ClaimRun makes this store the only one that plays a run, until ReleaseRun or
// Close. It
// fails with a *ClaimedError while another process plays it. A process that
// resumes a run claims it before it reads what is left to do.
func (s *Store) ClaimRun(ctx context.Context, run RunID) error {
	err := s.update(ctx, "claim run", func(tx *sql.Tx) error { return s.takeClaim(tx, run) })
	if err == nil {
		s.keepClaim(run)
	}
	return err
}

// takeClaim claims a run within a transaction. Once that is committed,
// keepClaim must be called.
func (s *Store) takeClaim(tx *sql.Tx, run RunID) error {
	var kind Kind
	var row claimRow
	err := tx.QueryRow("SELECT r.kind, "+claimColumns+" FROM runs r LEFT JOIN claims c ON c.run_id = r.id WHERE r.id=?", run).
		Scan(append([]any{&kind}, row.fields()...)...)
	if noRows(err) {
		return ErrNoRun
	}
	if err != nil {
		return err
	}
	now := time.Now()
	if c := row.claim(); c != nil {
		if c.token == s.token {
			return nil
		}
		if live, unsure := c.live(now); live {
			return &ClaimedError{Run: shortID(kind, run), Owner: c.owner, Unsure: unsure}
		}
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	start, _ := lookUp(os.Getpid())
	_, err = tx.Exec("INSERT OR REPLACE INTO claims(run_id, token, host, pid, machine, process, since, beat) VALUES (?,?,?,?,?,?,?,?)",
		run, s.token, host, os.Getpid(), machineID(), start, now.UnixMilli(), now.UnixMilli())
	return err
}

// mustHold refuses writes to a run that was claimed here but has since been
// taken by another process, because this one was stopped for too long.
func (s *Store) mustHold(run RunID, row func(query string, args ...any) *sql.Row) error {
	s.claims.Lock()
	claimed := s.claimed[run]
	s.claims.Unlock()
	if !claimed {
		return nil
	}
	var token string
	err := row(sqlClaimToken, run).Scan(&token)
	switch {
	case noRows(err): // the run was deleted
		return ErrNoRun
	case err != nil:
		return err
	case token != s.token:
		return ErrTaken
	}
	return nil
}

const sqlClaimToken = "SELECT coalesce((SELECT token FROM claims WHERE run_id = runs.id), '') FROM runs WHERE id=?"

// keepClaim records a claim and keeps it renewed.
func (s *Store) keepClaim(run RunID) {
	s.claims.Lock()
	defer s.claims.Unlock()
	if s.claimed == nil {
		s.claimed = map[RunID]bool{}
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan struct{})
		s.stopHeartbeat = func() { stop(); <-ended }
		go func() {
			defer close(ended)
			s.heartbeat(ctx, heartbeatEvery)
		}()
	}
	s.claimed[run] = true
}

// heartbeat renews the claims at intervals until ctx ends. A renewal that fails is made up for
// by the next one.
func (s *Store) heartbeat(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_ = s.update(ctx, "renew claim", func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE claims SET beat=? WHERE token=?", time.Now().UnixMilli(), s.token)
			return err
		})
	}
}

// release gives up all claims. If that fails, they end with the process.
func (s *Store) release() {
	s.claims.Lock()
	stop := s.stopHeartbeat
	s.stopHeartbeat = nil
	s.claims.Unlock()
	if stop == nil {
		return
	}
	stop()
	ctx, cancel := context.WithTimeout(context.Background(), releaseWait)
	defer cancel()
	_ = s.update(ctx, "release claim", func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM claims WHERE token=?", s.token)
		return err
	})
}

// ReleaseRun gives up the claim of a run, so that another process can continue with
// it before this store is closed. If that fails, it ends with the process.
func (s *Store) ReleaseRun(run RunID) {
	s.claims.Lock()
	delete(s.claimed, run)
	s.claims.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), releaseWait)
	defer cancel()
	_ = s.update(ctx, "release claim", func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM claims WHERE run_id=? AND token=?", run, s.token)
		return err
	})
}

// isClaimed reports whether err means that another process has the run.
func isClaimed(err error) bool {
	var claimed *ClaimedError
	return errors.As(err, &claimed)
}
