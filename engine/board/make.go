package board

// Make plays m, which must be at least pseudo-legal, and remembers how to take
// it back.
func (p *Position) Make(m Move) {
	p.push(m, p.board[m.To()])
	from, to := m.From(), m.To()
	side := p.side
	pc, captured := p.board[from], p.board[to]
	fromBB, toBB := squareBB[from], squareBB[to]
	both := fromBB.Or(toBB)

	p.board[from] = NoPiece
	p.board[to] = pc
	us := &p.armies[side&1]
	us[all] = us[all].Xor(both)
	us[pc&7] = us[pc&7].Xor(both)
	ff, fr := fileOf[from]&15, rankOf[from]&15
	p.rank[fr] ^= 1 << ff
	p.file[ff] ^= 1 << fr
	key := p.key ^ sideKey ^ pieceKeys[pc&15][from] ^ pieceKeys[pc&15][to]
	sum := p.sum + p.table[pc&15][to] - p.table[pc&15][from]
	if captured == NoPiece {
		tf, tr := fileOf[to]&15, rankOf[to]&15
		p.rank[tr] |= 1 << tf
		p.file[tf] |= 1 << tr
		p.halfmove++
		p.reversible++
	} else {
		them := &p.armies[(side^1)&1]
		them[all] = them[all].Xor(toBB)
		them[captured&7] = them[captured&7].Xor(toBB)
		key ^= pieceKeys[captured&15][to]
		sum -= p.table[captured&15][to]
		p.halfmove = 0
		p.reversible = 0
	}
	if pc.Type() == King {
		p.king[side&1] = to
	}
	p.key, p.sum = key, sum
	p.side = side ^ 1
	p.check = checkUnknown
}

// Unmake takes back the last move made by Make.
func (p *Position) Unmake() {
	u := p.pop()
	from, to := u.move.From(), u.move.To()
	side := p.side
	pc, captured := p.board[to], u.captured
	fromBB, toBB := squareBB[from], squareBB[to]
	both := fromBB.Or(toBB)

	p.board[from] = pc
	p.board[to] = captured
	us := &p.armies[side&1]
	us[all] = us[all].Xor(both)
	us[pc&7] = us[pc&7].Xor(both)
	ff, fr := fileOf[from]&15, rankOf[from]&15
	p.rank[fr] |= 1 << ff
	p.file[ff] |= 1 << fr
	if captured == NoPiece {
		tf, tr := fileOf[to]&15, rankOf[to]&15
		p.rank[tr] ^= 1 << tf
		p.file[tf] ^= 1 << tr
	} else {
		them := &p.armies[(side^1)&1]
		them[all] = them[all].Xor(toBB)
		them[captured&7] = them[captured&7].Xor(toBB)
	}
	if pc.Type() == King {
		p.king[side&1] = from
	}
}

// MakeNull passes the turn. It must not be called in check.
func (p *Position) MakeNull() {
	p.push(NoMove, NoPiece)
	p.key ^= sideKey
	p.halfmove++
	p.reversible = 0
	p.side ^= 1
	p.check = checkUnknown
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull() { p.pop() }

// push enters the position before a move into the history.
func (p *Position) push(m Move, captured Piece) {
	if p.check == checkUnknown {
		p.lookAround()
	}
	n := p.plies
	if n >= len(p.history) {
		p.history = append(p.history, make([]undo, len(p.history))...)
	}
	u := &p.history[n]
	u.key, u.sum, u.move, u.captured = p.key, p.sum, m, captured
	u.halfmove, u.reversible, u.check = p.halfmove, p.reversible, p.check
	p.plies = n + 1
	p.seen[p.key%repetitionSlots]++
}

// pop restores what push has stored, and the side to move.
func (p *Position) pop() *undo {
	n := p.plies - 1
	u := &p.history[n]
	p.plies = n
	p.key, p.sum = u.key, u.sum
	p.halfmove, p.reversible = u.halfmove, u.reversible
	p.side ^= 1
	p.check = checkUnknown
	p.seen[p.key%repetitionSlots]--
	return u
}
