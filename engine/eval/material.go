package eval

// pieceSets counts the material terms that depend on more than one piece.
// Piece values and squares come with board.Table.
func (p *pass[T]) pieceSets(own, enemy *side) Score {
	us := own.color
	var sum Score
	if own.numRooks > 1 {
		sum += p.term(us, matRookPair)
	} else if own.numRooks == 0 && enemy.numRooks > 0 {
		sum += p.term(us, matRookless)
	}
	if own.numHorse > 1 {
		sum += p.term(us, matHorsePair)
	}
	if own.numGuns > 0 {
		others := p.occ.Count() - 2
		sum += p.times(us, matCannonPieces+others>>2&(pieceBuckets-1), own.numGuns)
		if own.numGuns > 1 {
			sum += p.term(us, matCannonPair)
		}
		if own.numHorse > 0 {
			sum += p.term(us, matHorseCannon)
		}
	}
	if own.pawns.IsEmpty() {
		sum += p.term(us, matPawnless)
		if own.numRooks+own.numGuns+own.numHorse == 0 {
			sum += p.term(us, matAttackless)
		}
	}
	return sum
}
