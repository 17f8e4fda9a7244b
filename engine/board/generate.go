package board

// LegalMoves fills l with every legal move. A side without one has lost.
func (p *Position) LegalMoves(l *MoveList) {
	p.generate(l, p.byColor[p.side&1].Not())
}

// LegalCaptures fills l with every legal capture.
func (p *Position) LegalCaptures(l *MoveList) {
	p.generate(l, p.byColor[(p.side^1)&1])
}

// LegalQuiets fills l with every legal move that captures nothing.
func (p *Position) LegalQuiets(l *MoveList) {
	p.generate(l, p.Occupied().Not())
}

// generate fills l with the legal moves whose destination is in target, which
// must hold none of the mover's own pieces.
func (p *Position) generate(l *MoveList, target Bitboard) {
	l.N = 0
	us := p.side
	own := p.byColor[us&1]
	d := p.dangers()
	suspects := d.blockers
	if d.check {
		suspects = own // every move must be shown to end the check
	}
	free := target.AndNot(d.noEnter)
	for t := Advisor; t <= Pawn; t++ {
		for b := p.byType[t&7].And(own); !b.IsEmpty(); {
			s := b.Pop()
			to := p.targets(t, us, s)
			if suspects.Has(s) {
				for to = to.And(target); !to.IsEmpty(); {
					if q := to.Pop(); !p.exposes(s, q) {
						l.add(NewMove(s, q))
					}
				}
				continue
			}
			for to = to.And(free); !to.IsEmpty(); {
				l.add(NewMove(s, to.Pop()))
			}
		}
	}
	k := p.king[us&1]
	for to := kingTargets[k].And(target); !to.IsEmpty(); {
		if q := to.Pop(); !p.exposes(k, q) {
			l.add(NewMove(k, q))
		}
	}
}

// CountLegalMoves returns the number of legal moves without listing them.
func (p *Position) CountLegalMoves() int {
	us := p.side
	own := p.byColor[us&1]
	target := own.Not()
	d := p.dangers()
	suspects := d.blockers
	if d.check {
		suspects = own
	}
	free := target.AndNot(d.noEnter)
	n := 0
	for t := Advisor; t <= Pawn; t++ {
		for b := p.byType[t&7].And(own); !b.IsEmpty(); {
			s := b.Pop()
			to := p.targets(t, us, s)
			if !suspects.Has(s) {
				n += to.And(free).Count()
				continue
			}
			for to = to.And(target); !to.IsEmpty(); {
				if !p.exposes(s, to.Pop()) {
					n++
				}
			}
		}
	}
	k := p.king[us&1]
	for to := kingTargets[k].And(target); !to.IsEmpty(); {
		if !p.exposes(k, to.Pop()) {
			n++
		}
	}
	return n
}

// HasLegalMove reports whether the side to move can move at all.
func (p *Position) HasLegalMove() bool {
	us := p.side
	own := p.byColor[us&1]
	d := p.dangers()
	for b := own; !b.IsEmpty(); {
		s := b.Pop()
		to := p.targets(p.board[s].Type(), us, s).AndNot(own)
		sure := !d.check && s != p.king[us&1] && !d.blockers.Has(s)
		for !to.IsEmpty() {
			q := to.Pop()
			if sure && !d.noEnter.Has(q) || !p.exposes(s, q) {
				return true
			}
		}
	}
	return false
}
