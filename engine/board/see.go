package board

// exchangeValues are the piece values, in centipawns, used in exchanges: those of
// the engine's first evaluation, with the same value for pawns before and beyond
// the river.
var exchangeValues = [NumPieceTypes]int{King: 20000, Advisor: 140, Elephant: 140, Horse: 430, Rook: 1000, Cannon: 480, Pawn: 100}

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
// centipawns from the mover's view: what is won if both sides keep capturing on
// the destination, each with its least valuable piece that may capture, and
// either may stop at any time. After every capture the attackers are found anew,
// because a removed screen disarms one cannon and arms another, and an advisor
// that leaves frees a horse's leg. A piece may not capture if that exposes its own
// king to a piece that did not attack it before; a king may capture only where
// nothing attacks it afterwards. Checks given elsewhere are ignored. Among pieces
// of equal value advisors come before elephants, lower squares before higher. SEE
// of NoMove is 0.
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

// SEEAtLeast reports whether SEE(m) >= threshold. It stops as soon as the answer
// is known, often after the first capture.
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
	// A capture settles the question if its side is content even when the
	// capturing piece is then lost for nothing.
	x := exchange{p: p, occ: p.Occupied().Clear(m.From()).Set(m.To()), target: m.To()}
	onTarget := exchangeValues[p.board[m.From()]&7]
	lack := onTarget - (won - threshold) // what the side that captured last lacks if it is recaptured
	reached := true                      // whether the threshold is reached if captures end here
	for side := p.side ^ 1; ; side ^= 1 {
		s, ok := x.leastAttacker(side)
		if !ok {
			return reached
		}
		reached = !reached
		if onTarget == exchangeValues[King] {
			return reached
		}
		onTarget = exchangeValues[p.board[s]&7]
		lack = onTarget - lack
		if lack < 0 || lack == 0 && reached {
			return reached
		}
		x.occ = x.occ.Clear(s)
	}
}

// leastAttacker returns side's least valuable piece that may capture on the
// target.
func (x *exchange) leastAttacker(side Color) (Square, bool) {
	nearby := x.occ.Clear(x.target).And(near[x.target].exchange)
	army := &x.p.armies[side&1]
	if !nearby.Intersects(army[all]) {
		return NoSquare, false
	}
	cross := nearby.And(near[x.target].cross)
	for b := army[Pawn].And(nearby).And(near[x.target].pawns[side&1]); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if !x.exposes(side, s) {
			return s, true
		}
	}
	for b := army[Advisor].And(nearby).And(near[x.target].advisor); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if !x.exposes(side, s) {
			return s, true
		}
	}
	for b := army[Elephant].And(nearby).And(elephantTargets[x.target][0]); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if !x.occ.Has((s+x.target)/2) && !x.exposes(side, s) {
			return s, true
		}
	}
	for b := army[Horse].And(nearby).And(near[x.target].horses); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if !x.occ.Has(HorseLeg(s, x.target)) && !x.exposes(side, s) {
			return s, true
		}
	}
	spans := &between[x.target&127]
	for b := army[Cannon].And(cross); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if spans[s&127].And(x.occ).Count() == 1 && !x.exposes(side, s) {
			return s, true
		}
	}
	for b := army[Rook].And(cross); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		if !spans[s&127].Intersects(x.occ) && !x.exposes(side, s) {
			return s, true
		}
	}
	if k := x.p.king[side&1]; nearby.And(near[x.target].king).Has(k) && !x.exposes(side, k) {
		return k, true
	}
	return NoSquare, false
}

// exposes reports whether side's capture from s lets a piece attack side's
// king that does not attack it now; for a king, whether anything attacks it on
// the target. The piece there is captured and attacks nothing.
func (x *exchange) exposes(side Color, s Square) bool {
	p := x.p
	k := p.king[side&1]
	if s == k {
		return p.attacked(x.target, side^1, x.occ.Clear(s), x.occ.Not().Set(x.target))
	}
	if !near[k].checks.Has(s) {
		return false // neither on a line of the king nor a leg beside it
	}
	enemy := &p.armies[(side^1)&1]
	there := x.occ.Clear(x.target)
	spans, leaving := &between[k&127], squareBB[s]
	straight := enemy[Rook].And(near[k].cross).Or(enemy[King].And(fileBB[fileOf[k]&15])).And(there)
	for !straight.IsEmpty() {
		var a Square
		a, straight = straight.Next()
		if spans[a&127].And(x.occ) == leaving {
			return true
		}
	}
	for cannons := enemy[Cannon].And(near[k].cross).And(there); !cannons.IsEmpty(); {
		var a Square
		a, cannons = cannons.Next()
		on := spans[a&127].And(x.occ)
		if on.Intersects(leaving) && on.Count() == 2 {
			return true
		}
	}
	for horses := enemy[Horse].And(near[k].horses).And(there); !horses.IsEmpty(); {
		var a Square
		a, horses = horses.Next()
		if HorseLeg(a, k) == s {
			return true
		}
	}
	return false
}
