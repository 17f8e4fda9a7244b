package player

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"xqlab/engine"
	"xqlab/engine/board"
)

// builtin is a player that is xqlab's own engine, in this process.
type builtin struct {
	cfg *Config
	env *Env
	eng *engine.Engine
}

func newBuiltin(c *Config, env *Env) (*builtin, error) {
	b := &builtin{cfg: c, env: env}
	return b, b.start()
}

func (b *builtin) start() error {
	o, err := b.options()
	if err != nil {
		return err
	}
	b.eng, err = engine.New(o)
	return err
}

func (b *builtin) options() (engine.Options, error) {
	params, err := b.cfg.searchParams()
	return engine.Options{
		Hash: b.cfg.Hash, Threads: b.cfg.Threads, Weights: b.cfg.Loaded, Rules: b.env.Rules, Search: params,
	}, err
}

// Adjust implements Adjustable.
func (b *builtin) Adjust(f *Factory) error {
	b.cfg, b.env = &f.config, f.env
	if b.eng == nil {
		return nil // starts with them
	}
	o, err := b.options()
	if err != nil {
		return err
	}
	return b.eng.SetOptions(o)
}

// sizeHash sets the size of the table, unless stated, to what the limits can
// fill in a game: clearing 16 MB before every game takes longer than a whole
// game at depth 1. The size changes the moves, so it is stored with the run.
func (c *Config) sizeHash() {
	if !c.IsBuiltin() || c.Hash > 0 {
		return
	}
	const (
		most  = 16   // MB
		nodes = 1000 // a move, that fill about 1 MB in a game
	)
	l := c.Limits
	c.Hash = most
	switch {
	case l.Nodes > 0:
		c.Hash = int(min(l.Nodes/nodes+1, most))
	case l.Depth > 0:
		c.Hash = min(1<<(l.Depth-1), most)
	}
}

func (b *builtin) Name() string { return b.cfg.Name }

// NewGame clears what was learnt, so that games do not depend on each other.
func (b *builtin) NewGame(context.Context) error {
	if b.eng == nil { // crashed in the last game
		if err := b.start(); err != nil {
			return &Fault{Kind: Disconnect, Text: "did not start: " + err.Error(), Startup: true}
		}
		return nil
	}
	b.eng.NewGame()
	return nil
}

// stopSlack is how long after its time the engine's context ends, should its
// own clock fail.
const stopSlack = 500 * time.Millisecond

// Move searches. A panic in the engine loses the game by disconnect.
func (b *builtin) Move(ctx context.Context, r *Request) (a Answer, err error) {
	if b.eng == nil {
		return a, &Fault{Kind: Disconnect, Text: "the engine is not running"}
	}
	defer func() {
		if p := recover(); p != nil {
			b.eng = nil
			a, err = Answer{}, &Fault{Kind: Disconnect, Text: fmt.Sprintf("crashed: %v", p), Stderr: stackLines(debug.Stack())}
		}
	}()
	limit := r.Stall
	budget, timed := r.budget()
	if timed {
		limit = budget + r.Margin + stopSlack
	}
	inner, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	start := time.Now()
	b.eng.SetGame(r.Pos)
	enough := false
	var onInfo func(engine.Info)
	if r.OnIteration != nil {
		onInfo = func(in engine.Info) {
			if it, ok := iterationOf(in); ok && !enough && !r.OnIteration(it) {
				enough = true
				cancel()
			}
		}
	}
	res, err := b.eng.Search(inner, b.limits(r), onInfo)
	used := time.Since(start)
	switch {
	case ctx.Err() != nil:
		return a, ctx.Err()
	case err != nil && !enough && !errors.Is(err, context.DeadlineExceeded):
		return a, &Fault{Kind: Disconnect, Text: err.Error()}
	case !timed && !enough && inner.Err() != nil:
		return a, &Fault{Kind: Stall, Text: fmt.Sprintf("no move within %v", r.Stall)}
	}
	if f := r.overdue(used); f != nil {
		f.Text = "bestmove " + res.Best.String()
		return a, f
	}
	if res.Best == board.NoMove {
		return a, &Fault{Kind: NoMove, Text: "the search returned no move"}
	}
	a = Answer{Move: res.Best, Time: used, Info: Info{Score: int(res.Score), HasScore: true, Depth: res.Depth, Nodes: res.Nodes}}
	if n, ok := res.Score.MateDistance(); ok {
		a.Mate = n
	}
	return a, nil
}

func (b *builtin) limits(r *Request) engine.Limits {
	l := engine.Limits{Depth: r.Limits.Depth, Nodes: r.Limits.Nodes, MoveTime: r.Limits.MoveTime}
	for c, clock := range r.Clocks {
		if clock != nil {
			l.Time[c], l.Inc[c] = clock.Left, clock.Inc
		}
	}
	mover := r.Pos.SideToMove()
	if clock := r.Clocks[mover]; clock != nil {
		l.MovesToGo = clock.MovesToGo
	} else {
		l.Time, l.Inc = [2]time.Duration{}, [2]time.Duration{}
	}
	if len(r.Banned) > 0 {
		l.SearchMoves = allowed(r)
	}
	return l
}

// Close frees the engine's memory.
func (b *builtin) Close() error {
	b.eng = nil
	return nil
}

// stackLines returns the top of a stack trace in the form of stderr lines.
func stackLines(stack []byte) []string {
	t := tail{}
	for len(stack) > 0 && len(t.lines) < tailLines {
		end := 0
		for end < len(stack) && stack[end] != '\n' {
			end++
		}
		t.add(stack[:end])
		stack = stack[min(end+1, len(stack)):]
	}
	return t.last()
}
