package eval

// pieceSets counts the material terms that depend on more than one piece.
// The values of single pieces are in table.go.
func (p *pass[T]) pieceSets(own, enemy *side) Score {
	us := own.color
	var sum Score
	if own.numRooks > 1 {
		sum += p.term(us, matRookPair)
	} else if own.numRooks == 0 && enemy.numRooks > 0 {
		sum += p.term(us, matRookless)
	}
	if own.numHorses > 1 {
		sum += p.term(us, matHorsePair)
	}
	if own.numCannons > 0 {
		others := p.occ.Count() - 2
		sum += p.times(us, matCannonPieces+others>>2, own.numCannons)
		if own.numCannons > 1 {
			sum += p.term(us, matCannonPair)
		}
		if own.numHorses > 0 {
			sum += p.term(us, matHorseCannon)
		}
	}
	if own.pawns.IsEmpty() {
		sum += p.term(us, matPawnless)
		if own.numRooks+own.numCannons+own.numHorses == 0 {
			sum += p.term(us, matAttackless)
		}
	}
	return sum
}
