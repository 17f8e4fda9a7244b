package search

import "fmt"

// Score is an evaluation in centipawns from the view of the side to move, a
// rook being worth about 1000.
type Score int

// Scores beyond Decisive mean that the game is decided: by mate in n plies
// (Mate - n), or, just below every mate, by a rule such as perpetual check.
const (
	Infinity Score = 32000
	Mate     Score = 30000
	ruleWin  Score = 29000 // less the distance in plies
	Decisive Score = 28000
	// MaxPly bounds the length of a line in the tree.
	MaxPly = 128
	// longestMate is the score of the longest mate that a line can hold.
	longestMate = Mate - 2*MaxPly
)

// MatedIn is the score of the side to move that is mated at ply.
func MatedIn(ply int) Score { return -Mate + Score(ply) }

// MateIn is the score of mating at ply.
func MateIn(ply int) Score { return Mate - Score(ply) }

// ruleLoss is the score of losing by rule at ply.
func ruleLoss(ply int) Score { return -ruleWin + Score(ply) }

// MateDistance returns the moves (not plies) to mate, negative if the side to
// move is mated; ok is false for every other score.
func (s Score) MateDistance() (moves int, ok bool) {
	switch {
	case s >= longestMate:
		return int(Mate-s+1) / 2, true
	case s <= -longestMate:
		return -int(Mate+s) / 2, true
	}
	return 0, false
}

// IsDecisive reports whether the score means that the game is decided.
func (s Score) IsDecisive() bool { return s >= Decisive || s <= -Decisive }

// byRule reports whether the score rests on a rule verdict, which belongs to
// the path and not to the position.
func (s Score) byRule() bool {
	return s >= Decisive && s < longestMate || s <= -Decisive && s > -longestMate
}

// String returns the UCI form: "cp 35" or "mate -3".
func (s Score) String() string {
	if n, ok := s.MateDistance(); ok {
		return fmt.Sprintf("mate %d", n)
	}
	return fmt.Sprintf("cp %d", int(s))
}

// Bound is the relation of a score to the true value.
type Bound uint8

const (
	BoundNone Bound = iota
	BoundUpper
	BoundLower
	BoundExact
)

// String returns the UCI word, empty for an exact score.
func (b Bound) String() string { return [...]string{"", "upperbound", "lowerbound", ""}[b&boundMask] }
