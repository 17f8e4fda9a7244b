package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// uidPrefix is the smallest number of characters by which a UID is recognised.
const uidPrefix = 4

// Run returns the run with the given number.
func (s *Store) Run(ctx context.Context, id RunID) (*Run, error) {
	runs, err := s.selectRuns(ctx, "WHERE r.id = ?", int64(id))
	if err == nil && len(runs) == 0 {
		err = fmt.Errorf("%s: %w: number %d", s.path, ErrNoRun, id)
	}
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

// FindRun returns the run a person means: "last", the short id ("m12") or its
// number, the UID or a unique beginning of it (4 characters or more), or a name
// that only one run has.
func (s *Store) FindRun(ctx context.Context, arg string) (*Run, error) {
	runs, err := s.findRuns(ctx, arg)
	if err != nil {
		return nil, err
	}
	switch len(runs) {
	case 0:
		if arg == "last" {
			return nil, fmt.Errorf("%s: %w: there are no runs yet", s.path, ErrNoRun)
		}
		return nil, fmt.Errorf("%s: %w: %q", s.path, ErrNoRun, arg)
	case 1:
		return runs[0], nil
	}
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.Short)
	}
	return nil, fmt.Errorf("%s: %q fits %d runs: %s", s.path, arg, len(runs), strings.Join(ids, " "))
}

// findRuns tries the forms that FindRun accepts, the most specific first.
func (s *Store) findRuns(ctx context.Context, arg string) ([]*Run, error) {
	if arg == "" {
		return nil, nil
	}
	if arg == "last" {
		return s.selectRuns(ctx, "ORDER BY r.id DESC LIMIT 1")
	}
	if id, err := strconv.ParseInt(strings.TrimLeft(arg, "mtsxpdr"), 10, 64); err == nil {
		runs, err := s.selectRuns(ctx, "WHERE r.id = ?", id)
		if err != nil || len(runs) == 1 && (arg == runs[0].Short || arg == strconv.FormatInt(id, 10)) {
			return runs, err
		}
	}
	if runs, err := s.selectRuns(ctx, "WHERE r.uid = ?", arg); err != nil || len(runs) > 0 {
		return runs, err
	}
	if runs, err := s.selectRuns(ctx, "WHERE r.name = ? ORDER BY r.id", arg); err != nil || len(runs) > 0 {
		return runs, err
	}
	if len(arg) < uidPrefix {
		return nil, nil
	}
	return s.selectRuns(ctx, "WHERE substr(r.uid, 1, length(?1)) = ?1 ORDER BY r.id", strings.ToLower(arg))
}

// RunFilter selects runs; its zero value selects all.
type RunFilter struct {
	Kind   Kind
	Status Status
	Parent RunID // only the parts of this run; 0 any
	Limit  int   // newest first, 0 all
}

// Runs lists runs, the newest first.
func (s *Store) Runs(ctx context.Context, f RunFilter) ([]*Run, error) {
	where := `WHERE (?1 = '' OR r.kind = ?1) AND (?2 = 0 OR r.parent_id = ?2) ORDER BY r.id DESC LIMIT ?3`
	limit := -1
	if f.Limit > 0 && f.Status == "" {
		limit = f.Limit
	}
	// The status depends on the processes as well, so it is filtered here.
	runs, err := s.scanRuns(ctx, where, f.Kind, f.Parent, limit)
	if err == nil && f.Status != "" {
		runs = slices.DeleteFunc(runs, func(r *Run) bool { return r.Status != f.Status })
		if f.Limit > 0 {
			runs = runs[:min(f.Limit, len(runs))]
		}
	}
	return s.withPlayers(ctx, runs, err)
}

func (s *Store) selectRuns(ctx context.Context, where string, args ...any) ([]*Run, error) {
	runs, err := s.scanRuns(ctx, where, args...)
	return s.withPlayers(ctx, runs, err)
}

// scanRuns reads runs without their players.
func (s *Store) scanRuns(ctx context.Context, where string, args ...any) ([]*Run, error) {
	var runs []*Run
	now := time.Now()
	err := s.query(ctx, "read runs", func(rows *sql.Rows) error {
		r, err := scanRun(rows, now)
		runs = append(runs, r)
		return err
	}, `SELECT r.id, r.uid, r.kind, r.name, r.parent_id, r.status, r.config,
		r.seed, r.version, r.commit_id, r.host, r.started, r.updated, r.ended, r.verdict, r.summary,
		o.hash, o.name, o.size, w.kind, `+claimColumns+`
		FROM runs r LEFT JOIN runs w ON w.id = r.parent_id LEFT JOIN opening_sets o ON o.id = r.opening_set_id
		LEFT JOIN claims c ON c.run_id = r.id `+where, args...)
	return runs, err
}

// withPlayers adds the players to runs that were read, unless reading failed.
func (s *Store) withPlayers(ctx context.Context, runs []*Run, err error) ([]*Run, error) {
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		if r.Players, err = s.players(ctx, r.ID); err != nil {
			return nil, err
		}
	}
	return runs, nil
}

func scanRun(rows *sql.Rows, now time.Time) (*Run, error) {
	var (
		r                Run
		config           string
		seed             string
		parent, ended    sql.NullInt64
		summary          sql.NullString
		started, updated int64
		hash, name       sql.NullString
		parentKind       sql.NullString
		size             sql.NullInt64
		claimed          claimRow
	)
	err := rows.Scan(append([]any{&r.ID, &r.UID, &r.Kind, &r.Name, &parent, &r.Status, &config,
		&seed, &r.Version, &r.Commit, &r.Host, &started, &updated, &ended, &r.Verdict, &summary,
		&hash, &name, &size, &parentKind}, claimed.fields()...)...)
	if err != nil {
		return nil, err
	}
	if r.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return nil, fmt.Errorf("run %d: seed %q is not a number", r.ID, seed)
	}
	r.Short = shortID(r.Kind, r.ID)
	if r.Status == Running {
		r.Status = Interrupted
		if c := claimed.claim(); c != nil {
			if live, _ := c.live(now); live {
				r.Status, r.Owner = Running, &c.owner
			}
		}
	}
	if parent.Valid {
		r.Parent = RunID(parent.Int64)
		r.PartOf = shortID(Kind(parentKind.String), r.Parent)
	}
	r.Config = json.RawMessage(config)
	r.Started, r.Updated = fromMillis(started), fromMillis(updated)
	if ended.Valid {
		t := fromMillis(ended.Int64)
		r.Ended = &t
	}
	if summary.Valid {
		r.Summary = json.RawMessage(summary.String)
	}
	if hash.Valid {
		r.OpeningSet = &OpeningSet{Hash: hash.String, Name: name.String, Size: int(size.Int64)}
	}
	return &r, nil
}

func (s *Store) players(ctx context.Context, run RunID) ([]Player, error) {
	players := []Player{}
	err := s.query(ctx, "read players", func(rows *sql.Rows) error {
		var p Player
		var options string
		var hash, name sql.NullString
		if err := rows.Scan(&p.Index, &p.Name, &p.Spec, &p.Limits, &options, &hash, &name); err != nil {
			return err
		}
		if hash.Valid {
			p.Weights = &Weights{Hash: hash.String, Name: name.String}
		}
		err := json.Unmarshal([]byte(options), &p.Options)
		players = append(players, p)
		return err
	}, `SELECT p.idx, p.name, p.spec, p.limits, p.options, w.hash, w.name
		FROM players p LEFT JOIN weights w ON w.hash = p.weights_hash WHERE p.run_id = ? ORDER BY p.idx`, run)
	return players, err
}

func shortID(kind Kind, id RunID) string { return kindLetters[kind] + strconv.FormatInt(int64(id), 10) }

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func noRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }
