package board

import (
	"context"
	"sync"
)

// Perft returns the number of legal move sequences of the given length in
// plies. The last ply is counted, not made.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.CountLegalMoves())
	}
	var l MoveList
	p.LegalMoves(&l)
	var n uint64
	for _, m := range l.Slice() {
		p.Make(m)
		n += p.Perft(depth - 1)
		p.Unmake()
	}
	return n
}

// DivideCount is the share of one root move in a perft count.
type DivideCount struct {
	Move  Move
	Nodes uint64
}

// Divide returns the perft count below every legal move, in generation order,
// computed by the given number of goroutines; depth must be at least 1. When
// ctx is done it stops within some 50 ms and returns the cause.
func (p *Position) Divide(ctx context.Context, depth, threads int) ([]DivideCount, error) {
	var l MoveList
	p.LegalMoves(&l)
	counts := make([]DivideCount, l.N)
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range max(1, threads) {
		q := p.Clone()
		wg.Go(func() {
			for i := range jobs {
				q.Make(l.Moves[i])
				counts[i] = DivideCount{l.Moves[i], q.perftUntil(ctx, depth-1)}
				q.Unmake()
			}
		})
	}
	for i := range counts {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return counts, nil
}

// perftUntil is Perft; once ctx is done its result is meaningless.
func (p *Position) perftUntil(ctx context.Context, depth int) uint64 {
	const atOnce = 3 // deep enough that asking costs nothing, shallow enough to stop soon
	if depth <= atOnce {
		return p.Perft(depth)
	}
	var l MoveList
	p.LegalMoves(&l)
	var n uint64
	for _, m := range l.Slice() {
		if ctx.Err() != nil {
			break
		}
		p.Make(m)
		n += p.perftUntil(ctx, depth-1)
		p.Unmake()
	}
	return n
}
