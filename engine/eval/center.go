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

// banks are the two ranks along the river.
var banks = rectangle(0, 8, 4, 5)

// center counts own's hold of the zone.
func (p *pass[T]) center(own, enemy *side) Score {
	us := own.color
	var sum Score

	// 1. Who attacks it.
	safe := enemy.all.Not()
	sum += p.times(us, centerRookAttack, inZone(own.rookAttack))
	sum += p.times(us, centerRookSafe, inZone(own.rookAttack.And(safe)))
	sum += p.times(us, centerCannonAttack, inZone(own.cannonAttack))
	sum += p.times(us, centerCannonSafe, inZone(own.cannonAttack.And(safe)))
	sum += p.times(us, centerHorseAttack, inZone(own.horseAttack))
	sum += p.times(us, centerHorseSafe, inZone(own.horseAttack.And(safe)))
	sum += p.times(us, centerPawnAttack, inZone(own.pawnAttack))
	sum += p.term(us, centerControl+min(inZone(own.all.And(safe)), centerControlMax))

	// 2. Who stands there.
	if own.own.Intersects(centerZone) {
		sum += p.times(us, centerRook, inZone(own.rooks))
		sum += p.times(us, centerCannon, inZone(own.cannons))
		sum += p.times(us, centerPawn, inZone(own.pawns))
		if n := inZone(own.horses); n > 0 {
			outposts := own.horses.AndNot(enemy.pawnAttack)
			sum += p.times(us, centerHorse, n)
			sum += p.times(us, centerOutpost, inZone(outposts))
			sum += p.times(us, centerOutpostHeld, inZone(outposts.And(own.all)))
		}
	}

	// 3. Rooks on the river, cannons on the central file.
	if own.rooks.Intersects(banks) {
		near := own.rooks.And(board.HalfOf(us)).And(banks).Count()
		sum += p.times(us, centerRiverRook, near)
		sum += p.times(us, centerFarRiverRook, own.rooks.And(banks).Count()-near)
	}
	for b := own.cannons.And(centerFile); !b.IsEmpty(); {
		var sq board.Square
		sq, b = b.Next()
		screens := countFile(p.occ.And(ahead[us&1][sq&127]).Clear(enemy.king))
		sum += p.term(us, centerCannonScreens+min(screens, centerCannonScreensMax))
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
