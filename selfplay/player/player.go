package player

import (
	"context"
	"time"

	"xqlab/engine/board"
)

// Player is one engine at one board. It is used by one goroutine at a time.
type Player interface {
	// Name is how the player is called in results.
	Name() string
	// NewGame announces that the next position belongs to a new game. It
	// starts the engine if it is not running. A *Fault means that it cannot
	// play.
	NewGame(ctx context.Context) error
	// Move asks for a move. A *Fault ends the game against the player; any
	// other error ends it without a result.
	Move(ctx context.Context, r *Request) (Answer, error)
	// Close ends the player and everything it started.
	Close() error
}

// Adjustable is a player whose settings can be changed between games, as those of
// all players of a Factory can.
type Adjustable interface {
	Player
	// Adjust makes the player what f.New would make, without starting its
	// program again. f comes from the player's own Factory by With. The next
	// game must begin with NewGame.
	Adjust(f *Factory) error
}

// Clock is what one side has left.
type Clock struct {
	Left      time.Duration // before the move is thought about
	Inc       time.Duration
	MovesToGo int // moves until the next time control; 0 if there is none
}

// Request asks for one move.
type Request struct {
	// Pos is the position to move in, with all moves since StartFEN in its
	// history. It belongs to the caller and must not be changed.
	Pos      *board.Position
	StartFEN string
	Limits   Limits
	// Clocks are both sides' clocks by colour; nil for a side without one.
	Clocks [2]*Clock
	// Margin is how far the player may overrun its time unpunished.
	Margin time.Duration
	// Stall is how long the player may be silent where no clock runs.
	Stall time.Duration
	// Banned are legal moves that lose at once by the rules of repetition.
	// They are passed on to players whose protocol allows it.
	Banned []board.Move
	// OnIteration, if not nil, is called during Move after every iteration the
	// player reports; by returning false it asks for the move now. Players
	// need not report any.
	OnIteration func(Iteration) bool
	// DrawOffered is set if the opponent's last move came with a draw offer.
	DrawOffered bool
}

// budget returns the time the player may use, and whether there is such a
// limit.
func (r *Request) budget() (time.Duration, bool) {
	if r.Limits.MoveTime > 0 {
		return r.Limits.MoveTime, true
	}
	if c := r.Clocks[r.Pos.SideToMove()]; c != nil && !r.Limits.TC.IsZero() {
		return c.Left, true
	}
	return 0, false
}

// overdue returns a Fault if the answer took longer than allowed.
func (r *Request) overdue(used time.Duration) *Fault {
	budget, timed := r.budget()
	if !timed || used <= budget+r.Margin {
		return nil
	}
	return &Fault{Kind: TimeForfeit, Overrun: used - budget}
}

// Answer is a player's move with what it said about it.
type Answer struct {
	Move   board.Move
	Text   string // the engine's own line; empty for the built-in engine
	Resign bool   // the player gives up; Move may be NoMove
	Draw   bool   // a draw is offered, or the opponent's offer accepted
	Time   time.Duration
	Info
}

// Info is what an engine reported of its search. Zero means unknown.
type Info struct {
	Score    int // centipawns from the mover's view; valid if HasScore
	Mate     int // moves to mate, negative if being mated; 0 none
	HasScore bool
	Depth    int
	Nodes    uint64
}
