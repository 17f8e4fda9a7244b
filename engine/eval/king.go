package eval

import "xqlab/engine/board"

// kingSafety counts the danger to own's king, but for what stands on its rank
// and file (see kingLines) and the distance of pieces (see pieces.go).
func (e *Evaluator) kingSafety(s *scene, own, enemy *side, t *Trace) Score {
	us, them := own.color, enemy.color
	palace := board.Palace(us)
	king := own.king
	var sum Score

	// 1. Attackers: what they hit in the palace.
	units := enemy.units + own.kingAttack.And(enemy.all).Count()
	for b := enemy.crossed; !b.IsEmpty(); {
		sq := b.Pop()
		sum += e.term(t, us, kingPawnDistance+distance(sq, king)-1)
		if board.PawnAttacks(them, sq).Intersects(palace) {
			units += pawnUnits
		}
	}
	sum += e.term(t, us, kingDanger+min(units, maxDanger))
	if hits := enemy.all.And(palace); !hits.IsEmpty() {
		sum += e.times(t, us, kingPalaceRook, enemy.rookAttack.And(palace).Count())
		sum += e.times(t, us, kingPalaceCannon, enemy.cannonAttack.And(palace).Count())
		sum += e.times(t, us, kingPalaceHorse, enemy.horseAttack.And(palace).Count())
		sum += e.times(t, us, kingPalacePawn, enemy.pawnAttack.And(palace).Count())
		sum += e.term(t, us, kingWeakSquares+min(hits.AndNot(own.guarded).Count(), maxWeakSquares))
	}

	// 2. Where the king can still go. No king may step where the other looks.
	file := king.File()
	gaze := enemy.lines.And(board.FileBB(enemy.king.File())).And(palace)
	free := own.kingAttack.AndNot(own.own).AndNot(enemy.all).AndNot(gaze)
	sum += e.term(t, us, kingEscapes+free.Count())
	if !gaze.IsEmpty() {
		switch enemy.king.File() - file {
		case -1, 1:
			sum += e.term(t, us, kingFacedNear)
		case -2, 2:
			sum += e.term(t, us, kingFacedFar)
		}
	}

	// 3. Checks that are, or can be, given.
	if enemy.all.Has(king) {
		sum += e.term(t, us, kingInCheck)
	}
	safe := enemy.own.Or(own.all).Not()
	if from := own.lines.And(enemy.rookAttack).And(safe); !from.IsEmpty() {
		sum += e.checks(t, us, from, kingRookCheck)
	}
	if from := s.pos.CannonShadow(king).And(enemy.cannonMoves).And(safe); !from.IsEmpty() {
		sum += e.checks(t, us, from, kingCannonCheck)
	}
	if from := s.pos.HorseAttackersOf(king).And(enemy.horseAttack).And(safe); !from.IsEmpty() {
		sum += e.checks(t, us, from, kingHorseCheck)
	}
	if board.PawnAttackersOf(them, king).And(enemy.pawnAttack).Intersects(safe) {
		sum += e.term(t, us, kingPawnCheck)
	}

	// 4. The king's file.
	heavy := enemy.rooks.Or(enemy.cannons)
	if heavy.IsEmpty() {
		return sum
	}
	column := board.FileBB(file)
	cover := own.own.And(column).Count() - 1
	sum += e.term(t, us, kingFileCover+min(cover, maxFileCover))
	if file == 4 && !own.pawns.Intersects(column) {
		sum += e.term(t, us, kingNoCenterPawn)
	}
	if heavy.Intersects(column) {
		sum += e.times(t, us, kingFileRook, enemy.rooks.And(column).Count())
		sum += e.times(t, us, kingFileCannon, enemy.cannons.And(column).Count())
	}
	return sum
}

// checks counts term first if there is one point to give check from, the next
// term if there are more.
func (e *Evaluator) checks(t *Trace, us board.Color, from board.Bitboard, first int) Score {
	if from.Many() {
		first++
	}
	return e.term(t, us, first)
}
