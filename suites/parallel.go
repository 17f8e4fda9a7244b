package suites

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// eachWorker calls f once for every number below n, in ascending order, up to
// concurrency calls at a time. Every worker has a T of its own (an engine, say),
// which start makes; the second result of start releases it. The first error
// cancels the context of the other calls and is returned; that of ctx goes
// before all others.
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
