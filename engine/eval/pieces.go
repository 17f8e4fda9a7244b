package eval

import "xqlab/engine/board"

// The functions of this file look at one type of piece of a side each: they
// unite its attacks, and count its mobility and how near it is to the enemy
// king (which counts for the enemy, the side in danger).

// guardMoves looks at advisors and elephants.
func (e *Evaluator) guardMoves(s *scene, own *side, t *Trace) Score {
	var sum Score
	for b := s.pos.ByType(board.Elephant).And(own.own); !b.IsEmpty(); {
		attack := s.pos.ElephantAttacks(b.Pop())
		own.elephantAttack = own.elephantAttack.Or(attack)
		sum += e.term(t, own.color, mobElephant+attack.AndNot(own.own).Count())
	}
	for b := s.pos.ByType(board.Advisor).And(own.own); !b.IsEmpty(); {
		attack := board.AdvisorAttacks(b.Pop())
		own.advisorAttack = own.advisorAttack.Or(attack)
		sum += e.term(t, own.color, mobAdvisor+attack.AndNot(own.own).Count())
	}
	return sum
}

// dangerUnits weigh pieces that attack a point of the palace.
const (
	rookUnits   = 3
	cannonUnits = 2
	horseUnits  = 2
	pawnUnits   = 1
)

// horseMoves looks at horses. Mobility leaves out points that pawns, advisors
// and elephants attack, here and for cannons.
func (e *Evaluator) horseMoves(s *scene, own, enemy *side, t *Trace) Score {
	var sum Score
	barred := own.own.Or(enemy.pawnAttack).Or(enemy.advisorAttack).Or(enemy.elephantAttack)
	palace := board.Palace(enemy.color)
	for b := own.horses; !b.IsEmpty(); {
		sq := b.Pop()
		attack := s.pos.HorseAttacks(sq)
		own.horseAttack = own.horseAttack.Or(attack)
		if attack.Intersects(palace) {
			own.units += horseUnits
		}
		sum += e.term(t, own.color, mobHorse+attack.AndNot(barred).Count()) +
			e.term(t, own.color, mobHorseLegs+next[sq&127].And(s.occ).Count()) -
			e.term(t, enemy.color, kingHorseDistance+distance(sq, enemy.king)-1)
	}
	return sum
}

// cannonMoves looks at cannons.
func (e *Evaluator) cannonMoves(s *scene, own, enemy *side, t *Trace) Score {
	var sum Score
	barred := enemy.pawnAttack.Or(enemy.advisorAttack).Or(enemy.elephantAttack)
	palace := board.Palace(enemy.color)
	for b := own.cannons; !b.IsEmpty(); {
		sq := b.Pop()
		attack := s.pos.CannonShadow(sq)
		moves := s.pos.RookAttacks(sq).AndNot(s.occ).Or(attack.And(enemy.own))
		own.cannonAttack = own.cannonAttack.Or(attack)
		own.cannonMoves = own.cannonMoves.Or(moves)
		if attack.Intersects(palace) {
			own.units += cannonUnits
		}
		sum += e.term(t, own.color, mobCannon+moves.AndNot(barred).Count()) -
			e.term(t, enemy.color, kingCannonDistance+distance(sq, enemy.king)-1)
	}
	return sum
}

// rookMoves looks at rooks. Mobility leaves out points that any lesser piece
// attacks.
func (e *Evaluator) rookMoves(s *scene, own, enemy *side, t *Trace) Score {
	var sum Score
	barred := own.own.Or(enemy.pawnAttack).Or(enemy.advisorAttack).Or(enemy.elephantAttack).
		Or(enemy.horseAttack).Or(enemy.cannonAttack)
	palace := board.Palace(enemy.color)
	for b := own.rooks; !b.IsEmpty(); {
		sq := b.Pop()
		attack := s.pos.RookAttacks(sq)
		own.rookAttack = own.rookAttack.Or(attack)
		if attack.Intersects(palace) {
			own.units += rookUnits
		}
		sum += e.term(t, own.color, mobRook+attack.AndNot(barred).Count()) -
			e.term(t, enemy.color, kingRookDistance+distance(sq, enemy.king)-1)
		if column := board.FileBB(sq.File()); !own.pawns.Intersects(column) {
			if enemy.pawns.Intersects(column) {
				sum += e.term(t, own.color, mobRookHalfOpen)
			} else {
				sum += e.term(t, own.color, mobRookOpen)
			}
		}
	}
	return sum
}
