package search

import "testing"

// TestEntryCutsAndIsBetter goes through every bound with scores below, at and
// above the window and the static evaluation.
func TestEntryCutsAndIsBetter(t *testing.T) {
	const alpha, beta, static = 10, 20, 15
	tests := []struct {
		bound        Bound
		score        Score
		cuts, better bool
	}{
		{BoundNone, 5, false, false},
		{BoundNone, 25, false, false},
		{BoundExact, 5, true, true},
		{BoundExact, 15, true, true},
		{BoundExact, 25, true, true},
		{BoundExact, MateIn(9), true, false},
		{BoundLower, 10, false, false},
		{BoundLower, 15, false, false},
		{BoundLower, 16, false, true},
		{BoundLower, 19, false, true},
		{BoundLower, 20, true, true},
		{BoundLower, Decisive, true, false},
		{BoundUpper, 20, false, false},
		{BoundUpper, 15, false, false},
		{BoundUpper, 14, false, true},
		{BoundUpper, 11, false, true},
		{BoundUpper, 10, true, true},
		{BoundUpper, MatedIn(4), true, false},
	}
	for _, tt := range tests {
		e := packEntry(1, tt.score, static, 3, tt.bound, false, 0)
		if got := e.cuts(alpha, beta); got != tt.cuts {
			t.Errorf("bound %d score %v: cuts is %v, want %v", tt.bound, tt.score, got, tt.cuts)
		}
		if got := e.better(static); got != tt.better {
			t.Errorf("bound %d score %v: better is %v, want %v", tt.bound, tt.score, got, tt.better)
		}
	}
	if noEntry.cuts(alpha, beta) || noEntry.better(static) || noEntry.static() != noStatic || noEntry.pv() ||
		noEntry.depth() != 0 || noEntry.move() != 0 {
		t.Errorf("noEntry says something: %#x", uint64(noEntry))
	}
}

// TestEntryForPly: a mate is told from the root; all else of an entry stays.
func TestEntryForPly(t *testing.T) {
	for _, s := range []Score{0, 35, -1200, Decisive - 1, ruleLoss(3), MateIn(12), MatedIn(13)} {
		e := packEntry(0x1234, toTable(s, 9), -77, 21, BoundLower, true, 5)
		want := packEntry(0x1234, s, -77, 21, BoundLower, true, 5)
		if got := e.forPly(9); got != want {
			t.Errorf("%v: entry %#x, want %#x", s, uint64(got), uint64(want))
		}
		w := e.withoutMove()
		if w.move() != 0 || w.bound() != BoundNone || w.static() != -77 || w.depth() != 21 || !w.pv() || w.gen() != 5 || w.score() != e.score() {
			t.Errorf("without its move: %#x of %#x", uint64(w), uint64(e))
		}
	}
}

// TestProbeRefusesForeignMoves: the move of another position with the same key
// is not handed out, and neither is its score.
func TestProbeRefusesForeignMoves(t *testing.T) {
	s := newSearcher(t, Options{Hash: 1})
	p := position(t, BenchPositions[0])
	search(t, s, p, Limits{Depth: 1})
	w := s.workers[0]
	m := w.rootMoves[0].move
	w.table.store(p.Key(), m, 40, 30, 6, BoundExact, false)
	if e := w.probe(p.Key(), 2); e.move() != m || e.score() != 40 || e.bound() != BoundExact {
		t.Fatalf("probe finds %#x", uint64(e))
	}
	foreign := position(t, BenchPositions[0], m.String())
	w.pos.CopyFrom(foreign)
	if e := w.probe(p.Key(), 2); e.move() != 0 || e.bound() != BoundNone || e.static() != 30 {
		t.Errorf("with another position on the board: %#x", uint64(e))
	}
	if e := w.probe(p.Key()^1, 2); e != noEntry {
		t.Errorf("unknown position: %#x", uint64(e))
	}
}

// TestTableReplaces: TableKeep and TableAge decide what is written over.
func TestTableReplaces(t *testing.T) {
	prm := DefaultParams()
	prm.TableKeep, prm.TableAge = 4, 8
	table := NewTable(1)
	table.configure(&prm)
	table.newSearch()
	const key = 42
	table.store(key, 7, 0, 0, 10, BoundLower, false)
	table.store(key, 8, 0, 0, 5, BoundUpper, false)
	if got := table.probe(key); got.depth() != 10 {
		t.Errorf("a bound 5 plies shallower replaces: %#x", uint64(got))
	}
	table.store(key, 0, 0, 0, 6, BoundUpper, false)
	if got := table.probe(key); got.depth() != 6 || got.move() != 7 {
		t.Errorf("a bound 4 plies shallower does not replace, or forgets the move: %#x", uint64(got))
	}
	// Four other positions of the same bucket: the last one finds it full.
	fill := func(searches, oldDepth, newDepth int) bool {
		table := NewTable(1)
		table.configure(&prm)
		table.newSearch()
		table.store(1, 7, 0, 0, oldDepth, BoundLower, false)
		for range searches {
			table.newSearch()
		}
		for key := range uint64(slotsPerBucket) {
			table.store(key+2, 7, 0, 0, newDepth, BoundLower, false)
		}
		return table.probe(1) == noEntry
	}
	for _, tt := range []struct {
		searches, old, new int
		want               bool
	}{{0, 20, 10, false}, {0, 5, 10, true}, {1, 17, 10, true}, {1, 19, 10, false}, {2, 25, 10, true}} {
		if got := fill(tt.searches, tt.old, tt.new); got != tt.want {
			t.Errorf("entry of depth %d, %d searches old, among depth %d: replaced is %v", tt.old, tt.searches, tt.new, got)
		}
	}
}
