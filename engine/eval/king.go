package eval

import "xqlab/engine/board"

// What each kind of unit counts for around the enemy king.
var (
	distanceTerms = [unitKinds]int{kingRookDistance, kingCannonDistance, kingHorseDistance}
	palaceTerms   = [unitKinds]int{kingPalaceRook, kingPalaceCannon, kingPalaceHorse}
	dangerUnits   = [unitKinds]int{3, 2, 2}
)

const pawnDangerUnits = 1

// kingSafety counts the danger to us's king, but for what stands on its rank
// and file: see kingLines.
func (e *Evaluator) kingSafety(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	palace := board.Palace(us)
	king := own.king
	file, rank := king.File(), king.Rank()
	var sum Score

	// 1. Attackers: how near they are, and what they hit in the palace.
	units := own.attack[board.King].And(enemy.all).Count()
	for i := range enemy.units[:enemy.numUnits] {
		u := &enemy.units[i]
		kind := u.kind & (unitKinds - 1)
		sum += e.term(t, us, distanceTerms[kind]+distance(u.sq, file, rank)-1)
		if hits := u.attack.And(palace); !hits.IsEmpty() {
			units += dangerUnits[kind]
			sum += e.times(t, us, palaceTerms[kind], hits.Count())
		}
	}
	for b := enemy.crossed; !b.IsEmpty(); {
		sq := b.Pop()
		sum += e.term(t, us, kingPawnDistance+distance(sq, file, rank)-1)
		if hits := board.PawnAttacks(us.Other(), sq).And(palace); !hits.IsEmpty() {
			units += pawnDangerUnits
			sum += e.times(t, us, kingPalacePawn, hits.Count())
		}
	}
	sum += e.term(t, us, kingDanger+min(units, maxDanger))

	// 2. Holes in the palace, and where the king can still go.
	weak := enemy.all.And(palace).AndNot(own.guarded).Count()
	sum += e.term(t, us, kingWeakSquares+min(weak, maxWeakSquares))
	gaze := enemy.lines.And(board.FileBB(enemy.king.File())).And(palace) // no king may step where the other looks
	free := own.attack[board.King].AndNot(own.own).AndNot(enemy.all).AndNot(gaze)
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
	sum += e.checks(t, us, own.lines.And(enemy.attack[board.Rook]).And(safe), kingRookCheck)
	sum += e.checks(t, us, s.pos.CannonShadow(king).And(enemy.cannonMoves).And(safe), kingCannonCheck)
	sum += e.checks(t, us, s.pos.HorseAttackersOf(king).And(enemy.attack[board.Horse]).And(safe), kingHorseCheck)
	if board.PawnAttackersOf(us.Other(), king).And(enemy.attack[board.Pawn]).Intersects(safe) {
		sum += e.term(t, us, kingPawnCheck)
	}

	// 4. The king's file.
	heavy := enemy.rooks.Or(enemy.cannons)
	if !heavy.IsEmpty() {
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
	}
	return sum
}

// checks counts term first if there is one point to give check from, the next
// term if there are more.
func (e *Evaluator) checks(t *Trace, us board.Color, from board.Bitboard, first int) Score {
	switch {
	case from.IsEmpty():
		return 0
	case from.Many():
		return e.term(t, us, first+1)
	}
	return e.term(t, us, first)
}

// distance returns the steps between s and a king on file and rank, the larger
// of the two directions, 1..9.
func distance(s board.Square, file, rank int) int {
	df, dr := s.File()-file, s.Rank()-rank
	return max(df, -df, dr, -dr)
}
