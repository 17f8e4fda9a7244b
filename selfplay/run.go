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
	"xqlab/selfplay/stats"
)

// Entrant is a player of a run before it sits down: every worker makes its
// own.
type Entrant struct {
	Name   string
	Limits player.Limits
	Margin time.Duration // how far it may overrun its time
	Ban    bool          // tell it which moves lose by repetition
	// New makes a player; cpu is the processor to tie it to, -1 for none.
	New func(cpu int) (player.Player, error)
}

// Settings of a run. Everything that changes the games' course is stored with
// the run.
type Settings struct {
	Rules    rules.Options
	Resign   ResignRule
	Draw     DrawRule
	MaxPlies int           // draw after so many plies, opening included; 0 never
	Stall    time.Duration // silence that loses where no clock runs; 0 means 60 s
	// IgnoreOffers plays on when engines resign or offer draws.
	IgnoreOffers bool

	Concurrency int           // games at a time, at least 1
	Pause       time.Duration // of each worker after a game
	// Recover plays on after an engine has crashed or stalled. Without it no
	// new pair is begun then.
	Recover bool
	Pin     bool // tie external engines to one processor for each worker
}

// DefaultStall is the silence that loses a game without a clock.
const DefaultStall = 60 * time.Second

// PairResult is what counts of a pair.
type PairResult struct {
	Number int
	A, B   int // A had Red in the first game
	// Outcomes are those of its one or two games in order, for A.
	Outcomes []stats.Outcome
}

// Hooks tell the caller how a run goes on. All are called from one goroutine;
// any may be nil.
type Hooks struct {
	// Game is called with every game that has ended, finished pair or not.
	Game func(*Game)
	// Pair is called after a pair was recorded.
	Pair func(*Pair)
	// Decide sees the pairs in schedule order, whatever order they end in, and
	// stops the run by returning true. Pairs with a void game are left out.
	Decide func(PairResult) bool
}

// Outcome is how a run ended without an error.
type Outcome struct {
	Decided bool // Hooks.Decide stopped it
	Played  int  // pairs recorded in this run
}

// EngineError stops a run whose engine crashed or stalled, or cannot be
// started any more.
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
// With cancelled context the running games are void, what has finished is
// recorded, and the context's error is returned.
func Run(ctx context.Context, entrants []Entrant, sch *Schedule, s Settings, done []PairResult, rec Recorder, hooks Hooks) (Outcome, error) {
	if s.Stall == 0 {
		s.Stall = DefaultStall
	}
	if s.Concurrency < 1 {
		return Outcome{}, fmt.Errorf("concurrency %d: want at least 1", s.Concurrency)
	}
	r := &runner{
		entrants: entrants, sch: sch, s: s, rec: rec, hooks: hooks,
		finished: make(chan *Pair, s.Concurrency), games: make(chan *Game, 2*s.Concurrency),
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

	games    chan *Game
	finished chan *Pair

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
	_ = workers.Wait() // the cause tells more
	close(r.games)
	close(r.finished)
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

// collect records what the workers finish, in one goroutine.
func (r *runner) collect(stop context.CancelCauseFunc) (out Outcome, err error) {
	games, finished := r.games, r.finished
	for games != nil || finished != nil {
		select {
		case g, ok := <-games:
			if !ok {
				games = nil
				continue
			}
			if r.hooks.Game != nil {
				r.hooks.Game(g)
			}
		case p, ok := <-finished:
			if !ok {
				finished = nil
				continue
			}
			if err != nil {
				continue // cannot be recorded any more
			}
			if err = r.rec.RecordPair(p); err != nil {
				stop(err)
				continue
			}
			out.Played++
			if res, ok := p.Result(); ok {
				if r.queue.put(res); r.queue.decided && !out.Decided {
					out.Decided = true
					stop(errDecided)
				}
			} else {
				r.queue.skip(p.Number)
			}
			if r.hooks.Pair != nil {
				r.hooks.Pair(p)
			}
		}
	}
	return out, err
}

// OutcomeFor returns the game's result for one of its players; ok is false for
// a void game.
func (g *Game) OutcomeFor(index int) (o stats.Outcome, ok bool) {
	switch g.Result {
	case NoResult:
		return stats.Draw, false
	case Draw:
		return stats.Draw, true
	}
	if (g.Result == RedWins) == (g.Red == index) {
		return stats.Win, true
	}
	return stats.Loss, true
}

// Result returns what counts of a pair; ok is false if a game is void.
func (p *Pair) Result() (res PairResult, ok bool) {
	res = PairResult{Number: p.Number, A: p.A, B: p.B}
	for _, g := range p.Games {
		if g == nil {
			continue
		}
		o, ok := g.OutcomeFor(p.A)
		if !ok {
			return res, false
		}
		res.Outcomes = append(res.Outcomes, o)
	}
	return res, true
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
		r.finished <- p
	}
	return ctx.Err()
}
