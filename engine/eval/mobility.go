package eval

import "xqlab/engine/board"

// mobility counts us's moves, and the lines open to them.
func (e *Evaluator) mobility(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	var sum Score

	// 1. Rooks, cannons and horses: points that nothing cheaper attacks.
	cheap := enemy.attack[board.Pawn].Or(enemy.attack[board.Advisor]).Or(enemy.attack[board.Elephant])
	lesser := cheap.Or(enemy.attack[board.Horse]).Or(enemy.attack[board.Cannon])
	pawns := s.pos.ByType(board.Pawn)
	for i := range own.units[:own.numUnits] {
		u := &own.units[i]
		switch u.kind {
		case rookUnit:
			sum += e.term(t, us, mobRook+u.moves.AndNot(lesser).Count())
			if column := board.FileBB(u.sq.File()); !pawns.Intersects(column) {
				sum += e.term(t, us, mobRookOpen)
			} else if !own.pawns.Intersects(column) {
				sum += e.term(t, us, mobRookHalfOpen)
			}
		case cannonUnit:
			sum += e.term(t, us, mobCannon+u.moves.AndNot(cheap).Count())
		case horseUnit:
			sum += e.term(t, us, mobHorse+u.moves.AndNot(cheap).Count())
			sum += e.term(t, us, mobHorseLegs+next[u.sq&127].And(s.occ).Count())
		}
	}

	// 2. Guards and pawns.
	for b := s.pos.ByType(board.Elephant).And(own.own); !b.IsEmpty(); {
		sum += e.term(t, us, mobElephant+s.pos.ElephantAttacks(b.Pop()).AndNot(own.own).Count())
	}
	for b := s.pos.ByType(board.Advisor).And(own.own); !b.IsEmpty(); {
		sum += e.term(t, us, mobAdvisor+board.AdvisorAttacks(b.Pop()).AndNot(own.own).Count())
	}
	if !own.pawns.IsEmpty() {
		sum += e.times(t, us, mobPawnForward, forward(own.pawns, us).AndNot(own.own).Count())
	}
	if !own.crossed.IsEmpty() {
		left, right := neighbours(own.crossed)
		sum += e.times(t, us, mobPawnSide, left.AndNot(own.own).Count()+right.AndNot(own.own).Count())
		sum += e.times(t, us, mobPawnsLinked, left.And(own.crossed).Count())
	}

	// 3. The balance of the wings.
	force := own.rooks.Or(own.cannons).Or(own.horses).Or(own.crossed)
	tilt := force.And(leftWing).Count() - force.And(rightWing).Count()
	return sum + e.term(t, us, mobWing+min(max(tilt, -tilt), maxWing))
}
