package eval

import "xqlab/engine/board"

// pieceSets counts the material terms that depend on more than one piece.
// Piece values and squares come with board.Table.
func (e *Evaluator) pieceSets(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	rooks, cannons, horses := own.count[board.Rook], own.count[board.Cannon], own.count[board.Horse]
	var sum Score
	if rooks > 1 {
		sum += e.term(t, us, matRookPair)
	}
	if cannons > 1 {
		sum += e.term(t, us, matCannonPair)
	}
	if horses > 1 {
		sum += e.term(t, us, matHorsePair)
	}
	if cannons > 0 && horses > 0 {
		sum += e.term(t, us, matHorseCannon)
	}
	if rooks == 0 && enemy.count[board.Rook] > 0 {
		sum += e.term(t, us, matRookless)
	}
	if own.pawns.IsEmpty() {
		sum += e.term(t, us, matPawnless)
		if own.numUnits == 0 {
			sum += e.term(t, us, matAttackless)
		}
	}
	if cannons > 0 {
		others := s.occ.Count() - 2
		sum += e.times(t, us, matCannonPieces+others>>2&(pieceBuckets-1), cannons)
	}
	return sum
}
