package texel

import (
	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// Support is the number of training positions that bear on a parameter.
type Support struct {
	Param     string  `json:"param"`
	Positions float64 `json:"positions"` // weighted by the share of the parameter's phase
}

// support returns, for each tuned parameter, the number of training positions
// in which its term counts for one side more than for the other, each weighted
// by the share of mg or eg in its phase.
func support(d *Data, set *params.Set) []float64 {
	var mg, eg [eval.NumTerms]float64
	rs := d.parts[Train]
	for i := range rs.rows {
		r := &rs.rows[i]
		f := float64(r.phase) / eval.MaxPhase
		last := -1
		rs.each(r, func(term int, n float64) {
			if term == last { // the second entry of a count of two
				return
			}
			last = term
			mg[term] += f
			eg[term] += 1 - f
		})
	}
	s := make([]float64, set.Len())
	for k := range s {
		i := set.Index(k)
		if s[k] = mg[i/2]; i%2 == 1 {
			s[k] = eg[i/2]
		}
	}
	return s
}
