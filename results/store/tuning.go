package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// Param is one tuned parameter.
type Param struct {
	Name  string   `json:"name"`
	Start float64  `json:"start"`
	Low   *float64 `json:"low"` // nil: no bound
	High  *float64 `json:"high"`
	CEnd  *float64 `json:"c_end"` // SPSA only
	REnd  *float64 `json:"r_end"`
	Final *float64 `json:"final"` // nil until the run is finished
}

// Step is one epoch of Texel tuning or one iteration of SPSA.
type Step struct {
	Number    int             `json:"step"` // from 0; 0 may hold the start
	Time      time.Time       `json:"time"` // zero when storing: now
	TrainLoss *float64        `json:"train_loss"`
	ValidLoss *float64        `json:"valid_loss"`
	Pairs     *int64          `json:"pairs"` // pairs played in this step
	Wins      *int64          `json:"wins"`  // of theta+ against theta-
	Draws     *int64          `json:"draws"`
	Losses    *int64          `json:"losses"`
	Extra     json.RawMessage `json:"extra"` // figures of one method only
	Theta     []float64       `json:"theta"` // parameters after the step; nil if not kept
}

// putParams stores the parameters of a new run.
func putParams(tx *sql.Tx, run RunID, params []Param) error {
	for i, p := range params {
		if _, err := tx.Exec(`INSERT INTO tuning_params(run_id, idx, name, start, low, high, c_end, r_end, final)
			VALUES (?,?,?,?,?,?,?,?,?)`, run, i, p.Name, p.Start, p.Low, p.High, p.CEnd, p.REnd, p.Final); err != nil {
			return err
		}
	}
	return nil
}

// SetFinal stores the values that a tuning run arrived at.
func (s *Store) SetFinal(ctx context.Context, run RunID, theta []float64) error {
	return s.update(ctx, "store final parameters", func(tx *sql.Tx) error {
		for i, x := range theta {
			if err := needRow(tx.Exec("UPDATE tuning_params SET final=? WHERE run_id=? AND idx=?", x, run, i)); err != nil {
				return fmt.Errorf("parameter %d: %w", i, err)
			}
		}
		return nil
	})
}

// Params returns the parameters of a tuning run in order.
func (s *Store) Params(ctx context.Context, run RunID) ([]Param, error) {
	var list []Param
	err := s.query(ctx, "read parameters", func(rows *sql.Rows) error {
		var p Param
		err := rows.Scan(&p.Name, &p.Start, &p.Low, &p.High, &p.CEnd, &p.REnd, &p.Final)
		list = append(list, p)
		return err
	}, "SELECT name, start, low, high, c_end, r_end, final FROM tuning_params WHERE run_id=? ORDER BY idx", run)
	return list, err
}

// Checkpoint is state that a run needs to continue, in the format of the
// package that wrote it.
type Checkpoint struct {
	Name string
	Data []byte
}

// RecordStep stores one step, replacing an earlier one of the same number, and
// the checkpoints that belong to it, in one transaction.
func (s *Store) RecordStep(ctx context.Context, run RunID, step Step, checkpoints ...Checkpoint) error {
	if step.Time.IsZero() {
		step.Time = time.Now()
	}
	at := step.Time.UnixMilli()
	return s.update(ctx, fmt.Sprintf("store step %d", step.Number), func(tx *sql.Tx) error {
		if err := s.mustHold(run, tx.QueryRow); err != nil {
			return err
		}
		if err := putStep(tx, run, step); err != nil {
			return err
		}
		for _, c := range checkpoints {
			if err := putCheckpoint(tx, run, c, at); err != nil {
				return err
			}
		}
		return needRow(tx.Exec("UPDATE runs SET updated = max(updated, ?) WHERE id=?", at, run))
	})
}

func putStep(tx *sql.Tx, run RunID, step Step) error {
	var extra, theta any
	if step.Extra != nil {
		extra = string(step.Extra)
	}
	if step.Theta != nil {
		theta = packFloats(step.Theta)
	}
	_, err := tx.Exec(`INSERT OR REPLACE INTO tuning_steps(run_id, step, time, train_loss, valid_loss, pairs, wins,
		draws, losses, extra, theta) VALUES (?,?,?,?,?,?,?,?,?,?,?)`, run, step.Number, step.Time.UnixMilli(), finite(step.TrainLoss),
		finite(step.ValidLoss), step.Pairs, step.Wins, step.Draws, step.Losses, extra, theta)
	return err
}

// Steps returns the steps of a tuning run in order, from the given number on.
func (s *Store) Steps(ctx context.Context, run RunID, from int) ([]Step, error) {
	var list []Step
	err := s.query(ctx, "read steps", func(rows *sql.Rows) error {
		var st Step
		var at int64
		var extra sql.NullString
		var theta []byte
		err := rows.Scan(&st.Number, &at, &st.TrainLoss, &st.ValidLoss, &st.Pairs, &st.Wins, &st.Draws, &st.Losses, &extra, &theta)
		if err != nil {
			return err
		}
		st.Time = fromMillis(at)
		if extra.Valid {
			st.Extra = json.RawMessage(extra.String)
		}
		if theta != nil {
			if st.Theta, err = unpackFloats(theta); err != nil {
				return fmt.Errorf("step %d: %w", st.Number, err)
			}
		}
		list = append(list, st)
		return nil
	}, `SELECT step, time, train_loss, valid_loss, pairs, wins, draws, losses, extra, theta FROM tuning_steps
		WHERE run_id=? AND step>=? ORDER BY step`, run, from)
	return list, err
}

func putCheckpoint(tx *sql.Tx, run RunID, c Checkpoint, at int64) error {
	data := c.Data
	if data == nil {
		data = []byte{}
	}
	_, err := tx.Exec("INSERT OR REPLACE INTO checkpoints(run_id, name, time, data) VALUES (?,?,?,?)", run, c.Name, at, data)
	return err
}

// SetCheckpoint stores state under a name, replacing what was there.
func (s *Store) SetCheckpoint(ctx context.Context, run RunID, c Checkpoint) error {
	return s.update(ctx, "store checkpoint", func(tx *sql.Tx) error {
		if err := s.mustHold(run, tx.QueryRow); err != nil {
			return err
		}
		return putCheckpoint(tx, run, c, time.Now().UnixMilli())
	})
}

// Checkpoint returns the state stored under a name, nil if there is none.
func (s *Store) Checkpoint(ctx context.Context, run RunID, name string) ([]byte, error) {
	var data []byte
	err := s.read.QueryRowContext(ctx, "SELECT data FROM checkpoints WHERE run_id=? AND name=?", run, name).Scan(&data)
	if noRows(err) {
		return nil, nil
	}
	return data, s.wrap("read checkpoint", err)
}

// Roles of weights in a tuning run.
const (
	RoleGiven  = "given"  // as stated, if the run starts at other values
	RoleBefore = "before" // at the start
	RoleAfter  = "after"  // the result
)

// LinkWeights stores weights and their role in a run.
func (s *Store) LinkWeights(ctx context.Context, run RunID, role string, w Weights) error {
	return s.update(ctx, "store weights", func(tx *sql.Tx) error { return linkWeights(tx, run, role, w) })
}

func linkWeights(tx *sql.Tx, run RunID, role string, w Weights) error {
	if err := putWeights(tx, w); err != nil {
		return err
	}
	_, err := tx.Exec("INSERT OR REPLACE INTO run_weights(run_id, role, hash) VALUES (?,?,?)", run, role, w.Hash)
	return err
}

// RunWeights returns the weights linked to a run by role, without their text.
func (s *Store) RunWeights(ctx context.Context, run RunID) (map[string]Weights, error) {
	roles := map[string]Weights{}
	err := s.query(ctx, "read weights of run", func(rows *sql.Rows) error {
		var role string
		var w Weights
		err := rows.Scan(&role, &w.Hash, &w.Name)
		roles[role] = w
		return err
	}, "SELECT r.role, w.hash, w.name FROM run_weights r JOIN weights w ON w.hash = r.hash WHERE r.run_id=?", run)
	return roles, err
}

func packFloats(list []float64) []byte {
	b := make([]byte, 0, 8*len(list))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return b
}

func unpackFloats(b []byte) ([]float64, error) {
	if len(b)%8 != 0 {
		return nil, fmt.Errorf("packed numbers: %d bytes, want a multiple of 8", len(b))
	}
	list := make([]float64, len(b)/8)
	for i := range list {
		list[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return list, nil
}

// finite returns a figure as it is stored: NULL if it does not exist.
func finite(x *float64) any {
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return nil
	}
	return *x
}
