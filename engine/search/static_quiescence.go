package search

import (
	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// StaticQuiescence tells quiet positions from unquiet ones by a search of
// captures alone. Unlike the quiescence search of a Searcher it has no table, no
// history and no tunable constants: its answer depends on the position and the
// weights only, so that later versions select the same set of quiet positions
// again. It is not safe for concurrent use.
type StaticQuiescence struct {
	eval  *eval.Evaluator
	lists [quietPlies + 1]board.MoveList
}

const (
	// quietPlies bounds the length of a line of captures and evasions.
	quietPlies = 24
	// victimFirst makes the victim's value outweigh every attacker's.
	victimFirst = 16
)

// NewStaticQuiescence returns a StaticQuiescence that evaluates with e.
func NewStaticQuiescence(e *eval.Evaluator) *StaticQuiescence { return &StaticQuiescence{eval: e} }

// Score returns the value of p for the side to move, in centipawns, if both
// sides make only captures that lose no material and may stop at any time; a
// side in check may make any move. The value is exact inside alpha..beta and a
// bound outside. p must be attached to the evaluator and is left as it was.
func (q *StaticQuiescence) Score(p *board.Position, alpha, beta Score) Score {
	return q.search(p, alpha, beta, 0)
}

// IsQuiet reports whether the static evaluation of p can be trusted: the side
// to move is not in check and gains no more than margin centipawns by
// capturing. p must be attached to the evaluator.
func (q *StaticQuiescence) IsQuiet(p *board.Position, margin int) bool {
	if p.InCheck() {
		return false
	}
	limit := Score(q.eval.Evaluate(p) + margin)
	return q.search(p, limit, limit+1, 0) <= limit
}

func (q *StaticQuiescence) search(p *board.Position, alpha, beta Score, ply int) Score {
	best := -Infinity
	list := &q.lists[ply]
	inCheck := p.InCheck()
	switch {
	case ply == quietPlies:
		return Score(q.eval.Evaluate(p))
	case inCheck:
		p.LegalMoves(list)
		best = MatedIn(ply)
	default:
		best = Score(q.eval.Evaluate(p))
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		p.LegalCaptures(list)
	}
	// The most valuable victim first, by the least valuable attacker.
	var worth [board.MaxMoves]int
	for i, m := range list.Slice() {
		worth[i] = victimFirst*board.ExchangeValue(p.At(m.To()).Type()) - board.ExchangeValue(p.At(m.From()).Type())
	}
	for i := range list.N {
		for j := i + 1; j < list.N; j++ {
			if worth[j] > worth[i] {
				worth[i], worth[j] = worth[j], worth[i]
				list.Moves[i], list.Moves[j] = list.Moves[j], list.Moves[i]
			}
		}
		m := list.Moves[i]
		if !inCheck && !p.SEEAtLeast(m, 0) {
			continue
		}
		p.Make(m)
		s := -q.search(p, -beta, -alpha, ply+1)
		p.Unmake()
		if s > best {
			best = s
			if s >= beta {
				break
			}
			alpha = max(alpha, s)
		}
	}
	return best
}
