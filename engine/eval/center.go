package eval

import "xqlab/engine/board"

// The zone is files d-f, ranks 3-6 counted from 0: the same twelve points for
// both sides.

var (
	centerTerms       = [unitKinds]int{centerRook, centerCannon, centerHorse}
	centerAttackTerms = [unitKinds]int{centerRookAttack, centerCannonAttack, centerHorseAttack}
	centerSafeTerms   = [unitKinds]int{centerRookSafe, centerCannonSafe, centerHorseSafe}
)

// center counts us's hold of the zone.
func (e *Evaluator) center(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	var sum Score
	for i := range own.units[:own.numUnits] {
		u := &own.units[i]
		kind := u.kind & (unitKinds - 1)
		if hits := u.attack.And(centerZone); !hits.IsEmpty() {
			sum += e.times(t, us, centerAttackTerms[kind], hits.Count())
			sum += e.times(t, us, centerSafeTerms[kind], hits.AndNot(enemy.all).Count())
		}
		if centerZone.Has(u.sq) {
			sum += e.term(t, us, centerTerms[kind])
			if kind == horseUnit && !enemy.attack[board.Pawn].Has(u.sq) {
				sum += e.term(t, us, centerOutpost)
				if own.all.Has(u.sq) {
					sum += e.term(t, us, centerOutpostHeld)
				}
			}
		}
		switch kind {
		case rookUnit:
			switch relative(u.sq, us).Rank() {
			case 4:
				sum += e.term(t, us, centerRiverRook)
			case 5:
				sum += e.term(t, us, centerFarRiverRook)
			}
		case cannonUnit:
			if u.sq.File() == 4 {
				ahead := s.occ.And(ahead(u.sq, us)).AndNot(board.SquareBB(enemy.king)).Count()
				sum += e.term(t, us, centerCannonScreens+min(ahead, maxScreens))
			}
		}
	}
	if pawns := own.pawns.And(centerZone); !pawns.IsEmpty() {
		sum += e.times(t, us, centerPawn, pawns.Count())
	}
	if hits := own.attack[board.Pawn].And(centerZone); !hits.IsEmpty() {
		sum += e.times(t, us, centerPawnAttack, hits.Count())
	}
	control := own.all.And(centerZone).AndNot(enemy.all).Count()
	return sum + e.term(t, us, centerControl+min(control, maxControl))
}

// rays holds, by colour and rank, the squares of file e beyond the rank as that
// colour looks.
var rays = makeRays()

func makeRays() (rays [2][16]board.Bitboard) {
	for r := range 10 {
		rays[board.Red][r] = rectangle(4, 4, r+1, 9)
		rays[board.Black][r] = rectangle(4, 4, 0, r-1)
	}
	return rays
}

// ahead returns the squares of file e in front of a piece of us on it.
func ahead(s board.Square, us board.Color) board.Bitboard { return rays[us&1][s.Rank()&15] }
