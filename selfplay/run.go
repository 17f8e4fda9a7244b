package selfplay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"xqlab/engine/rules"
	"xqlab/selfplay/player"
)

// Entrant describes a player of a run. Every worker makes a player of its own
// from it.
type Entrant struct {
	Name   string
	Limits player.Limits
	Margin time.Duration // how far it may overrun its time
	Ban    bool          // tell it which moves lose by repetition
	// New makes a player; cpu is the processor to tie it to, -1 for none.
	New func(cpu int) (player.Player, error)
}

// Settings of a run. Those that affect the course of the games are stored with
// the run.
type Settings struct {
	Rules    rules.Options
	Resign   ResignRule
	Draw     DrawRule
	MaxPlies int           // draw after this many plies, opening included; 0 never
	Stall    time.Duration // silence that loses where no clock runs; 0 means 60 s
	// IgnoreOffers plays on when engines resign or offer draws.
	IgnoreOffers bool

	Concurrency int           // games at a time, at least 1
	Pause       time.Duration // of each worker after a game
	// Recover plays on after an engine has crashed or stalled. Without it, no
	// new pair is begun after that.
	Recover bool
	Pin     bool // tie external engines to one processor for each worker
}

// DefaultStall is the silence that loses a game without a clock.
const DefaultStall = 60 * time.Second

// Hooks report what happens in a run to the caller. All are called from one goroutine,
// for each game in the order of what happened in it; any may be nil.
type Hooks struct {
	// Start is called when the players of a game have sat down, before the first
	// move they think about. The moves of the opening are g.Opening.Moves.
	Start func(g GameStart)
	// Move is called after every move that a player made.
	Move func(m MovePlayed)
	// Game is called with every game that has ended, whether or not its pair is
	// finished.
	Game func(*Game)
	// Pair is called after a pair was recorded.
	Pair func(*Pair)
	// Decide sees the pairs in schedule order, whatever order they end in, and
	// stops the run by returning true. Pairs with a void game are left out.
	Decide func(PairResult) bool
}

// GameStart is a game that begins.
type GameStart struct {
	Pair, InPair int // numbers as in Game
	Red, Black   int // indices of the players
	Opening      Opening
}

// MovePlayed is one move of a game under way.
type MovePlayed struct {
	Pair, InPair int // numbers as in Game
	Ply          int // of the game, counted from 1, the opening included
	MoveRecord
}

// Outcome is how a run ended without an error.
type Outcome struct {
	Decided bool // Hooks.Decide stopped it
	Played  int  // pairs recorded in this run
}

// EngineError stops a run whose engine crashed or stalled, or can no longer be
// started.
type EngineError struct {
	Name  string
	Fault Fault
	Pair  int
}

func (e *EngineError) Error() string {
	return fmt.Sprintf("engine %s broke down in pair %d, ply %d: %s", e.Name, e.Pair+1, e.Fault.Ply, e.Fault.Text)
}

// Run plays the pairs of a schedule that are not done yet and hands every
// finished pair to rec. done lists the results of earlier pairs in any order.
// If ctx is cancelled, the running games are void, finished pairs are recorded,
// and the context's error is returned.
func Run(ctx context.Context, entrants []Entrant, sch *Schedule, s Settings, done []PairResult, rec Recorder, hooks Hooks) (Outcome, error) {
	if s.Stall == 0 {
		s.Stall = DefaultStall
	}
	if s.Concurrency < 1 {
		return Outcome{}, fmt.Errorf("concurrency %d: want at least 1", s.Concurrency)
	}
	r := &runner{
		entrants: entrants, sch: sch, s: s, rec: rec, hooks: hooks,
		news: make(chan any, 4*s.Concurrency),
		done: map[int]bool{}, startFailures: make([]int, len(entrants)),
	}
	r.queue = newQueue(hooks.Decide)
	for _, d := range done {
		r.done[d.Number] = true
		r.queue.put(d)
	}
	if r.queue.decided {
		return Outcome{Decided: true}, nil
	}
	return r.run(ctx)
}

// runner is one call of Run.
type runner struct {
	entrants []Entrant
	sch      *Schedule
	s        Settings
	rec      Recorder
	hooks    Hooks
	queue    *queue

	// news carries GameStart, MovePlayed, *Game and *Pair from the workers to
	// collect: one channel, so that each worker's news arrive in order.
	news chan any

	warm *warmUp

	mu            sync.Mutex
	next          int
	done          map[int]bool
	halted        *EngineError // no new pairs
	startFailures []int
}

func (r *runner) run(ctx context.Context) (Outcome, error) {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var out Outcome
	var recordErr error
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		out, recordErr = r.collect(stop)
	}()
	var workers errgroup.Group
	count := min(r.s.Concurrency, r.sch.Len())
	r.warm = newWarmUp(count)
	for i := range count {
		workers.Go(func() error {
			err := r.work(inner, i)
			if err != nil && inner.Err() == nil {
				stop(err)
			}
			return err
		})
	}
	_ = workers.Wait() // the context's cause is the first error
	close(r.news)
	<-collected
	switch {
	case recordErr != nil:
		return out, recordErr
	case out.Decided:
		return out, nil
	case ctx.Err() != nil:
		return out, ctx.Err()
	case context.Cause(inner) != nil:
		return out, context.Cause(inner)
	case r.halted != nil:
		return out, r.halted
	}
	return out, nil
}

// errDecided is the cause of a run's end by Hooks.Decide.
var errDecided = errors.New("decided")

// watch returns the callbacks of a game under way that have hooks.
func (r *runner) watch() (w watch) {
	if r.hooks.Start != nil {
		w.start = func(g GameStart) { r.news <- g }
	}
	if r.hooks.Move != nil {
		w.move = func(m MovePlayed) { r.news <- m }
	}
	return w
}

// collect records what the workers finish and calls the hooks, in one goroutine.
func (r *runner) collect(stop context.CancelCauseFunc) (out Outcome, err error) {
	for n := range r.news {
		switch n := n.(type) {
		case GameStart:
			r.hooks.Start(n)
		case MovePlayed:
			r.hooks.Move(n)
		case *Game:
			if r.hooks.Game != nil {
				r.hooks.Game(n)
			}
		case *Pair:
			if err != nil {
				continue // nothing can be recorded any more
			}
			if err = r.rec.RecordPair(n); err != nil {
				stop(err)
				continue
			}
			out.Played++
			if res, ok := n.Result(); ok {
				if r.queue.put(res); r.queue.decided && !out.Decided {
					out.Decided = true
					stop(errDecided)
				}
			} else {
				r.queue.skip(n.Number)
			}
			if r.hooks.Pair != nil {
				r.hooks.Pair(n)
			}
		}
	}
	return out, err
}

// take hands out the next pair.
func (r *runner) take() *Pair {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.halted == nil && r.next < r.sch.Len() {
		n := r.next
		r.next++
		if !r.done[n] {
			return r.sch.pair(n)
		}
	}
	return nil
}

// work plays pairs until there are no more.
func (r *runner) work(ctx context.Context, number int) error {
	w := worker{r: r, cpu: -1, players: map[int]player.Player{}}
	if r.s.Pin {
		w.cpu = number
	}
	defer w.closeAll()
	warm := false
	for ctx.Err() == nil {
		p := r.take()
		if !warm {
			warm = true
			if err := w.warmUp(ctx, p); err != nil {
				return err
			}
		}
		if p == nil {
			return nil
		}
		if err := w.pair(ctx, p); err != nil {
			return err
		}
		r.news <- p
	}
	return ctx.Err()
}
