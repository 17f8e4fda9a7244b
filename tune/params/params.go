// Package params chooses evaluation parameters by name and moves them between
// weights and plain vectors of numbers, which is what tuners work on.
package params

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"xqlab/engine/eval"
)

// Query is a choice of parameters. Names are those of eval.Names, such
// as mobility.horse[5].mg. A pattern is a name in which * stands for any text,
// also none, and ? for one character; the ending .mg or .eg may be left out,
// which means both. A group's percentage (king_safety.weight) is only chosen by
// a pattern that ends in "weight", so that position.* means the terms.
type Query struct {
	Groups []string // all terms of these groups
	Params []string // all parameters that one of these patterns matches
	Freeze []string // but none that one of these matches
}

// Set is a list of different parameters in the order of the vector of weights.
type Set struct {
	index []int
}

// Select returns the parameters that a query chooses; without Groups and Params
// the terms of all groups. A pattern or group that names nothing is an error,
// and so is an empty result.
func Select(q Query) (*Set, error) {
	chosen := make([]bool, eval.NumParams)
	for _, name := range q.Groups {
		g, ok := eval.ParseGroup(name)
		if !ok {
			return nil, fmt.Errorf("unknown group %q (want %s)", name, groupNames())
		}
		lo, hi := g.Range()
		for i := lo; i < hi; i++ {
			chosen[i] = true
		}
	}
	if len(q.Groups) == 0 && len(q.Params) == 0 {
		for i := range 2 * eval.NumTerms {
			chosen[i] = true
		}
	}
	for _, pattern := range q.Params {
		if err := mark(chosen, pattern, true); err != nil {
			return nil, err
		}
	}
	for _, pattern := range q.Freeze {
		if err := mark(chosen, pattern, false); err != nil {
			return nil, err
		}
	}
	s := &Set{}
	for i, ok := range chosen {
		if ok {
			s.index = append(s.index, i)
		}
	}
	if len(s.index) == 0 {
		return nil, fmt.Errorf("no parameter is left to tune")
	}
	return s, nil
}

func groupNames() string {
	var names []string
	for _, g := range eval.Groups() {
		names = append(names, g.String())
	}
	return strings.Join(names, ", ")
}

// mark sets chosen for all parameters that a pattern matches.
func mark(chosen []bool, pattern string, value bool) error {
	found := false
	for i := range chosen {
		if Match(pattern, i) {
			chosen[i], found = value, true
		}
	}
	if !found {
		return fmt.Errorf("no parameter matches %q (xqlab weights show lists them)", pattern)
	}
	return nil
}

// Match reports whether a pattern of a Query matches parameter i.
func Match(pattern string, i int) bool {
	name := eval.Name(i)
	if IsPercent(i) {
		return strings.HasSuffix(pattern, "weight") && Glob(pattern, name)
	}
	return Glob(pattern, name) || Glob(pattern, name[:len(name)-len(".mg")])
}

// Glob reports whether a text matches a pattern of *, ? and plain characters.
// Brackets are plain: they occur in names.
func Glob(pattern, text string) bool {
	star, retry := -1, 0 // the last *, and where what follows it is tried next
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, retry = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			retry++
			p, t = star+1, retry
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// IsPercent reports whether parameter i is a group's percentage.
func IsPercent(i int) bool { return i >= 2*eval.NumTerms }

// Len returns the number of parameters.
func (s *Set) Len() int { return len(s.index) }

// Index returns the place of the k-th parameter in the vector of weights.
func (s *Set) Index(k int) int { return s.index[k] }

// Name returns the name of the k-th parameter.
func (s *Set) Name(k int) string { return eval.Name(s.index[k]) }

// Bounds returns the least and the greatest value of the k-th parameter.
func (s *Set) Bounds(k int) (lo, hi int) { return eval.Bounds(s.index[k]) }

// Has reports whether parameter i of the vector of weights is in the set.
func (s *Set) Has(i int) bool {
	_, ok := slices.BinarySearch(s.index, i)
	return ok
}

// Percents returns how many of the parameters are group percentages. A tuner
// moves percentages or terms, never both at once: their products would make
// the evaluation nonlinear.
func (s *Set) Percents() int {
	first, _ := slices.BinarySearch(s.index, 2*eval.NumTerms)
	return len(s.index) - first
}

// Values returns the parameters of w.
func (s *Set) Values(w *eval.Weights) []float64 {
	v := make([]float64, len(s.index))
	for k, i := range s.index {
		v[k] = float64(w.Get(i))
	}
	return v
}

// With returns a copy of w in which the parameters have the values v, rounded
// to the nearest whole number (halves away from zero) and cut to their bounds.
func (s *Set) With(w *eval.Weights, v []float64) (*eval.Weights, error) {
	if len(v) != len(s.index) {
		return nil, fmt.Errorf("%d values for %d parameters", len(v), len(s.index))
	}
	c := w.Clone()
	for k, i := range s.index {
		if math.IsNaN(v[k]) || math.IsInf(v[k], 0) {
			return nil, fmt.Errorf("%s: %v is not a value", eval.Name(i), v[k])
		}
		lo, hi := eval.Bounds(i)
		x := math.Round(min(max(v[k], float64(lo)), float64(hi)))
		if err := c.Set(i, int(x)); err != nil {
			return nil, err
		}
	}
	return c, nil
}
