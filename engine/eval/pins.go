package eval

import "xqlab/engine/board"

// pinTypes are the types of pieces that can be pinned, in the order of their
// terms.
var pinTypes = [numPinned]board.PieceType{
	board.Advisor, board.Elephant, board.Horse, board.Cannon, board.Pawn, board.Rook,
}

// pinIndex returns where the type of pc stands in pinTypes.
func pinIndex(pc board.Piece) int { return pinIndexes[pc.Type()&7] }

var pinIndexes = makePinIndexes()

func makePinIndexes() (index [board.NumPieceTypes]int) {
	for i, t := range pinTypes {
		index[t] = i
	}
	return index
}

// noHit marks in board.Hits that there is no further piece.
const noHit = 15

// palaceMiddle is the central point of Red's palace, e1.
const palaceMiddle board.Square = 1*9 + 4

var backRank = [2]board.Bitboard{board.RankBB(0), board.RankBB(9)}

// kingLines counts what rooks, cannons and the other king do to own's king
// along its rank and file, and the pins that come from it; also pins in the way
// of horses. King safety and pins share it because they read the same lines.
func (p *pass[T]) kingLines(own, enemy *side) Score {
	us, king := own.color, own.king
	var sum Score

	// 1. Horses whose leg is blocked by one of ours.
	for b := board.HorseRing(king).And(enemy.horses); !b.IsEmpty(); {
		leg := board.HorseLeg(b.Pop(), king)
		if own.own.Has(leg) {
			sum += p.term(us, pinLeg+pinIndex(p.pos.At(leg)))
			sum += p.hanging(own, enemy, leg)
		}
	}

	// 2. Cannons on the back rank.
	if b := enemy.cannons.And(backRank[us&1]); !b.IsEmpty() {
		sum += p.times(us, kingBackRankCannon, b.Count())
	}

	// 3. The four directions.
	file, rank := king.File(), king.Rank()
	sliders := enemy.rooks.Or(enemy.cannons)
	onRank := sliders.Intersects(board.RankBB(rank))
	column := board.FileBB(file)
	// the kings meet on one piece if it stops both their looks
	onFile := sliders.Intersects(column) || own.lines.And(enemy.lines).And(column).Intersects(p.occ)
	if !onRank && !onFile {
		return sum
	}
	rankHits, fileHits := p.pos.LineHits(king)
	if onRank {
		base := board.Square(9 * rank)
		sum += p.kingLine(own, enemy, rankHits, base, 1)
		sum += p.kingLine(own, enemy, rankHits>>12, base, 1)
	}
	if onFile {
		sum += p.kingLine(own, enemy, fileHits, board.Square(file), 9)
		sum += p.kingLine(own, enemy, fileHits>>12, board.Square(file), 9)
	}
	return sum
}

// kingLine counts one direction from own's king: the first three pieces in the
// low twelve bits of h, at base + step*position. Step 9 is a file.
func (p *pass[T]) kingLine(own, enemy *side, h board.Hits, base, step board.Square) Score {
	us, them := own.color, enemy.color
	var sum Score

	at := board.Square(h & 15)
	if at == noHit {
		return 0
	}
	sq1 := base + step*at
	first := p.pos.At(sq1)
	if first == board.MakePiece(them, board.Cannon) {
		if step == 9 {
			sum += p.term(us, kingHollowCannon+distance(sq1, own.king)-1)
		} else {
			sum += p.term(us, kingBottomCannon)
		}
	}

	at = board.Square(h >> 4 & 15)
	if at == noHit {
		return sum
	}
	sq2 := base + step*at
	second := p.pos.At(sq2)
	ours := first.Color() == us
	switch {
	case second == board.MakePiece(them, board.Rook):
		if !ours {
			sum += p.term(us, pinRookBattery)
			break
		}
		sum += p.term(us, pinRook+pinIndex(first))
		sum += p.term(us, pinRookGap+gap(sq1, own.king))
		sum += p.hanging(own, enemy, sq1)
	case sq2 == enemy.king && ours:
		sum += p.term(us, pinKing+pinIndex(first))
		sum += p.hanging(own, enemy, sq1)
	}

	at = board.Square(h >> 8 & 15)
	if at == noHit || p.pos.At(base+step*at) != board.MakePiece(them, board.Cannon) {
		return sum
	}
	if step == 9 {
		sum += p.term(us, kingDoubleScreen)
		horse := board.MakePiece(us, board.Horse)
		middle := relative(palaceMiddle, us)
		if first == horse && sq1 == middle || second == horse && sq2 == middle {
			sum += p.term(us, kingSmotheredHorse)
		}
	} else {
		sum += p.term(us, kingBottomCannon2)
	}
	nearest := sq1
	if ours {
		sum += p.term(us, pinCannon+pinIndex(first))
		sum += p.hanging(own, enemy, sq1)
	} else {
		sum += p.term(us, pinGunBattery)
		nearest = sq2
	}
	if second.Color() == us {
		sum += p.term(us, pinCannon+pinIndex(second))
		sum += p.hanging(own, enemy, sq2)
	} else {
		sum += p.term(us, pinGunBattery)
		if !ours {
			return sum
		}
	}
	return sum + p.term(us, pinCannonGap+gap(nearest, own.king))
}

// gap returns the entry of a gap list for a piece pinned to a king.
func gap(s, king board.Square) int { return min(distance(s, king), maxGap) - 1 }

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
					sum += p.term(us, pinRookOnRook+pinIndex(shield))
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
				sum += p.term(us, pinCannonOnRook+pinIndex(first))
				if shields(second, us) {
					sum += p.term(us, pinCannonOnRook+pinIndex(second))
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
