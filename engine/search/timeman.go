package search

import (
	"time"

	"xqlab/engine/board"
)

// budget is the time a clock allows for one move.
type budget struct {
	optimum time.Duration // stop between iterations around this
	maximum time.Duration // stop in any case after this; 0 = no limit
}

// minThink is the shortest time given to a move, whatever the clock says.
const minThink = time.Millisecond

// share returns p percent of d, rounded down, without overflow on the way.
func share(d time.Duration, p int) time.Duration {
	q := time.Duration(p)
	return d/percent*q + d%percent*q/percent
}

// plan divides the clock. overhead is the time lost between finding the move
// and stopping the clock. Of a fixed time for the move little is kept for it:
// whoever sets one does not end the game over a late answer.
func (prm *Params) plan(l Limits, us board.Color, overhead time.Duration) budget {
	if l.MoveTime > 0 {
		t := max(l.MoveTime-min(overhead, share(l.MoveTime, prm.TimeReserve)), minThink)
		return budget{optimum: t, maximum: t}
	}
	left, inc := l.Time[us], l.Inc[us]
	if left <= 0 && inc <= 0 {
		return budget{}
	}
	left = max(left-overhead, minThink)
	moves := prm.TimeMoves
	if l.MovesToGo > 0 {
		moves = min(l.MovesToGo, moves)
	}
	optimum := left/time.Duration(moves) + share(inc, prm.TimeIncrement)
	maximum := share(optimum, prm.TimeMaximum)
	// Part of the clock stays in hand even if every move takes the maximum: on a
	// busy machine a thread may wait for a processor for 50 ms.
	ceiling := share(left, prm.TimeCeiling)
	if moves == 1 {
		// The last move of a control may use all of it except a reserve.
		optimum, ceiling = share(left, prm.TimeLastOptimum), share(left, prm.TimeLastCeiling)
	}
	maximum = max(min(maximum, ceiling), minThink)
	optimum = max(min(optimum, share(maximum, prm.TimeOptimumMost)), minThink)
	return budget{optimum, maximum}
}

// progress is what an iteration tells of the time that the move deserves.
type progress struct {
	fall    Score   // by how much the score has fallen since the last iteration, in centipawns
	changes float64 // recent changes of the best move: 1 for a new one, less for older ones
	stable  int     // iterations for which the best move has not changed
}

// timeShare returns the part of the optimum after which no further iteration is
// begun: more where the score falls or the best move changes, less the longer
// it has stood. 1 is the whole optimum.
func (prm *Params) timeShare(p progress) float64 {
	part := func(percents int) float64 { return float64(percents) / percent }
	scale := min(max(1+float64(p.fall)/float64(prm.TimeFall), part(prm.TimeFallMin)), part(prm.TimeFallMax))
	scale *= part(prm.TimeChangeBase) + part(prm.TimeChangeSlope)*p.changes
	scale *= max(part(prm.TimeStableMin), part(prm.TimeStableBase)-part(prm.TimeStableSlope)*float64(p.stable))
	return part(prm.TimeStop) * scale
}
