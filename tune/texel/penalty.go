package texel

import (
	"strconv"
	"strings"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// Penalties count changes in these units, in centipawns: values of pieces may
// move further than anything else.
const (
	materialUnit = 1000
	otherUnit    = 250
	percentUnit  = 100 // percentage points
)

// penalty pulls parameters to their start values, and changes of neighbouring
// entries of a table towards each other.
type penalty struct {
	l2, smooth float64
	start      []float64
	unit       []float64 // of each parameter, one over
	pairs      [][2]int
}

// newPenalty returns the penalty
//
//	l2/2 * sum d[k]^2 + smooth/2 * sum (d[a]-d[b])^2
//
// of the changes d[k] = percent[k]/100 * (x[k]-start[k]) / unit[k], percent
// being that of the group: what counts is how far an evaluation changes. The
// second sum is over neighbours.
func newPenalty(l2, smooth float64, set *params.Set, w *eval.Weights) *penalty {
	p := &penalty{l2: l2, smooth: smooth, start: set.Values(w)}
	for k := range set.Len() {
		i := set.Index(k)
		g := eval.GroupOf(i)
		unit := 1.0 / otherUnit
		if g == eval.Material {
			unit = 1.0 / materialUnit
		}
		if params.IsPercent(i) {
			unit = 1.0 / percentUnit
		} else {
			unit *= float64(w.Percent(g)) / 100
		}
		p.unit = append(p.unit, unit)
	}
	if smooth > 0 {
		p.pairs = neighbours(set)
	}
	return p
}

// add returns the penalty at x and adds its gradient to grad.
func (p *penalty) add(x, grad []float64) float64 {
	sum := 0.0
	for k := range x {
		d := (x[k] - p.start[k]) * p.unit[k]
		sum += p.l2 * d * d / 2
		grad[k] += p.l2 * d * p.unit[k]
	}
	for _, ab := range p.pairs {
		a, b := ab[0], ab[1]
		d := (x[a]-p.start[a])*p.unit[a] - (x[b]-p.start[b])*p.unit[b]
		sum += p.smooth * d * d / 2
		grad[a] += p.smooth * d * p.unit[a]
		grad[b] -= p.smooth * d * p.unit[b]
	}
	return sum
}

// neighbours lists pairs of a set that stand next to each other in a table of
// squares or in a list: position.rook[e4].mg and position.rook[e5].mg.
func neighbours(set *params.Set) [][2]int {
	at := make(map[string]int, set.Len())
	for k := range set.Len() {
		at[set.Name(k)] = k
	}
	var pairs [][2]int
	for k := range set.Len() {
		for _, name := range following(set.Name(k)) {
			if o, ok := at[name]; ok {
				pairs = append(pairs, [2]int{k, o})
			}
		}
	}
	return pairs
}

// following returns the names of the next entries in a list, or to the right
// and ahead on the board.
func following(name string) []string {
	open, end := strings.IndexByte(name, '['), strings.IndexByte(name, ']')
	if open < 0 || end < open {
		return nil
	}
	before, index, after := name[:open+1], name[open+1:end], name[end:]
	if len(index) == 2 && index[0] >= 'a' && index[0] <= 'i' {
		return []string{
			before + string(index[0]+1) + index[1:] + after,
			before + index[:1] + string(index[1]+1) + after,
		}
	}
	n, err := strconv.Atoi(index)
	if err != nil {
		return nil
	}
	return []string{before + strconv.Itoa(n+1) + after}
}
