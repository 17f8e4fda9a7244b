package texel

import (
	"strconv"
	"strings"

	"xqlab/tune/params"
)

// penaltyUnit is the centipawns that count as one in penalties: a rook.
const penaltyUnit = 1000

// penalty pulls parameters to their start values, and changes of neighbouring
// entries of a table towards each other.
type penalty struct {
	l2, smooth float64
	start      []float64
	pairs      [][2]int
}

// newPenalty returns the penalty
//
//	l2/2 * sum (d[k]/1000)^2 + smooth/2 * sum ((d[a]-d[b])/1000)^2
//
// of the changes d = x - start, the second sum over neighbours.
func newPenalty(l2, smooth float64, set *params.Set, start []float64) *penalty {
	p := &penalty{l2: l2, smooth: smooth, start: start}
	if smooth > 0 {
		p.pairs = neighbours(set)
	}
	return p
}

// add returns the penalty at x and adds its gradient to grad.
func (p *penalty) add(x, grad []float64) float64 {
	const unit = 1.0 / (penaltyUnit * penaltyUnit)
	sum := 0.0
	for k := range x {
		d := x[k] - p.start[k]
		sum += p.l2 * d * d / 2
		grad[k] += p.l2 * d * unit
	}
	for _, ab := range p.pairs {
		a, b := ab[0], ab[1]
		d := (x[a] - p.start[a]) - (x[b] - p.start[b])
		sum += p.smooth * d * d / 2
		grad[a] += p.smooth * d * unit
		grad[b] -= p.smooth * d * unit
	}
	return sum * unit
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
