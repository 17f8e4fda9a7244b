package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

// Game is a stored game with its place in the database.
type Game struct {
	ID  int64
	Run RunID
	// Counted is false for void games and for the other game of their pair:
	// both are played again when the run is resumed.
	Counted bool
	// Thinking sums up the moves each colour thought about. Games are read
	// without their moves unless the filter asks for them; Plies is set in any
	// case.
	Thinking [2]Thinking
	Plies    int
	selfplay.Game
}

// GameFilter selects games; its zero value selects all counted games of all
// runs.
type GameFilter struct {
	Run     RunID              // 0 any
	Player  *int               // plays in the game
	Winner  *int               // won the game
	Result  selfplay.Result    // NoResult any
	Reason  selfplay.EndReason // "" any
	Opening *int               // index in the opening set of Run
	Pair    *int
	InPair  *int
	Faults  bool // only games that ended through a player's fault
	Void    bool // also games that do not count
	Moves   bool // read the moves as well
	Limit   int  // 0 all
	Offset  int
}

// where returns the SQL that selects games g, in order, and its arguments.
func (f GameFilter) where() (string, []any) {
	var terms []string
	var args []any
	add := func(term string, values ...any) {
		terms = append(terms, term)
		args = append(args, values...)
	}
	if f.Run != 0 {
		// The plus keeps SQLite from walking the whole run when other terms
		// leave only a few games.
		plus := map[bool]string{true: "+"}[f.Faults || f.Reason != ""]
		add(plus+"g.run_id = ?", f.Run)
	}
	if !f.Void {
		add("g.counted = 1")
	}
	if f.Player != nil {
		add("(g.red = ? OR g.black = ?)", *f.Player, *f.Player)
	}
	if f.Winner != nil {
		add("(g.result = '1-0' AND g.red = ? OR g.result = '0-1' AND g.black = ?)", *f.Winner, *f.Winner)
	}
	if f.Result != selfplay.NoResult {
		add("g.result = ?", f.Result.String())
	}
	if f.Reason != "" {
		if f.Run != 0 {
			add("g.id IN (SELECT id FROM games WHERE run_id = ? AND reason = ?)", f.Run, string(f.Reason))
		} else {
			add("g.reason = ?", string(f.Reason))
		}
	}
	if f.Opening != nil {
		add("(g.run_id, g.pair) IN (SELECT run_id, number FROM pairs WHERE run_id = ? AND opening_index = ?)", f.Run, *f.Opening)
	}
	if f.Pair != nil {
		add("g.pair = ?", *f.Pair)
	}
	if f.InPair != nil {
		add("g.in_pair = ?", *f.InPair)
	}
	if f.Faults {
		add("g.id IN (SELECT game_id FROM faults)")
	}
	if len(terms) == 0 {
		terms = []string{"1"}
	}
	return strings.Join(terms, " AND ") + gameOrder, args
}

const gameOrder = " ORDER BY g.run_id, g.pair, g.in_pair"

// choose returns the SQL that follows the joins of Games, and its arguments. A
// page is cut out before the joins, so that the games before it cost little.
func (f GameFilter) choose() (string, []any) {
	where, args := f.where()
	if f.Limit <= 0 && f.Offset <= 0 {
		return " WHERE " + where, args
	}
	limit := f.Limit
	if limit <= 0 {
		limit = -1
	}
	return " WHERE g.id IN (SELECT g.id FROM games g WHERE " + where + " LIMIT ? OFFSET ?)" + gameOrder,
		append(args, limit, f.Offset)
}

// Games iterates over games in order of run, pair and game. It ends after the
// first error. The loop body may use the store.
func (s *Store) Games(ctx context.Context, f GameFilter) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		where, args := f.choose()
		moves := "NULL"
		join := ""
		if f.Moves {
			moves, join = "m.data", " LEFT JOIN game_moves m ON m.game_id = g.id"
		}
		rows, err := s.read.QueryContext(ctx, `SELECT g.id, g.run_id, g.counted, g.pair, g.in_pair, g.red, g.black,
			g.result, g.reason, g.detail, g.cycle_ply, g.offenders, g.plies, g.started, g.ended,
			g.red_moves, g.red_us, g.red_nodes, g.red_depth, g.black_moves, g.black_us, g.black_nodes, g.black_depth,
			p.opening_index, o.fen, o.moves, o.name,
			f.player, f.text, f.fen, f.ply, f.overrun_us, f.stderr, f.dead, f.startup, `+moves+`
			FROM games g
			JOIN pairs p ON p.run_id = g.run_id AND p.number = g.pair
			JOIN openings o ON o.id = p.opening_id
			LEFT JOIN faults f ON f.game_id = g.id`+join+where, args...)
		if err != nil {
			yield(nil, s.wrap("read games", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			g, err := scanGame(rows, f.Moves)
			if err != nil {
				yield(nil, s.wrap("read games", err))
				return
			}
			if !yield(g, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, s.wrap("read games", err))
		}
	}
}

func scanGame(rows *sql.Rows, withMoves bool) (*Game, error) {
	var (
		g                        Game
		result, reason           string
		offenders, openingMoves  string
		started, ended           sql.NullInt64
		redTime, blackTime       int64
		player, ply, overrun     sql.NullInt64
		faultText, faultFEN, log sql.NullString
		dead, startup            sql.NullBool
		packed                   []byte
	)
	red, black := &g.Thinking[board.Red], &g.Thinking[board.Black]
	err := rows.Scan(&g.ID, &g.Run, &g.Counted, &g.Pair, &g.InPair, &g.Red, &g.Black,
		&result, &reason, &g.Detail, &g.CyclePly, &offenders, &g.Plies, &started, &ended,
		&red.Moves, &redTime, &red.Nodes, &red.Depth, &black.Moves, &blackTime, &black.Nodes, &black.Depth,
		&g.Opening.Index, &g.Opening.FEN, &openingMoves, &g.Opening.Name,
		&player, &faultText, &faultFEN, &ply, &overrun, &log, &dead, &startup, &packed)
	if err != nil {
		return nil, err
	}
	red.Time, black.Time = micros(redTime), micros(blackTime)
	g.Reason = selfplay.EndReason(reason)
	if g.Result, err = parseResult(result); err != nil {
		return nil, g.bad(err)
	}
	if g.Opening.Moves, err = board.ParseMoves(openingMoves); err != nil {
		return nil, g.bad(err)
	}
	if g.Offenders, err = parseSquares(offenders); err != nil {
		return nil, g.bad(err)
	}
	if started.Valid {
		g.Start = fromMillis(started.Int64)
	}
	if ended.Valid {
		g.End = fromMillis(ended.Int64)
	}
	if player.Valid {
		g.Fault = &selfplay.Fault{Player: int(player.Int64), Text: faultText.String, FEN: faultFEN.String,
			Ply: int(ply.Int64), Overrun: micros(overrun.Int64), Dead: dead.Bool, Startup: startup.Bool}
		if log.String != "" {
			g.Fault.Stderr = strings.Split(log.String, "\n")
		}
	}
	if withMoves {
		if g.Moves, err = UnpackMoves(packed); err != nil {
			return nil, g.bad(err)
		}
	}
	return &g, nil
}

// bad adds to an error which game it is about.
func (g *Game) bad(err error) error {
	return fmt.Errorf("run %d pair %d game %d: %w", g.Run, g.Pair+1, g.InPair+1, err)
}

func micros(us int64) time.Duration { return time.Duration(us) * time.Microsecond }

func parseSquares(text string) ([]board.Square, error) {
	var list []board.Square
	for _, word := range strings.Fields(text) {
		sq, err := board.ParseSquare(word)
		if err != nil {
			return nil, err
		}
		list = append(list, sq)
	}
	return list, nil
}
