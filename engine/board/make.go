package board

// Make plays m, which must be at least pseudo-legal, and remembers how to take
// it back.
func (p *Position) Make(m Move) {
	from, to := m.From(), m.To()
	side := p.side
	pc, captured := p.board[from], p.board[to]
	was, now := p.push(m, captured)
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
	key := was.key ^ sideKey ^ pieceKeys[pc&15][from] ^ pieceKeys[pc&15][to]
	sum := was.sum + p.table[pc&15][to] - p.table[pc&15][from]
	if captured == NoPiece {
		tf, tr := fileOf[to]&15, rankOf[to]&15
		p.rank[tr] |= 1 << tf
		p.file[tf] |= 1 << tr
		now.halfmove = was.halfmove + 1
		now.reversible = was.reversible + 1
	} else {
		them := &p.armies[(side^1)&1]
		them[all] = them[all].Xor(toBB)
		them[captured&7] = them[captured&7].Xor(toBB)
		key ^= pieceKeys[captured&15][to]
		sum -= p.table[captured&15][to]
		now.halfmove = 0
		now.reversible = 0
	}
	if pc.Type() == King {
		p.king[side&1] = to
	}
	now.key, now.sum = key, sum
}

// KeyAfter returns the key of the position that Make(m) leads to; NoMove passes.
func (p *Position) KeyAfter(m Move) uint64 {
	key := p.now().key ^ sideKey
	if m == NoMove {
		return key
	}
	from, to := m.From(), m.To()
	key ^= pieceKeys[p.board[from]&15][from] ^ pieceKeys[p.board[from]&15][to]
	if captured := p.board[to]; captured != NoPiece {
		key ^= pieceKeys[captured&15][to]
	}
	return key
}

// Unmake takes back the last move made by Make.
func (p *Position) Unmake() {
	now := p.pop()
	from, to := now.move.From(), now.move.To()
	side := p.side
	pc, captured := p.board[to], now.captured
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
	was, now := p.push(NoMove, NoPiece)
	now.key, now.sum = was.key^sideKey, was.sum
	now.halfmove, now.reversible = was.halfmove+1, 0
}

// UnmakeNull takes back MakeNull.
func (p *Position) UnmakeNull() { p.pop() }

// push goes to the next state of the line, whose key, sum and counters the
// caller fills in, and passes the turn.
func (p *Position) push(m Move, captured Piece) (was, now *state) {
	if p.plies+1 >= len(p.line) {
		p.line = append(p.line, make([]state, len(p.line))...)
	}
	was, now = &p.line[p.plies], &p.line[p.plies+1]
	if was.check == checkUnknown {
		p.lookAround(was) // for CheckAt
	}
	was.move, was.captured = m, captured
	now.check, now.aimed = checkUnknown, false
	p.seen[was.key%repetitionSlots]++
	p.plies++
	p.side ^= 1
	return was, now
}

// pop goes back to the last state of the line and its turn.
func (p *Position) pop() *state {
	p.plies--
	now := &p.line[p.plies]
	p.seen[now.key%repetitionSlots]--
	p.side ^= 1
	return now
}
