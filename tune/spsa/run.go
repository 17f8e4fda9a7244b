package spsa

import (
	"context"
	"fmt"
)

// Objective plays the games of a batch. It may be called from several
// goroutines if several iterations are in flight.
type Objective interface {
	Play(ctx context.Context, b *Batch) (Tally, error)
}

// Recorder stores the path. Steps come in order from one goroutine; an error
// stops the run.
type Recorder interface {
	RecordStep(s Step) error
}

// Run plays all iterations of a tuner that are not done. When the context is
// cancelled, the games of the iterations in flight are lost and its error is
// returned.
func Run(ctx context.Context, t *Tuner, obj Objective, rec Recorder) error {
	ctx, cancel := context.WithCancel(ctx)
	type played struct {
		batch *Batch
		games Tally
		err   error
	}
	results := make(chan played)
	waiting := map[int]played{}
	next := len(t.Steps())
	flying := 0
	defer func() {
		cancel()
		for ; flying > 0; flying-- {
			<-results
		}
	}()
	for !t.Finished() {
		for ; t.Ready(next); next++ {
			b := t.Batch(next)
			flying++
			go func() {
				games, err := obj.Play(ctx, b)
				results <- played{b, games, err}
			}()
		}
		r := <-results
		flying--
		if r.err != nil {
			return r.err
		}
		if r.games.Pairs() == 0 {
			return fmt.Errorf("iteration %d: none of its games can be counted", r.batch.Iteration+1)
		}
		waiting[r.batch.Iteration] = r
		for {
			r, ok := waiting[len(t.Steps())]
			if !ok {
				break
			}
			delete(waiting, r.batch.Iteration)
			s, err := t.Apply(r.batch, r.games)
			if err != nil {
				return err
			}
			if err := rec.RecordStep(s); err != nil {
				return err
			}
		}
	}
	return nil
}
