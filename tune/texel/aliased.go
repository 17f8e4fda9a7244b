package texel

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// An aliasedGroup is a list or table whose entries always add up to the same
// thing: to another term (each rook stands on one square), or to nothing (both
// kings stand on one square each). Moving all its entries by one amount and the
// other term by the opposite amount changes no score: the two are aliased, and
// no data can determine which of them should move.
type aliasedGroup struct {
	name    string
	members []int // terms
	parent  int   // term the members add up to, -1 for nothing
	sign    float64
}

// String describes the alias for people.
func (f *aliasedGroup) String() string {
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
func candidates() []*aliasedGroup {
	var list []*aliasedGroup
	byName := map[string]*aliasedGroup{}
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
			f = &aliasedGroup{name: name}
			byName[name] = f
			list = append(list, f)
		}
		f.members = append(f.members, t)
	}
	return list
}

// aliasedGroups returns the candidates that hold in all training positions.
func aliasedGroups(d *Data) []*aliasedGroup {
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
	claims := make([][]aliasedGroup, len(list))
	for i := range list {
		claims[i] = append(claims[i], aliasedGroup{parent: nothing, sign: 1})
		for t := range nothing {
			if of[t] < 0 {
				claims[i] = append(claims[i], aliasedGroup{parent: t, sign: 1}, aliasedGroup{parent: t, sign: -1})
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
			claims[c] = slices.DeleteFunc(claims[c], func(f aliasedGroup) bool { return f.sign*n[f.parent] != sums[c] })
		}
	}
	var found []*aliasedGroup
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

// redistribute moves what data cannot determine to where people look for it:
// the mean change of a group's entries, weighted by how often each occurs, goes
// to the term they add up to, or nowhere. No score changes by that. Groups with
// an entry or a sum that is not tuned are left as they are. The result describes
// the changes of half a centipawn or more, for people.
func redistribute(groups []*aliasedGroup, set *params.Set, start *eval.Weights, x, before, support []float64) (moved []string) {
	at := make(map[int]int, set.Len())
	for k := range set.Len() {
		at[set.Index(k)] = k
	}
	for _, f := range groups {
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
