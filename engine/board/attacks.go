package board

// rankMask turns a word of rank r into squares. The line tables are ten wide,
// as a file is; the tenth place of a rank is cut off.
func rankMask(m uint16, r uint8) Bitboard {
	first := &firstOfRank[r&15]
	return Bitboard{uint64(m&511) * first.Lo, uint64(m&511) * first.Hi}
}

// fileMask turns a word of file f into squares.
func fileMask(m uint16, f uint8) Bitboard {
	return Bitboard{spreadFile[m&31] << (f & 63), spreadFile[m>>5&31] << (f & 63)}
}

// RookAttacks returns what a rook on s attacks or guards: the empty squares
// each way and the first piece.
func (p *Position) RookAttacks(s Square) Bitboard {
	f, r := fileOf[s], rankOf[s]
	return rankMask(lines[f&15][p.rank[r&15]&1023].rook, r).
		Or(fileMask(lines[r&15][p.file[f&15]&1023].rook, f))
}

// cannonTargets returns the empty squares a cannon on s may move to together
// with the pieces, of either colour, behind exactly one screen.
func (p *Position) cannonTargets(s Square) Bitboard {
	f, r := fileOf[s], rankOf[s]
	return rankMask(lines[f&15][p.rank[r&15]&1023].cannon, r).
		Or(fileMask(lines[r&15][p.file[f&15]&1023].cannon, f))
}

// CannonCaptures returns the pieces, of either colour, that a cannon on s
// attacks or guards: the one behind a single screen in each direction. It is
// symmetric: the cannons in it attack s.
func (p *Position) CannonCaptures(s Square) Bitboard {
	return p.cannonTargets(s).And(p.Occupied())
}

// CannonShadow returns the squares behind the first screen each way, up to
// and including the next piece: what a cannon on s controls.
func (p *Position) CannonShadow(s Square) Bitboard {
	f, r := fileOf[s], rankOf[s]
	return rankMask(lines[f&15][p.rank[r&15]&1023].shadow, r).
		Or(fileMask(lines[r&15][p.file[f&15]&1023].shadow, f))
}

// legIndex packs the occupancy of the four orthogonal neighbours of s.
func (p *Position) legIndex(s Square) uint16 {
	f, r := fileOf[s], rankOf[s]
	return p.rank[r&15]<<1>>(f&15)&5 | p.file[f&15]<<1>>(r&15)&5<<1
}

// eyeIndex packs the occupancy of the four diagonal neighbours of s.
func (p *Position) eyeIndex(s Square) uint16 {
	f, r := fileOf[s], rankOf[s]
	return p.rank[(r-1)&15]<<1>>(f&15)&5 | p.rank[(r+1)&15]<<1>>(f&15)&5<<1
}

// HorseAttacks returns the squares a horse on s attacks, given its legs.
func (p *Position) HorseAttacks(s Square) Bitboard {
	return horseTargets[s][p.legIndex(s)&15]
}

// HorseAttackersOf returns the squares from which a horse would attack s,
// given the legs.
func (p *Position) HorseAttackersOf(s Square) Bitboard {
	return horseSources[s][p.eyeIndex(s)&15]
}

// ElephantAttacks returns the squares an elephant on s attacks, given its
// eyes and the river.
func (p *Position) ElephantAttacks(s Square) Bitboard {
	return elephantTargets[s][p.eyeIndex(s)&15]
}

// AdvisorAttacks returns the palace points diagonally next to s.
func AdvisorAttacks(s Square) Bitboard { return near[s].advisor }

// KingAttacks returns the palace points orthogonally next to s.
func KingAttacks(s Square) Bitboard { return near[s].king }

// PawnAttacks returns the squares a pawn of c on s may move to or capture on.
func PawnAttacks(c Color, s Square) Bitboard { return pawnTargets[c&1][s] }

// PawnAttackersOf returns the squares from which a pawn of c attacks s.
func PawnAttackersOf(c Color, s Square) Bitboard { return near[s].pawns[c&1] }

// HorseLeg returns the square that must be empty for a horse on from to leap
// to to, which must be a horse's leap away.
func HorseLeg(from, to Square) Square {
	return Square(int(from) + int(legOffset[(int(to)-int(from)+32)&63]))
}

// HorseRing returns the squares a horse's leap away from s, legs ignored.
func HorseRing(s Square) Bitboard { return near[s].horses }

// Standable returns the squares on which pc can ever stand: the palace for
// kings and advisors, seven points for elephants, and so on.
func Standable(pc Piece) Bitboard { return standable[pc&15] }

// targets returns where a piece of type t and colour c on s may go if own
// pieces did not matter: moves and captures alike.
func (p *Position) targets(t PieceType, c Color, s Square) Bitboard {
	switch t {
	case King:
		return near[s].king
	case Advisor:
		return near[s].advisor
	case Elephant:
		return p.ElephantAttacks(s)
	case Horse:
		return p.HorseAttacks(s)
	case Rook:
		return p.RookAttacks(s)
	case Cannon:
		return p.cannonTargets(s)
	case Pawn:
		return pawnTargets[c&1][s]
	}
	return Bitboard{}
}

// AttackersTo returns the pieces of by whose capturing move reaches s on the
// present board. Facing kings are not counted: see KingAttackers.
func (p *Position) AttackersTo(s Square, by Color) Bitboard {
	army := &p.armies[by&1]
	a := p.RookAttacks(s).And(army[Rook])
	a = a.Or(p.CannonCaptures(s).And(army[Cannon]))
	a = a.Or(p.HorseAttackersOf(s).And(army[Horse]))
	a = a.Or(p.ElephantAttacks(s).And(army[Elephant]))
	a = a.Or(near[s].advisor.And(army[Advisor]))
	a = a.Or(near[s].king.And(army[King]))
	return a.Or(near[s].pawns[by&1].And(army[Pawn]))
}

// KingAttackers returns the enemy pieces that attack c's king: the checkers,
// and the enemy king if the two face each other on an open file.
func (p *Position) KingAttackers(c Color) Bitboard {
	k := p.king[c&1]
	a := p.AttackersTo(k, c.Other())
	f, r := fileOf[k], rankOf[k]
	facing := fileMask(lines[r&15][p.file[f&15]&1023].rook, f)
	return a.Or(facing.And(p.armies[c.Other()&1][King]))
}
