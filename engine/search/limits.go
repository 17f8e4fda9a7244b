package search

import (
	"fmt"
	"time"

	"xqlab/engine/board"
)

// Limits end a search at the first one reached. Zero fields do not limit; with
// no limit at all the search ends at MaxPly or when its context is cancelled.
type Limits struct {
	Depth     int              // iterations in plies
	Nodes     uint64           // nodes of all workers together
	MoveTime  time.Duration    // fixed time for this move
	Time      [2]time.Duration // clock of Red and Black
	Inc       [2]time.Duration // increment per move of Red and Black
	MovesToGo int              // moves to the next time control, 0 = the rest of the game
	Mate      int              // stop when a mate in this many moves is found

	Infinite bool // do not return before the context is cancelled
	Ponder   bool // as Infinite until PonderHit

	SearchMoves []board.Move // root moves to consider; nil means all
}

// Validate reports the first field out of range.
func (l Limits) Validate() error {
	switch {
	case l.Depth < 0:
		return fmt.Errorf("depth %d: want 1 or more plies", l.Depth)
	case l.MoveTime < 0:
		return fmt.Errorf("movetime %v: want a positive duration", l.MoveTime)
	case l.MovesToGo < 0:
		return fmt.Errorf("movestogo %d: want 1 or more", l.MovesToGo)
	case l.Inc[0] < 0 || l.Inc[1] < 0:
		return fmt.Errorf("increment %v: want 0 or more", min(l.Inc[0], l.Inc[1]))
	case l.Mate < 0:
		return fmt.Errorf("mate %d: want 1 or more moves", l.Mate)
	}
	return nil
}

// Info reports the state of a search: one line of one finished or failed
// iteration.
type Info struct {
	Depth    int
	SelDepth int // longest line looked at, in plies
	MultiPV  int // rank of the line, from 1
	Score    Score
	Bound    Bound
	Nodes    uint64
	Time     time.Duration
	HashFull int // permille
	PV       []board.Move
}

// minClock is the shortest time that a speed is computed with.
const minClock = time.Microsecond

// NPS returns nodes per second.
func (i Info) NPS() uint64 {
	return uint64(float64(i.Nodes) / max(i.Time, minClock).Seconds())
}

// Result is what a search found.
type Result struct {
	Best   board.Move // NoMove if the side to move has no (allowed) move
	Ponder board.Move // expected reply, NoMove if unknown
	Score  Score
	Depth  int // last iteration that gave the score
	Nodes  uint64
	Time   time.Duration
	PV     []board.Move
	Lines  []Info // the best lines by rank, as many as MultiPV asked for
}
