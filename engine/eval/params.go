package eval

import (
	"fmt"

	"xqlab/engine/board"
)

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

// groupTerms holds the first term of each group, and the end of the last.
var groupTerms = [NumGroups + 1]int{
	0, materialEnd, positionEnd, kingSafetyEnd, pinsEnd, guardsEnd, centerEnd, mobilityEnd,
}

// Range returns the parameters [lo, hi) of the group's terms. Its percentage is
// not among them: see PercentIndex.
func (g Group) Range() (lo, hi int) { return 2 * groupTerms[g], 2 * groupTerms[g+1] }

// PercentIndex returns the parameter that holds the group's percentage.
func (g Group) PercentIndex() int { return 2*NumTerms + int(g) }

// param is what is known about one parameter.
type param struct {
	name     string
	min, max int
}

var params, paramIndex, termGroup = describeParams()

func describeParams() (ps [NumParams]param, index map[string]int, groups [NumTerms]Group) {
	index = make(map[string]int, NumParams)
	set := func(i int, name string, lo, hi int) {
		ps[i] = param{name, lo, hi}
		index[name] = i
	}
	for i := range blocks {
		b := &blocks[i]
		for r := range b.rows {
			for c := range b.cols {
				t := b.term(r, c)
				if t < 0 {
					continue
				}
				name := b.entry(r, c)
				set(2*t+midgame, name+".mg", -b.bound, b.bound)
				set(2*t+endgame, name+".eg", -b.bound, b.bound)
				groups[t] = b.group
			}
		}
	}
	for _, g := range Groups() {
		set(g.PercentIndex(), g.String()+"."+percentKey, 0, MaxPercent)
	}
	return ps, index, groups
}

// percentKey is the key of a group's percentage in weight files.
const percentKey = "weight"

// entry names one term of the block: material.rook, mobility.horse[5],
// guards.set[2][1], position.rook[e4].
func (b *block) entry(row, col int) string {
	name := b.group.String() + "." + b.key
	switch b.shape {
	case list:
		name += fmt.Sprintf("[%d]", b.fromRow+row)
	case grid:
		name += fmt.Sprintf("[%d][%d]", b.fromRow+row, b.fromCol+col)
	case table:
		name += "[" + board.SquareAt(col, b.fromRow+row).String() + "]"
	}
	return name
}

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
