package dataset

import (
	"context"
	"fmt"
	"io"

	"golang.org/x/sync/errgroup"

	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// scoreHash is the table size in MiB of searches that score positions. Each
// starts from an empty table, so that a score depends on its position only.
const scoreHash = 1

// Scorer gives positions search scores.
type Scorer struct {
	Weights *eval.Weights
	Nodes   uint64 // a search
	Threads int    // searches at a time
}

// ScoreCounts are the numbers of positions scored and dropped.
type ScoreCounts struct {
	Scored  int64
	Capture int64 // dropped: the best move is a capture
	Mate    int64 // dropped: a side is mated
}

// Run reads all records of r, searches their positions and hands them on in
// order, scored. Positions with a mate score or whose best move is a capture
// are left out. progress, if not nil, is called with the number searched so far.
func (s Scorer) Run(ctx context.Context, r *Reader, emit func(*Record) error, progress func(n int)) (c ScoreCounts, err error) {
	engines := make([]*engine.Engine, max(1, s.Threads))
	for i := range engines {
		if engines[i], err = engine.New(engine.Options{Hash: scoreHash, Weights: s.Weights}); err != nil {
			return c, err
		}
	}
	done := 0
	for {
		first := int64(r.read) + 1
		records, err := r.NextBlock()
		if err == io.EOF {
			return c, nil
		}
		if err != nil {
			return c, err
		}
		fates, err := s.block(ctx, engines, records, first)
		if err != nil {
			return c, err
		}
		for i := range records {
			switch fates[i] {
			case fateCapture:
				c.Capture++
			case fateMate:
				c.Mate++
			default:
				c.Scored++
				if err := emit(&records[i]); err != nil {
					return c, err
				}
			}
		}
		if done += len(records); progress != nil {
			progress(done)
		}
	}
}

type fate uint8

const (
	fateScored fate = iota
	fateCapture
	fateMate
)

// block searches the positions of a block, each engine every n-th.
func (s Scorer) block(ctx context.Context, engines []*engine.Engine, records []Record, first int64) ([]fate, error) {
	fates := make([]fate, len(records))
	group, ctx := errgroup.WithContext(ctx)
	for k, e := range engines {
		group.Go(func() error {
			var pos board.Position
			for i := k; i < len(records); i += len(engines) {
				r := &records[i]
				if err := r.SetUp(&pos); err != nil {
					return fmt.Errorf("record %d: %w", first+int64(i), err)
				}
				e.NewGame()
				e.SetGame(&pos)
				res, err := e.Search(ctx, engine.Limits{Nodes: s.Nodes}, nil)
				switch {
				case ctx.Err() != nil:
					return ctx.Err()
				case err != nil:
					return fmt.Errorf("record %d: %w", first+int64(i), err)
				case res.Score.IsDecisive():
					fates[i] = fateMate
				case pos.At(res.Best.To()) != board.NoPiece:
					fates[i] = fateCapture
				default:
					cp := int(res.Score)
					if pos.SideToMove() == board.Black {
						cp = -cp
					}
					r.SetScore(cp)
				}
			}
			return nil
		})
	}
	return fates, group.Wait()
}
