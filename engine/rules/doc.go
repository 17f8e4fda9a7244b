// Package rules judges xiangqi games: how repetition and long games end.
//
// A position alone cannot say whether a game is drawn by repetition, lost by
// perpetual check (长将) or perpetual chase (长捉), or drawn because nothing
// was captured for too long. Those are questions about the moves that led to
// it, and three rule sets answer them differently (see Ruleset).
//
// # Two ways to ask
//
// A Game is the referee: it plays moves one after another and reports after
// each whether the game is over, and if so, who won, why, and which pieces did
// what in which plies. It follows the rule set to the letter and compares
// placements, never only hash keys.
//
// A Judge works inside a search tree: it looks at the history of a
// board.Position and answers from the side to move's view, without allocating.
// Its documentation lists where it takes short cuts.
//
// # Order of adjudication
//
// After every move, in this order; the first that applies ends the game:
//
//  1. The side to move has no legal move: it loses, in check or not.
//  2. The position stands on the board for the n-th time (Options.NFold) since
//     the last capture: the moves of either side in between are classed.
//  3. The natural limit (自然限着): too many plies without a capture.
//  4. Material: neither side has a piece left that can cross the river.
//
// # Classes of a repetition
//
// The window is every ply after the earliest of the n most recent occurrences.
// Each side is classed by all its own moves in it (see Level), and the side
// with the higher level loses; equal levels draw. Chasing is defined through
// threats: pairs of an attacker and a victim that it could capture with
// profit. A move chases a piece when it makes a threat to that piece that was
// not there before the move. The file threat.go has the exact definition.
package rules
