package texel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"

	"golang.org/x/sync/errgroup"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/tune/dataset"
	"xqlab/tune/params"
)

// Part is one of the three parts positions are split into.
type Part int

const (
	Train Part = iota // gives the gradient
	Valid             // decides when to stop
	Test              // used once, at the end

	numParts = 3
)

// String returns the name of the part.
func (p Part) String() string { return [numParts]string{"train", "valid", "test"}[p] }

// Split is the share of games that are held out, in percent; the rest is for
// training. The part of a game depends on its number alone, so that all runs over
// the same data hold out the same games.
type Split struct {
	Valid int `json:"valid"`
	Test  int `json:"test"`
}

// Validate reports percentages that leave nothing to train on or to judge by.
func (s Split) Validate() error {
	if s.Valid < 1 || s.Test < 0 || s.Valid+s.Test > 90 {
		return fmt.Errorf("split of %d%% and %d%% for validation and test: want at least 1%% and 0%%, together at most 90%%", s.Valid, s.Test)
	}
	return nil
}

// part returns the part of a game.
func (s Split) part(game uint32) Part {
	x := int(mix(uint64(game)) % 100)
	switch {
	case x < s.Valid:
		return Valid
	case x < s.Valid+s.Test:
		return Test
	}
	return Train
}

// mix is the finaliser of SplitMix64: every bit of x changes half of the bits
// of the result.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Source yields blocks of records until io.EOF. *dataset.Reader is one.
type Source interface {
	NextBlock() ([]dataset.Record, error)
}

// Data are positions in the form tuning needs, split into parts. They depend
// on which parameters are tuned: those that are not are summed up in advance.
type Data struct {
	parts  [numParts]*rows
	Hash   string // SHA-256 of the records in order, in hexadecimal
	Games  [numParts]int
	Scored int // positions with a search score
}

// Positions returns the number of positions of a part.
func (d *Data) Positions(p Part) int { return len(d.parts[p].rows) }

// Counts returns the number of counts that are not 0 in all parts: pairs of a
// position and a term that is tuned.
func (d *Data) Counts() int64 {
	n := int64(0)
	for _, rs := range d.parts {
		n += rs.nnz
	}
	return n
}

// Bytes returns the memory the positions take.
func (d *Data) Bytes() int64 {
	n := int64(0)
	for _, rs := range d.parts {
		n += int64(cap(rs.rows))*int64(rowBytes) + 2*int64(cap(rs.codes)) + 2*int64(cap(rs.scores))
	}
	return n
}

const rowBytes = 16

// loadedBlock is a block of records turned into rows.
type loadedBlock struct {
	parts  [numParts]*rows
	scored int
}

// Load reads all records of a source and traces their positions, with several
// goroutines. set is the parameters that are tuned, start gives the values of
// the others. progress, if not nil, is called after each block with the number of
// positions read. An error about a record gives its number, from 1.
func Load(ctx context.Context, src Source, set *params.Set, start *eval.Weights, split Split, threads int, progress func(n int)) (*Data, error) {
	if err := split.Validate(); err != nil {
		return nil, err
	}
	l := &loader{start: start, split: split, eval: eval.New(start)}
	l.chooseTerms(set)
	group, ctx := errgroup.WithContext(ctx)
	type job struct {
		records []dataset.Record
		first   int64 // number of the first record, from 1
		out     **loadedBlock
	}
	jobs := make(chan job)
	var blocks []*loadedBlock
	var slots []**loadedBlock
	d := &Data{}
	sum := sha256.New()
	games := gameCounter{split: split}
	group.Go(func() error {
		defer close(jobs)
		read := 0
		for {
			// Checked here too: while a worker waits for a job, the select below
			// may take either case.
			if err := ctx.Err(); err != nil {
				return err
			}
			records, err := src.NextBlock()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			j := job{append([]dataset.Record(nil), records...), int64(read) + 1, new(*loadedBlock)}
			for i := range j.records {
				hashRecord(sum, &j.records[i])
				games.see(j.records[i].Game)
			}
			slots = append(slots, j.out)
			read += len(records)
			select {
			case jobs <- j:
			case <-ctx.Done():
				return ctx.Err()
			}
			if progress != nil {
				progress(read)
			}
		}
	})
	for range max(1, threads) {
		group.Go(func() error {
			t := tracer{loader: l}
			for j := range jobs {
				b, err := t.block(j.records, j.first)
				if err != nil {
					return err
				}
				*j.out = b
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for _, s := range slots {
		blocks = append(blocks, *s)
	}
	for p := range d.parts {
		parts := make([]*rows, len(blocks))
		for i, b := range blocks {
			parts[i] = b.parts[p]
		}
		d.parts[p] = joined(parts)
		for _, b := range blocks {
			b.parts[p] = nil
		}
	}
	for _, b := range blocks {
		d.Scored += b.scored
	}
	d.Hash, d.Games = hex.EncodeToString(sum.Sum(nil)), games.n
	for _, p := range []Part{Train, Valid} {
		if d.Positions(p) == 0 {
			return nil, fmt.Errorf("no position of the data falls to the %s part: %d games for training, %d for validation", p, d.Games[Train], d.Games[Valid])
		}
	}
	return d, nil
}

func hashRecord(sum hash.Hash, r *dataset.Record) {
	var b [dataset.RecordSize]byte
	r.Pack(&b)
	sum.Write(b[:])
}

// gameCounter counts the games of each part; the records of a game stand
// together.
type gameCounter struct {
	split Split
	n     [numParts]int
	last  uint32
	any   bool
}

func (g *gameCounter) see(game uint32) {
	if !g.any || game != g.last {
		g.any, g.last = true, game
		g.n[g.split.part(game)]++
	}
}

// loader is what all tracers share.
type loader struct {
	eval  *eval.Evaluator
	start *eval.Weights
	split Split
	tuned [eval.NumTerms]bool // terms that stand in rows
	fixed tables              // values of the others
}

// chooseTerms decides which terms stand in rows: those with a parameter in the
// set, or all of them if percentages are tuned.
func (l *loader) chooseTerms(set *params.Set) {
	v := make([]float64, eval.NumParams)
	for i := range v {
		v[i] = float64(l.start.Get(i))
	}
	for t := range l.tuned {
		l.tuned[t] = set.Percents() > 0 || set.Has(2*t) || set.Has(2*t+1)
		if l.tuned[t] {
			v[2*t], v[2*t+1] = 0, 0
		}
	}
	l.fixed.fill(v)
}

// tracer turns records into rows. It belongs to one goroutine.
type tracer struct {
	*loader
	pos   board.Position
	trace eval.Trace
	coefs []eval.Coef
}

// usualCodes is how many codes a position has room for before memory grows.
const usualCodes = 64

func (t *tracer) block(records []dataset.Record, first int64) (*loadedBlock, error) {
	b := &loadedBlock{}
	var n [numParts]int
	for i := range records {
		n[t.split.part(records[i].Game)]++
	}
	for p := range b.parts {
		b.parts[p] = &rows{
			rows: make([]row, 0, n[p]), scores: make([]int16, 0, n[p]), codes: make([]code, 0, n[p]*usualCodes),
		}
	}
	for i := range records {
		r := &records[i]
		if err := r.SetUp(&t.pos); err != nil {
			return nil, fmt.Errorf("record %d: %w", first+int64(i), err)
		}
		t.eval.Trace(&t.pos, &t.trace)
		t.coefs = t.trace.Coefs(t.coefs[:0])
		phase := t.trace.Phase()
		fixed := 0.0
		kept := t.coefs[:0]
		for _, c := range t.coefs {
			if t.tuned[c.Term] {
				kept = append(kept, c)
			} else {
				fixed += t.loader.fixed[phase][c.Term] * float64(c.N)
			}
		}
		score := int16(math.MinInt16)
		if s, ok := r.Score(); ok {
			score = int16(s)
			b.scored++
		}
		if err := b.parts[t.split.part(r.Game)].append(kept, phase, r.Label(), fixed, score); err != nil {
			return nil, fmt.Errorf("record %d: %w", first+int64(i), err)
		}
	}
	return b, nil
}
