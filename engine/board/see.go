package board

// exchangeValues are the piece values, in centipawns, that exchanges are
// counted in; the start values of the engine's first evaluation, a crossed
// pawn and an uncrossed one alike.
var exchangeValues = [NumPieceTypes]int{King: 20000, Advisor: 140, Elephant: 140, Horse: 430, Rook: 1000, Cannon: 480, Pawn: 100}

// exchangeOrder is the order in which a side recaptures: cheapest first.
var exchangeOrder = [...]PieceType{Pawn, Advisor, Elephant, Horse, Cannon, Rook, King}

// ExchangeValue returns the value of a piece type in exchanges, in
// centipawns.
func ExchangeValue(t PieceType) int { return exchangeValues[t&7] }

// exchange is the board during a static exchange: the position's pieces less
// those that have left the board or stand on the target square.
type exchange struct {
	p      *Position
	occ    Bitboard // pieces still on the board, the target square included
	target Square
}

// SEE returns the static exchange evaluation of a pseudo-legal move in
// centipawns from the mover's view: what is won if both sides go on capturing
// on the destination, each with its least valuable piece that may, and either
// may stop. After every capture the attackers are found anew, because a
// removed screen disarms one cannon and arms another, and a freed leg or eye
// lets a horse or elephant in. A piece may not capture if that exposes its own
// king to a piece that did not attack it before, and a king only where nothing
// attacks it then; checks given elsewhere are ignored. Among equally cheap
// pieces advisors go before elephants, lower squares before higher. SEE of
// NoMove is 0.
func (p *Position) SEE(m Move) int {
	if m == NoMove {
		return 0
	}
	from, to := m.From(), m.To()
	var gain [33]int
	gain[0] = exchangeValues[p.board[to]&7]
	x := exchange{p: p, occ: p.Occupied().Clear(from).Set(to), target: to}
	onTarget := exchangeValues[p.board[from]&7]
	side := p.side ^ 1
	n := 0
	for n < len(gain)-1 {
		s, ok := x.leastAttacker(side)
		if !ok {
			break
		}
		n++
		gain[n] = onTarget - gain[n-1]
		if onTarget == exchangeValues[King] {
			break // only a king that m puts in reach is ever taken
		}
		onTarget = exchangeValues[p.board[s]&7]
		x.occ = x.occ.Clear(s)
		side ^= 1
	}
	for ; n > 0; n-- {
		gain[n-1] = -max(-gain[n-1], gain[n])
	}
	return gain[0]
}

// SEEAtLeast reports whether SEE(m) >= threshold, without the exchange where
// the first capture already tells.
func (p *Position) SEEAtLeast(m Move, threshold int) bool {
	if m == NoMove {
		return threshold <= 0
	}
	won := exchangeValues[p.board[m.To()]&7]
	if won < threshold {
		return false // the opponent may simply stop
	}
	if won-exchangeValues[p.board[m.From()]&7] >= threshold {
		return true // even if the mover is lost for nothing
	}
	return p.SEE(m) >= threshold
}

// leastAttacker returns side's least valuable piece that may capture on the
// target.
func (x *exchange) leastAttacker(side Color) (Square, bool) {
	army := &x.p.armies[side&1]
	there := x.occ.Clear(x.target)
	for _, t := range exchangeOrder {
		b := army[t&7].And(there)
		if b.IsEmpty() {
			continue
		}
		for b = b.And(x.sources(t, side)); !b.IsEmpty(); {
			if s := b.Pop(); !x.exposes(side, s) {
				return s, true
			}
		}
	}
	return NoSquare, false
}

// sources returns the squares from which a piece of type t and colour side
// captures on the target under the present occupancy.
func (x *exchange) sources(t PieceType, side Color) Bitboard {
	s := x.target
	f, r := fileOf[s], rankOf[s]
	switch t {
	case Pawn:
		return pawnSources[side&1][s]
	case Advisor:
		return advisorTargets[s]
	case King:
		return kingTargets[s]
	case Elephant:
		return elephantTargets[s][eyeIndexOf(x.occ, s)&15]
	case Horse:
		return horseSources[s][eyeIndexOf(x.occ, s)&15]
	case Rook:
		return rankMask(rookLine[f&15][rankWord(x.occ, r)&1023], r).
			Or(fileMask(rookLine[r&15][fileWord(x.occ, f)&1023], f))
	case Cannon:
		return rankMask(cannonLine[f&15][rankWord(x.occ, r)&1023], r).
			Or(fileMask(cannonLine[r&15][fileWord(x.occ, f)&1023], f)).And(x.occ)
	}
	return Bitboard{}
}

// exposes reports whether side's capture from s lets a piece attack side's
// king that does not attack it now.
func (x *exchange) exposes(side Color, s Square) bool {
	k := x.p.king[side&1]
	after := x.occ.Clear(s)
	if s == k {
		return !x.kingAttackers(side, x.target, after).IsEmpty()
	}
	if !crossBB[k].Has(s) && !diagonalRing[k].Has(s) {
		return false // neither on a line of the king nor a leg beside it
	}
	return !x.kingAttackers(side, k, after).AndNot(x.kingAttackers(side, k, x.occ)).IsEmpty()
}

// kingAttackers returns the enemy pieces that attack side's king on k under
// the occupancy occ. The piece on the target belongs to side or is about to
// be captured by it and attacks nothing.
func (x *exchange) kingAttackers(side Color, k Square, occ Bitboard) Bitboard {
	army := &x.p.armies[(side^1)&1]
	enemy := army[all].And(occ).Clear(x.target)
	f, r := fileOf[k], rankOf[k]
	a := pawnSources[(side^1)&1][k].And(army[Pawn])
	a = a.Or(horseSources[k][eyeIndexOf(occ, k)&15].And(army[Horse]))
	if enemy.Intersects(crossBB[k]) {
		rw, fw := rankWord(occ, r)&1023, fileWord(occ, f)&1023
		file := fileMask(rookLine[r&15][fw], f)
		rank := rankMask(rookLine[f&15][rw], r)
		a = a.Or(file.And(army[King])).Or(file.Or(rank).And(army[Rook]))
		file = fileMask(cannonLine[r&15][fw], f)
		rank = rankMask(cannonLine[f&15][rw], r)
		a = a.Or(file.Or(rank).And(occ).And(army[Cannon]))
	}
	return a.And(enemy)
}

// rankWord returns the occupancy word of rank r in a set of squares.
func rankWord(b Bitboard, r uint8) uint16 {
	if r < 5 {
		return uint16(b.Lo>>(9*r&63)) & 511
	}
	return uint16(b.Hi>>((9*r-45)&63)) & 511
}

// fileWord returns the occupancy word of file f in a set of squares.
func fileWord(b Bitboard, f uint8) uint16 {
	return uint16(gatherFile(b.Lo>>(f&63)) | gatherFile(b.Hi>>(f&63))<<5)
}

// gatherFile packs the squares of file a in a half board into five bits: the
// factor adds to bit 9r what brings it to bit 36+r, and no carry reaches those
// five bits.
func gatherFile(half uint64) uint64 {
	return (half & 0x1008040201) * 0x1010101010 >> 36 & 31
}

// eyeIndexOf is eyeIndex for any set of squares.
func eyeIndexOf(b Bitboard, s Square) uint16 {
	f, r := fileOf[s], rankOf[s]
	var below, above uint16
	if r > 0 {
		below = rankWord(b, r-1)
	}
	if r < 9 {
		above = rankWord(b, r+1)
	}
	return below<<1>>(f&15)&5 | above<<1>>(f&15)&5<<1
}
