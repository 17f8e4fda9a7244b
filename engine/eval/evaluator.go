package eval

import "xqlab/engine/board"

// Evaluator scores positions with one set of weights. It is read-only after
// New and may be used by many goroutines at once.
type Evaluator struct {
	w       [maxTerms]Score // worth of each term, times its group's percentage
	percent [NumGroups]int
	table   board.Table // material and position, with the raw phase on top
}

// New folds weights into an evaluator. Later changes of w do not affect it.
func New(w *Weights) *Evaluator {
	e := new(Evaluator)
	for _, g := range Groups() {
		e.percent[g] = w.Percent(g)
	}
	for t := range NumTerms {
		percent := e.percent[termGroup[t]]
		e.w[t] = pack(percent*w.Get(2*t+midgame), percent*w.Get(2*t+endgame))
	}
	e.fillTable()
	return e
}

// Attach makes p keep the sum of material and piece-square values that
// Evaluate needs. It must be called again when another evaluator takes over.
func (e *Evaluator) Attach(p *board.Position) { p.SetTable(&e.table) }

// Evaluate returns the score of p in centipawns from the side to move. p must
// be attached. It does not allocate.
func (e *Evaluator) Evaluate(p *board.Position) int {
	phase, mg, eg := e.sum(p).unpack()
	score := taper(mg, eg, phaseOf[phase&127]) / Denominator
	if p.SideToMove() == board.Black {
		return -score
	}
	return score
}

// sum returns the weighted sums of all groups, Red's less Black's, with the raw
// phase.
func (e *Evaluator) sum(p *board.Position) Score {
	c := pass[silent]{w: &e.w}
	c.begin(p)
	return Score(p.TableSum()) + c.features()
}
