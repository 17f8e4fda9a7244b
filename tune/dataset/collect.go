package dataset

import (
	"errors"
	"math"

	"xqlab/engine/board"
)

// Collection gathers records and merges those with equal positions: the label
// becomes the mean, the count the sum, and place, game and ply those of the
// first. It holds everything in memory, about 100 bytes a position.
type Collection struct {
	records []Record
	sums    []uint64 // of label*count, in label units
	index   map[uint64]int
	pos     board.Position
	merged  int64
}

// ErrFull is returned when a Collection can hold no more records.
var ErrFull = errors.New("too many positions for one set")

// NewCollection returns an empty collection.
func NewCollection() *Collection { return &Collection{index: map[uint64]int{}} }

// Add takes in a record. An error is about the record's position.
func (c *Collection) Add(r *Record) error {
	if err := r.SetUp(&c.pos); err != nil {
		return err
	}
	key := c.pos.Key()
	i, found := c.index[key]
	if !found || !c.records[i].samePlacement(r) {
		if len(c.records) == math.MaxInt32 {
			return ErrFull
		}
		c.index[key] = len(c.records)
		c.records = append(c.records, *r)
		c.sums = append(c.sums, uint64(r.label)*uint64(r.Count))
		return nil
	}
	o := &c.records[i]
	c.merged++
	n := uint64(o.Count) + uint64(r.Count)
	if n > math.MaxUint16 {
		return nil // so often that one more changes nothing
	}
	c.sums[i] += uint64(r.label) * uint64(r.Count)
	o.Count = uint16(n)
	o.label = uint16((c.sums[i] + n/2) / n)
	if o.score == noScore {
		o.score = r.score
	}
	return nil
}

// Records returns the records in the order their positions first came. They
// belong to the collection.
func (c *Collection) Records() []Record { return c.records }

// Merged returns how many records were added to others.
func (c *Collection) Merged() int64 { return c.merged }
