package texel

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// A family is a list or table whose entries always add up to the same thing:
// to another term (each rook stands on one square), or to nothing (both kings
// stand on one square each). Moving all its entries by one amount and the other
// term by the opposite amount changes no score, so that data cannot tell which
// of them should move.
type family struct {
	name    string
	members []int // terms
	parent  int   // term the members add up to, -1 for nothing
	sign    float64
}

// String says what is collinear, for people.
func (f *family) String() string {
	switch {
	case f.parent < 0:
		return f.name + "[*] adds up to nothing"
	case f.sign < 0:
		return fmt.Sprintf("%s[*] adds up to -%s", f.name, termName(f.parent))
	}
	return fmt.Sprintf("%s[*] adds up to %s", f.name, termName(f.parent))
}

// termName is the name of a term: that of its parameters without the phase.
func termName(term int) string { return strings.TrimSuffix(eval.Name(2*term), ".mg") }

// candidates lists the lists and tables of terms. The table of pawns is two:
// pawns on their own side and pawns beyond the river are different terms.
func candidates() []*family {
	var list []*family
	byName := map[string]*family{}
	for t := range eval.NumTerms {
		name, index, ok := strings.Cut(termName(t), "[")
		if !ok {
			continue
		}
		if name == "position.pawn" {
			name += " beyond the river"
			if index[1] < '5' {
				name = "position.pawn on its own side"
			}
		}
		f := byName[name]
		if f == nil {
			f = &family{name: name}
			byName[name] = f
			list = append(list, f)
		}
		f.members = append(f.members, t)
	}
	return list
}

// families returns the candidates that hold in all training positions.
func families(d *Data) []*family {
	list := candidates()
	of := make([]int, eval.NumTerms)
	for t := range of {
		of[t] = -1
	}
	for i, f := range list {
		for _, t := range f.members {
			of[t] = i
		}
	}
	// claims[i] are the sums candidate i may still have: a term, or minus one,
	// or, the term after the last, nothing.
	const nothing = eval.NumTerms
	claims := make([][]family, len(list))
	for i := range list {
		claims[i] = append(claims[i], family{parent: nothing, sign: 1})
		for t := range nothing {
			if of[t] < 0 {
				claims[i] = append(claims[i], family{parent: t, sign: 1}, family{parent: t, sign: -1})
			}
		}
	}
	sums := make([]float64, len(list))
	present := make([]bool, len(list))
	rs := d.parts[Train]
	var n [eval.NumTerms + 1]float64
	for i := range rs.rows {
		clear(sums)
		clear(n[:])
		rs.each(&rs.rows[i], func(term int, x float64) {
			n[term] += x
			if of[term] >= 0 {
				sums[of[term]] += x
				present[of[term]] = true
			}
		})
		for c := range claims {
			claims[c] = slices.DeleteFunc(claims[c], func(f family) bool { return f.sign*n[f.parent] != sums[c] })
		}
	}
	var found []*family
	for c, f := range list {
		if !present[c] || len(claims[c]) == 0 {
			continue
		}
		f.parent, f.sign = claims[c][0].parent, claims[c][0].sign
		if f.parent == nothing {
			f.parent = -1
		}
		found = append(found, f)
	}
	return found
}

// settle moves what data cannot tell apart to where people look for it: the
// mean change of a family's entries, weighted by how often each occurs, goes to
// the term they add up to, or nowhere. No score changes by that. Families with
// an entry or a sum that is not tuned are left as they are.
func settle(fams []*family, set *params.Set, start *eval.Weights, x, before, support []float64) (moved []string) {
	at := make(map[int]int, set.Len())
	for k := range set.Len() {
		at[set.Index(k)] = k
	}
	for _, f := range fams {
		for phase := range 2 {
			weight, mean := 0.0, 0.0
			whole := true
			for _, t := range f.members {
				k, ok := at[2*t+phase]
				if !ok {
					whole = false
					break
				}
				weight += support[k]
				mean += support[k] * (x[k] - before[k])
			}
			parent := -1
			if f.parent >= 0 {
				k, ok := at[2*f.parent+phase]
				if !ok {
					whole = false
				}
				parent = k
			}
			if !whole || weight == 0 {
				continue
			}
			mean /= weight
			if parent >= 0 {
				own := start.Percent(eval.GroupOf(2 * f.members[0]))
				theirs := start.Percent(eval.GroupOf(2 * f.parent))
				if theirs == 0 {
					continue
				}
				x[parent] += f.sign * mean * float64(own) / float64(theirs)
			}
			for _, t := range f.members {
				x[at[2*t+phase]] -= mean
			}
			if math.Abs(mean) >= 0.5 {
				moved = append(moved, fmt.Sprintf("%s, %s: mean change %+.0f", f, [2]string{"mg", "eg"}[phase], mean))
			}
		}
	}
	return moved
}

// Twins are two terms whose counts go together so closely that data cannot
// tell their values apart.
type Twins struct {
	A           string  `json:"a"`
	B           string  `json:"b"`
	Correlation float64 `json:"correlation"`
}

// twinCorrelation is the correlation from which on two terms are reported.
const twinCorrelation = 0.98

// maxTwinRows bounds the positions that are looked at for twins.
const maxTwinRows = 50_000

// twins finds pairs of terms that occur in the training data at least
// minSupport times and nearly always together.
func twins(d *Data, minSupport float64) []Twins {
	rs := d.parts[Train]
	step := max(1, len(rs.rows)/maxTwinRows)
	sum := make([]float64, eval.NumTerms)
	count := make([]float64, eval.NumTerms)
	prod := make([]float64, eval.NumTerms*eval.NumTerms)
	rowsSeen := 0.0
	type cell struct {
		term int
		n    float64
	}
	var cells []cell
	for i := 0; i < len(rs.rows); i += step {
		cells = cells[:0]
		rs.each(&rs.rows[i], func(term int, n float64) {
			if len(cells) > 0 && cells[len(cells)-1].term == term {
				cells[len(cells)-1].n += n
				return
			}
			cells = append(cells, cell{term, n})
		})
		sort.Slice(cells, func(a, b int) bool { return cells[a].term < cells[b].term })
		for a, ca := range cells {
			sum[ca.term] += ca.n
			count[ca.term]++
			line := prod[ca.term*eval.NumTerms:]
			for _, cb := range cells[a:] {
				line[cb.term] += ca.n * cb.n
			}
		}
		rowsSeen++
	}
	variance := func(t int) float64 {
		return prod[t*eval.NumTerms+t]/rowsSeen - sum[t]*sum[t]/rowsSeen/rowsSeen
	}
	var list []Twins
	for a := range eval.NumTerms {
		for b := a + 1; b < eval.NumTerms; b++ {
			if min(count[a], count[b])*float64(step) < minSupport {
				continue
			}
			cov := prod[a*eval.NumTerms+b]/rowsSeen - sum[a]*sum[b]/rowsSeen/rowsSeen
			if r := cov / math.Sqrt(variance(a)*variance(b)); math.Abs(r) >= twinCorrelation {
				list = append(list, Twins{termName(a), termName(b), r})
			}
		}
	}
	return list
}
