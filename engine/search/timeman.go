package search

import (
	"time"

	"xqlab/engine/board"
)

// budget is the time a clock allows for one move.
type budget struct {
	optimum time.Duration // stop between iterations around this
	maximum time.Duration // never think longer; 0 = no limit
}

// movesLeft is how many more moves a game without a stated number is expected
// to last.
const movesLeft = 32

// minThink is the shortest time given to a move, whatever the clock says.
const minThink = time.Millisecond

// plan divides the clock. overhead is the time lost between the move being
// found and the clock being stopped. A fixed time for the move is used but for
// a twentieth: whoever sets one does not end the game over a late answer.
func plan(l Limits, us board.Color, overhead time.Duration) budget {
	if l.MoveTime > 0 {
		t := max(l.MoveTime-min(overhead, l.MoveTime/20), minThink)
		return budget{optimum: t, maximum: t}
	}
	left, inc := l.Time[us], l.Inc[us]
	if left <= 0 && inc <= 0 {
		return budget{}
	}
	left = max(left-overhead, minThink)
	moves := movesLeft
	if l.MovesToGo > 0 {
		moves = min(l.MovesToGo, movesLeft)
	}
	share := left / time.Duration(moves)
	optimum := share + inc*8/10
	maximum := 5 * optimum
	// Two fifths stay in hand even if every move takes the maximum: on a busy
	// machine a thread may wait for a processor for 50 ms.
	ceiling := left * 6 / 10
	if moves == 1 {
		// the last move of a control may use all of it but a reserve
		optimum, ceiling = left*7/10, left*9/10
	}
	maximum = max(min(maximum, ceiling), minThink)
	optimum = max(min(optimum, maximum*8/10), minThink)
	return budget{optimum, maximum}
}
