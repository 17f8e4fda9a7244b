package board

// danger is what the side to move must know about its king before it moves.
type danger struct {
	blockers Bitboard // own pieces whose leaving may expose the king
	noEnter  Bitboard // empty squares where any piece becomes a cannon's screen
	check    bool
}

// dangers returns the danger of the side to move, computed at most once per
// position.
func (p *Position) dangers() *danger {
	if !p.dangerOK {
		p.danger = p.computeDanger(p.side)
		p.dangerOK = true
		if p.danger.check {
			p.check = checkYes
		} else {
			p.check = checkNo
		}
	}
	return &p.danger
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool {
	if p.check == checkUnknown {
		p.dangers()
	}
	return p.check == checkYes
}

// Blockers returns c's pieces that may not move freely: those pinned to c's
// king by a rook, a cannon, a horse or the facing king.
func (p *Position) Blockers(c Color) Bitboard {
	if c == p.side {
		return p.dangers().blockers
	}
	return p.computeDanger(c).blockers
}

func (p *Position) computeDanger(us Color) danger {
	var d danger
	them := us ^ 1
	k := p.king[us&1]
	own, enemy := p.byColor[us&1], p.byColor[them&1]
	sliders := p.byType[Rook].Or(p.byType[Cannon]).Or(p.byType[King]).And(enemy)
	if sliders.Intersects(crossBB[k]) {
		f, r := fileOf[k], rankOf[k]
		rank, file := p.LineHits(k)
		if rank != 0xffffff {
			base := Square(9 * r)
			p.lineDanger(&d, them, rank&0xfff, base, 1)
			p.lineDanger(&d, them, rank>>12, base, 1)
		}
		p.lineDanger(&d, them, file&0xfff, Square(f), 9)
		p.lineDanger(&d, them, file>>12, Square(f), 9)
	}
	for h := horseRing[k].And(p.byType[Horse]).And(enemy); !h.IsEmpty(); {
		leg := HorseLeg(h.Pop(), k)
		if p.board[leg] == NoPiece {
			d.check = true
		} else {
			d.blockers = d.blockers.Or(squareBB[leg].And(own))
		}
	}
	if pawnSources[them&1][k].Intersects(p.byType[Pawn].And(enemy)) {
		d.check = true
	}
	return d
}

// lineDanger reads one direction from the king: up to three occupied squares,
// nearest first, at base + step*position.
func (p *Position) lineDanger(d *danger, them Color, h Hits, base, step Square) {
	first := Square(h & 15)
	if first == noHit {
		return
	}
	rook, cannon := MakePiece(them, Rook), MakePiece(them, Cannon)
	facing := NoPiece // the enemy king attacks along files only
	if step == 9 {
		facing = MakePiece(them, King)
	}
	s1 := base + step*first
	a := p.board[s1]
	switch a {
	case rook, facing:
		d.check = true
	case cannon:
		k := p.king[(them^1)&1]
		d.noEnter = d.noEnter.Or(p.RookAttacks(k).And(p.RookAttacks(s1)).AndNot(p.Occupied()).And(lineOf(k, step)))
	}
	second := Square(h >> 4 & 15)
	if second == noHit {
		return
	}
	ours := a.Color() != them
	s2 := base + step*second
	b := p.board[s2]
	switch b {
	case rook, facing:
		if ours {
			d.blockers = d.blockers.Or(squareBB[s1])
		}
	case cannon:
		d.check = true
	}
	third := Square(h >> 8 & 15)
	if third == noHit || p.board[base+step*third] != cannon {
		return
	}
	if ours {
		d.blockers = d.blockers.Or(squareBB[s1])
	}
	if b.Color() != them {
		d.blockers = d.blockers.Or(squareBB[s2])
	}
}

// lineOf returns the rank (step 1) or the file (step 9) of s.
func lineOf(s Square, step Square) Bitboard {
	if step == 9 {
		return fileBB[fileOf[s]&15]
	}
	return rankBB[rankOf[s]&15]
}

// attackedAfter reports whether a king on k is attacked by side by once the
// piece on from has moved to to, capturing what stood there. It answers for
// the mover's own king (k is to for a king's move) and for the other one,
// without making the move. Facing kings count.
func (p *Position) attackedAfter(k Square, by Color, from, to Square) bool {
	moved := p.board[from]
	f, r := fileOf[k], rankOf[k]
	enemy := p.byColor[by&1].AndNot(squareBB[to])
	sliders := p.byType[Rook].Or(p.byType[Cannon]).Or(p.byType[King]).And(enemy)
	arrives := moved.Color() == by // the moved piece itself may attack
	if arrives || sliders.Intersects(crossBB[k]) {
		ff, fr := fileOf[from], rankOf[from]
		tf, tr := fileOf[to], rankOf[to]
		rank, file := p.rank[r&15], p.file[f&15]
		if fr == r {
			rank &^= 1 << (ff & 15)
		}
		if ff == f {
			file &^= 1 << (fr & 15)
		}
		if tr == r {
			rank |= 1 << (tf & 15)
		}
		if tf == f {
			file |= 1 << (tr & 15)
		}
		rook, cannon, king := MakePiece(by, Rook), MakePiece(by, Cannon), MakePiece(by, King)
		h := lineHits[f&15][rank&1023]
		if h != 0xffffff {
			base := Square(9 * r)
			for ; h != 0; h >>= 12 {
				if h&15 == noHit {
					continue
				}
				s := base + Square(h&15)
				pc := p.board[s]
				if s == to {
					pc = moved
				}
				if pc == rook {
					return true
				}
				if h>>4&15 == noHit {
					continue
				}
				s = base + Square(h>>4&15)
				pc = p.board[s]
				if s == to {
					pc = moved
				}
				if pc == cannon {
					return true
				}
			}
		}
		h = lineHits[r&15][file&1023]
		for range 2 {
			if h&15 != noHit {
				s := Square(f) + 9*Square(h&15)
				pc := p.board[s]
				if s == to {
					pc = moved
				}
				if pc == rook || pc == king {
					return true
				}
				if h>>4&15 != noHit {
					s = Square(f) + 9*Square(h>>4&15)
					pc = p.board[s]
					if s == to {
						pc = moved
					}
					if pc == cannon {
						return true
					}
				}
			}
			h >>= 12
		}
	}
	horses := p.byType[Horse].And(enemy).AndNot(squareBB[from])
	pawns := p.byType[Pawn].And(enemy).AndNot(squareBB[from])
	if arrives {
		switch moved.Type() {
		case Horse:
			horses = horses.Or(squareBB[to])
		case Pawn:
			pawns = pawns.Or(squareBB[to])
		}
	}
	if pawnSources[by&1][k].Intersects(pawns) {
		return true
	}
	for h := horseRing[k].And(horses); !h.IsEmpty(); {
		leg := HorseLeg(h.Pop(), k)
		if leg != to && (p.board[leg] == NoPiece || leg == from) {
			return true
		}
	}
	return false
}

// GivesCheck reports whether the legal move m checks the enemy king.
func (p *Position) GivesCheck(m Move) bool {
	return p.attackedAfter(p.king[(p.side^1)&1], p.side, m.From(), m.To())
}

// exposes reports whether the pseudo-legal move leaves the mover's own king
// attacked.
func (p *Position) exposes(from, to Square) bool {
	k := p.king[p.side&1]
	if from == k {
		k = to
	}
	return p.attackedAfter(k, p.side^1, from, to)
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
		p.targets(pc.Type(), p.side, from).AndNot(p.byColor[p.side&1]).Has(to)
}

// IsLegal reports whether m, which may be any value, is a legal move.
func (p *Position) IsLegal(m Move) bool {
	if !p.IsPseudoLegal(m) {
		return false
	}
	from, to := m.From(), m.To()
	d := p.dangers()
	if d.check || from == p.king[p.side&1] || d.blockers.Has(from) || d.noEnter.Has(to) {
		return !p.exposes(from, to)
	}
	return true
}
