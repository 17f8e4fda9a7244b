package store

import "database/sql"

// gameSums are the columns of game_totals after its key, as sums over games.
const gameSums = `count(*), sum(plies), sum(red_moves), sum(red_us), sum(red_nodes), sum(red_depth),
	sum(black_moves), sum(black_us), sum(black_nodes), sum(black_depth)`

// The statements that add a pair just stored to the totals of its run.
const (
	sqlAddGameTotals = `INSERT INTO game_totals
		SELECT run_id, red, black, result, reason, ` + gameSums + `
		FROM games WHERE run_id=? AND pair=? AND counted GROUP BY red, black, result, reason
		ON CONFLICT DO UPDATE SET games = games + excluded.games, plies = plies + excluded.plies,
			red_moves = red_moves + excluded.red_moves, red_us = red_us + excluded.red_us,
			red_nodes = red_nodes + excluded.red_nodes, red_depth = red_depth + excluded.red_depth,
			black_moves = black_moves + excluded.black_moves, black_us = black_us + excluded.black_us,
			black_nodes = black_nodes + excluded.black_nodes, black_depth = black_depth + excluded.black_depth`
	sqlAddPairTotals = `INSERT INTO pair_totals
		SELECT run_id, a, b, result, 1 FROM pairs WHERE run_id=? AND number=? AND result IS NOT NULL
		ON CONFLICT DO UPDATE SET pairs = pairs + 1`
)

// recount recomputes the totals of a run from its pairs and games.
func recount(tx *sql.Tx, run RunID) error {
	for _, query := range []string{
		"DELETE FROM game_totals WHERE run_id=?",
		"DELETE FROM pair_totals WHERE run_id=?",
		`INSERT INTO game_totals SELECT run_id, red, black, result, reason, ` + gameSums + `
			FROM games WHERE run_id=? AND counted GROUP BY red, black, result, reason`,
		`INSERT INTO pair_totals SELECT run_id, a, b, result, count(*)
			FROM pairs WHERE run_id=? AND result IS NOT NULL GROUP BY a, b, result`,
	} {
		if _, err := tx.Exec(query, run); err != nil {
			return err
		}
	}
	return nil
}
