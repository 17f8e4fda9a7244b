package board

// danger holds the facts about the king of the side to move that decide which
// moves are legal.
type danger struct {
	blockers Bitboard // own pieces whose leaving may expose the king
	noEnter  Bitboard // empty squares where any piece becomes a cannon's screen
	check    bool

	// In check, a piece other than the king must arrive in stop (the checker's
	// square, or one that blocks its way) or be one of the screens, which end a
	// cannon's check by leaving.
	stop, screens Bitboard
}

// addCheck notes a piece that gives check, and where another piece ends
// it by arriving.
func (d *danger) addCheck(stop Bitboard) {
	if d.check {
		stop = stop.And(d.stop) // a double check
	}
	d.check, d.stop = true, stop
}

// dangers returns the danger of the side to move. It is computed at most once per
// position, even if moves are made and taken back in between.
func (p *Position) dangers() *danger {
	now := p.now()
	if now.check == checkUnknown {
		p.lookAround(now)
	}
	return &now.danger
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool {
	now := p.now()
	if now.check == checkUnknown {
		p.lookAround(now)
	}
	return now.check == checkYes
}

// lookAround fills in danger and check. It stays out of line so that its
// callers, which seldom need it, can be inlined.
//
//go:noinline
func (p *Position) lookAround(now *state) {
	now.danger = danger{}
	p.kingDanger(&now.danger, p.side)
	now.danger.blockers = now.danger.blockers.And(p.armies[p.side&1][all])
	now.check = checkNo
	if now.danger.check {
		now.check = checkYes
	}
}

// kingDanger fills in d, which must be zero, from everything that aims at the
// king of us. The blockers are those of both sides.
func (p *Position) kingDanger(d *danger, us Color) {
	k := p.king[us&1]
	enemy := &p.armies[(us^1)&1]
	occ := p.Occupied()
	spans := &between[k&127]
	straight := enemy[Rook].And(near[k].cross).Or(enemy[King].And(fileBB[fileOf[k]&15]))
	for !straight.IsEmpty() {
		var s Square
		s, straight = straight.Next()
		span := spans[s&127]
		on := span.And(occ)
		switch on.Count() {
		case 0:
			d.addCheck(span.Set(s))
		case 1:
			d.blockers = d.blockers.Or(on)
		}
	}
	for cannons := enemy[Cannon].And(near[k].cross); !cannons.IsEmpty(); {
		var s Square
		s, cannons = cannons.Next()
		span := spans[s&127]
		on := span.And(occ)
		switch on.Count() {
		case 0: // 空头炮: whatever steps between is a screen
			d.noEnter = d.noEnter.Or(span)
		case 1:
			d.addCheck(span.Set(s))
			d.screens = d.screens.Or(on)
		case 2: // either may not leave the other alone
			d.blockers = d.blockers.Or(on)
		}
	}
	for horses := enemy[Horse].And(near[k].horses); !horses.IsEmpty(); {
		var s Square
		s, horses = horses.Next()
		leg := squareBB[HorseLeg(s, k)]
		if leg.Intersects(occ) {
			d.blockers = d.blockers.Or(leg)
		} else {
			d.addCheck(leg.Set(s))
		}
	}
	for pawns := enemy[Pawn].And(near[k].pawns[(us^1)&1]); !pawns.IsEmpty(); {
		var s Square
		s, pawns = pawns.Next()
		d.addCheck(squareBB[s])
	}
}

// attacked reports whether a king on k, a point of a palace, would be attacked
// by side by, the facing king included, if the board were occupied as in occ
// and the pieces in gone attacked nothing.
func (p *Position) attacked(k Square, by Color, occ, gone Bitboard) bool {
	enemy := &p.armies[by&1]
	straight := enemy[Rook].And(near[k].cross).Or(enemy[King].And(fileBB[fileOf[k]&15])).AndNot(gone)
	cannons := enemy[Cannon].And(near[k].cross).AndNot(gone)
	horses := enemy[Horse].And(near[k].horses).AndNot(gone)
	pawns := enemy[Pawn].And(near[k].pawns[by&1]).AndNot(gone)
	if straight.Or(cannons).Or(horses).Or(pawns).IsEmpty() {
		return false
	}
	if !pawns.IsEmpty() {
		return true
	}
	spans := &between[k&127]
	for !straight.IsEmpty() {
		var s Square
		s, straight = straight.Next()
		if !spans[s&127].Intersects(occ) {
			return true
		}
	}
	for !cannons.IsEmpty() {
		var s Square
		s, cannons = cannons.Next()
		if spans[s&127].And(occ).Count() == 1 {
			return true
		}
	}
	for !horses.IsEmpty() {
		var s Square
		s, horses = horses.Next()
		if !occ.Has(HorseLeg(s, k)) {
			return true
		}
	}
	return false
}

// exposes reports whether the pseudo-legal move leaves the mover's own king
// attacked.
func (p *Position) exposes(from, to Square) bool {
	k := p.king[p.side&1]
	if from == k {
		k = to
	}
	toBB := squareBB[to]
	return p.attacked(k, p.side^1, p.Occupied().AndNot(squareBB[from]).Or(toBB), toBB)
}

// GivesCheck reports whether the legal move m checks the enemy king.
func (p *Position) GivesCheck(m Move) bool {
	from, to := m.From(), m.To()
	if zone := &near[p.king[(p.side^1)&1]].checks; !zone.Intersects(squareBB[from].Or(squareBB[to])) {
		return false
	}
	a := p.aims()
	if a.uncertain.Has(from) {
		return p.checksBy(from, to)
	}
	return a.arrive[p.board[from].Type()&7].Has(to)
}

// checksBy is GivesCheck computed from the board after the move.
func (p *Position) checksBy(from, to Square) bool {
	k := p.king[(p.side^1)&1]
	fromBB, toBB := squareBB[from], squareBB[to]
	occ := p.Occupied().AndNot(fromBB).Or(toBB)
	on := between[k&127][to&127].And(occ)
	switch p.board[from].Type() {
	case Rook:
		if near[k].cross.Has(to) && on.IsEmpty() {
			return true
		}
	case Cannon:
		if near[k].cross.Has(to) && on.Count() == 1 {
			return true
		}
	case Horse:
		if near[k].horses.Has(to) && !occ.Has(HorseLeg(to, k)) {
			return true
		}
	case Pawn:
		if near[k].pawns[p.side&1].Has(to) {
			return true
		}
	}
	// Another piece may attack once the line or leg is free, or a cannon over
	// the piece that has arrived.
	return p.attacked(k, p.side, occ, fromBB)
}

// aim is how the side to move can check the enemy king.
type aim struct {
	danger danger // of that king

	// Where a piece of each type gives check by arriving, or by becoming a
	// cannon's screen there, unless it is one of uncertain: those whose leaving
	// may uncover a check, or change what stands between them and the king.
	arrive    [NumPieceTypes]Bitboard
	uncertain Bitboard
}

// aims returns the aim of the side to move, computed at most once per position.
func (p *Position) aims() *aim {
	now := p.now()
	if !now.aimed {
		p.takeAim(&now.aim)
		now.aimed = true
	}
	return &now.aim
}

// takeAim fills in a. It stays out of line as lookAround does.
//
//go:noinline
func (p *Position) takeAim(a *aim) {
	k := p.king[(p.side^1)&1]
	us := &p.armies[p.side&1]
	a.danger = danger{}
	p.kingDanger(&a.danger, p.side^1)
	screen := a.danger.noEnter
	for t := range a.arrive {
		a.arrive[t] = screen
	}
	a.arrive[Rook] = p.RookAttacks(k).Or(screen)
	a.arrive[Cannon] = p.CannonShadow(k).Or(screen)
	a.arrive[Horse] = p.HorseAttackersOf(k).Or(screen)
	a.arrive[Pawn] = near[k].pawns[p.side&1].Or(screen)
	a.uncertain = a.danger.blockers.And(us[all]).Or(us[Cannon].And(near[k].cross))
}

// IsPseudoLegal reports whether m, which may be any value, moves a piece of
// the side to move as that piece moves, the safety of its king ignored.
func (p *Position) IsPseudoLegal(m Move) bool {
	from, to := m.From(), m.To()
	if !from.Valid() || !to.Valid() {
		return false
	}
	pc := p.board[from]
	return pc != NoPiece && pc.Color() == p.side && m == NewMove(from, to) &&
		p.targets(pc.Type(), p.side, from).AndNot(p.armies[p.side&1][all]).Has(to)
}

// IsLegal reports whether m, which may be any value, is a legal move.
func (p *Position) IsLegal(m Move) bool {
	if !p.IsPseudoLegal(m) {
		return false
	}
	from, to := m.From(), m.To()
	d := p.dangers()
	if from != p.king[p.side&1] {
		if d.check && !d.screens.Has(from) && !d.stop.Has(to) {
			return false
		}
		if !d.check && !d.blockers.Has(from) && !d.noEnter.Has(to) {
			return true
		}
	}
	return !p.exposes(from, to)
}

// CanCheck reports whether a rook, cannon, horse or pawn of c could move to a
// point, empty or held by the enemy, from which it would attack the enemy
// king, if it were c's turn. Pins of c's pieces and discovered checks are not
// considered.
func (p *Position) CanCheck(c Color) bool {
	us, k := &p.armies[c&1], p.king[(c^1)&1]
	open := us[all].Not()
	if from := p.HorseAttackersOf(k).And(open); !from.IsEmpty() {
		for b := us[Horse]; !b.IsEmpty(); {
			var s Square
			s, b = b.Next()
			if p.HorseAttacks(s).Intersects(from) {
				return true
			}
		}
	}
	if b := us[Rook]; !b.IsEmpty() {
		from := p.RookAttacks(k).And(open)
		for !b.IsEmpty() {
			var s Square
			s, b = b.Next()
			if p.RookAttacks(s).Intersects(from) {
				return true
			}
		}
	}
	if b := us[Cannon]; !b.IsEmpty() {
		from := p.CannonShadow(k).And(open)
		for !b.IsEmpty() {
			var s Square
			s, b = b.Next()
			if p.cannonTargets(s).Intersects(from) {
				return true
			}
		}
	}
	ahead, west, east := pawnSteps(us[Pawn], c)
	return ahead.Or(west).Or(east).And(open).Intersects(near[k].pawns[c&1])
}
