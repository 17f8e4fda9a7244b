package search

import (
	"math"
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

	// How entries are replaced, in plies of depth: see Params.TableAge and
	// Params.TableKeep.
	age, keep int
}

const slotsPerBucket = 4

// bucket fills one cache line.
type bucket [slotsPerBucket]slot

type slot struct{ check, data word }

// MinHash and MaxHash bound the table's size in MiB.
const (
	MinHash = 1
	MaxHash = 65536
)

// bucketSize is the size of a bucket in bytes; shiftMiB turns MiB into bytes.
const (
	bucketSize = slotsPerBucket * 16
	shiftMiB   = 20
)

// NewTable returns an empty table of about mb MiB that replaces entries as the
// default Params have it.
func NewTable(mb int) *Table {
	n := max(1, mb) << shiftMiB / bucketSize
	t := &Table{buckets: make([]bucket, n)}
	t.configure(&defaultParams)
	adviseHugePages(t.buckets)
	return t
}

// configure takes the rules of replacement from prm. No search may be running.
func (t *Table) configure(prm *Params) { t.age, t.keep = prm.TableAge, prm.TableKeep }

// Size returns the size of the table in MiB.
func (t *Table) Size() int { return len(t.buckets) * bucketSize >> shiftMiB }

// Clear empties the table, with the given number of goroutines.
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
func (t *Table) newSearch() { t.gen = (t.gen + 1) & genMask }

func (t *Table) bucket(key uint64) *bucket {
	hi, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[hi]
}

// probe returns the entry stored for key, noEntry if there is none.
func (t *Table) probe(key uint64) entry {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.load()
		if b[i].check.load()^data == key && data != 0 {
			return entry(data)
		}
	}
	return noEntry
}

// store writes an entry: over the same position if it is there, else over the
// slot with the least depth, entries of earlier searches counting as
// shallower. Without a move, the move known before is kept. A bound does not
// replace a much deeper entry of the same search.
func (t *Table) store(key uint64, m board.Move, score, static Score, depth int, bound Bound, pv bool) {
	b := t.bucket(key)
	age, keep := t.age, t.keep
	worst, worstValue := 0, math.MaxInt
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
			if bound != BoundExact && old.gen() == t.gen && depth+keep < old.depth() {
				return
			}
			worst = i
			break
		}
		searches := int(t.gen-old.gen()) & genMask
		if v := old.depth() - age*searches; v < worstValue {
			worst, worstValue = i, v
		}
	}
	e := packEntry(m, score, static, depth, bound, pv, t.gen)
	b[worst].data.store(uint64(e))
	b[worst].check.store(key ^ uint64(e))
}

// permille is the unit of hashFull and the size of its sample.
const permille = 1000

// hashFull returns how many of a sample of slots this search has written, in
// permille.
func (t *Table) hashFull() int {
	n, used := 0, 0
	for i := 0; i < len(t.buckets) && n < permille; i++ {
		for j := range t.buckets[i] {
			n++
			if e := entry(t.buckets[i][j].data.load()); e != 0 && e.gen() == t.gen {
				used++
			}
		}
	}
	return used * permille / max(1, n)
}
