// Package engine is xqlab's own xiangqi engine as a library: set up a position,
// ask for a move, play it.
//
//	e, err := engine.New(engine.Options{})
//	if err != nil {
//		return err
//	}
//	if err := e.SetPosition("3k5/8R/9/9/9/9/9/9/R8/5K3 w - - 0 1"); err != nil {
//		return err
//	}
//	r, err := e.Search(ctx, engine.Limits{Depth: 4}, nil)
//	if err != nil {
//		return err
//	}
//	fmt.Println(r.Best, r.Score) // a1a9 mate 1
//	err = e.Move(r.Best.String())
//
// A search ends at the first of its limits or when ctx is cancelled, and
// returns the best move found by then; the last argument may be a function that
// receives every line of every iteration. Moves are written in ICCS ("h2e2"),
// scores are in centipawns from the view of the side to move. An Engine keeps
// what it has learnt from one search to the next until NewGame; it is not safe
// for concurrent use, but any number of engines may run in one process.
//
// The packages below can be used on their own:
//
//   - board: positions, legal moves, FEN, perft
//   - rules: how repetition, perpetual check and chase, and long games end
//   - eval: the static evaluation, its weights and their files
//   - search: the search of the tree, its limits and its tunable constants
//   - notation: moves in Chinese, WXF and ICCS notation
//   - record: files of games (PGN, XQF, CBR and others) and of positions
//   - book: opening books
//   - protocol: serving the engine by UCI or UCCI
//
// Changes of evaluation and search that were measured by matches, those that
// failed among them, are recorded in EXPERIMENTS.md in this directory.
package engine
