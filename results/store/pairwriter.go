package store

import (
	"database/sql"
	"math"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// The statements that store a pair. They are prepared once, because preparing
// takes longer than running them.
const (
	sqlFindPair    = "SELECT result IS NOT NULL FROM pairs WHERE run_id=? AND number=?"
	sqlDropPair    = "DELETE FROM pairs WHERE run_id=? AND number=?"
	sqlFindOpening = "SELECT id FROM openings WHERE hash=?"
	sqlPutOpening  = "INSERT INTO openings(hash, fen, moves, name) VALUES (?,?,?,?) RETURNING id"
	sqlPutPair     = `INSERT INTO pairs(run_id, number, a, b, opening_id, opening_index, result, stored)
		VALUES (?,?,?,?,?,?,?,?)`
	sqlPutGame = `INSERT INTO games(run_id, pair, in_pair, red, black, counted, result, reason, detail, cycle_ply,
		offenders, plies, started, ended, red_moves, red_us, red_nodes, red_depth,
		black_moves, black_us, black_nodes, black_depth)
		VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`
	sqlPutMoves = "INSERT INTO game_moves(game_id, data) VALUES (?,?)"
	sqlPutFault = `INSERT INTO faults(game_id, player, text, fen, ply, overrun_us, stderr, dead, startup)
		VALUES (?,?,?,?,?,?,?,?,?)`
	sqlTouchRun = "UPDATE runs SET updated = max(updated, ?) WHERE id=?"
)

// prepareOnce prepares the statements above on the writing connection.
func (s *Store) prepareOnce() (map[string]*sql.Stmt, error) {
	s.preparing.Lock()
	defer s.preparing.Unlock()
	if s.prepared != nil || s.readOnly {
		return s.prepared, nil
	}
	stmts := map[string]*sql.Stmt{}
	for _, query := range []string{sqlFindPair, sqlDropPair, sqlFindOpening, sqlPutOpening, sqlPutPair, sqlPutGame,
		sqlPutMoves, sqlPutFault, sqlClaimToken, sqlAddGameTotals, sqlAddPairTotals, sqlTouchRun} {
		stmt, err := s.write.Prepare(query)
		if err != nil {
			return nil, err
		}
		stmts[query] = stmt
	}
	s.prepared = stmts
	return stmts, nil
}

// pairWriter writes one pair of a run within a transaction.
type pairWriter struct {
	tx     *sql.Tx
	stmts  map[string]*sql.Stmt
	run    RunID
	number int
}

func (w pairWriter) exec(query string, args ...any) (sql.Result, error) {
	return w.tx.Stmt(w.stmts[query]).Exec(args...)
}

func (w pairWriter) row(query string, args ...any) *sql.Row {
	return w.tx.Stmt(w.stmts[query]).QueryRow(args...)
}

// makeRoom removes an incomplete pair of the same number and refuses to
// replace a complete one.
func (w pairWriter) makeRoom() error {
	var complete bool
	err := w.row(sqlFindPair, w.run, w.number).Scan(&complete)
	switch {
	case noRows(err):
		return nil
	case err != nil:
		return err
	case complete:
		return ErrPairStored
	}
	_, err = w.exec(sqlDropPair, w.run, w.number)
	return err
}

func (w pairWriter) putOpening(o selfplay.Opening) (id int64, err error) {
	moves := board.FormatMoves(o.Moves)
	hash := hashOpening(o.FEN, moves)
	err = w.row(sqlFindOpening, hash).Scan(&id)
	if noRows(err) {
		err = w.row(sqlPutOpening, hash, o.FEN, moves, o.Name).Scan(&id)
	}
	return id, err
}

func (w pairWriter) putGame(inPair int, g *selfplay.Game, use [2]Thinking, counted bool, packed []byte) error {
	red, black := use[board.Red], use[board.Black]
	result, err := w.exec(sqlPutGame,
		w.run, w.number, inPair, g.Red, g.Black, counted, g.Result.String(), string(g.Reason), g.Detail, g.CyclePly,
		squareText(g.Offenders), len(g.Moves), nullMillis(g.Start), nullMillis(g.End),
		red.Moves, red.Time.Microseconds(), clampInt64(red.Nodes), red.Depth,
		black.Moves, black.Time.Microseconds(), clampInt64(black.Nodes), black.Depth)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := w.exec(sqlPutMoves, id, packed); err != nil {
		return err
	}
	if f := g.Fault; f != nil {
		_, err = w.exec(sqlPutFault, id, f.Player, f.Text, f.FEN, f.Ply, f.Overrun.Microseconds(), strings.Join(f.Stderr, "\n"), f.Dead, f.Startup)
	}
	return err
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

// nullMillis stores a time, NULL if it is not known.
func nullMillis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func nullText(text string) any {
	if text == "" {
		return nil
	}
	return text
}
