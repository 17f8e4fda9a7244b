package selfplay

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"xqlab/selfplay/player"
)

// worker plays one game at a time with its own players.
type worker struct {
	r       *runner
	cpu     int
	players map[int]player.Player
}

// pair plays the games of a pair one after the other.
func (w *worker) pair(ctx context.Context, p *Pair) error {
	if err := w.seat(p.A, p.B); err != nil {
		return err
	}
	sides := [2]int{p.A, p.B}
	count := 2
	if w.r.sch.Single {
		count = 1
	}
	for i := range count {
		g := &Game{Pair: p.Number, InPair: i, Red: sides[i], Black: sides[1-i], Opening: p.Opening}
		if err := w.play(ctx, g); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			g.Result, g.Reason, g.Detail = NoResult, EndError, err.Error()
		}
		p.Games[i] = g
		p.Opening = g.Opening
		if err := w.r.inspect(g); err != nil {
			return err
		}
		w.r.news <- g
		if w.r.s.Pause > 0 {
			select {
			case <-time.After(w.r.s.Pause):
			case <-ctx.Done():
			}
		}
	}
	return nil
}

// play plays one game and contains crashes: a panic makes the game void, and the
// match continues.
func (w *worker) play(ctx context.Context, g *Game) (err error) {
	defer func() {
		if p := recover(); p != nil {
			top := strings.SplitN(string(debug.Stack()), "\n", 12)
			err = fmt.Errorf("crashed: %v\n%s", p, strings.Join(top[:len(top)-1], "\n"))
		}
	}()
	var seats [2]seat
	for c, index := range [2]int{g.Red, g.Black} {
		e := &w.r.entrants[index]
		seats[c] = seat{index, w.players[index], e.Limits, e.Margin, e.Ban}
	}
	return playGame(ctx, g, seats, &w.r.s, w.r.watch())
}

// seat makes the two players ready and closes those of other pairings.
func (w *worker) seat(a, b int) error {
	for i, p := range w.players {
		if i != a && i != b {
			_ = p.Close()
			delete(w.players, i)
		}
	}
	for _, i := range [2]int{a, b} {
		if w.players[i] != nil {
			continue
		}
		p, err := w.r.entrants[i].New(w.cpu)
		if err != nil {
			return fmt.Errorf("player %s: %w", w.r.entrants[i].Name, err)
		}
		w.players[i] = p
	}
	return nil
}

func (w *worker) closeAll() {
	var all sync.WaitGroup
	for _, p := range w.players {
		all.Go(func() { _ = p.Close() })
	}
	all.Wait()
}

// inspect decides whether a run continues after a game in which an engine may
// have broken down.
func (r *runner) inspect(g *Game) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g.Fault == nil || !g.Fault.Startup {
		r.startFailures[g.Red], r.startFailures[g.Black] = 0, 0
	}
	if g.Fault == nil || !g.Fault.Dead {
		return nil
	}
	broken := &EngineError{r.entrants[g.Fault.Player].Name, *g.Fault, g.Pair}
	if g.Fault.Startup {
		if r.startFailures[g.Fault.Player]++; r.startFailures[g.Fault.Player] >= player.MaxStartFailures {
			return broken
		}
	}
	if !r.s.Recover && r.halted == nil {
		r.halted = broken
	}
	return nil
}
