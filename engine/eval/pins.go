package eval

import "xqlab/engine/board"

// line is one direction from a square: the first three pieces on it.
type line struct {
	sq    [3]board.Square
	piece [3]board.Piece // NoPiece from the first that is missing on
}

// noHit marks in board.Hits that there is no further piece.
const noHit = 15

// read fills l from twelve bits of board.Hits; base and step turn a position
// on the line into a square.
func (l *line) read(p *board.Position, h board.Hits, base, step board.Square) {
	for i := range l.piece {
		at := board.Square(h & noHit)
		if at == noHit {
			l.piece[i] = board.NoPiece
			for j := i + 1; j < len(l.piece); j++ {
				l.piece[j] = board.NoPiece
			}
			return
		}
		l.sq[i] = base + step*at
		l.piece[i] = p.At(l.sq[i])
		h >>= 4
	}
}

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

// kingLines counts what rooks, cannons and the other king do to us's king along
// its rank and file, and the pins that come from it; also pins in the way of
// horses. King safety and pins share it because they read the same lines.
func (e *Evaluator) kingLines(s *scene, us board.Color, t *Trace) Score {
	p := s.pos
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	king := own.king
	var sum Score

	// 1. Horses whose leg is blocked by one of ours.
	for b := board.HorseRing(king).And(enemy.horses); !b.IsEmpty(); {
		leg := board.HorseLeg(b.Pop(), king)
		if own.own.Has(leg) {
			sum += e.term(t, us, pinLeg+pinIndex(p.At(leg)))
			sum += e.hanging(s, us, t, leg)
		}
	}

	// 2. Anything on the back rank.
	back := board.RankBB(0)
	if us == board.Black {
		back = board.RankBB(9)
	}
	if b := enemy.cannons.And(back); !b.IsEmpty() {
		sum += e.times(t, us, kingBackRankCannon, b.Count())
	}

	// 3. The four directions.
	file, rank := king.File(), king.Rank()
	sliders := enemy.rooks.Or(enemy.cannons)
	onRank := sliders.Intersects(board.RankBB(rank))
	onFile := sliders.Intersects(board.FileBB(file)) || enemy.king.File() == file
	if !onRank && !onFile {
		return sum
	}
	var l line
	rankHits, fileHits := p.LineHits(king)
	if onRank {
		base := board.Square(9 * rank)
		for h := rankHits; h != 0; h >>= 12 {
			l.read(p, h, base, 1)
			sum += e.kingLine(s, us, t, &l, false)
		}
	}
	if onFile {
		for h := fileHits; h != 0; h >>= 12 {
			l.read(p, h, board.Square(file), 9)
			sum += e.kingLine(s, us, t, &l, true)
		}
	}
	return sum
}

// kingLine counts one direction from us's king.
func (e *Evaluator) kingLine(s *scene, us board.Color, t *Trace, l *line, onFile bool) Score {
	them := us.Other()
	own := &s.sides[us&1]
	rook, cannon, king := board.MakePiece(them, board.Rook), board.MakePiece(them, board.Cannon), board.MakePiece(them, board.King)
	first, second, third := l.piece[0], l.piece[1], l.piece[2]
	var sum Score

	if first == cannon {
		if onFile {
			sum += e.term(t, us, kingHollowCannon+distance(l.sq[0], own.king.File(), own.king.Rank())-1)
		} else {
			sum += e.term(t, us, kingBottomCannon)
		}
	}
	ours := first.Color() == us
	switch {
	case second == rook && ours:
		sum += e.term(t, us, pinRook+pinIndex(first))
		sum += e.term(t, us, pinRookGap+e.gap(l.sq[0], own.king))
		sum += e.hanging(s, us, t, l.sq[0])
	case second == rook && first != king:
		sum += e.term(t, us, pinRookBattery)
	case second == king && ours:
		sum += e.term(t, us, pinKing+pinIndex(first))
		sum += e.hanging(s, us, t, l.sq[0])
	}
	if third != cannon {
		return sum
	}
	if onFile {
		sum += e.term(t, us, kingDoubleScreen)
		middle := relative(palaceMiddle, us)
		horse := board.MakePiece(us, board.Horse)
		if first == horse && l.sq[0] == middle || second == horse && l.sq[1] == middle {
			sum += e.term(t, us, kingSmotheredHorse)
		}
	} else {
		sum += e.term(t, us, kingBottomCannon2)
	}
	nearest := -1
	for i := 1; i >= 0; i-- {
		if l.piece[i].Color() != us {
			sum += e.term(t, us, pinGunBattery)
			continue
		}
		nearest = i
		sum += e.term(t, us, pinCannon+pinIndex(l.piece[i]))
		sum += e.hanging(s, us, t, l.sq[i])
	}
	if nearest >= 0 {
		sum += e.term(t, us, pinCannonGap+e.gap(l.sq[nearest], own.king))
	}
	return sum
}

// palaceMiddle is the central point of Red's palace, e1.
const palaceMiddle board.Square = 1*9 + 4

// gap returns the entry of a gap list for a piece pinned to a king.
func (e *Evaluator) gap(s, king board.Square) int {
	return min(distance(s, king.File(), king.Rank()), maxGap) - 1
}

// hanging counts a pinned piece that is attacked and not guarded.
func (e *Evaluator) hanging(s *scene, us board.Color, t *Trace, sq board.Square) Score {
	if s.sides[us&1^1].all.Has(sq) && !s.sides[us&1].all.Has(sq) {
		return e.term(t, us, pinHanging)
	}
	return 0
}

// rookLines counts us's pieces that shield an own rook from rooks and cannons.
func (e *Evaluator) rookLines(s *scene, us board.Color, t *Trace) Score {
	own, enemy := &s.sides[us&1], &s.sides[us&1^1]
	sliders := enemy.rooks.Or(enemy.cannons)
	var sum Score
	var l line
	for b := own.rooks; !b.IsEmpty(); {
		sq := b.Pop()
		file, rank := sq.File(), sq.Rank()
		onRank, onFile := sliders.Intersects(board.RankBB(rank)), sliders.Intersects(board.FileBB(file))
		if !onRank && !onFile {
			continue
		}
		guarded := own.all.Has(sq)
		rankHits, fileHits := s.pos.LineHits(sq)
		if onRank {
			base := board.Square(9 * rank)
			for h := rankHits; h != 0; h >>= 12 {
				l.read(s.pos, h, base, 1)
				sum += e.rookLine(us, t, &l, guarded)
			}
		}
		if onFile {
			for h := fileHits; h != 0; h >>= 12 {
				l.read(s.pos, h, board.Square(file), 9)
				sum += e.rookLine(us, t, &l, guarded)
			}
		}
	}
	return sum
}

// rookLine counts one direction from a rook of us.
func (e *Evaluator) rookLine(us board.Color, t *Trace, l *line, guarded bool) Score {
	them := us.Other()
	var sum Score
	if l.piece[1] == board.MakePiece(them, board.Rook) && !guarded && shields(l.piece[0], us) {
		sum += e.term(t, us, pinRookOnRook+pinIndex(l.piece[0]))
	}
	if l.piece[2] == board.MakePiece(them, board.Cannon) {
		for _, pc := range l.piece[:2] {
			if shields(pc, us) {
				sum += e.term(t, us, pinCannonOnRook+pinIndex(pc))
			}
		}
	}
	return sum
}

// shields reports whether pc is a piece of us that can be pinned.
func shields(pc board.Piece, us board.Color) bool {
	return pc.Color() == us && pc.Type() != board.King
}
