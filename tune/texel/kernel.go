package texel

import (
	"sync"
	"sync/atomic"

	"xqlab/engine/eval"
)

// table holds the value of each code in centipawns.
type table [codes]float64

// tables holds a table for each phase: mg and eg are mixed once for all positions
// of that phase.
type tables [eval.MaxPhase + 1]table

// fill computes the tables from v, a full vector of weights.
func (t *tables) fill(v []float64) {
	for p := range t {
		f := float64(p) / eval.MaxPhase
		for i := range eval.NumTerms {
			scale := v[2*eval.NumTerms+int(eval.GroupOf(2*i))] / 100
			x := scale * (v[2*i]*f + v[2*i+1]*(1-f))
			for s, n := range counts {
				t[p][s*section+i] = n * x
			}
		}
	}
}

// score returns the evaluation of a row in centipawns from Red's view.
func (rs *rows) score(r *row, w *table) float64 {
	list := rs.list(r)
	// Four sums, so that additions need not wait for one another.
	var a, b, c, d float64
	for len(list) >= quad {
		a += w[list[0]&codeMask]
		b += w[list[1]&codeMask]
		c += w[list[2]&codeMask]
		d += w[list[3]&codeMask]
		list = list[quad:]
	}
	return float64(r.fixed) + ((a + b) + (c + d))
}

// spread adds x to the codes of a row in g.
func (rs *rows) spread(r *row, x float64, g *table) {
	list := rs.list(r)
	for len(list) >= quad {
		g[list[0]&codeMask] += x
		g[list[1]&codeMask] += x
		g[list[2]&codeMask] += x
		g[list[3]&codeMask] += x
		list = list[quad:]
	}
}

// pass goes over positions once: it computes the loss at the present parameters,
// and its gradient if asked for.
type pass struct {
	loss  Loss
	scale float64 // K/400
	rs    *rows
	w     *tables
	pick  []int32 // rows to visit in ascending order; nil all
	grad  bool
}

// partial is the contribution of a chunk of rows. mg and eg are gradients by the
// terms' parameters before the percentage of the group.
type partial struct {
	loss float64
	mg   [eval.NumTerms]float64
	eg   [eval.NumTerms]float64
}

// count returns the number of rows to visit.
func (p *pass) count() int {
	if p.pick != nil {
		return len(p.pick)
	}
	return len(p.rs.rows)
}

// chunk visits rows lo to hi of the pass.
func (p *pass) chunk(lo, hi int, out *partial) {
	*out = partial{}
	var g table
	phase, dirty := 0, false
	for i := lo; i < hi; i++ {
		at := i
		if p.pick != nil {
			at = int(p.pick[i])
		}
		r := &p.rs.rows[at]
		if int(r.phase) != phase {
			if dirty {
				out.fold(&g, phase)
				dirty = false
			}
			phase = int(r.phase)
		}
		z := p.scale * p.rs.score(r, &p.w[phase])
		loss, slope := p.loss.at(z, float64(r.label))
		out.loss += loss
		if p.grad {
			p.rs.spread(r, slope*p.scale, &g)
			dirty = true
		}
	}
	if dirty {
		out.fold(&g, phase)
	}
}

// fold splits the sums of one phase into mg and eg, and clears them.
func (o *partial) fold(g *table, phase int) {
	f := float64(phase) / eval.MaxPhase
	for i := range eval.NumTerms {
		x := 0.0
		for s, n := range counts {
			x += n * g[s*section+i]
		}
		o.mg[i] += x * f
		o.eg[i] += x * (1 - f)
	}
	for s := range counts {
		clear(g[s*section:][:eval.NumTerms])
	}
}

// Chunks are cut by the number of rows alone and added up in order, so that
// results do not depend on the number of threads.
const (
	minChunk  = 1024
	maxChunks = 256
)

// run visits all rows with several goroutines and returns the sum.
func (p *pass) run(threads int, parts []partial) ([]partial, partial) {
	n := p.count()
	size := max(minChunk, (n+maxChunks-1)/maxChunks)
	chunks := (n + size - 1) / size
	for len(parts) < chunks {
		parts = append(parts, partial{})
	}
	inParallel(threads, chunks, func(c int) {
		p.chunk(c*size, min((c+1)*size, n), &parts[c])
	})
	var sum partial
	for c := range chunks {
		sum.loss += parts[c].loss
		if !p.grad {
			continue
		}
		for i := range sum.mg {
			sum.mg[i] += parts[c].mg[i]
			sum.eg[i] += parts[c].eg[i]
		}
	}
	return parts, sum
}

// inParallel calls f with 0 to n-1, on up to threads goroutines. It starts one
// goroutine for each thread and none for a single one: errgroup.SetLimit would
// start one for each call, up to 256 in every step of the tuner.
func inParallel(threads, n int, f func(i int)) {
	if threads < 2 || n < 2 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(threads, n) {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	all.Wait()
}
