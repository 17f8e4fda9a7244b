package eval

import "xqlab/engine/board"

// pass is one evaluation of one position. It comes in two modes, one that only
// adds up and one that also records each count in a trace. The methods are
// written once; the compiler generates separate code for each mode, because
// arrays of different lengths have different shapes, and drops what the mode
// does not need. (Testing for a nil trace at every term instead costs 15 % of
// the evaluation's time.)
type pass[T mode] struct {
	attacks
	w     *[maxTerms]Score
	trace *Trace
}

type mode interface{ silent | recording }

type (
	silent    = [0]struct{}
	recording = [1]struct{}
)

// term returns the worth of counting term i once for us.
func (p *pass[T]) term(us board.Color, i int) Score {
	var m T
	if len(m) > 0 {
		p.trace.add(us, i, 1)
	}
	return p.w[i&(maxTerms-1)]
}

// times is term for a count of n.
func (p *pass[T]) times(us board.Color, i, n int) Score {
	var m T
	if len(m) > 0 {
		p.trace.add(us, i, n)
	}
	return p.w[i&(maxTerms-1)] * Score(n)
}

// features sums everything that is not in the piece table, Red's less Black's.
// The attacks of the position must have been begun.
func (p *pass[T]) features() Score {
	red, black := &p.sides[board.Red], &p.sides[board.Black]

	// 1. Attacks, and what each piece counts for by itself.
	sum := p.guardMoves(red) - p.guardMoves(black)
	sum += p.horseMoves(red, black) - p.horseMoves(black, red)
	sum += p.cannonMoves(red, black) - p.cannonMoves(black, red)
	sum += p.rookMoves(red, black) - p.rookMoves(black, red)
	red.finish()
	black.finish()

	// 2. What needs to know all attacks.
	return sum + p.side(red, black) - p.side(black, red)
}

func (p *pass[T]) side(own, enemy *side) Score {
	return p.pieceSets(own, enemy) +
		p.kingSafety(own, enemy) +
		p.kingLines(own, enemy) +
		p.rookLines(own, enemy) +
		p.guards(own, enemy) +
		p.center(own, enemy) +
		p.mobility(own)
}
