package search

import (
	"math/bits"
	"sync"

	"xqlab/engine/board"
)

// Table is a transposition table shared by all workers without locks: each
// slot is two words, the data and the key xored with it, so that a slot
// torn by two writers reads as a miss (Hyatt and Mann 2002).
type Table struct {
	buckets []bucket
	gen     uint8 // 0..127, raised once a search
}

const slotsPerBucket = 4

// bucket fills one cache line.
type bucket [slotsPerBucket]slot

type slot struct{ check, data word }

// The data word: move 14 bits, score 16, static evaluation 16, depth 8, bound
// 2, principal variation 1, generation 7.
type entry uint64

func packEntry(m board.Move, score, static Score, depth int, b Bound, pv bool, gen uint8) entry {
	e := entry(m&0x3fff) | entry(uint16(int16(score)))<<14 | entry(uint16(int16(static)))<<30 |
		entry(uint8(depth))<<46 | entry(b&3)<<54 | entry(gen&127)<<57
	if pv {
		e |= 1 << 56
	}
	return e
}

func (e entry) move() board.Move { return board.Move(e & 0x3fff) }
func (e entry) score() Score     { return Score(int16(e >> 14)) }
func (e entry) static() Score    { return Score(int16(e >> 30)) }
func (e entry) depth() int       { return int(uint8(e >> 46)) }
func (e entry) bound() Bound     { return Bound(e >> 54 & 3) }
func (e entry) pv() bool         { return e>>56&1 != 0 }
func (e entry) gen() uint8       { return uint8(e >> 57) }

// noStatic marks an entry without a static evaluation.
const noStatic Score = -32768

// MinHash and MaxHash bound the table's size in MiB.
const (
	MinHash = 1
	MaxHash = 65536
)

// NewTable returns an empty table of about mb MiB.
func NewTable(mb int) *Table {
	n := max(1, mb) << 20 / 64
	t := &Table{buckets: make([]bucket, n)}
	adviseHugePages(t.buckets)
	return t
}

// Size returns the size of the table in MiB.
func (t *Table) Size() int { return len(t.buckets) * 64 >> 20 }

// Clear forgets everything, with the given number of goroutines.
func (t *Table) Clear(threads int) {
	t.gen = 0
	threads = max(1, threads)
	chunk := (len(t.buckets) + threads - 1) / threads
	var wg sync.WaitGroup
	for from := 0; from < len(t.buckets); from += chunk {
		part := t.buckets[from:min(from+chunk, len(t.buckets))]
		wg.Go(func() { clear(part) })
	}
	wg.Wait()
}

// newSearch makes entries of earlier searches older.
func (t *Table) newSearch() { t.gen = (t.gen + 1) & 127 }

func (t *Table) bucket(key uint64) *bucket {
	hi, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[hi]
}

// probe returns the entry stored for key.
func (t *Table) probe(key uint64) (entry, bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.load()
		if b[i].check.load()^data == key && data != 0 {
			return entry(data), true
		}
	}
	return 0, false
}

// store writes an entry: over the same position if it is there, else over the
// slot that is oldest and shallowest. An empty move keeps the move known
// before. A shallower bound of the same search does not replace a deeper one.
func (t *Table) store(key uint64, m board.Move, score, static Score, depth int, bound Bound, pv bool) {
	b := t.bucket(key)
	worst, worstValue := 0, 1<<30
	for i := range b {
		old := entry(b[i].data.load())
		if old == 0 {
			worst = i
			break
		}
		if b[i].check.load()^uint64(old) == key {
			if m == board.NoMove {
				m = old.move()
			}
			if bound != BoundExact && old.gen() == t.gen && depth+4 < old.depth() {
				return
			}
			worst = i
			break
		}
		age := int(t.gen-old.gen()) & 127
		if v := old.depth() - 8*age; v < worstValue {
			worst, worstValue = i, v
		}
	}
	e := packEntry(m, score, static, depth, bound, pv, t.gen)
	b[worst].data.store(uint64(e))
	b[worst].check.store(key ^ uint64(e))
}

// hashFull returns the permille of a sample of slots written by this search.
func (t *Table) hashFull() int {
	n, used := 0, 0
	for i := 0; i < len(t.buckets) && n < 1000; i++ {
		for j := range t.buckets[i] {
			n++
			if e := entry(t.buckets[i][j].data.load()); e != 0 && e.gen() == t.gen {
				used++
			}
		}
	}
	return used * 1000 / max(1, n)
}

// toTable makes a mate score relative to the node at ply; fromTable undoes it.
func toTable(s Score, ply int) Score {
	switch {
	case s >= Mate-2*MaxPly:
		return s + Score(ply)
	case s <= -Mate+2*MaxPly:
		return s - Score(ply)
	}
	return s
}

func fromTable(s Score, ply int) Score {
	switch {
	case s >= Mate-2*MaxPly:
		return s - Score(ply)
	case s <= -Mate+2*MaxPly:
		return s + Score(ply)
	}
	return s
}
