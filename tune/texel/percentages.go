package texel

import (
	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// percentModel is linear in the percentages of the groups, their terms fixed.
type percentModel struct {
	set     *params.Set
	threads int
	labels  [numParts]*rows // labels only; the codes are dropped
	groups  [numParts][]groupScores
	percent [eval.NumGroups]float64 // all of them, tuned ones overwritten
}

// groupScores are the scores of the groups at 100 %, in centipawns from Red's
// view.
type groupScores [eval.NumGroups]float32

// newPercentModel sums up the counts of d by group; it drops them from d to save
// memory.
func newPercentModel(d *Data, set *params.Set, start *eval.Weights, threads int) *percentModel {
	m := &percentModel{set: set, threads: threads, labels: d.parts}
	v := make([]float64, eval.NumParams)
	for i := range v {
		v[i] = float64(start.Get(i))
	}
	for _, g := range eval.Groups() {
		m.percent[g] = v[g.PercentIndex()]
		v[g.PercentIndex()] = 100
	}
	t := new(tables)
	t.fill(v)
	for p, rs := range d.parts {
		groups := make([]groupScores, len(rs.rows))
		inParallel(threads, len(rs.rows), func(i int) {
			r := &rs.rows[i]
			var sum [eval.NumGroups]float64
			rs.each(r, func(term int, n float64) {
				sum[eval.GroupOf(2*term)] += n * t[r.phase][term]
			})
			for g, x := range sum {
				groups[i][g] = float32(x)
			}
		})
		m.groups[p] = groups
		rs.codes = nil
	}
	return m
}

func (m *percentModel) mix(x []float64) [eval.NumGroups]float64 {
	w := m.percent
	for k := range m.set.Len() {
		w[eval.GroupOf(m.set.Index(k))] = x[k]
	}
	for g := range w {
		w[g] /= 100
	}
	return w
}

func (s *groupScores) score(w *[eval.NumGroups]float64) float64 {
	q := 0.0
	for g, x := range s {
		q += w[g] * float64(x)
	}
	return q
}

// percentPartial is the contribution of a chunk of rows.
type percentPartial struct {
	loss float64
	grad [eval.NumGroups]float64
}

func (m *percentModel) evaluate(p Part, pick []int32, x []float64, l Loss, scale float64, grad []float64) float64 {
	w := m.mix(x)
	rs, groups := m.labels[p].rows, m.groups[p]
	n := len(rs)
	if pick != nil {
		n = len(pick)
	}
	const size = 4096
	parts := make([]percentPartial, (n+size-1)/size)
	inParallel(m.threads, len(parts), func(c int) {
		out := &parts[c]
		for i := c * size; i < min((c+1)*size, n); i++ {
			at := i
			if pick != nil {
				at = int(pick[i])
			}
			s := &groups[at]
			loss, slope := l.at(scale*s.score(&w), float64(rs[at].label))
			out.loss += loss
			for g, x := range s {
				out.grad[g] += slope * scale * float64(x) / 100
			}
		}
	})
	var sum percentPartial
	for i := range parts {
		sum.loss += parts[i].loss
		for g, x := range parts[i].grad {
			sum.grad[g] += x
		}
	}
	for k := range grad {
		grad[k] = sum.grad[eval.GroupOf(m.set.Index(k))] / float64(n)
	}
	return sum.loss / float64(n)
}

func (m *percentModel) scores(p Part, x []float64) []float64 {
	w := m.mix(x)
	q := make([]float64, len(m.groups[p]))
	for i := range q {
		q[i] = m.groups[p][i].score(&w)
	}
	return q
}
