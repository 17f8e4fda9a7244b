package board

import "math/bits"

// LegalMoves fills l with every legal move. A side without one has lost.
func (p *Position) LegalMoves(l *MoveList) {
	p.generate(l, p.armies[p.side&1][all].Not())
}

// LegalCaptures fills l with every legal capture.
func (p *Position) LegalCaptures(l *MoveList) {
	p.generate(l, p.armies[(p.side^1)&1][all])
}

// LegalQuiets fills l with every legal move that captures nothing.
func (p *Position) LegalQuiets(l *MoveList) {
	p.generate(l, p.Occupied().Not())
}

// LegalQuietChecks fills l with the legal moves that capture nothing and give
// check, in the order of LegalQuiets.
func (p *Position) LegalQuietChecks(l *MoveList) {
	p.generateChecks(l, p.Occupied().Not())
}

// LegalChecks fills l with the legal moves that give check.
func (p *Position) LegalChecks(l *MoveList) {
	p.generateChecks(l, p.armies[p.side&1][all].Not())
}

// generateChecks fills l with those moves of generate that give check. A move
// gives check by the piece that arrives, or because a piece leaves a line or a
// horse's leg, or because a piece becomes a cannon's screen.
func (p *Position) generateChecks(l *MoveList, target Bitboard) {
	l.N = 0
	d, a := p.dangers(), p.aims()
	us := &p.armies[p.side&1]
	if d.check {
		p.addKingMoves(l, target)
		p.addTested(l, us[all], target)
		l.Keep(p.GivesCheck)
		return
	}
	screen := a.danger.noEnter
	k := p.king[p.side&1]
	if a.uncertain.Has(k) || near[k].king.And(target).Intersects(screen) {
		p.addKingMoves(l, target)
	}
	if !d.blockers.IsEmpty() {
		p.addTested(l, d.blockers, target)
	}
	l.Keep(p.GivesCheck)

	// All other moves are legal unless they make a screen for the enemy.
	free := d.blockers.Not()
	target = target.AndNot(d.noEnter)
	add := func(s Square, to, arrive Bitboard) {
		if !a.uncertain.Has(s) {
			l.addAll(s, to.And(target).And(arrive))
			return
		}
		n := l.N
		l.addAll(s, to.And(target))
		l.keep(n, p.GivesCheck)
	}
	if guards := us[Advisor].Or(us[Elephant]); target.Intersects(screen) || guards.Intersects(a.uncertain) {
		for b := us[Advisor].And(free); !b.IsEmpty(); {
			var s Square
			s, b = b.Next()
			add(s, near[s].advisor, screen)
		}
		for b := us[Elephant].And(free); !b.IsEmpty(); {
			var s Square
			s, b = b.Next()
			add(s, p.ElephantAttacks(s), screen)
		}
	}
	for b := us[Horse].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		add(s, p.HorseAttacks(s), a.arrive[Horse])
	}
	for b := us[Rook].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		add(s, p.RookAttacks(s), a.arrive[Rook])
	}
	for b := us[Cannon].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		add(s, p.cannonTargets(s), a.arrive[Cannon])
	}
	pawns := us[Pawn].And(free)
	n, arrive := l.N, target.And(a.arrive[Pawn])
	leaving := pawns.Intersects(a.uncertain)
	if leaving {
		arrive = target
	}
	ahead, west, east := pawnSteps(pawns, p.side)
	back := 9
	if p.side == Black {
		back = -9
	}
	l.addShifted(ahead.And(arrive), back)
	l.addShifted(west.And(arrive), -1)
	l.addShifted(east.And(arrive), 1)
	if leaving {
		l.keep(n, p.GivesCheck)
	}
}

// generate fills l with the legal moves whose destination is in target, which
// must hold none of the mover's own pieces.
func (p *Position) generate(l *MoveList, target Bitboard) {
	l.N = 0
	d := p.dangers()
	us := &p.armies[p.side&1]
	p.addKingMoves(l, target)
	if d.check {
		p.addTested(l, us[all], target)
		return
	}
	if !d.blockers.IsEmpty() {
		p.addTested(l, d.blockers, target)
	}

	// All other moves are legal unless they make a screen.
	free := d.blockers.Not()
	target = target.AndNot(d.noEnter)
	for b := us[Advisor].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		l.addAll(s, near[s].advisor.And(target))
	}
	for b := us[Elephant].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		l.addAll(s, p.ElephantAttacks(s).And(target))
	}
	for b := us[Horse].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		l.addAll(s, p.HorseAttacks(s).And(target))
	}
	for b := us[Rook].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		l.addAll(s, p.RookAttacks(s).And(target))
	}
	for b := us[Cannon].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		l.addAll(s, p.cannonTargets(s).And(target))
	}
	ahead, west, east := pawnSteps(us[Pawn].And(free), p.side)
	back := 9
	if p.side == Black {
		back = -9
	}
	l.addShifted(ahead.And(target), back)
	l.addShifted(west.And(target), -1)
	l.addShifted(east.And(target), 1)
}

// pawnSteps returns where the pawns of colour c go: ahead, and sideways if
// beyond the river.
func pawnSteps(pawns Bitboard, c Color) (ahead, west, east Bitboard) {
	crossed := pawns.And(HalfOf(c ^ 1))
	return pawns.Forward(c), crossed.West(), crossed.East()
}

// CountLegalMoves returns the number of legal moves without listing them.
func (p *Position) CountLegalMoves() int {
	d := p.dangers()
	us := &p.armies[p.side&1]
	target := us[all].Not()
	n := 0
	k := p.king[p.side&1]
	for to := near[k].king.And(target); !to.IsEmpty(); {
		var s Square
		s, to = to.Next()
		if !p.exposes(k, s) {
			n++
		}
	}
	if d.check {
		return n + p.countTested(us[all], target)
	}
	if !d.blockers.IsEmpty() {
		n += p.countTested(d.blockers, target)
	}
	free := d.blockers.Not()
	target = target.AndNot(d.noEnter)
	for b := us[Advisor].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		n += near[s].advisor.And(target).Count()
	}
	for b := us[Elephant].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		n += p.ElephantAttacks(s).And(target).Count()
	}
	for b := us[Horse].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		n += p.HorseAttacks(s).And(target).Count()
	}
	for b := us[Rook].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		n += p.RookAttacks(s).And(target).Count()
	}
	for b := us[Cannon].And(free); !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		n += p.cannonTargets(s).And(target).Count()
	}
	ahead, west, east := pawnSteps(us[Pawn].And(free), p.side)
	return n + ahead.And(target).Count() + west.And(target).Count() + east.And(target).Count()
}

// countTested counts what addTested adds.
func (p *Position) countTested(pieces, target Bitboard) int {
	var l MoveList
	p.addTested(&l, pieces, target)
	return l.N
}

// addKingMoves adds the king's legal moves.
func (p *Position) addKingMoves(l *MoveList, target Bitboard) {
	k := p.king[p.side&1]
	for to := near[k].king.And(target); !to.IsEmpty(); {
		var q Square
		q, to = to.Next()
		if !p.exposes(k, q) {
			l.add(NewMove(k, q))
		}
	}
}

// addTested adds the moves of pieces, the king not among them, that leave the
// king safe, testing each.
func (p *Position) addTested(l *MoveList, pieces, target Bitboard) {
	d := &p.now().danger
	for pieces = pieces.AndNot(p.armies[p.side&1][King]); !pieces.IsEmpty(); {
		var s Square
		s, pieces = pieces.Next()
		to := p.targets(p.board[s].Type(), p.side, s).And(target)
		if d.check && !d.screens.Has(s) {
			to = to.And(d.stop)
		}
		for !to.IsEmpty() {
			var q Square
			q, to = to.Next()
			if !p.exposes(s, q) {
				l.add(NewMove(s, q))
			}
		}
	}
}

// addAll adds the moves from one square to every square of to.
func (l *MoveList) addAll(from Square, to Bitboard) {
	n := l.N
	for b := to.Lo; b != 0; b &= b - 1 {
		l.Moves[n&(MaxMoves-1)] = NewMove(from, Square(bits.TrailingZeros64(b)))
		n++
	}
	for b := to.Hi; b != 0; b &= b - 1 {
		l.Moves[n&(MaxMoves-1)] = NewMove(from, Square(45+bits.TrailingZeros64(b)))
		n++
	}
	l.N = n
}

// addShifted adds moves to every square of to, each from the square back
// below it.
func (l *MoveList) addShifted(to Bitboard, back int) {
	n := l.N
	for b := to.Lo; b != 0; b &= b - 1 {
		s := bits.TrailingZeros64(b)
		l.Moves[n&(MaxMoves-1)] = NewMove(Square(s-back), Square(s))
		n++
	}
	for b := to.Hi; b != 0; b &= b - 1 {
		s := 45 + bits.TrailingZeros64(b)
		l.Moves[n&(MaxMoves-1)] = NewMove(Square(s-back), Square(s))
		n++
	}
	l.N = n
}

// HasLegalMove reports whether the side to move can move at all.
func (p *Position) HasLegalMove() bool {
	d := p.dangers()
	own := p.armies[p.side&1][all]
	king := p.king[p.side&1]
	for b := own; !b.IsEmpty(); {
		var s Square
		s, b = b.Next()
		to := p.targets(p.board[s].Type(), p.side, s).AndNot(own)
		if s != king {
			if d.check && !d.screens.Has(s) {
				to = to.And(d.stop)
			}
			if !d.check && !d.blockers.Has(s) && !to.AndNot(d.noEnter).IsEmpty() {
				return true
			}
		}
		for !to.IsEmpty() {
			var q Square
			q, to = to.Next()
			if !p.exposes(s, q) {
				return true
			}
		}
	}
	return false
}
