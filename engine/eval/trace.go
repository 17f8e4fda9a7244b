package eval

import (
	"slices"

	"xqlab/engine/board"
)

// Trace holds how often each term counts for each side in one position. It
// depends on the position only, not on weights. The zero value is ready; a
// Trace can be filled again and again.
type Trace struct {
	counts [2][NumTerms]int16
	phase  int
}

// Coef is one entry of a sparse trace: Red's count of a term less Black's,
// never 0. The term's parameters are 2*Term (mg) and 2*Term+1 (eg).
type Coef struct {
	Term uint16
	N    int16
}

func (t *Trace) add(us board.Color, i, n int) { t.counts[us&1][i] += int16(n) }

// Trace fills t for p, which need not be attached. The weights of e do
// not matter.
func (e *Evaluator) Trace(p *board.Position, t *Trace) {
	*t = Trace{}
	raw := 0
	for b := p.Occupied(); !b.IsEmpty(); {
		s := b.Pop()
		pc := p.At(s)
		raw += phaseValue[pc.Type()]
		seen := relative(s, pc.Color())
		t.add(pc.Color(), squareTerm(pc.Type(), seen), 1)
		if value := valueTerm(pc.Type(), seen); value >= 0 {
			t.add(pc.Color(), value, 1)
		}
	}
	t.phase = phaseOf[raw&127]
	c := pass[recording]{w: &e.w, trace: t}
	c.begin(p)
	c.features()
}

// Phase returns the weight of mg, 0..MaxPhase; the weight of eg is MaxPhase less
// this.
func (t *Trace) Phase() int { return t.phase }

// Count returns how often a term counts for c.
func (t *Trace) Count(c board.Color, term int) int { return int(t.counts[c&1][term]) }

// Coefs appends the terms whose counts differ between the sides to dst, in
// order of terms.
func (t *Trace) Coefs(dst []Coef) []Coef {
	red, black := &t.counts[board.Red], &t.counts[board.Black]
	dst = slices.Grow(dst, NumTerms)
	room := (*[NumTerms]Coef)(dst[len(dst):][:NumTerms])
	k := 0
	for i := range NumTerms {
		// Always written, and kept if not 0: which terms count is too
		// irregular for a branch to be predicted.
		n := red[i] - black[i]
		room[k] = Coef{uint16(i), n}
		k += int((uint16(n) | uint16(-n)) >> 15)
	}
	return dst[:len(dst)+k]
}

// Sum is the value of something for one side or as a difference, in
// centipawns: MG with all pieces on the board, EG on an empty one.
type Sum struct {
	MG, EG int
}

// GroupSums returns, by group, Red's sum less Black's before the percentage:
// the coefficients of the percentages.
func (t *Trace) GroupSums(w *Weights) (sums [NumGroups]Sum) {
	red, black := t.sideSums(w, board.Red), t.sideSums(w, board.Black)
	for g := range sums {
		sums[g] = Sum{red[g].MG - black[g].MG, red[g].EG - black[g].EG}
	}
	return sums
}

// sideSums returns what each group gives to one side before the percentage.
func (t *Trace) sideSums(w *Weights, c board.Color) (sums [NumGroups]Sum) {
	for i := range NumTerms {
		if n := t.Count(c, i); n != 0 {
			s := &sums[termGroup[i]]
			s.MG += n * w.Get(2*i+midgame)
			s.EG += n * w.Get(2*i+endgame)
		}
	}
	return sums
}

// Total returns the score from Red's side in units of 1/Denominator
// centipawns, before the division.
func (t *Trace) Total(w *Weights) int {
	total := 0
	for g, s := range t.GroupSums(w) {
		total += w.Percent(Group(g)) * taper(s.MG, s.EG, t.phase)
	}
	return total
}

// Score returns what an evaluator of w gives for the position, in centipawns
// from Red's side.
func (t *Trace) Score(w *Weights) int { return t.Total(w) / Denominator }
