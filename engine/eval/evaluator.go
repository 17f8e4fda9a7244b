package eval

import "xqlab/engine/board"

// Evaluator scores positions with one set of weights. It is read-only after
// New and may be used by many goroutines at once.
type Evaluator struct {
	w     [1024]Score // worth of each term, times its group's percentage
	table board.Table // material and position, with the raw phase on top
}

// New folds weights into an evaluator. Later changes of w do not reach it.
func New(w *Weights) *Evaluator {
	e := new(Evaluator)
	for t := range NumTerms {
		percent := w.Percent(termGroup[t])
		e.w[t] = pack(percent*w.Get(2*t+midgame), percent*w.Get(2*t+endgame))
	}
	for _, t := range pieceTypes {
		for s := board.Square(0); s < board.NumSquares; s++ {
			if tableTerm(t, s) < 0 {
				continue
			}
			var worth Score
			for _, term := range pieceTerms(t, s) {
				worth += e.w[term]
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

// materialTerms holds the term of a piece's value by type; kings have none.
var materialTerms = [board.NumPieceTypes]int{
	board.Advisor: matAdvisor, board.Elephant: matElephant, board.Horse: matHorse,
	board.Rook: matRook, board.Cannon: matCannon, board.Pawn: matPawn,
}

// pieceTerms returns the terms that a red piece on s counts for by itself,
// those which board.Table keeps up to date: its value and its square's.
func pieceTerms(t board.PieceType, s board.Square) []int {
	terms := []int{tableTerm(t, s)}
	switch {
	case t == board.King:
	case t == board.Pawn && s.Crossed(board.Red):
		terms = append(terms, matPawnCrossed)
	default:
		terms = append(terms, materialTerms[t])
	}
	return terms
}

// Attach makes p keep the sum of material and piece-square values that
// Evaluate needs. It must be called again when another evaluator takes over.
func (e *Evaluator) Attach(p *board.Position) { p.SetTable(&e.table) }

// Evaluate returns the score of p in centipawns from the side to move. p must
// be attached. It does not allocate.
func (e *Evaluator) Evaluate(p *board.Position) int {
	var s scene
	s.look(p)
	phase, mg, eg := (Score(p.TableSum()) + e.features(&s, nil)).unpack()
	score := taper(mg, eg, phaseOf[phase&127]) / Denominator
	if p.SideToMove() == board.Black {
		return -score
	}
	return score
}

// features sums everything that is not in the piece table, Red's less Black's.
func (e *Evaluator) features(s *scene, t *Trace) Score {
	sum := e.side(s, board.Red, t) - e.side(s, board.Black, t)
	us := s.pos.SideToMove()
	tempo := e.term(t, us, mobTempo)
	if us == board.Black {
		return sum - tempo
	}
	return sum + tempo
}

// side sums the terms that count for us.
func (e *Evaluator) side(s *scene, us board.Color, t *Trace) Score {
	return e.pieceSets(s, us, t) +
		e.kingSafety(s, us, t) +
		e.kingLines(s, us, t) +
		e.rookLines(s, us, t) +
		e.guards(s, us, t) +
		e.center(s, us, t) +
		e.mobility(s, us, t)
}

// term returns the worth of counting term i once for us, and records the count
// if there is a trace.
func (e *Evaluator) term(t *Trace, us board.Color, i int) Score {
	if t != nil {
		t.add(us, i, 1)
	}
	return e.w[i&1023]
}

// times is term for a count of n.
func (e *Evaluator) times(t *Trace, us board.Color, i, n int) Score {
	if t != nil {
		t.add(us, i, n)
	}
	return e.w[i&1023] * Score(n)
}
