package eval

// pieceSets counts the material terms that depend on more than one piece.
// Piece values and squares come with board.Table.
func (e *Evaluator) pieceSets(s *scene, own, enemy *side, t *Trace) Score {
	us := own.color
	var sum Score
	if own.numRooks > 1 {
		sum += e.term(t, us, matRookPair)
	} else if own.numRooks == 0 && enemy.numRooks > 0 {
		sum += e.term(t, us, matRookless)
	}
	if own.numHorse > 1 {
		sum += e.term(t, us, matHorsePair)
	}
	if own.numGuns > 0 {
		others := s.occ.Count() - 2
		sum += e.times(t, us, matCannonPieces+others>>2&(pieceBuckets-1), own.numGuns)
		if own.numGuns > 1 {
			sum += e.term(t, us, matCannonPair)
		}
		if own.numHorse > 0 {
			sum += e.term(t, us, matHorseCannon)
		}
	}
	if own.pawns.IsEmpty() {
		sum += e.term(t, us, matPawnless)
		if own.numRooks+own.numGuns+own.numHorse == 0 {
			sum += e.term(t, us, matAttackless)
		}
	}
	return sum
}
