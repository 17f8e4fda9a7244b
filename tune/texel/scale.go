package texel

import (
	"fmt"
	"math"
)

// K turns centipawns into expected scores: sigma(K*q/400), sigma the logistic
// function to base e. These are the values that are searched.
const (
	minK = 0.1
	maxK = 20
)

// fitK returns the K with the least mean loss for scores q and the labels of
// rows. Loss is unimodal in K: golden section finds the minimum.
func fitK(q []float64, rs *rows, l Loss, threads int) (float64, error) {
	at := func(k float64) (loss, slope float64) {
		const size = 16384
		type part struct{ loss, slope float64 }
		parts := make([]part, (len(q)+size-1)/size)
		inParallel(threads, len(parts), func(c int) {
			for i := c * size; i < min((c+1)*size, len(q)); i++ {
				x, s := l.at(k*q[i]/400, float64(rs.rows[i].label))
				parts[c].loss += x
				parts[c].slope += s * q[i] / 400
			}
		})
		var sum part
		for _, p := range parts {
			sum.loss += p.loss
			sum.slope += p.slope
		}
		n := float64(len(q))
		return sum.loss / n, sum.slope / n
	}
	const golden = 0.6180339887498949
	const tolerance = 1e-6 // of dE/dK
	lo, hi := float64(minK), float64(maxK)
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	la, _ := at(a)
	lb, _ := at(b)
	for hi-lo > 1e-7 {
		if la < lb {
			hi, b, lb = b, a, la
			a = hi - golden*(hi-lo)
			la, _ = at(a)
		} else {
			lo, a, la = a, b, lb
			b = lo + golden*(hi-lo)
			lb, _ = at(b)
		}
		if _, slope := at((lo + hi) / 2); math.Abs(slope) < tolerance && hi-lo < 1e-3 {
			break
		}
	}
	k := (lo + hi) / 2
	if k < minK+1e-3 || k > maxK-1e-3 {
		return 0, fmt.Errorf("the scores of the start weights do not predict the results: no scaling constant K between %v and %v fits best", float64(minK), float64(maxK))
	}
	return k, nil
}
