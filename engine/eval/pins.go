package eval

import (
	"xqlab/engine/board"
	"xqlab/engine/eval/internal/terms"
)

// pinIndex returns what to add to the first term of a list of pins, for a pinned
// piece pc.
func pinIndex(pc board.Piece) int { return pinIndexes[pc.Type()&7] }

var pinIndexes = makePinIndexes()

func makePinIndexes() (index [board.NumPieceTypes]int) {
	for i, t := range terms.Pinned {
		index[t] = i
	}
	return index
}

// palaceMiddle is the central point of Red's palace, e1.
const palaceMiddle board.Square = 1*9 + 4

var backRank = [2]board.Bitboard{board.RankBB(0), board.RankBB(9)}

// kingLines counts what rooks, cannons and the other king do to own's king along
// its rank and file, and the pins that result; also pieces pinned because they
// block a horse's leg. King safety and pins are counted together because they
// read the same lines.
func (p *pass[T]) kingLines(own, enemy *side) Score {
	us, king := own.color, own.king
	var sum Score

	// 1. Horses whose leg is blocked by one of ours.
	for b := board.HorseRing(king).And(enemy.horses); !b.IsEmpty(); {
		leg := board.HorseLeg(b.Pop(), king)
		if own.own.Has(leg) {
			sum += p.term(us, pinLegPins+pinIndex(p.pos.At(leg)))
			sum += p.hanging(own, enemy, leg)
		}
	}

	// 2. Cannons on the back rank.
	if b := enemy.cannons.And(backRank[us&1]); !b.IsEmpty() {
		sum += p.times(us, kingBackRankCannon, b.Count())
	}

	// 3. What looks at the king, through how many pieces.
	sliders := enemy.rooks.Or(enemy.cannons).Set(enemy.king)
	for b := sliders.And(board.Cross(king)); !b.IsEmpty(); {
		var from board.Square
		from, b = b.Next()
		on := board.Between(king, from).And(p.occ)
		n, onFile := on.Count(), from.File() == king.File()
		switch isCannon := enemy.cannons.Has(from); {
		case isCannon && n == 0 && onFile:
			sum += p.term(us, kingHollowCannon+distance(from, king)-1)
		case isCannon && n == 0:
			sum += p.term(us, kingBottomCannon)
		case isCannon && n == 2:
			sum += p.screens(own, enemy, on, onFile)
		case !isCannon && n == 1:
			sum += p.shield(own, enemy, from, on.First())
		}
	}
	return sum
}

// shield counts the one piece, on at, between own's king and an enemy rook or
// king.
func (p *pass[T]) shield(own, enemy *side, from, at board.Square) Score {
	us := own.color
	shield := p.pos.At(at)
	switch {
	case shield.Color() == us && from == enemy.king:
		return p.term(us, pinKingPins+pinIndex(shield)) + p.hanging(own, enemy, at)
	case shield.Color() == us:
		return p.term(us, pinRookPins+pinIndex(shield)) + p.term(us, pinRookGap+gap(at, own.king)) +
			p.hanging(own, enemy, at)
	case from != enemy.king:
		return p.term(us, pinRookBattery)
	}
	return 0
}

// screens counts the two pieces between own's king and an enemy cannon.
func (p *pass[T]) screens(own, enemy *side, on board.Bitboard, onFile bool) Score {
	us := own.color
	var sum Score
	if onFile {
		sum += p.term(us, kingDoubleScreen)
		if own.horses.And(on).Has(relative(palaceMiddle, us)) {
			sum += p.term(us, kingSmotheredHorse)
		}
	} else {
		sum += p.term(us, kingBottomCannonTwo)
	}
	ours := on.And(own.own)
	if !ours.Many() {
		sum += p.term(us, pinCannonBattery)
	}
	if ours.IsEmpty() {
		return sum + p.term(us, pinCannonBattery)
	}
	nearest := pinRookGapMax - 1
	for !ours.IsEmpty() {
		var at board.Square
		at, ours = ours.Next()
		sum += p.term(us, pinCannonPins+pinIndex(p.pos.At(at))) + p.hanging(own, enemy, at)
		nearest = min(nearest, gap(at, own.king))
	}
	return sum + p.term(us, pinCannonGap+nearest)
}

// gap returns the entry of a gap list for a piece pinned to a king.
func gap(s, king board.Square) int { return min(distance(s, king), pinRookGapMax) - 1 }

// hanging counts a pinned piece that is attacked and not guarded.
func (p *pass[T]) hanging(own, enemy *side, sq board.Square) Score {
	if enemy.all.Has(sq) && !own.all.Has(sq) {
		return p.term(own.color, pinHanging)
	}
	return 0
}

// rookLines counts own's pieces that shield an own rook from rooks and cannons.
func (p *pass[T]) rookLines(own, enemy *side) Score {
	us := own.color
	sliders := enemy.rooks.Or(enemy.cannons)
	var sum Score
	for rooks := own.rooks; !rooks.IsEmpty(); {
		var rook board.Square
		rook, rooks = rooks.Next()
		for b := sliders.And(board.Cross(rook)); !b.IsEmpty(); {
			var slider board.Square
			slider, b = b.Next()
			on := board.Between(rook, slider).And(p.occ)
			switch n := on.Count(); {
			case n == 1 && enemy.rooks.Has(slider):
				if shield := p.pos.At(on.First()); shields(shield, us) && !own.all.Has(rook) {
					sum += p.term(us, pinRookPinsOnRook+pinIndex(shield))
				}
			case n == 2 && enemy.cannons.Has(slider):
				low, rest := on.Next()
				first, second := p.pos.At(low), p.pos.At(rest.First())
				if slider < rook {
					first, second = second, first
				}
				if !shields(first, us) {
					break
				}
				sum += p.term(us, pinCannonPinsOnRook+pinIndex(first))
				if shields(second, us) {
					sum += p.term(us, pinCannonPinsOnRook+pinIndex(second))
				}
			}
		}
	}
	return sum
}

// shields reports whether pc is a piece of us that can be pinned.
func shields(pc board.Piece, us board.Color) bool {
	return pc.Color() == us && pc.Type() != board.King
}
