package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"xqlab/engine/board"
)

// SuiteFile is a test suite by content.
type SuiteFile struct {
	Name      string
	Positions []SuitePosition
}

// SuitePosition is one position of a suite.
type SuitePosition struct {
	Ident      string `json:"id"`
	EPD        string `json:"epd"`        // the whole line
	Difficulty int    `json:"difficulty"` // 1 to 5; 0 unknown
}

// Hash identifies the suite by its EPD lines; names do not matter.
func (f SuiteFile) Hash() string {
	h := sha256.New()
	for _, p := range f.Positions {
		fmt.Fprintf(h, "%s\n", p.EPD)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// SuiteID is the number of a suite within one database.
type SuiteID int64

// PutSuite stores a suite by content and returns its number.
func (s *Store) PutSuite(ctx context.Context, f SuiteFile) (id SuiteID, err error) {
	hash := f.Hash()
	err = s.update(ctx, "store suite "+f.Name, func(tx *sql.Tx) error {
		err := tx.QueryRow("SELECT id FROM suites WHERE hash=?", hash).Scan(&id)
		if !noRows(err) {
			return err
		}
		err = tx.QueryRow("INSERT INTO suites(hash, name, size) VALUES (?,?,?) RETURNING id",
			hash, f.Name, len(f.Positions)).Scan(&id)
		if err != nil {
			return err
		}
		for i, p := range f.Positions {
			if _, err := tx.Exec("INSERT INTO suite_positions(suite_id, idx, ident, epd, difficulty) VALUES (?,?,?,?,?)",
				id, i, p.Ident, p.EPD, p.Difficulty); err != nil {
				return err
			}
		}
		return nil
	})
	return id, err
}

// Suite returns a stored suite.
func (s *Store) Suite(ctx context.Context, id SuiteID) (*SuiteFile, error) {
	var f SuiteFile
	if err := s.read.QueryRowContext(ctx, "SELECT name FROM suites WHERE id=?", id).Scan(&f.Name); err != nil {
		return nil, s.wrap(fmt.Sprintf("read suite %d", id), err)
	}
	err := s.query(ctx, "read suite "+f.Name, func(rows *sql.Rows) error {
		var p SuitePosition
		err := rows.Scan(&p.Ident, &p.EPD, &p.Difficulty)
		f.Positions = append(f.Positions, p)
		return err
	}, "SELECT ident, epd, difficulty FROM suite_positions WHERE suite_id=? ORDER BY idx", id)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

// FindSuite returns the suite with a hash.
func (s *Store) FindSuite(ctx context.Context, hash string) (SuiteID, *SuiteFile, error) {
	var id SuiteID
	if err := s.read.QueryRowContext(ctx, "SELECT id FROM suites WHERE hash=?", hash).Scan(&id); err != nil {
		return 0, nil, s.wrap(fmt.Sprintf("find suite %.12s", hash), err)
	}
	f, err := s.Suite(ctx, id)
	return id, f, err
}

// LimitKind is what bounds a search of a suite position.
type LimitKind string

const (
	LimitDepth LimitKind = "depth"    // plies
	LimitNodes LimitKind = "nodes"    // nodes
	LimitTime  LimitKind = "movetime" // microseconds
)

// SuiteLimit bounds a search.
type SuiteLimit struct {
	Kind  LimitKind `json:"kind"`
	Value int64     `json:"value"`
}

// String returns "depth 6", "nodes 10000" or "movetime 1s".
func (l SuiteLimit) String() string {
	if l.Kind == LimitTime {
		return fmt.Sprintf("%s %s", l.Kind, time.Duration(l.Value)*time.Microsecond)
	}
	return fmt.Sprintf("%s %d", l.Kind, l.Value)
}

// SuiteKey names one search of a run; a search is done at most once.
type SuiteKey struct {
	Player   int        `json:"player"`
	Suite    SuiteID    `json:"suite"`
	Position int        `json:"position"` // from 0
	Limit    SuiteLimit `json:"limit"`
}

// SuiteResult is the answer of one player to one position under one limit.
type SuiteResult struct {
	SuiteKey
	Move     board.Move // NoMove if there was no answer
	Solved   bool
	Points   float64 // 1 for solved unless the suite gives points per move
	HasScore bool
	Score    int // centipawns, mover's view; valid if HasScore
	Mate     int // moves to mate, negative if being mated; 0 none
	Depth    int
	Nodes    uint64
	Time     time.Duration // whole microseconds are kept
	Stable   *Stable       // nil if not solved
	PV       []board.Move
	Fault    string // crash, time-out ...; empty if none
}

// Stable is the point of a search from which it kept the solution.
type Stable struct {
	Depth int           `json:"depth"`
	Nodes uint64        `json:"nodes"`
	Time  time.Duration `json:"time_ns"`
}

// RecordSuite stores results in one transaction. A result stored before for
// the same key is replaced.
func (s *Store) RecordSuite(ctx context.Context, run RunID, results ...SuiteResult) error {
	return s.update(ctx, "store suite results", func(tx *sql.Tx) error {
		if err := s.mustHold(run, tx.QueryRow); err != nil {
			return err
		}
		for i := range results {
			if err := putSuiteResult(tx, run, &results[i]); err != nil {
				return err
			}
		}
		return needRow(tx.Exec("UPDATE runs SET updated = max(updated, ?) WHERE id=?", time.Now().UnixMilli(), run))
	})
}

func putSuiteResult(tx *sql.Tx, run RunID, r *SuiteResult) error {
	var score, stableDepth, stableNodes, stableTime any
	if r.HasScore {
		score = r.Score
	}
	if r.Stable != nil {
		stableDepth, stableNodes, stableTime = r.Stable.Depth, clampInt64(r.Stable.Nodes), r.Stable.Time.Microseconds()
	}
	move := ""
	if r.Move != board.NoMove {
		move = r.Move.String()
	}
	_, err := tx.Exec(`INSERT OR REPLACE INTO suite_results(run_id, player, suite_id, position, limit_kind, limit_value,
		move, solved, points, score, mate, depth, nodes, time_us, stable_depth, stable_nodes, stable_us, pv, fault)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		run, r.Player, r.Suite, r.Position, r.Limit.Kind, r.Limit.Value,
		move, r.Solved, r.Points, score, r.Mate, r.Depth, clampInt64(r.Nodes), r.Time.Microseconds(),
		stableDepth, stableNodes, stableTime, board.FormatMoves(r.PV), r.Fault)
	return err
}

// SuiteResults returns the results of a run in order of player, suite, limit
// and position.
func (s *Store) SuiteResults(ctx context.Context, run RunID) ([]SuiteResult, error) {
	var list []SuiteResult
	err := s.query(ctx, "read suite results", func(rows *sql.Rows) error {
		r, err := scanSuiteResult(rows)
		list = append(list, r)
		return err
	}, `SELECT player, suite_id, position, limit_kind, limit_value, move, solved, points, score, mate, depth, nodes,
		time_us, stable_depth, stable_nodes, stable_us, pv, fault FROM suite_results
		WHERE run_id=? ORDER BY player, suite_id, limit_kind, limit_value, position`, run)
	return list, err
}

func scanSuiteResult(rows *sql.Rows) (r SuiteResult, err error) {
	var move, pv string
	var score, stableDepth, stableNodes, stableTime sql.NullInt64
	var us int64
	err = rows.Scan(&r.Player, &r.Suite, &r.Position, &r.Limit.Kind, &r.Limit.Value, &move, &r.Solved, &r.Points,
		&score, &r.Mate, &r.Depth, &r.Nodes, &us, &stableDepth, &stableNodes, &stableTime, &pv, &r.Fault)
	if err != nil {
		return r, err
	}
	if move != "" {
		if r.Move, err = board.ParseMove(move); err != nil {
			return r, err
		}
	}
	r.HasScore, r.Score = score.Valid, int(score.Int64)
	r.Time = time.Duration(us) * time.Microsecond
	if stableDepth.Valid {
		r.Stable = &Stable{int(stableDepth.Int64), uint64(stableNodes.Int64), time.Duration(stableTime.Int64) * time.Microsecond}
	}
	r.PV, err = board.ParseMoves(pv)
	return r, err
}

// DoneSuite returns the searches of a run that need not be repeated: those
// without a fault.
func (s *Store) DoneSuite(ctx context.Context, run RunID) (map[SuiteKey]bool, error) {
	done := map[SuiteKey]bool{}
	err := s.query(ctx, "read suite results", func(rows *sql.Rows) error {
		var k SuiteKey
		err := rows.Scan(&k.Player, &k.Suite, &k.Position, &k.Limit.Kind, &k.Limit.Value)
		done[k] = true
		return err
	}, "SELECT player, suite_id, position, limit_kind, limit_value FROM suite_results WHERE run_id=? AND fault=''", run)
	return done, err
}

// SuiteScore sums up one player on one suite under one limit.
type SuiteScore struct {
	Player int           `json:"player"`
	Suite  SuiteID       `json:"-"`
	Name   string        `json:"suite"`
	Limit  SuiteLimit    `json:"limit"`
	Solved int64         `json:"solved"`
	Total  int64         `json:"total"`
	Points float64       `json:"points"`
	Nodes  uint64        `json:"nodes"`
	Time   time.Duration `json:"time_ns"`
	Faults int64         `json:"faults"`
}

// SuiteScores counts the results of a run by player, suite and limit.
func (s *Store) SuiteScores(ctx context.Context, run RunID) ([]SuiteScore, error) {
	var list []SuiteScore
	err := s.query(ctx, "count suite results", func(rows *sql.Rows) error {
		var c SuiteScore
		var us int64
		err := rows.Scan(&c.Player, &c.Suite, &c.Name, &c.Limit.Kind, &c.Limit.Value, &c.Solved, &c.Total,
			&c.Points, &c.Nodes, &us, &c.Faults)
		c.Time = time.Duration(us) * time.Microsecond
		list = append(list, c)
		return err
	}, `SELECT r.player, r.suite_id, s.name, r.limit_kind, r.limit_value, sum(r.solved), count(*), sum(r.points),
		sum(r.nodes), sum(r.time_us), sum(r.fault <> '')
		FROM suite_results r JOIN suites s ON s.id = r.suite_id WHERE r.run_id=?
		GROUP BY r.player, r.suite_id, r.limit_kind, r.limit_value
		ORDER BY r.player, r.suite_id, r.limit_kind, r.limit_value`, run)
	return list, err
}
