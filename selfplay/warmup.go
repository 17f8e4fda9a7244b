package selfplay

import (
	"context"
	"runtime"
	"sync"
)

// warmUp starts the engines of all workers before the first clock runs: a
// hundred processes starting up would use up the time of engines already
// playing.
type warmUp struct {
	slots chan struct{} // few start at the same time
	mu    sync.Mutex
	left  int
	done  chan struct{}
}

func newWarmUp(workers int) *warmUp {
	w := &warmUp{slots: make(chan struct{}, max(4, 2*runtime.NumCPU())), left: workers, done: make(chan struct{})}
	if workers == 0 {
		close(w.done)
	}
	return w
}

// arrive reports that a worker is ready.
func (w *warmUp) arrive() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left--; w.left == 0 {
		close(w.done)
	}
}

// starter is a player with something to start before its first game.
type starter interface {
	Start(ctx context.Context) error
}

// warmUp starts the players of a worker's first pair (nil if there is none)
// and waits for the other workers. A failure to start is no error here: the
// player's first game tries again, and there it counts.
func (w *worker) warmUp(ctx context.Context, first *Pair) error {
	err := w.start(ctx, first)
	w.r.warm.arrive()
	if err != nil {
		return err
	}
	select {
	case <-w.r.warm.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *worker) start(ctx context.Context, first *Pair) error {
	if first == nil {
		return nil
	}
	if err := w.seat(first.A, first.B); err != nil {
		return err
	}
	for _, p := range w.players {
		if s, ok := p.(starter); ok {
			w.r.warm.slots <- struct{}{}
			_ = s.Start(ctx)
			<-w.r.warm.slots
		}
	}
	return nil
}
