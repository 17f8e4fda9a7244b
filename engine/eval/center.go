package eval

import (
	"math/bits"

	"xqlab/engine/board"
)

// The zone is files d-f, ranks 3-6 counted from 0: the same twelve points for
// both sides.

// inZone counts the points of the zone in a set. The zone's bits of the two
// halves of a Bitboard do not overlap, so one count does for both.
func inZone(b board.Bitboard) int {
	return bits.OnesCount64(b.Lo&centerZone.Lo | b.Hi&centerZone.Hi)
}

// Banks of the river as each colour sees them: its own, the enemy's.
var (
	ownBank = [2]board.Bitboard{board.RankBB(4), board.RankBB(5)}
	farBank = [2]board.Bitboard{board.RankBB(5), board.RankBB(4)}
)

// center counts own's hold of the zone.
func (e *Evaluator) center(s *scene, own, enemy *side, t *Trace) Score {
	us := own.color
	var sum Score

	// 1. Who attacks it.
	safe := enemy.all.Not()
	sum += e.times(t, us, centerRookAttack, inZone(own.rookAttack))
	sum += e.times(t, us, centerRookSafe, inZone(own.rookAttack.And(safe)))
	sum += e.times(t, us, centerCannonAttack, inZone(own.cannonAttack))
	sum += e.times(t, us, centerCannonSafe, inZone(own.cannonAttack.And(safe)))
	sum += e.times(t, us, centerHorseAttack, inZone(own.horseAttack))
	sum += e.times(t, us, centerHorseSafe, inZone(own.horseAttack.And(safe)))
	sum += e.times(t, us, centerPawnAttack, inZone(own.pawnAttack))
	sum += e.term(t, us, centerControl+min(inZone(own.all.And(safe)), maxControl))

	// 2. Who stands there.
	if own.own.Intersects(centerZone) {
		sum += e.times(t, us, centerRook, inZone(own.rooks))
		sum += e.times(t, us, centerCannon, inZone(own.cannons))
		sum += e.times(t, us, centerPawn, inZone(own.pawns))
		if n := inZone(own.horses); n > 0 {
			outposts := own.horses.AndNot(enemy.pawnAttack)
			sum += e.times(t, us, centerHorse, n)
			sum += e.times(t, us, centerOutpost, inZone(outposts))
			sum += e.times(t, us, centerOutpostHeld, inZone(outposts.And(own.all)))
		}
	}

	// 3. Rooks on the river, cannons on the central file.
	sum += e.times(t, us, centerRiverRook, own.rooks.And(ownBank[us&1]).Count())
	sum += e.times(t, us, centerFarRiverRook, own.rooks.And(farBank[us&1]).Count())
	for b := own.cannons.And(centerFile); !b.IsEmpty(); {
		screens := s.occ.And(ahead[us&1][b.Pop()&127]).Clear(enemy.king).Count()
		sum += e.term(t, us, centerCannonScreens+min(screens, maxScreens))
	}
	return sum
}

// ahead holds, by colour and square of file e, the squares of the file in front
// of it.
var ahead = makeAhead()

func makeAhead() (rays [2][128]board.Bitboard) {
	for r := range 10 {
		rays[board.Red][board.SquareAt(4, r)] = rectangle(4, 4, r+1, 9)
		rays[board.Black][board.SquareAt(4, r)] = rectangle(4, 4, 0, r-1)
	}
	return rays
}
