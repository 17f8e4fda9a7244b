package eval

import "xqlab/engine/eval/internal/terms"

//go:generate go run ./internal/genterms

// Phases of a term's two parameters in the vector: parameter 2*term+phase.
const (
	midgame = 0
	endgame = 1
)

// NumParams is the length of the parameter vector: mg and eg of every term,
// then the percentage of every group.
const NumParams = 2*NumTerms + NumGroups

// Percentages of groups lie in 0..MaxPercent.
const MaxPercent = 400

// Range returns the parameters [lo, hi) of the group's terms. Its percentage is
// not among them: see PercentIndex.
func (g Group) Range() (lo, hi int) {
	first := g.declared().First()
	return 2 * first, 2 * (first + g.declared().Len())
}

// PercentIndex returns the parameter that holds the group's percentage.
func (g Group) PercentIndex() int { return 2*NumTerms + int(g) }

// param is what is known about one parameter.
type param struct {
	name     string
	min, max int
}

var params, paramIndex, termGroup = describeParams()

func describeParams() (ps [NumParams]param, index map[string]int, groups [NumTerms]Group) {
	if terms.Count != NumTerms {
		panic("eval: zterms.go is out of date: run go generate ./engine/eval")
	}
	index = make(map[string]int, NumParams)
	set := func(i int, name string, lo, hi int) {
		ps[i] = param{name, lo, hi}
		index[name] = i
	}
	for _, g := range Groups() {
		for i := range g.blocks() {
			b := &g.blocks()[i]
			for r := range b.Rows {
				for c := range b.Cols {
					t := b.Term(r, c)
					if t < 0 {
						continue
					}
					name := b.Name(r, c)
					set(2*t+midgame, name+".mg", -b.Bound, b.Bound)
					set(2*t+endgame, name+".eg", -b.Bound, b.Bound)
					groups[t] = g
				}
			}
		}
		set(g.PercentIndex(), g.String()+"."+percentKey, 0, MaxPercent)
	}
	return ps, index, groups
}

// percentKey is the key of a group's percentage in weight files.
const percentKey = "weight"

// Names returns the names of all parameters in the order of the vector.
func Names() []string {
	names := make([]string, NumParams)
	for i := range names {
		names[i] = params[i].name
	}
	return names
}

// Name returns the name of parameter i, such as mobility.horse[5].mg.
func Name(i int) string { return params[i].name }

// Index returns the parameter of that name.
func Index(name string) (i int, ok bool) {
	i, ok = paramIndex[name]
	return i, ok
}

// Bounds returns the least and the greatest value of parameter i.
func Bounds(i int) (lo, hi int) { return params[i].min, params[i].max }

// GroupOf returns the group of parameter i, a percentage included.
func GroupOf(i int) Group {
	if i >= 2*NumTerms {
		return Group(i - 2*NumTerms)
	}
	return termGroup[i/2]
}
