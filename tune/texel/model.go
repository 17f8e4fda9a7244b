package texel

import (
	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// model predicts scores from tuned parameters x, in the order of a Set.
type model interface {
	// evaluate returns the mean loss over the picked rows of a part (nil: all)
	// at x and, if grad is not nil, stores the gradient by x in it.
	evaluate(p Part, pick []int32, x []float64, l Loss, scale float64, grad []float64) float64
	// scores returns the evaluation of every row of a part at x.
	scores(p Part, x []float64) []float64
}

// termModel is linear in mg and eg of terms, percentages fixed.
type termModel struct {
	data    *Data
	set     *params.Set
	threads int
	full    []float64 // a full vector of weights, fixed parameters filled in
	percent []float64 // of each tuned parameter's group, in hundredths
	tables  *tables
	parts   []partial
}

func newTermModel(d *Data, set *params.Set, start *eval.Weights, threads int) *termModel {
	m := &termModel{data: d, set: set, threads: threads, full: make([]float64, eval.NumParams), tables: new(tables)}
	for i := range m.full {
		m.full[i] = float64(start.Get(i))
	}
	for k := range set.Len() {
		m.percent = append(m.percent, float64(start.Percent(eval.GroupOf(set.Index(k))))/100)
	}
	return m
}

// mix fills the tables for x. Terms that are not in the rows have no counts
// there, so that it does not matter what the tables say of them.
func (m *termModel) mix(x []float64) {
	for k := range m.set.Len() {
		m.full[m.set.Index(k)] = x[k]
	}
	m.tables.fill(m.full)
}

func (m *termModel) evaluate(p Part, pick []int32, x []float64, l Loss, scale float64, grad []float64) float64 {
	m.mix(x)
	ps := pass{loss: l, scale: scale, rs: m.data.parts[p], w: m.tables, pick: pick, grad: grad != nil}
	var sum partial
	m.parts, sum = ps.run(m.threads, m.parts)
	n := float64(ps.count())
	for k := range grad {
		i := m.set.Index(k)
		g := sum.mg[i/2]
		if i%2 == 1 {
			g = sum.eg[i/2]
		}
		grad[k] = g * m.percent[k] / n
	}
	return sum.loss / n
}

func (m *termModel) scores(p Part, x []float64) []float64 {
	m.mix(x)
	rs := m.data.parts[p]
	q := make([]float64, len(rs.rows))
	const size = 4096
	inParallel(m.threads, (len(q)+size-1)/size, func(c int) {
		for i := c * size; i < min((c+1)*size, len(q)); i++ {
			q[i] = rs.score(&rs.rows[i], &m.tables[rs.rows[i].phase])
		}
	})
	return q
}
