package search

import "math"

// reductions holds the part of a late-move reduction that grows with depth and
// move number, in 1/100 plies.
type reductions [reducedDepths][reducedMoves]int16

// Beyond these bounds the reduction grows no more.
const (
	reducedDepths = 64
	reducedMoves  = 64
)

// newReductions computes base + slope*ln(depth)*ln(number), after the formula
// of Stockfish and most engines since.
func newReductions(prm *Params) (r reductions) {
	for depth := 1; depth < reducedDepths; depth++ {
		for number := 1; number < reducedMoves; number++ {
			x := float64(prm.LMRBase) + float64(prm.LMRSlope)*math.Log(float64(depth))*math.Log(float64(number))
			r[depth][number] = int16(math.Round(x))
		}
	}
	return r
}

// at returns the part of the move of that number, from 1.
func (r *reductions) at(depth, number int) int {
	return int(r[min(depth, reducedDepths-1)][min(number, reducedMoves-1)])
}

// nodeKind is what the reduction of late moves depends on that all moves of a
// node have in common.
type nodeKind struct {
	cutNode   bool // a value of at least beta is expected
	improving bool // the static evaluation has risen since the side's last move
	pv        bool // a node of the principal variation, now
	tablePV   bool // or when its entry was written
	inCheck   bool
	failsHigh bool // the table has a move and a lower bound: others are unlikely to be needed
}

// nodeReduction returns what the kind of a node adds to the reduction of its
// captures and of its quiet moves, in 1/100 plies.
func (prm *Params) nodeReduction(n nodeKind) (capture, quiet int) {
	r := 0
	if n.cutNode {
		r += prm.LMRCutNode
	}
	if !n.improving {
		r += prm.LMRWorse
	}
	if n.pv {
		r -= prm.LMRPV
	}
	if n.tablePV {
		r -= prm.LMRTablePV
	}
	if n.inCheck {
		r -= prm.LMRInCheck
	}
	capture, quiet = r-prm.LMRCapture, r
	if n.failsHigh && !n.pv {
		quiet += prm.LMRTableMove
	}
	return capture, quiet
}

// reduction returns how many whole plies less deeply a late move is searched at
// first, 0 or more. base is the sum of its part by depth and number and of its
// node's, in 1/100 plies; history is that of the move, quiet or capture.
func (prm *Params) reduction(base int, killer bool, history int) int {
	if killer {
		base -= prm.LMRKiller
	}
	return max(base-perPly*history/prm.LMRHistory, 0) / perPly
}
