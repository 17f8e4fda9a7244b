package eval

import "xqlab/engine/board"

// Evaluator scores positions with one set of weights. It is read-only after
// New and may be used by many goroutines at once.
type Evaluator struct {
	w       [maxTerms]Score // worth of each term, times its group's percentage
	percent [NumGroups]int
	table   board.Table // material and position, with the raw phase on top
}

// New folds weights into an evaluator. Later changes of w do not reach it.
func New(w *Weights) *Evaluator {
	e := new(Evaluator)
	for _, g := range Groups() {
		e.percent[g] = w.Percent(g)
	}
	for t := range NumTerms {
		percent := e.percent[termGroup[t]]
		e.w[t] = pack(percent*w.Get(2*t+midgame), percent*w.Get(2*t+endgame))
	}
	for _, t := range pieceTypes {
		for s := board.Square(0); s < board.NumSquares; s++ {
			square, value := tableTerm(t, s), materialTerm(t, s)
			if square < 0 {
				continue
			}
			worth := e.w[square]
			if value >= 0 {
				worth += e.w[value]
			}
			phase := Score(phaseValue[t]) << phaseShift
			e.table[board.MakePiece(board.Red, t)][s] = int64(phase + worth)
			e.table[board.MakePiece(board.Black, t)][s.Flip()] = int64(phase - worth)
		}
	}
	return e
}

var pieceTypes = []board.PieceType{
	board.King, board.Advisor, board.Elephant, board.Horse, board.Rook, board.Cannon, board.Pawn,
}

// materialTerm returns the term of a red piece's value on s, -1 for a king.
func materialTerm(t board.PieceType, s board.Square) int {
	if t == board.Pawn && s.Crossed(board.Red) {
		return matPawnCrossed
	}
	return materialTerms[t&7]
}

var materialTerms = [board.NumPieceTypes]int{
	board.King: -1, board.Advisor: matAdvisor, board.Elephant: matElephant, board.Horse: matHorse,
	board.Rook: matRook, board.Cannon: matCannon, board.Pawn: matPawn,
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
	c.look(p)
	return Score(p.TableSum()) + c.features()
}
