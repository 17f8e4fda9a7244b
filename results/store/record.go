package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// Recorder stores the pairs of one run. It implements selfplay.Recorder.
type Recorder struct {
	store *Store
	run   RunID
}

var _ selfplay.Recorder = (*Recorder)(nil)

// Recorder returns a recorder for the pairs of a run.
func (s *Store) Recorder(run RunID) *Recorder { return &Recorder{s, run} }

// RecordPair stores a pair in one transaction and returns when it is committed.
// A pair with a void game is stored without a result and replaced when it is
// recorded again; a pair that is already complete is refused with
// ErrPairStored.
func (r *Recorder) RecordPair(p *selfplay.Pair) error {
	doing := fmt.Sprintf("store pair %d", p.Number+1)
	opening, err := checkPair(p)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.store.path, doing, err)
	}
	side := startSide(opening.FEN)
	result, stored := pairResult(p), storedAt(p)
	packed := [2][]byte{}
	for i, g := range p.Games {
		if g != nil {
			packed[i] = PackMoves(g.Moves)
		}
	}
	stmts, err := r.store.prepareOnce()
	if err != nil {
		return r.store.wrap(doing, err)
	}
	err = r.store.update(context.Background(), doing, func(tx *sql.Tx) error {
		w := pairWriter{tx, stmts, r.run, p.Number}
		if err := r.store.mustHold(r.run, w.row); err != nil {
			return err
		}
		if err := w.makeRoom(); err != nil {
			return err
		}
		id, err := w.putOpening(opening)
		if err != nil {
			return err
		}
		if _, err := w.exec(sqlPutPair, r.run, p.Number, p.A, p.B, id, opening.Index, nullText(result), stored); err != nil {
			return err
		}
		for i, g := range p.Games {
			if g == nil {
				continue
			}
			if err := w.putGame(i, g, thinking(g, side), result != "", packed[i]); err != nil {
				return err
			}
		}
		for _, query := range []string{sqlAddGameTotals, sqlAddPairTotals} {
			if _, err := w.exec(query, r.run, p.Number); err != nil {
				return err
			}
		}
		return needRow(w.exec(sqlTouchRun, stored, r.run))
	})
	if isCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY) {
		if _, gone := r.store.Run(context.Background(), r.run); gone != nil {
			return fmt.Errorf("%s: %s: the run was deleted: %w", r.store.path, doing, ErrNoRun)
		}
	}
	return err
}

// checkPair returns the opening of a pair after checking that its games belong
// together.
func checkPair(p *selfplay.Pair) (selfplay.Opening, error) {
	opening := p.Opening
	if p.Games[0] == nil {
		return opening, errors.New("the first game is missing")
	}
	if opening.FEN == "" {
		opening = p.Games[0].Opening
	}
	if opening.FEN == "" {
		return opening, errors.New("the opening has no FEN")
	}
	players := [3]int{p.A, p.B, p.A}
	for i, g := range p.Games {
		if g == nil {
			continue
		}
		if g.Red != players[i] || g.Black != players[i+1] {
			return opening, fmt.Errorf("game %d is red %d against black %d, want %d against %d",
				i+1, g.Red, g.Black, players[i], players[i+1])
		}
		if o := g.Opening; o.FEN != "" && (o.FEN != opening.FEN || !slices.Equal(o.Moves, opening.Moves)) {
			return opening, fmt.Errorf("game %d starts from another opening than its pair", i+1)
		}
	}
	return opening, nil
}

// pairResult returns A's results as a word of pairs.result, "" if a game is
// void.
func pairResult(p *selfplay.Pair) string {
	res, ok := p.Result()
	if !ok {
		return ""
	}
	letters := make([]byte, len(res.Outcomes))
	for i, o := range res.Outcomes {
		letters[i] = "LDW"[o+1]
	}
	return string(letters)
}

func storedAt(p *selfplay.Pair) int64 {
	var last time.Time
	for _, g := range p.Games {
		if g != nil && g.End.After(last) {
			last = g.End
		}
	}
	if last.IsZero() {
		last = time.Now()
	}
	return last.UnixMilli()
}

// Thinking sums up the moves one side thought about; book and opening moves
// are left out.
type Thinking struct {
	Moves int           `json:"moves"`
	Time  time.Duration `json:"time_ns"`
	Nodes uint64        `json:"nodes"`
	Depth int           `json:"depth_sum"`
}

// thinking returns the sums by colour for a game in which side moves first.
func thinking(g *selfplay.Game, side board.Color) (use [2]Thinking) {
	for _, m := range g.Moves {
		if u := &use[side]; !m.FromBook {
			u.Moves++
			u.Time += max(m.Time, 0).Truncate(time.Microsecond) // as moves are packed
			u.Nodes += m.Nodes
			u.Depth += max(m.Depth, 0)
		}
		side = side.Other()
	}
	return use
}

// startSide reads the side to move of a FEN.
func startSide(fen string) board.Color {
	if fields := strings.Fields(fen); len(fields) > 1 && fields[1] == "b" {
		return board.Black
	}
	return board.Red
}
