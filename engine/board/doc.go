// Package board holds a xiangqi position: placement, side to move, counters,
// and everything that follows from them by the rules of movement.
//
// It knows no evaluation (package eval), no search (package search), and
// nothing of repetition verdicts (package rules, which judges games).
//
// # Layout
//
// Squares are numbered 0..89 as rank*9+file, ranks 0..9 from Red's side, files
// a..i from Red's left. A Position keeps the same placement in three forms,
// updated together by Make and Unmake:
//
//   - a mailbox (what stands on a square is one load),
//   - bitboards by colour and piece type, split into ranks 0-4 and 5-9 so that
//     no rank straddles the two words and each side's half of the board is one
//     word,
//   - one occupancy word per rank and per file, the index into the line tables
//     from which rook and cannon moves and the pieces on a line are read.
//
// The rest of a position's state (key, counters, what is known of check and pins)
// is kept in a stack with one record for each position of the line that led here,
// so that taking back a move restores it.
//
// # Legality
//
// Legal moves are generated directly. The pieces that aim at the king, and what
// stands between, determine whether it is in check, which own pieces may not
// move freely (blockers), and which empty squares must stay empty because a piece
// there would become the screen of a cannon. Only moves of blockers and of the
// king, and in check the moves that might end it, are tested one by one; all
// others are legal.
//
// # Tests
//
// A slow generator written from the rules of movement (reference_test.go) is
// compared with everything here on random games; perft counts come from other
// engines.
package board
