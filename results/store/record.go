package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
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

// Recorder returns what stores the pairs of a run.
func (s *Store) Recorder(run RunID) *Recorder { return &Recorder{s, run} }

// RecordPair stores a pair in one transaction and returns when it is
// committed. A pair with a void game is stored without a result and replaced
// when it comes again; a pair that is complete is refused with ErrPairStored.
func (r *Recorder) RecordPair(p *selfplay.Pair) error {
	doing := fmt.Sprintf("store pair %d", p.Number)
	opening, err := checkPair(p)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", r.store.path, doing, err)
	}
	side := startSide(opening.FEN)
	packed := [2][]byte{}
	for i, g := range p.Games {
		if g != nil {
			packed[i] = PackMoves(g.Moves)
		}
	}
	err = r.store.update(context.Background(), doing, func(tx *sql.Tx) error {
		if err := r.makeRoom(tx, p.Number); err != nil {
			return err
		}
		id, err := putOpening(tx, opening)
		if err != nil {
			return err
		}
		stored := storedAt(p)
		if _, err := tx.Exec(`INSERT INTO pairs(run_id, number, a, b, opening_id, opening_index, result, stored)
			VALUES (?,?,?,?,?,?,?,?)`, r.run, p.Number, p.A, p.B, id, opening.Index, pairResult(p), stored); err != nil {
			return err
		}
		for i, g := range p.Games {
			if g == nil {
				continue
			}
			if err := r.putGame(tx, p.Number, i, side, g, packed[i]); err != nil {
				return err
			}
		}
		return needRow(tx.Exec("UPDATE runs SET updated = max(updated, ?) WHERE id = ?", stored, r.run))
	})
	if isCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY) {
		if _, gone := r.store.Run(context.Background(), r.run); gone != nil {
			return fmt.Errorf("%s: %s: the run was deleted: %w", r.store.path, doing, ErrNoRun)
		}
	}
	return err
}

// makeRoom removes an incomplete pair of the same number and refuses to
// replace a complete one.
func (r *Recorder) makeRoom(tx *sql.Tx, number int) error {
	var complete bool
	err := tx.QueryRow("SELECT result IS NOT NULL FROM pairs WHERE run_id=? AND number=?", r.run, number).Scan(&complete)
	switch {
	case noRows(err):
		return nil
	case err != nil:
		return err
	case complete:
		return ErrPairStored
	}
	_, err = tx.Exec("DELETE FROM pairs WHERE run_id=? AND number=?", r.run, number)
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

func putOpening(tx *sql.Tx, o selfplay.Opening) (id int64, err error) {
	moves := moveText(o.Moves)
	hash := hashOpening(o.FEN, moves)
	err = tx.QueryRow("SELECT id FROM openings WHERE hash=?", hash).Scan(&id)
	if noRows(err) {
		err = tx.QueryRow("INSERT INTO openings(hash, fen, moves, name) VALUES (?,?,?,?) RETURNING id",
			hash, o.FEN, moves, o.Name).Scan(&id)
	}
	return id, err
}

// pairResult returns A's results as a word of pairs.result, nil if a game is
// void.
func pairResult(p *selfplay.Pair) any {
	var letters []byte
	for _, g := range p.Games {
		if g == nil {
			continue
		}
		o, ok := outcomeFor(p.A, g.Red, g.Result)
		if !ok {
			return nil
		}
		letters = append(letters, "LDW"[o+1])
	}
	if len(letters) == 2 && strings.IndexByte("WLD", letters[0]) > strings.IndexByte("WLD", letters[1]) {
		letters[0], letters[1] = letters[1], letters[0]
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

func (r *Recorder) putGame(tx *sql.Tx, pair, inPair int, side board.Color, g *selfplay.Game, packed []byte) error {
	use := thinking(g, side)
	red, black := use[board.Red], use[board.Black]
	var id int64
	err := tx.QueryRow(`INSERT INTO games(run_id, pair, in_pair, red, black, result, reason, detail, cycle_ply,
		offenders, plies, started, ended, red_moves, red_us, red_nodes, red_depth,
		black_moves, black_us, black_nodes, black_depth)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING id`,
		r.run, pair, inPair, g.Red, g.Black, g.Result.String(), string(g.Reason), g.Detail, g.CyclePly,
		squareText(g.Offenders), len(g.Moves), nullMillis(g.Start), nullMillis(g.End),
		red.Moves, red.Time.Microseconds(), clampInt64(red.Nodes), red.Depth,
		black.Moves, black.Time.Microseconds(), clampInt64(black.Nodes), black.Depth).Scan(&id)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO game_moves(game_id, data) VALUES (?,?)", id, packed); err != nil {
		return err
	}
	if f := g.Fault; f != nil {
		_, err = tx.Exec("INSERT INTO faults(game_id, player, text, fen, ply, overrun_us, stderr) VALUES (?,?,?,?,?,?,?)",
			id, f.Player, f.Text, f.FEN, f.Ply, f.Overrun.Microseconds(), strings.Join(f.Stderr, "\n"))
	}
	return err
}

// Thinking sums up the moves one side thought about; book and opening moves
// are left out.
type Thinking struct {
	Moves int           `json:"moves"`
	Time  time.Duration `json:"time_ns"`
	Nodes uint64        `json:"nodes"`
	Depth int           `json:"depth_sum"`
}

// thinking returns the sums by colour of a game that side begins.
func thinking(g *selfplay.Game, side board.Color) (use [2]Thinking) {
	for _, m := range g.Moves {
		if u := &use[side]; !m.FromBook {
			u.Moves++
			u.Time += m.Time
			u.Nodes += m.Nodes
			u.Depth += m.Depth
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

func squareText(squares []board.Square) string {
	words := make([]string, len(squares))
	for i, sq := range squares {
		words[i] = sq.String()
	}
	return strings.Join(words, " ")
}

// clampInt64 fits a counter into SQLite's signed integers.
func clampInt64(n uint64) int64 { return int64(min(n, math.MaxInt64)) }
