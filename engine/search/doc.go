// Package search finds the best move in a position.
//
// It is an iterative-deepening principal variation search with a shared
// transposition table. Each worker is one goroutine with its own position,
// histories and stack; nothing inside the tree allocates. With one thread and
// a depth or node limit the result is the same, node for node, every time.
//
// To read it, start with driver.run (iterations), worker.search (the tree) and
// worker.quiesce (its leaves): each is one function in numbered steps. At the
// root, mateSearch looks for mates by checks and threats, far deeper. Every
// technique can be switched off by name for an ablation, and every number that
// might be tuned has a name, a unit and a range: both are fields of Params. Rule
// verdicts (repetition, perpetual check and chase, move limits) come from
// package rules, so that the engine plays by the rules it is judged by.
package search
