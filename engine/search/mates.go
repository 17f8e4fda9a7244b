package search

import "xqlab/engine/board"

// mateSearch looks for a mate that is forced by checks alone (连将杀), however
// deep, beside the main search, which sees every move but not so far. It is a
// depth-first proof-number search (Nagai 2002, df-pn): the side to move at the
// root, the attacker, may only give check; the defender may do everything legal.
// It goes on where it stopped when it is given more nodes.
type mateSearch struct {
	w      *worker
	proofs []proof // by key
	frames [mateMaxPly + 1]mateFrame
	age    uint32 // of the root: entries of others do not count
	used   uint64 // nodes
	limit  uint64
	over   bool         // the root is proved or disproved
	score  Score        // of the mate, 0 if none is found
	line   []board.Move // to the mate, as far as it is known
}

// proof is what is known of a position. Its two numbers say how many positions
// at least have still to be decided to prove that the attacker mates, or that
// he does not.
type proof struct {
	check uint64 // key of the position
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
	mateMaxPly  = 60
	mateEntries = 1 << 13
	proofLimit  = 1 << 28 // decided: never
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
	m.used, m.over, m.score = 0, false, 0
	m.line = m.line[:0]
}

// run searches until the root is decided or so many nodes are used in all.
func (m *mateSearch) run(limit uint64) {
	if m.over || m.used >= limit {
		return
	}
	m.limit = limit
	root := m.search(proofLimit, proofLimit, 0)
	m.over = root.pn == 0 || root.dn == 0
	if root.pn == 0 {
		m.score = MateIn(int(root.plies))
		m.walk(root)
	}
}

// search expands the position until one of its numbers reaches its bound. The
// attacker is to move at even plies.
func (m *mateSearch) search(pnBound, dnBound uint32, ply int) proof {
	f := &m.frames[ply]
	attacks := ply&1 == 0
	if ply == mateMaxPly {
		return mateDisproved
	}
	m.list(f, attacks)
	for i, mv := range f.list.Slice() {
		f.nodes[i] = m.first(mv, attacks)
	}
	key := m.w.pos.Key()
	for {
		now, best, second := m.sum(f, attacks)
		if now.pn >= pnBound || now.dn >= dnBound || now.pn == 0 || now.dn == 0 || m.used >= m.limit || m.w.stopped {
			m.put(key, now)
			return now
		}
		child := &f.nodes[best]
		var pn, dn uint32
		if attacks {
			pn, dn = min(pnBound, second+1), dnBound-now.dn+child.dn
		} else {
			pn, dn = pnBound-now.pn+child.pn, min(dnBound, second+1)
		}
		m.w.pos.Make(f.list.Moves[best])
		*child = m.search(pn, dn, ply+1)
		m.w.pos.Unmake()
	}
}

// list fills in the moves that count: checks, or all of the defender's.
func (m *mateSearch) list(f *mateFrame, attacks bool) {
	p := m.w.pos
	p.LegalMoves(&f.list)
	if attacks {
		f.list.Keep(p.GivesCheck)
	}
}

// first returns what is known of the position after a move. A new one after a
// check starts with the number of evasions: none is mate. A repetition does
// not mate, nor does anything if the game may end by the move limit.
func (m *mateSearch) first(mv board.Move, attacks bool) proof {
	p := m.w.pos
	m.used++
	m.w.visit(0)
	p.Make(mv)
	defer p.Unmake()
	if p.RepetitionPly() > 0 || p.HalfmoveClock() >= m.w.noCutFrom {
		return mateDisproved
	}
	key := p.Key()
	if e := &m.proofs[key%mateEntries]; e.check == key && e.age == m.age {
		return *e
	}
	if !attacks {
		return proof{pn: 1, dn: 1}
	}
	evasions := p.CountLegalMoves()
	if evasions == 0 {
		return mateProved
	}
	return proof{pn: uint32(evasions), dn: 1}
}

// sum derives the numbers of a position from its successors: the attacker
// needs one that is proved, the defender one that is disproved. It returns the
// successor to look at next and the bound up to which it stays the best.
func (m *mateSearch) sum(f *mateFrame, attacks bool) (now proof, best int, second uint32) {
	least, total := uint32(proofLimit), uint32(0)
	second = proofLimit
	plies := uint16(0)
	for i := range f.list.N {
		c := &f.nodes[i&127]
		own, other := c.pn, c.dn
		if !attacks {
			own, other = c.dn, c.pn
		}
		total = min(total+other, proofLimit)
		if own < least {
			least, second, best = own, least, i
		} else if own < second {
			second = own
		}
		if !attacks && c.plies >= plies {
			plies = c.plies
			now.move = f.list.Moves[i]
		}
	}
	if attacks {
		now.pn, now.dn = least, total
		if least == 0 {
			plies, now.move = f.nodes[best].plies, f.list.Moves[best]
		}
	} else {
		now.pn, now.dn = total, least
	}
	now.plies = plies + 1
	return now, best, second
}

func (m *mateSearch) put(key uint64, now proof) {
	now.check, now.age = key, m.age
	m.proofs[key%mateEntries] = now
}

// walk follows the longest defence of a proved root, as far as the table still
// knows it.
func (m *mateSearch) walk(root proof) {
	p := m.w.pos
	now := root
	for len(m.line) < int(root.plies) && now.move != board.NoMove {
		m.line = append(m.line, now.move)
		p.Make(now.move)
		now = m.proofs[p.Key()%mateEntries]
		if now.check != p.Key() || now.age != m.age || now.pn != 0 {
			break
		}
	}
	for range m.line {
		p.Unmake()
	}
}
