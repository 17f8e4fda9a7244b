package suites

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// eachWorker runs f for the numbers below n, several at a time, every worker
// with something of its own that start makes and its second result ends.
func eachWorker[T any](ctx context.Context, n, concurrency int, start func() (T, func(), error), f func(context.Context, T, int) error) error {
	group, inner := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range max(1, min(concurrency, n)) {
		group.Go(func() error {
			own, end, err := start()
			if err != nil {
				return err
			}
			defer end()
			for inner.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := f(inner, own, i); err != nil {
					return err
				}
			}
			return inner.Err()
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
