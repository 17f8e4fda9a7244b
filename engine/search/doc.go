// Package search finds the best move in a position.
//
// It is an iterative-deepening principal variation search with a shared
// transposition table. Each worker is one goroutine with its own position,
// histories and stack; nothing inside the tree allocates. With one thread and
// a depth or node limit the result is the same, node for node, every time.
//
// worker.search is one function, its steps numbered; every pruning rule is
// named in Params and can be switched off by name for an ablation. Beside it, at
// the root, mateSearch looks for mates by checks and threats, far deeper. Rule
// verdicts (repetition, perpetual check and chase, move limits) come from
// package rules, so that the engine plays by the rules it is judged by.
package search
