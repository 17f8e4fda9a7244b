package rules

import "xqlab/engine/board"

// freeChecks is how many checks of each side since the last capture count
// towards the natural limit; from the next on, neither the check nor a reply
// that is no check itself is counted.
const freeChecks = 10

// clock counts plies towards the natural limit.
type clock struct {
	plies  int    // counted plies since the last capture
	checks [2]int // checks of each side since the last capture
	free   bool   // the last move was a check beyond the tenth: the reply is not counted
}

// advance counts one move of side c.
func (k *clock) advance(c board.Color, capture, check bool) {
	free := k.free
	k.free = false
	switch {
	case capture:
		*k = clock{}
	case check:
		k.checks[c]++
		if k.checks[c] > freeChecks {
			k.free = true
		} else {
			k.plies++
		}
	case !free:
		k.plies++
	}
}

// clockOf recomputes the clock of p from its history, null moves counting as
// moves that do nothing. The position p was set up with brings its own counter
// and no checks.
func clockOf(p *board.Position) clock {
	n := p.Plies()
	first := n
	for first > 0 && p.CapturedAt(first-1) == board.NoPiece {
		first--
	}
	var k clock
	if first == 0 {
		k.plies = p.HalfmoveClock() - n
	}
	mover := p.SideToMove()
	if (n-first)%2 == 1 {
		mover = mover.Other()
	}
	for i := first; i < n; i++ {
		k.advance(mover, false, checkedAfter(p, i))
		mover = mover.Other()
	}
	return k
}

// checkedAfter reports whether the i-th move of p's history gave check.
func checkedAfter(p *board.Position, i int) bool {
	if i+1 < p.Plies() {
		return p.CheckAt(i + 1)
	}
	return p.InCheck()
}
