package suites

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
)

// Engine is an engine under test.
type Engine struct {
	Name string
	// New makes a player; every worker has its own.
	New func(cpu int) (player.Player, error)
}

// Key names one search of a run: indices into its lists.
type Key struct {
	Engine   int
	Suite    int
	Position int
	Limit    Limit
}

// Result is the answer of one engine to one position under one limit.
type Result struct {
	Key
	Move   board.Move // NoMove if there was no answer
	Solved bool
	Points float64
	player.Info
	Time time.Duration
	PV   []board.Move // empty if the engine does not tell
	// Stable is the first iteration from which on the search kept to a
	// solution; nil if it is not solved.
	Stable *Stable
	Fault  string // what the engine did wrong, empty if nothing
}

// Stable is a point of a search.
type Stable struct {
	Depth int
	Nodes uint64
	Time  time.Duration
}

// Run is a set of searches: every engine, position and limit.
type Run struct {
	Suites      []*Suite
	Engines     []Engine
	Limits      []Limit
	Concurrency int // searches at a time, at least 1
	// StableFor ends a search after that many iterations in a row with a
	// solution; 0 never does.
	StableFor int
	// Margin is how far a movetime may be overrun; Stall is how long an
	// engine may be silent under other limits.
	Margin, Stall time.Duration
	// Done reports whether a search need not be done; nil: none is done.
	Done func(Key) bool
}

// Count returns how many searches the run has in all.
func (r *Run) Count() int {
	n := 0
	for _, s := range r.Suites {
		n += len(s.Positions)
	}
	return n * len(r.Engines) * len(r.Limits)
}

// keys lists the searches to be done, the same in every process.
func (r *Run) keys() []Key {
	var keys []Key
	for _, l := range r.Limits {
		for s, suite := range r.Suites {
			for p := range suite.Positions {
				for e := range r.Engines {
					k := Key{e, s, p, l}
					if r.Done == nil || !r.Done(k) {
						keys = append(keys, k)
					}
				}
			}
		}
	}
	return keys
}

// Do searches everything that is not done and hands each result to record,
// which is called from one goroutine, in the order the searches end. Before
// each position the engine is told that a new game begins, so that results do
// not depend on order or concurrency (but for movetime, and engines that are
// not deterministic). An engine that breaks down on a position is started
// again, and the position marked.
//
// A cancelled context ends Do with its error; searches under way are lost.
func (r *Run) Do(ctx context.Context, record func(Result) error) error {
	keys := r.keys()
	if len(keys) == 0 {
		return nil
	}
	failures := make([]atomic.Int64, len(r.Engines))
	start := func() (*examiner, func(), error) {
		w := &examiner{r: r, players: make([]player.Player, len(r.Engines)), failures: failures}
		return w, w.close, nil
	}
	results := make(chan Result)
	group, inner := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(results)
		return eachWorker(inner, len(keys), r.Concurrency, start, func(ctx context.Context, w *examiner, n int) error {
			res, err := w.ask(ctx, keys[n])
			if err != nil {
				return err
			}
			select {
			case results <- res:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	})
	group.Go(func() error {
		for res := range results {
			if err := record(res); err != nil {
				return err
			}
		}
		return nil
	})
	err := group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// examiner asks one position at a time.
type examiner struct {
	r        *Run
	players  []player.Player
	failures []atomic.Int64 // starts that failed in a row, by engine
}

func (w *examiner) close() {
	for _, p := range w.players {
		if p != nil {
			_ = p.Close()
		}
	}
}

// ask makes one search. A fault of the engine is part of the result.
func (w *examiner) ask(ctx context.Context, k Key) (Result, error) {
	e := &w.r.Engines[k.Engine]
	if w.players[k.Engine] == nil {
		p, err := e.New(-1)
		if err != nil {
			return Result{}, fmt.Errorf("engine %s: %w", e.Name, err)
		}
		w.players[k.Engine] = p
	}
	pos := w.r.Suites[k.Suite].Positions[k.Position]
	res, err := w.r.search(ctx, w.players[k.Engine], pos, k.Limit)
	res.Key = k
	var fault *player.Fault
	switch {
	case err == nil:
		w.failures[k.Engine].Store(0)
	case ctx.Err() != nil:
		return res, ctx.Err()
	case !errors.As(err, &fault):
		return res, fmt.Errorf("engine %s, position %s: %w", e.Name, pos.ID, err)
	default:
		res.Fault = fault.Error()
		if !fault.Startup {
			w.failures[k.Engine].Store(0)
		} else if w.failures[k.Engine].Add(1) >= player.MaxStartFailures {
			return res, fmt.Errorf("engine %s: %w", e.Name, fault)
		}
	}
	return res, nil
}

// search asks a player for its move in a position.
func (r *Run) search(ctx context.Context, p player.Player, pos *Position, l Limit) (Result, error) {
	if err := p.NewGame(ctx); err != nil {
		return Result{}, err
	}
	var last *player.Iteration
	var stable *Stable
	var run int // iterations in a row with a solution
	stopped := false
	req := player.Request{
		Pos: pos.Board, StartFEN: pos.startFEN(), Limits: l.Limits(), Margin: r.Margin, Stall: r.Stall,
		OnIteration: func(it player.Iteration) bool {
			if stopped {
				return false
			}
			last = &it
			if solved, _ := pos.Judge(it.PV[0]); solved {
				if run++; stable == nil {
					stable = &Stable{it.Depth, it.Nodes, it.Time}
				}
			} else {
				run, stable = 0, nil
			}
			stopped = r.StableFor > 0 && run >= r.StableFor
			return !stopped
		},
	}
	a, err := p.Move(ctx, &req)
	if err != nil {
		return Result{}, err
	}
	res := Result{Move: a.Move, Info: a.Info, Time: a.Time}
	if stopped { // what comes after the stop depends on timing
		res.Move, res.Info, res.Time = last.PV[0], last.Info, last.Time
	}
	if last != nil && last.PV[0] == res.Move {
		res.PV = last.PV
	}
	if res.Solved, res.Points = pos.Judge(res.Move); res.Solved {
		if res.Stable = stable; stable == nil {
			res.Stable = &Stable{res.Depth, res.Nodes, res.Time}
		}
	}
	return res, nil
}
