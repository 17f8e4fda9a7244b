package texel

import (
	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// shareModel is linear in the percentages of the groups, their terms fixed.
type shareModel struct {
	set     *params.Set
	threads int
	labels  [numParts]*rows // for labels only; their codes are gone
	shares  [numParts][]groupShares
	percent [eval.NumGroups]float64 // all of them, tuned ones overwritten
}

// groupShares is what each group gives at 100 %, in centipawns from Red's view.
type groupShares [eval.NumGroups]float32

// newShareModel sums up the counts of d by group, and takes them from d.
func newShareModel(d *Data, set *params.Set, start *eval.Weights, threads int) *shareModel {
	m := &shareModel{set: set, threads: threads, labels: d.parts}
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
		shares := make([]groupShares, len(rs.rows))
		inParallel(threads, len(rs.rows), func(i int) {
			r := &rs.rows[i]
			var sum [eval.NumGroups]float64
			rs.each(r, func(term int, n float64) {
				sum[eval.GroupOf(2*term)] += n * t[r.phase][term]
			})
			for g, x := range sum {
				shares[i][g] = float32(x)
			}
		})
		m.shares[p] = shares
		rs.codes = nil
	}
	return m
}

func (m *shareModel) mix(x []float64) [eval.NumGroups]float64 {
	w := m.percent
	for k := range m.set.Len() {
		w[eval.GroupOf(m.set.Index(k))] = x[k]
	}
	for g := range w {
		w[g] /= 100
	}
	return w
}

func (s *groupShares) score(w *[eval.NumGroups]float64) float64 {
	q := 0.0
	for g, x := range s {
		q += w[g] * float64(x)
	}
	return q
}

// sharePart is what a chunk of rows contributes.
type sharePart struct {
	loss float64
	grad [eval.NumGroups]float64
}

func (m *shareModel) evaluate(p Part, pick []int32, x []float64, l Loss, scale float64, grad []float64) float64 {
	w := m.mix(x)
	rs, shares := m.labels[p].rows, m.shares[p]
	n := len(rs)
	if pick != nil {
		n = len(pick)
	}
	const size = 4096
	parts := make([]sharePart, (n+size-1)/size)
	inParallel(m.threads, len(parts), func(c int) {
		out := &parts[c]
		for i := c * size; i < min((c+1)*size, n); i++ {
			at := i
			if pick != nil {
				at = int(pick[i])
			}
			s := &shares[at]
			loss, slope := l.at(scale*s.score(&w), float64(rs[at].label))
			out.loss += loss
			for g, x := range s {
				out.grad[g] += slope * scale * float64(x) / 100
			}
		}
	})
	var sum sharePart
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

func (m *shareModel) scores(p Part, x []float64) []float64 {
	w := m.mix(x)
	q := make([]float64, len(m.shares[p]))
	for i := range q {
		q[i] = m.shares[p][i].score(&w)
	}
	return q
}
