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
// s must have looked at the position.
func (e *Evaluator) features(s *scene, t *Trace) Score {
	red, black := &s.sides[board.Red], &s.sides[board.Black]

	// 1. Attacks, and what each piece counts for by itself.
	sum := e.guardMoves(s, red, t) - e.guardMoves(s, black, t)
	sum += e.horseMoves(s, red, black, t) - e.horseMoves(s, black, red, t)
	sum += e.cannonMoves(s, red, black, t) - e.cannonMoves(s, black, red, t)
	sum += e.rookMoves(s, red, black, t) - e.rookMoves(s, black, red, t)
	red.finish()
	black.finish()

	// 2. What needs to know all attacks.
	sum += e.sideTerms(s, red, black, t) - e.sideTerms(s, black, red, t)
	if us := s.pos.SideToMove(); us == board.Red {
		sum += e.term(t, us, mobTempo)
	} else {
		sum -= e.term(t, us, mobTempo)
	}
	return sum
}

func (e *Evaluator) sideTerms(s *scene, own, enemy *side, t *Trace) Score {
	return e.pieceSets(s, own, enemy, t) +
		e.kingSafety(s, own, enemy, t) +
		e.kingLines(s, own, enemy, t) +
		e.rookLines(s, own, enemy, t) +
		e.guards(s, own, enemy, t) +
		e.center(s, own, enemy, t) +
		e.mobility(own, t)
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
