package search

import "xqlab/engine/board"

// mateSearch looks for a forced mate beside the main search, which sees every
// move but not so far. It is a depth-first proof-number search (Nagai 2002,
// df-pn): the side to move at the root, the attacker, may only give check
// (连将杀), leave a check or, a few times in a line, make a quiet move that
// threatens mate (宽一步杀); the defender may make any legal move. Given more
// nodes, it continues where it stopped.
type mateSearch struct {
	w      *worker
	proofs []proof // by key
	frames [mateMaxPly + 1]mateFrame
	age    uint32       // of the root: entries of others do not count
	looks  uint64       // positions looked at
	limit  uint64       // of looks
	quiets int          // quiet moves allowed in a line: first none, then more
	root   proof        // when the search stopped
	over   bool         // the root is proved or disproved
	score  Score        // of the mate, 0 if none is found
	line   []board.Move // to the mate, as far as it is known
}

// proof is what is known of a position. Its two numbers are lower bounds of how
// many positions have still to be decided to prove that the attacker mates (pn)
// or that he does not (dn).
type proof struct {
	check uint64 // key of the position and the number of quiet moves left
	pn    uint32
	dn    uint32
	age   uint32
	plies uint16     // to the mate found, if pn is 0
	move  board.Move // of the attacker that mates, of the defender that holds out longest
}

// mateFrame is a position on the way from the root with what is known of its
// successors.
type mateFrame struct {
	list  board.MoveList
	nodes [board.MaxMoves]proof
}

const (
	mateMaxPly  = 60      // longest line
	mateEntries = 1 << 14 // of the table of proofs
	proofLimit  = 1 << 28 // a number that is never reached: the opposite is proved
)

var (
	mateProved    = proof{pn: 0, dn: proofLimit}
	mateDisproved = proof{pn: proofLimit, dn: 0}
)

// newRoot forgets the last root.
func (m *mateSearch) newRoot(w *worker) {
	if m.proofs == nil {
		m.proofs = make([]proof, mateEntries)
	}
	m.w = w
	m.age++
	m.looks, m.quiets, m.over, m.score = 0, 0, false, 0
	m.root = proof{}
	m.line = m.line[:0]
}

// run searches until the root is decided or the nodes used since newRoot reach
// limit.
func (m *mateSearch) run(limit uint64) {
	m.limit = limit * looksPerNode
	for !m.over && m.looks < m.limit && !m.w.stopped {
		m.root = m.search(proofLimit, proofLimit, 0, m.quiets)
		switch {
		case m.root.pn == 0:
			m.over = true
			m.score = MateIn(int(m.root.plies))
			m.walk()
		case m.root.dn == 0 && m.quiets == m.w.params.MateQuiets:
			m.over = true
		case m.root.dn == 0:
			m.quiets++
		}
	}
}

// promising reports whether a mate with few quiet moves is more likely to be
// proved than disproved. After 3,000 nodes that was so in most of the suites'
// mates that were proved later, and in almost no position of level games.
func (m *mateSearch) promising() bool {
	prm := &m.w.params
	return !m.over && m.quiets < prm.MateNearQuiets &&
		uint64(m.root.dn)*percent >= uint64(m.root.pn)*uint64(prm.MateNear)
}

// search expands the position until one of its numbers reaches its bound. The
// attacker, to move at even plies, has the given number of quiet moves left.
func (m *mateSearch) search(pnBound, dnBound uint32, ply, quiets int) proof {
	f := &m.frames[ply]
	attacks := ply&1 == 0
	if ply == mateMaxPly || ply > 0 && m.mayEnd() {
		return mateDisproved // on this way here; the table need not know
	}
	if attacks {
		m.attack(f, quiets)
	} else {
		m.defend(f, quiets)
		if f.list.N == 0 || f.list.N == 1 && f.list.Moves[0] == board.NoMove {
			return mateProved
		}
	}
	key := mateKey(m.w.pos.Key(), quiets)
	for {
		now, best, second, others := f.sum(attacks)
		if now.pn >= pnBound || now.dn >= dnBound || now.pn == 0 || now.dn == 0 || m.looks >= m.limit || m.w.stopped {
			m.put(key, now)
			return now
		}
		// The other successors are left alone a little longer than they need be:
		// switching between them costs more than the wrong order (Pawlewicz and
		// Lew 2007, the 1+epsilon trick).
		child := &f.nodes[best]
		second += 1 + second*uint32(m.w.params.MateStay)/twelfths
		var pn, dn uint32
		if attacks {
			pn, dn = min(pnBound, second), dnBound-others
		} else {
			pn, dn = pnBound-others, min(dnBound, second)
		}
		mv := f.list.Moves[best]
		left := m.left(mv, quiets, attacks)
		m.make(mv)
		*child = m.search(pn, dn, ply+1, left)
		m.unmake(mv)
	}
}

// left returns how many of his quiet moves the attacker still has after a move,
// his own or the defender's. Leaving a check costs him none: otherwise the
// defender's checks would use them up. A pass of the defender costs one, so that
// only threats count that need fewer quiet moves than are allowed here.
func (m *mateSearch) left(mv board.Move, quiets int, attacks bool) int {
	p := m.w.pos
	switch {
	case mv == board.NoMove:
		return max(quiets-1, 0)
	case attacks && !p.InCheck() && !p.GivesCheck(mv):
		return quiets - 1
	}
	return quiets
}

// attack lists the attacker's moves: checks, then, if he has quiet moves left or
// a check to leave, the others.
func (m *mateSearch) attack(f *mateFrame, quiets int) {
	p := m.w.pos
	if quiets == 0 && !p.InCheck() {
		p.LegalChecks(&f.list)
		for i, mv := range f.list.Slice() {
			f.nodes[i] = m.afterCheck(mv, quiets)
		}
		return
	}
	p.LegalMoves(&f.list)
	checks := 0
	for i, mv := range f.list.Slice() {
		if p.GivesCheck(mv) {
			f.list.Moves[i], f.list.Moves[checks] = f.list.Moves[checks], mv
			checks++
		}
	}
	replies, after := m.w.params.MateReplies, quiets
	if !p.InCheck() {
		replies, after = m.replies(), quiets-1
	}
	for i, mv := range f.list.Slice() {
		if i < checks {
			f.nodes[i] = m.afterCheck(mv, quiets)
		} else {
			f.nodes[i] = m.afterQuiet(mv, after, replies)
		}
	}
}

// replies returns about how many replies each quiet move leaves: those the
// defender would have at once. Counting them after every move would order the
// moves better, at twice the time.
func (m *mateSearch) replies() int {
	p := m.w.pos
	p.MakeNull()
	n := p.CountLegalMoves()
	p.UnmakeNull()
	return n
}

// defend lists the defender's moves. When not in check he may pass, which is
// looked at first: it refutes a move that threatens nothing.
func (m *mateSearch) defend(f *mateFrame, quiets int) {
	p := m.w.pos
	p.LegalMoves(&f.list)
	if !p.InCheck() && f.list.N < board.MaxMoves {
		l := &f.list
		l.Moves[l.N], l.Moves[0] = l.Moves[0], board.NoMove
		l.N++
	}
	for i, mv := range f.list.Slice() {
		f.nodes[i] = m.afterReply(mv, quiets)
	}
}

// afterCheck returns what is known of the position after a check. A new one
// starts with the number of evasions: none is mate.
func (m *mateSearch) afterCheck(mv board.Move, quiets int) proof {
	m.visit()
	known, ok := m.get(m.w.pos.KeyAfter(mv), quiets)
	if !ok {
		m.w.pos.Make(mv)
		known = mateProved
		if n := m.w.pos.CountLegalMoves(); n > 0 {
			known = proof{pn: uint32(n), dn: 1}
		}
		m.w.pos.Unmake()
	}
	return known
}

// afterQuiet is afterCheck for a move that gives no check and leaves about the
// given number of replies. If no check could follow it, it threatens nothing.
func (m *mateSearch) afterQuiet(mv board.Move, quiets, replies int) proof {
	m.visit()
	p := m.w.pos
	known, ok := m.get(p.KeyAfter(mv), quiets)
	if !ok {
		p.Make(mv)
		known = mateDisproved
		if m.threatens() {
			known = proof{pn: uint32(replies + m.w.params.MateQuietCost), dn: 1}
		}
		p.Unmake()
	}
	return known
}

// threatens reports whether the side not to move, which gives no check, could
// give one if it were its turn.
func (m *mateSearch) threatens() bool {
	p := m.w.pos
	if p.CanCheck(p.SideToMove().Other()) {
		return true // nearly always; the test of the rest takes longer
	}
	var l board.MoveList
	p.MakeNull()
	p.LegalChecks(&l)
	p.UnmakeNull()
	return l.N > 0
}

// afterReply returns what is known of the position after a move of the
// defender, who may pass. The piece that checks may be captured, which makes a
// mate harder; a piece that steps between is mostly lost.
func (m *mateSearch) afterReply(mv board.Move, quiets int) proof {
	m.visit()
	p := m.w.pos
	if known, ok := m.get(p.KeyAfter(mv), m.left(mv, quiets, false)); ok {
		return known
	}
	switch {
	case mv == board.NoMove:
	case p.At(mv.To()) != board.NoPiece:
		return proof{pn: uint32(m.w.params.MateCapture), dn: 1}
	case mv.From() != p.KingSquare(p.SideToMove()):
		return proof{pn: 1, dn: uint32(m.w.params.MateBlock)}
	}
	return proof{pn: 1, dn: 1}
}

func (m *mateSearch) make(mv board.Move) {
	if mv == board.NoMove {
		m.w.pos.MakeNull()
	} else {
		m.w.pos.Make(mv)
	}
}

func (m *mateSearch) unmake(mv board.Move) {
	if mv == board.NoMove {
		m.w.pos.UnmakeNull()
	} else {
		m.w.pos.Unmake()
	}
}

// visit counts a position.
func (m *mateSearch) visit() {
	if m.looks++; m.looks%looksPerNode == 0 {
		m.w.visit(0)
	}
}

// looksPerNode is how many positions are counted as one node: a look at one
// takes about a seventh of the time of a node of the main search.
const looksPerNode = 7

// mayEnd reports a repetition, which does not mate, or that the game may end by
// the move limit.
func (m *mateSearch) mayEnd() bool {
	p := m.w.pos
	return p.RepetitionPly() > 0 || p.HalfmoveClock() >= m.w.noCutFrom
}

// sum derives the numbers of a position from its successors: the attacker
// needs one that is proved, the defender one that is disproved. Where all have
// to be decided, the largest number counts, and one for each of the others that
// are open (weak proof-number search, Ueda and others 2008): a sum would count
// what several of them lead to again and again. It returns the successor to
// look at next, the number up to which it stays the best, and how many others
// are open.
func (f *mateFrame) sum(attacks bool) (now proof, best int, second, others uint32) {
	least, most := uint32(proofLimit), uint32(0)
	second = proofLimit
	plies := uint16(0)
	for i := range f.list.N {
		c := &f.nodes[i&placeMask]
		own, other := c.pn, c.dn
		if !attacks {
			own, other = c.dn, c.pn
		}
		if most = max(most, other); other > 0 {
			others++
		}
		if own < least {
			least, second, best = own, least, i
		} else if own < second {
			second = own
		}
		if !attacks && c.plies >= plies && f.list.Moves[i&placeMask] != board.NoMove {
			plies = c.plies
			now.move = f.list.Moves[i&placeMask]
		}
	}
	if others > 0 {
		others--
	}
	most = min(most+others, proofLimit)
	if attacks {
		now.pn, now.dn = least, most
		if least == 0 {
			plies, now.move = f.nodes[best].plies, f.list.Moves[best]
		}
	} else {
		now.pn, now.dn = most, least
	}
	now.plies = plies + 1
	return now, best, second, others
}

// mateKey is the key of a position in which the attacker has the given number of
// quiet moves left.
func mateKey(key uint64, quiets int) uint64 { return key ^ uint64(quiets)*golden }

func (m *mateSearch) put(key uint64, now proof) {
	now.check, now.age = key, m.age
	m.proofs[key%mateEntries] = now
}

// get returns what is known of a position. A proof with fewer quiet moves holds
// for more, too.
func (m *mateSearch) get(key uint64, quiets int) (proof, bool) {
	for q := quiets; q >= 0; q-- {
		k := mateKey(key, q)
		e := &m.proofs[k%mateEntries]
		if e.check == k && e.age == m.age && (q == quiets || e.pn == 0) {
			return *e, true
		}
	}
	return proof{}, false
}

// walk follows the longest defence of a proved root, as far as the table still
// knows it.
func (m *mateSearch) walk() {
	p := m.w.pos
	now, quiets := m.root, m.quiets
	for len(m.line) < int(m.root.plies) && now.move != board.NoMove {
		quiets = m.left(now.move, quiets, len(m.line)&1 == 0)
		m.line = append(m.line, now.move)
		p.Make(now.move)
		e, ok := m.get(p.Key(), quiets)
		if !ok || e.pn != 0 {
			break
		}
		now = e
	}
	for range m.line {
		p.Unmake()
	}
}
