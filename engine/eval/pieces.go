package eval

import (
	"math/bits"

	"xqlab/engine/board"
)

// Each function of this file but the last handles one type of piece of one side:
// it unites the attacks, and counts mobility and the distance to the enemy king
// (which counts for the enemy, the side in danger).

// guardMoves handles advisors and elephants.
func (p *pass[T]) guardMoves(own *side) Score {
	advisors := p.pos.ByType(board.Advisor).And(own.own)
	points := advisorPoints[own.color&1]
	if advisors.Intersects(points.corners) {
		own.advisorAttack = points.middle
	}
	if advisors.Intersects(points.middle) {
		own.advisorAttack = own.advisorAttack.Or(points.corners)
	}
	us := own.color
	attack := elephantLeaps(home(p.pos.ByType(board.Elephant).And(own.own), us), home(p.occ, us))
	own.elephantAttack = ofHome(attack, us)
	return p.times(us, mobAdvisor, countHome(own.advisorAttack.AndNot(own.own), us)) +
		p.times(us, mobElephant, bits.OnesCount64(attack&^home(own.own, us)))
}

// elephantPoints are the seven points of an elephant in one half of the board.
// They are symmetric about the middle rank, so the set is the same in both halves.
const elephantPoints = 1<<2 | 1<<6 | 1<<18 | 1<<22 | 1<<26 | 1<<38 | 1<<42

// elephantLeaps returns what a side's elephants attack or guard in their half of
// the board, given what stands there. A leap that would leave the board ends on no
// elephant's point.
func elephantLeaps(elephants, occ uint64) uint64 {
	return (elephants<<10&^occ<<10 | elephants<<8&^occ<<8 |
		elephants>>10&^occ>>10 | elephants>>8&^occ>>8) & elephantPoints
}

// advisorPoints are the points of the palace where advisors can stand: from a
// corner they reach the middle, from the middle the corners.
var advisorPoints = [2]struct{ corners, middle board.Bitboard }{
	{advisorCorners(board.Red), board.SquareBB(palaceMiddle)},
	{advisorCorners(board.Black), board.SquareBB(palaceMiddle.Flip())},
}

func advisorCorners(c board.Color) board.Bitboard {
	return board.AdvisorAttacks(relative(palaceMiddle, c))
}

// What a piece that attacks a point of the palace adds to side.units.
const (
	rookUnits   = 3
	cannonUnits = 2
	horseUnits  = 2
	pawnUnits   = 1
)

// horseMoves handles horses. Points that pawns, advisors and elephants attack do
// not count as mobility, here and for cannons.
func (p *pass[T]) horseMoves(own, enemy *side) Score {
	var sum Score
	var all board.Bitboard
	units, n := 0, 0
	barred := own.own.Or(enemy.pawnAttack).Or(enemy.advisorAttack).Or(enemy.elephantAttack)
	palace := board.Palace(enemy.color)
	for b := own.horses; !b.IsEmpty(); n++ {
		var sq board.Square
		sq, b = b.Next()
		attack := p.pos.HorseAttacks(sq)
		all = all.Or(attack)
		if attack.Intersects(palace) {
			units += horseUnits
		}
		sum += p.term(own.color, mobHorse+attack.AndNot(barred).Count()) +
			p.term(own.color, mobHorseLegs+next[sq&127].And(p.occ).Count()) -
			p.term(enemy.color, kingHorseDistance+distance(sq, enemy.king)-1)
	}
	own.horseAttack, own.numHorses = all, n
	own.units += units
	return sum
}

// cannonMoves handles cannons.
func (p *pass[T]) cannonMoves(own, enemy *side) Score {
	var sum Score
	var all, allMoves board.Bitboard
	units, n := 0, 0
	barred := enemy.pawnAttack.Or(enemy.advisorAttack).Or(enemy.elephantAttack)
	palace := board.Palace(enemy.color)
	for b := own.cannons; !b.IsEmpty(); n++ {
		var sq board.Square
		sq, b = b.Next()
		attack := p.pos.CannonShadow(sq)
		moves := p.pos.RookAttacks(sq).AndNot(p.occ).Or(attack.And(enemy.own))
		all, allMoves = all.Or(attack), allMoves.Or(moves)
		if attack.Intersects(palace) {
			units += cannonUnits
		}
		sum += p.term(own.color, mobCannon+moves.AndNot(barred).Count()) -
			p.term(enemy.color, kingCannonDistance+distance(sq, enemy.king)-1)
	}
	own.cannonAttack, own.cannonMoves, own.numCannons = all, allMoves, n
	own.units += units
	return sum
}

// rookMoves handles rooks. Points that any lesser piece attacks do not count as
// mobility.
func (p *pass[T]) rookMoves(own, enemy *side) Score {
	var sum Score
	var all board.Bitboard
	units, n := 0, 0
	barred := own.own.Or(enemy.pawnAttack).Or(enemy.advisorAttack).Or(enemy.elephantAttack).
		Or(enemy.horseAttack).Or(enemy.cannonAttack)
	palace := board.Palace(enemy.color)
	for b := own.rooks; !b.IsEmpty(); n++ {
		var sq board.Square
		sq, b = b.Next()
		attack := p.pos.RookAttacks(sq)
		all = all.Or(attack)
		if attack.Intersects(palace) {
			units += rookUnits
		}
		sum += p.term(own.color, mobRook+attack.AndNot(barred).Count()) -
			p.term(enemy.color, kingRookDistance+distance(sq, enemy.king)-1)
		column := board.FileBB(sq.File())
		if !own.pawns.Intersects(column) {
			if enemy.pawns.Intersects(column) {
				sum += p.term(own.color, mobRookHalfOpen)
			} else {
				sum += p.term(own.color, mobRookOpen)
			}
		}
	}
	own.rookAttack, own.numRooks = all, n
	own.units += units
	return sum
}

// mobility counts the terms of the mobility group that belong to none of the
// pieces above: the moves of pawns, the spread of force over the wings, and the
// tempo of the side to move.
func (p *pass[T]) mobility(own *side) Score {
	us := own.color
	var sum Score

	// 1. Pawns.
	if !own.pawns.IsEmpty() {
		sum += p.times(us, mobPawnForward, own.pawns.Forward(us).AndNot(own.own).Count())
	}
	if !own.crossed.IsEmpty() {
		them := us.Other() // crossed pawns are on their side of the river
		left, right := own.crossed.West(), own.crossed.East()
		sum += p.times(us, mobPawnSide, countHome(left.AndNot(own.own), them)+countHome(right.AndNot(own.own), them))
		sum += p.times(us, mobLinkedPawns, countHome(left.And(own.crossed), them))
	}

	// 2. The side as a whole.
	wing := tilt(own.rooks.Or(own.cannons).Or(own.horses).Or(own.crossed))
	sum += p.term(us, mobWing+min(max(wing, -wing), mobWingMax))
	if p.pos.SideToMove() == us {
		sum += p.term(us, mobTempo)
	}
	return sum
}
