package board

// Make plays m, which must be at least pseudo-legal, and remembers how to take
// it back.
func (p *Position) Make(m Move) {
	check := checkNo
	if p.InCheck() {
		check = checkYes
	}
	from, to := m.From(), m.To()
	us := p.side
	pc := p.board[from]
	captured := p.board[to]
	p.history = append(p.history, undo{
		key: p.key, sum: p.sum, move: m,
		halfmove: p.halfmove, reversible: p.reversible,
		captured: captured, check: check,
	})
	p.seen[p.key%repetitionSlots]++

	key := p.key ^ sideKey ^ pieceKeys[pc&15][from] ^ pieceKeys[pc&15][to]
	sum := p.sum + p.table[pc&15][to] - p.table[pc&15][from]
	fromBB, toBB := squareBB[from], squareBB[to]
	both := fromBB.Xor(toBB)

	p.board[from] = NoPiece
	p.board[to] = pc
	p.byColor[us&1] = p.byColor[us&1].Xor(both)
	p.byType[pc&7] = p.byType[pc&7].Xor(both)
	ff, fr := fileOf[from]&15, rankOf[from]&15
	p.rank[fr] ^= 1 << ff
	p.file[ff] ^= 1 << fr
	if captured != NoPiece {
		p.byColor[(us^1)&1] = p.byColor[(us^1)&1].Xor(toBB)
		p.byType[captured&7] = p.byType[captured&7].Xor(toBB)
		key ^= pieceKeys[captured&15][to]
		sum -= p.table[captured&15][to]
		p.halfmove = 0
		p.reversible = 0
	} else {
		tf, tr := fileOf[to]&15, rankOf[to]&15
		p.rank[tr] |= 1 << tf
		p.file[tf] |= 1 << tr
		p.halfmove++
		p.reversible++
	}
	if pc.Type() == King {
		p.king[us&1] = to
	}
	p.key, p.sum = key, sum
	p.side = us ^ 1
	p.check = checkUnknown
	p.dangerOK = false
}

// Unmake takes back the last move made by Make.
func (p *Position) Unmake() {
	n := len(p.history) - 1
	u := &p.history[n]
	m := u.move
	from, to := m.From(), m.To()
	us := p.side ^ 1
	pc := p.board[to]
	fromBB, toBB := squareBB[from], squareBB[to]
	both := fromBB.Xor(toBB)

	p.board[from] = pc
	p.board[to] = u.captured
	p.byColor[us&1] = p.byColor[us&1].Xor(both)
	p.byType[pc&7] = p.byType[pc&7].Xor(both)
	ff, fr := fileOf[from]&15, rankOf[from]&15
	p.rank[fr] |= 1 << ff
	p.file[ff] |= 1 << fr
	if u.captured != NoPiece {
		p.byColor[(us^1)&1] = p.byColor[(us^1)&1].Xor(toBB)
		p.byType[u.captured&7] = p.byType[u.captured&7].Xor(toBB)
	} else {
		tf, tr := fileOf[to]&15, rankOf[to]&15
		p.rank[tr] ^= 1 << tf
		p.file[tf] ^= 1 << tr
	}
	if pc.Type() == King {
		p.king[us&1] = from
	}
	p.restore(u, us)
	p.history = p.history[:n]
}

// MakeNull passes the turn. It must not be called in check.
func (p *Position) MakeNull() {
	p.history = append(p.history, undo{
		key: p.key, sum: p.sum, move: NoMove,
		halfmove: p.halfmove, reversible: p.reversible, check: checkNo,
	})
	p.seen[p.key%repetitionSlots]++
	p.key ^= sideKey
	p.halfmove++
	p.reversible = 0
	p.side ^= 1
	p.check = checkUnknown
	p.dangerOK = false
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull() {
	n := len(p.history) - 1
	p.restore(&p.history[n], p.side^1)
	p.history = p.history[:n]
}

func (p *Position) restore(u *undo, side Color) {
	p.key, p.sum = u.key, u.sum
	p.halfmove, p.reversible = u.halfmove, u.reversible
	p.check = u.check
	p.side = side
	p.dangerOK = false
	p.seen[p.key%repetitionSlots]--
}
