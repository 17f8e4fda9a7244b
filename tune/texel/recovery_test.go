package texel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// TestRecovery draws the result of every position from known weights, begins
// with perturbed ones and tunes: each parameter must come back within what
// chance allows. The covariance of the estimate is the inverse of Fisher's
// information, sum of s(1-s)(K/400)^2 times the products of coefficients.
func TestRecovery(t *testing.T) {
	set := choose(t, params.Query{Params: []string{
		"material.rook", "material.cannon", "material.horse", "material.pawn", "material.pawn_crossed",
		"king_safety.palace_*", "center.rook_attack", "mobility.elephant", "mobility.tempo.mg",
	}})
	truth := eval.Default()
	const k = 1.4
	rng := rand.New(rand.NewPCG(11, 12))
	records := sampleRecords(t, 24000)
	d := load(t, records, set, truth, 2)
	m := newTermModel(d, set, truth, 2)
	want := set.Values(truth)
	for p := range Part(numParts) {
		rs := d.parts[p]
		for i, q := range m.scores(p, want) {
			rs.rows[i].label = 0
			if rng.Float64() < sigmoid(k*q/400) {
				rs.rows[i].label = 1
			}
		}
	}

	x := append([]float64(nil), want...)
	for i := range x {
		x[i] += 80 * rng.NormFloat64()
	}
	start, err := set.With(truth, x)
	if err != nil {
		t.Fatal(err)
	}
	o := quick(set, start)
	o.K, o.L2, o.Epochs, o.Patience, o.Rate, o.Threads = k, 0, 700, 700, 4, 2
	tuner := &tuner{o: o, data: d, rec: &journal{}, start: set.Values(start), grad: make([]float64, set.Len())}
	tuner.analyse(&Result{})
	if err := tuner.begin(nil); err != nil {
		t.Fatal(err)
	}
	for epoch := range o.Epochs {
		if epoch == 450 {
			tuner.o.Rate = 0.5 // settle down
		}
		tuner.walk(epoch + 1)
	}

	cov := covariance(d, m, set, want, k)
	sum := 0.0
	for i, got := range tuner.state.X {
		se := math.Sqrt(cov.At(i, i))
		z := (got - want[i]) / se
		sum += z * z
		t.Logf("%-28s true %6.0f start %6.0f tuned %8.1f  standard error %5.1f  z %+5.2f", set.Name(i), want[i], tuner.start[i], got, se, z)
		if math.Abs(z) > 4 {
			t.Errorf("%s is %v, want %v +- %v", set.Name(i), got, want[i], se)
		}
		if math.Abs(tuner.start[i]-want[i]) > 3*se && math.Abs(got-want[i]) > math.Abs(tuner.start[i]-want[i]) {
			t.Errorf("%s has gone away from the truth", set.Name(i))
		}
	}
	// The sum of squares has a mean of 1 a parameter, and a standard deviation
	// of sqrt(2/n) of it or more as errors are correlated.
	if mean := sum / float64(set.Len()); mean > 2.5 || mean < 0.2 {
		t.Errorf("mean square of the deviations in standard errors: %v, want about 1", mean)
	}
}

// covariance returns the covariance of maximum likelihood estimates at x from
// the training positions.
func covariance(d *Data, m *termModel, set *params.Set, x []float64, k float64) *mat.SymDense {
	n := set.Len()
	info := mat.NewSymDense(n, nil)
	rs := d.parts[Train]
	at := map[int]int{}
	for i := range n {
		at[set.Index(i)] = i
	}
	q := m.scores(Train, x)
	c := make([]float64, n)
	for i := range rs.rows {
		clear(c)
		f := float64(rs.rows[i].phase) / eval.MaxPhase
		rs.each(&rs.rows[i], func(term int, count float64) {
			if j, ok := at[2*term]; ok {
				c[j] += count * f * m.percent[j]
			}
			if j, ok := at[2*term+1]; ok {
				c[j] += count * (1 - f) * m.percent[j]
			}
		})
		s := sigmoid(k * q[i] / 400)
		info.SymRankOne(info, s*(1-s)*k*k/400/400, mat.NewVecDense(n, c))
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		panic("the information matrix is not positive definite")
	}
	cov := new(mat.SymDense)
	if err := chol.InverseTo(cov); err != nil {
		panic(err)
	}
	return cov
}
