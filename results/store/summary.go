package store

import (
	"context"
	"database/sql"

	"xqlab/engine/board"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// RunSize counts what a run has stored.
type RunSize struct {
	Pairs        int64 `json:"pairs"` // complete ones
	Games        int64 `json:"games"` // counted ones
	Void         int64 `json:"void"`  // games that do not count
	SuiteResults int64 `json:"suite_results"`
	Steps        int64 `json:"steps"`
}

// RunSizes counts the results of all runs.
func (s *Store) RunSizes(ctx context.Context) (map[RunID]RunSize, error) {
	sizes := map[RunID]RunSize{}
	err := s.query(ctx, "count results", func(rows *sql.Rows) error {
		var id RunID
		var z RunSize
		err := rows.Scan(&id, &z.Pairs, &z.Games, &z.Void, &z.SuiteResults, &z.Steps)
		sizes[id] = z
		return err
	}, `WITH
		p AS (SELECT run_id, sum(pairs) AS pairs, sum(pairs * length(result)) AS games FROM pair_totals GROUP BY run_id),
		v AS (SELECT run_id, count(*) AS n FROM games WHERE counted = 0 GROUP BY run_id),
		u AS (SELECT run_id, count(*) AS n FROM suite_results GROUP BY run_id),
		t AS (SELECT run_id, count(*) AS n FROM tuning_steps GROUP BY run_id)
		SELECT r.id, coalesce(p.pairs, 0), coalesce(p.games, 0), coalesce(v.n, 0), coalesce(u.n, 0), coalesce(t.n, 0)
		FROM runs r LEFT JOIN p ON p.run_id = r.id LEFT JOIN v ON v.run_id = r.id
			LEFT JOIN u ON u.run_id = r.id LEFT JOIN t ON t.run_id = r.id`)
	return sizes, err
}

// ReasonCount counts the games between two players that ended for one reason.
type ReasonCount struct {
	Red    int                `json:"red"`
	Black  int                `json:"black"`
	Result selfplay.Result    `json:"-"`
	Reason selfplay.EndReason `json:"reason"`
	Games  int64              `json:"games"`
}

// Loser returns the player that lost, -1 for a draw.
func (c ReasonCount) Loser() int {
	switch c.Result {
	case selfplay.RedWins:
		return c.Black
	case selfplay.BlackWins:
		return c.Red
	}
	return -1
}

// Reasons counts how a run's counted games ended, the most frequent reason
// first.
func (s *Store) Reasons(ctx context.Context, run RunID) ([]ReasonCount, error) {
	var list []ReasonCount
	err := s.query(ctx, "count end reasons", func(rows *sql.Rows) error {
		var c ReasonCount
		var result string
		err := rows.Scan(&c.Red, &c.Black, &result, &c.Reason, &c.Games)
		if err == nil {
			c.Result, err = parseResult(result)
		}
		list = append(list, c)
		return err
	}, `SELECT red, black, result, reason, games FROM game_totals WHERE run_id=?
		ORDER BY games DESC, reason, red, black, result`, run)
	return list, err
}

// Usage is what a player spent over all counted games of a run.
type Usage struct {
	Player int   `json:"player"`
	Games  int64 `json:"games"`
	Thinking
}

// NodesPerSecond returns the player's speed, n/a if it reported no nodes or
// took no time.
func (u Usage) NodesPerSecond() stats.Figure {
	if u.Nodes == 0 || u.Time <= 0 {
		return stats.Figure{}
	}
	return stats.Known(float64(u.Nodes) / u.Time.Seconds())
}

// MeanDepth returns the average depth of the moves the player thought about.
func (u Usage) MeanDepth() stats.Figure { return u.perMove(float64(u.Depth)) }

// MeanTime returns the average time per move in seconds.
func (u Usage) MeanTime() stats.Figure { return u.perMove(u.Time.Seconds()) }

func (u Usage) perMove(x float64) stats.Figure {
	if u.Moves == 0 {
		return stats.Figure{}
	}
	return stats.Known(x / float64(u.Moves))
}

// Usages sums up time, nodes and depth of every player of a run, in player
// order.
func (s *Store) Usages(ctx context.Context, run RunID) ([]Usage, error) {
	var list []Usage
	err := s.query(ctx, "sum up thinking", func(rows *sql.Rows) error {
		var u Usage
		var us int64
		err := rows.Scan(&u.Player, &u.Games, &u.Moves, &us, &u.Nodes, &u.Depth)
		u.Time = micros(us)
		list = append(list, u)
		return err
	}, `WITH sides AS (
			SELECT red AS player, games, red_moves AS moves, red_us AS us, red_nodes AS nodes, red_depth AS depth
			FROM game_totals WHERE run_id = ?1
			UNION ALL
			SELECT black, games, black_moves, black_us, black_nodes, black_depth
			FROM game_totals WHERE run_id = ?1)
		SELECT player, sum(games), sum(moves), sum(us), sum(nodes), sum(depth) FROM sides GROUP BY player ORDER BY player`, run)
	return list, err
}

// Length is the distribution of game lengths of a run's counted games.
type Length struct {
	Plies  int             `json:"plies"`
	Result selfplay.Result `json:"-"`
	Games  int64           `json:"games"`
}

// Lengths counts games by length and result, the shortest first.
func (s *Store) Lengths(ctx context.Context, run RunID) ([]Length, error) {
	var list []Length
	err := s.query(ctx, "count lengths", func(rows *sql.Rows) error {
		var l Length
		var result string
		err := rows.Scan(&l.Plies, &result, &l.Games)
		if err == nil {
			l.Result, err = parseResult(result)
		}
		list = append(list, l)
		return err
	}, `SELECT plies, result, count(*) FROM games WHERE run_id=? AND counted=1 GROUP BY plies, result
		ORDER BY plies, result`, run)
	return list, err
}

// OpeningScore is the score of two players over one opening.
type OpeningScore struct {
	Opening selfplay.Opening
	Tally   // Void is not counted here
}

// ByOpening counts the complete pairs of a run by opening, in order of the
// openings' index and of the players.
func (s *Store) ByOpening(ctx context.Context, run RunID) ([]OpeningScore, error) {
	var list []OpeningScore
	err := s.query(ctx, "count openings", func(rows *sql.Rows) error {
		var o selfplay.Opening
		var moves, result string
		var a, b int
		var n int64
		if err := rows.Scan(&o.Index, &a, &b, &result, &n, &o.FEN, &moves, &o.Name); err != nil {
			return err
		}
		outcomes, err := parsePairResult(result)
		if err != nil {
			return err
		}
		last := len(list) - 1
		for last >= 0 && list[last].Opening.Index == o.Index && (list[last].A != min(a, b) || list[last].B != max(a, b)) {
			last--
		}
		if last < 0 || list[last].Opening.Index != o.Index {
			if o.Moves, err = board.ParseMoves(moves); err != nil {
				return err
			}
			list = append(list, OpeningScore{o, Tally{A: min(a, b), B: max(a, b)}})
			last = len(list) - 1
		}
		list[last].add(a, outcomes, n)
		return nil
	}, `WITH c AS MATERIALIZED (
			SELECT opening_index AS idx, opening_id AS id, a, b, result, count(*) AS n FROM pairs
			WHERE run_id=? AND result IS NOT NULL GROUP BY opening_index, opening_id, a, b, result)
		SELECT c.idx, c.a, c.b, c.result, c.n, o.fen, o.moves, o.name
		FROM c JOIN openings o ON o.id = c.id ORDER BY c.idx, min(c.a, c.b), max(c.a, c.b)`, run)
	return list, err
}
