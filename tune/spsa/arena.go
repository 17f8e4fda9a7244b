package spsa

import (
	"context"
	"fmt"
	"sync"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// Arena plays batches with real engines. It implements Objective.
type Arena struct {
	Space    *Space
	Factory  *player.Factory // of Space.Base
	Params   []Param
	Settings selfplay.Settings
	Entrant  selfplay.Entrant   // limits and margin of both sides
	Openings []selfplay.Opening // used again and again, in an order for each pass
	Seed     uint64             // of that order
	InFlight int                // batches at the same time; they share Settings.Concurrency
	// Hooks report the games: Start, Move and Game are called, from several
	// goroutines if several batches are in flight. Pairs are numbered through the
	// run.
	Hooks selfplay.Hooks
	// Dropped, if not nil, is called with every pair that does not count.
	Dropped func(pair int, why string)

	pool pool
}

// Play implements Objective. Pairs in which an engine broke down do not count:
// they do not measure the parameters' strength.
func (a *Arena) Play(ctx context.Context, b *Batch) (Tally, error) {
	entrants := make([]selfplay.Entrant, 2)
	for i, values := range [2][]float64{b.Plus, b.Minus} {
		c, err := a.Space.Config(a.Params, values)
		if err != nil {
			return Tally{}, err
		}
		c.Name = [2]string{"theta+", "theta-"}[i]
		f, err := a.Factory.With(c)
		if err != nil {
			return Tally{}, err
		}
		entrants[i] = a.Entrant
		entrants[i].Name = c.Name
		entrants[i].New = func(cpu int) (player.Player, error) { return a.pool.take(f, cpu) }
	}
	sch := &selfplay.Schedule{
		Pairings: [][2]int{{0, 1}}, PerPair: b.Pairs, Openings: a.Openings,
		Order: selfplay.Order{Random: true, Seed: a.Seed, Start: b.First},
	}
	s := a.Settings
	s.Recover = true
	s.Concurrency = a.share(b.Iteration)
	count := &counter{first: b.First, dropped: a.Dropped}
	_, err := selfplay.Run(ctx, entrants, sch, s, nil, count, a.hooks(b.First))
	return count.games, err
}

// hooks numbers the pairs of a batch from first on.
func (a *Arena) hooks(first int) (h selfplay.Hooks) {
	if f := a.Hooks.Start; f != nil {
		h.Start = func(g selfplay.GameStart) {
			g.Pair += first
			f(g)
		}
	}
	if f := a.Hooks.Move; f != nil {
		h.Move = func(m selfplay.MovePlayed) {
			m.Pair += first
			f(m)
		}
	}
	if f := a.Hooks.Game; f != nil {
		h.Game = func(g *selfplay.Game) {
			numbered := *g
			numbered.Pair += first
			f(&numbered)
		}
	}
	return h
}

// share splits the games at a time between the batches in flight.
func (a *Arena) share(iteration int) int {
	n, c := max(a.InFlight, 1), a.Settings.Concurrency
	share := c / n
	if iteration%n < c%n {
		share++
	}
	return max(share, 1)
}

// Close ends all engines.
func (a *Arena) Close() { a.pool.close() }

// counter adds up pairs. It implements selfplay.Recorder.
type counter struct {
	games   Tally
	first   int
	dropped func(pair int, why string)
}

// RecordPair implements selfplay.Recorder.
func (c *counter) RecordPair(p *selfplay.Pair) error {
	for _, g := range p.Games {
		switch {
		case g == nil || g.Result == selfplay.NoResult:
			return c.drop(p, "a game has no result")
		case g.Fault != nil && g.Fault.Dead:
			return c.drop(p, fmt.Sprintf("an engine broke down: %s", g.Fault.Text))
		}
	}
	for _, g := range p.Games {
		switch o, _ := g.OutcomeFor(0); {
		case o > 0:
			c.games.Wins++
		case o < 0:
			c.games.Losses++
		default:
			c.games.Draws++
		}
	}
	return nil
}

func (c *counter) drop(p *selfplay.Pair, why string) error {
	if c.dropped != nil {
		c.dropped(c.first+p.Number, why)
	}
	return nil
}

// pool keeps engines between batches: starting them takes longer than setting
// them.
type pool struct {
	mu   sync.Mutex
	free map[int][]player.Adjustable // by processor
}

func (p *pool) take(f *player.Factory, cpu int) (player.Player, error) {
	p.mu.Lock()
	list := p.free[cpu]
	if n := len(list); n > 0 {
		one := list[n-1]
		p.free[cpu] = list[:n-1]
		p.mu.Unlock()
		return &pooled{one, p, cpu}, one.Adjust(f)
	}
	p.mu.Unlock()
	fresh, err := f.New(cpu)
	if err != nil {
		return nil, err
	}
	one, ok := fresh.(player.Adjustable)
	if !ok {
		return fresh, nil
	}
	return &pooled{one, p, cpu}, nil
}

func (p *pool) put(one player.Adjustable, cpu int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.free == nil {
		p.free = map[int][]player.Adjustable{}
	}
	p.free[cpu] = append(p.free[cpu], one)
}

func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, list := range p.free {
		for _, one := range list {
			_ = one.Close()
		}
	}
	p.free = nil
}

// pooled is a player that goes back to its pool instead of ending.
type pooled struct {
	player.Adjustable
	pool *pool
	cpu  int
}

// Close gives the player back.
func (p *pooled) Close() error {
	p.pool.put(p.Adjustable, p.cpu)
	return nil
}

// Start brings up the program, if there is one, before the first game.
func (p *pooled) Start(ctx context.Context) error {
	if s, ok := p.Adjustable.(interface{ Start(context.Context) error }); ok {
		return s.Start(ctx)
	}
	return nil
}
