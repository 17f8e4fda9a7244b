package rules

import "xqlab/engine/board"

// tally is what one side did in a window.
type tally struct {
	moves, checks int
	chases        int          // moves that newly chased anything; counted in full only
	common        pieceSet     // enemy pieces newly chased by every move so far
	pinned        pieceSet     // of those, rooks pinned by a horse after each move so far
	checkers      pieceSet     // pieces that attacked the enemy king after a checking move
	by            [32]pieceSet // by victim: the pieces that newly threatened it
}

func (t *tally) level() Level {
	switch {
	case t.moves == 0:
		return Idle
	case t.checks == t.moves:
		return Check
	case t.pinned != 0:
		return PinnedRook
	case t.common != 0:
		return Chase
	}
	return Idle
}

// classifier classes both sides of a window. It is reused from one window to
// the next and allocates nothing.
type classifier struct {
	placement
	end   [128]board.Piece // the placement the window ends with
	buf   [maxPairs]pair
	sides [2]tally
}

// rewind sets the placement to that of p the given number of plies ago and
// reports whether it is the same as now, with the same side to move. None of
// these plies may be a capture or a null move.
func (c *classifier) rewind(p *board.Position, plies int) bool {
	c.load(p)
	c.end = c.pieceOn
	n := p.Plies()
	for i := n - 1; i >= n-plies; i-- {
		m := p.MoveAt(i)
		c.shift(m.To(), m.From())
	}
	return plies%2 == 0 && c.pieceOn == c.end
}

// run classes the last plies of p, which rewind has just undone in the
// placement. In full it fills every field of the tallies; otherwise it stops
// as soon as the levels can no longer differ from what the tallies say.
func (c *classifier) run(p *board.Position, plies int, rs Ruleset, full bool) {
	first := p.Plies() - plies
	mover := p.SideToMove()
	c.sides = [2]tally{}
	checkers := c.countChecks(p, plies)
	if rs == Basic && !full || checkers && !full {
		return
	}
	for i := range c.sides {
		if rs != Basic {
			c.sides[i].common = ^pieceSet(0)
		}
		if rs == Asian {
			c.sides[i].pinned = c.ofType[board.Rook]
		}
	}
	for i := 0; i < plies; i++ {
		t := &c.sides[mover]
		m := p.MoveAt(first + i)
		if rs == Basic {
			c.shift(m.From(), m.To())
		} else {
			c.step(t, mover, m, full)
		}
		if full && checkedAfter(p, first+i) {
			t.checkers |= c.attackersOfKing(mover.Other())
		}
		if !full && c.sides[0].common|c.sides[1].common == 0 {
			return
		}
		mover = mover.Other()
	}
}

// countChecks counts moves and checks and reports whether a side checked on
// every move.
func (c *classifier) countChecks(p *board.Position, plies int) bool {
	n := p.Plies()
	mover := p.SideToMove()
	for i := n - plies; i < n; i++ {
		c.sides[mover].moves++
		if checkedAfter(p, i) {
			c.sides[mover].checks++
		}
		mover = mover.Other()
	}
	return c.sides[board.Red].level() == Check || c.sides[board.Black].level() == Check
}

// step plays one move in the placement and updates what its side chases.
func (c *classifier) step(t *tally, mover board.Color, m board.Move, full bool) {
	among := t.common
	if full {
		among = ^pieceSet(0)
	}
	if among == 0 {
		c.shift(m.From(), m.To())
		return
	}
	var newly pieceSet
	for _, pr := range c.newThreats(mover, m.From(), m.To(), among, c.buf[:0]) {
		newly |= 1 << pr.victim
		t.by[pr.victim&31] |= 1 << pr.attacker
	}
	if newly != 0 {
		t.chases++
	}
	t.common &= newly
	t.pinned &= newly
	for rooks := t.pinned; rooks != 0; {
		id := rooks.pop()
		if !c.pinnedByHorse(c.squareOf[id]) {
			t.pinned &^= 1 << id
		}
	}
}

// conduct turns the tallies of a full run into the report for side s. The
// placement is that at the end of the window.
func (c *classifier) conduct(s board.Color) Conduct {
	t := &c.sides[s]
	r := Conduct{Level: t.level(), Moves: t.moves, Checks: t.checks, Chases: t.chases}
	if r.Level == Check {
		r.Checkers = c.list(t.checkers)
	}
	for m := t.common; m != 0; {
		id := m.pop()
		r.Victims = append(r.Victims, Victim{Man: c.manOf(id), Attackers: c.list(t.by[id]), HorsePinned: t.pinned.has(id)})
	}
	return r
}

func (c *classifier) manOf(id uint8) Man { return Man{c.pieceOf[id&31], c.squareOf[id&31]} }

func (c *classifier) list(m pieceSet) []Man {
	var list []Man
	for m != 0 {
		list = append(list, c.manOf(m.pop()))
	}
	return list
}
