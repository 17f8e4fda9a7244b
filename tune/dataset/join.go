package dataset

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Join reads several files into one set. Games of later files get numbers after
// those of earlier ones; equal positions become one, so that no position can be
// both trained on and held out.
func Join(readers []*Reader) (*Collection, error) {
	c := NewCollection()
	base := uint64(0)
	for _, r := range readers {
		next := base
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			game := base + uint64(rec.Game)
			if game > math.MaxUint32 {
				return nil, r.RecordError(errGames)
			}
			moved := *rec
			moved.Game = uint32(game)
			if err := c.Add(&moved); err != nil {
				return nil, r.RecordError(err)
			}
			next = max(next, game+1)
		}
		base = next
	}
	if len(c.records) == 0 {
		return nil, fmt.Errorf("no positions in %d files", len(readers))
	}
	return c, nil
}

// Blocks hands out the records of a collection block by block, as a Reader
// does.
type Blocks struct{ left []Record }

// Blocks returns the records from the first on.
func (c *Collection) Blocks() *Blocks { return &Blocks{c.records} }

// NextBlock returns the next records, or io.EOF after the last.
func (b *Blocks) NextBlock() ([]Record, error) {
	if len(b.left) == 0 {
		return nil, io.EOF
	}
	n := min(len(b.left), blockRecords)
	block := b.left[:n]
	b.left = b.left[n:]
	return block, nil
}
