package stats

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// fit is the joint fit of the players that have a finite rating.
type fit struct {
	players []int     // members of the pool, in order
	rating  []float64 // current values
	fixed   []bool    // ratings that do not move
	ground  []bool    // ratings held by an anchor or prior
	prior   []*Prior
	// center is true if nothing fixes the scale: player 0 is held during the fit and
	// the mean is moved to its place afterwards.
	center  bool
	mean    float64
	holdRed bool
	red     float64
	b       float64 // natural logarithm of the odds per point
	links   [][2]int
	notes   []string
}

func (p *pool) newFit() (*fit, error) {
	core := p.core()
	n := len(core)
	f := &fit{
		players: core, rating: make([]float64, n), fixed: make([]bool, n), ground: make([]bool, n),
		prior: make([]*Prior, n), center: true, mean: p.opt.Mean,
		holdRed: p.opt.HoldRed, red: p.opt.Red, b: math.Ln10 / p.opt.Scale,
	}
	if !f.holdRed {
		f.red = 0
	}
	start, known := 0.0, 0
	for i, k := range core {
		pl := &p.players[k]
		if !pl.grounded() {
			continue
		}
		f.center, f.ground[i], f.prior[i] = false, true, pl.prior
		if r, ok := pl.fixed.Value(); ok {
			f.rating[i], f.fixed[i] = r, true
		} else {
			f.rating[i] = pl.prior.Rating
		}
		start, known = start+f.rating[i], known+1
	}
	for i := range f.rating {
		if !f.ground[i] && known > 0 {
			f.rating[i] = start / float64(known)
		}
	}
	if f.center {
		f.fixed[0], f.ground[0] = true, true
	}
	ms := p.meetingsOf(core)
	f.links = p.scoreLinks(core, nil) // those of the ground
	if !f.holdRed && !redBounded(n, f.ground, ms) {
		f.holdRed, f.red = true, p.opt.Red
		f.notes = append(f.notes, "the colours do not determine the red advantage; it is held")
	}
	if n == 0 {
		return nil, errors.New("ratings: no players")
	}
	return f, nil
}

// expected returns the expected score of red and its complement.
func (f *fit) expected(m meeting) (p, q float64) {
	x := f.b * (f.rating[m.red] + f.red - f.rating[m.black])
	return 1 / (1 + math.Exp(-x)), 1 / (1 + math.Exp(x))
}

// loss is the negative log-likelihood, draws as half points, with the priors.
func (f *fit) loss(ms []meeting) (sum float64) {
	for _, m := range ms {
		x := f.b * (f.rating[m.red] + f.red - f.rating[m.black])
		sum += m.score()*softplus(-x) + (m.games()-m.score())*softplus(x)
	}
	for i, pr := range f.prior {
		if pr != nil {
			d := (f.rating[i] - pr.Rating) / pr.SD
			sum += d * d / 2
		}
	}
	return sum
}

// softplus is ln(1+e^x).
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// free returns for every core player the number of its parameter, -1 if it is fixed; the
// red advantage comes last. It returns the number of parameters.
func (f *fit) free() (index []int, red, n int) {
	index = make([]int, len(f.rating))
	for i := range index {
		index[i] = -1
		if !f.fixed[i] {
			index[i] = n
			n++
		}
	}
	red = -1
	if !f.holdRed {
		red = n
		n++
	}
	return index, red, n
}

// rank1 adds w·xxᵀ for a game of red i against black j, x = +1, -1 and 1 for red.
func rank1(h *mat.SymDense, index []int, red int, m meeting, w float64) {
	type entry struct {
		at   int
		sign float64
	}
	x := [3]entry{{index[m.red], 1}, {index[m.black], -1}, {red, 1}}
	for a, ea := range x {
		for _, eb := range x[a:] {
			if ea.at >= 0 && eb.at >= 0 {
				h.SetSym(ea.at, eb.at, h.At(ea.at, eb.at)+w*ea.sign*eb.sign)
			}
		}
	}
}

// hessian returns the second derivatives of the loss.
func (f *fit) hessian(ms []meeting, index []int, red, n int) *mat.SymDense {
	h := mat.NewSymDense(n, nil)
	for _, m := range ms {
		p, q := f.expected(m)
		rank1(h, index, red, m, f.b*f.b*m.games()*p*q)
	}
	for i, pr := range f.prior {
		if k := index[i]; pr != nil && k >= 0 {
			h.SetSym(k, k, h.At(k, k)+1/(pr.SD*pr.SD))
		}
	}
	return h
}

// solve finds the maximum of the likelihood by Newton steps of at most 150 points (on the
// scale of 400), halved while they make it worse. The loss is convex, so there is one
// maximum; false means that it was not reached.
func (f *fit) solve(ms []meeting) bool {
	index, red, n := f.free()
	if n == 0 {
		return true
	}
	unit := math.Ln10 / 400 / f.b // one Elo in points of the scale
	grad, step := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	loss := f.loss(ms)
	for range 500 {
		grad.Zero()
		add := func(k int, x float64) {
			if k >= 0 {
				grad.SetVec(k, grad.AtVec(k)+x)
			}
		}
		for _, m := range ms {
			p, q := f.expected(m)
			// score - games·p, without the loss of digits at lopsided results
			x := f.b * (m.score()*q - (m.games()-m.score())*p)
			add(index[m.red], x)
			add(index[m.black], -x)
			add(red, x)
		}
		for i, pr := range f.prior {
			if pr != nil {
				add(index[i], -(f.rating[i]-pr.Rating)/(pr.SD*pr.SD))
			}
		}
		var chol mat.Cholesky
		if !chol.Factorize(f.hessian(ms, index, red, n)) || chol.SolveVecTo(step, grad) != nil && chol.Cond() > 1e15 {
			return false
		}
		most := 0.0
		for k := range n {
			most = math.Max(most, math.Abs(step.AtVec(k)))
		}
		if math.IsNaN(most) || math.IsInf(most, 0) {
			return false
		}
		scale := math.Min(1, 150*unit/most)
		improved := false
		for range 40 {
			f.move(step, index, red, scale)
			if l := f.loss(ms); l <= loss {
				loss, improved = l, true
				break
			}
			f.move(step, index, red, -scale)
			scale /= 2
		}
		if most*math.Min(1, scale) < 1e-9*unit {
			return true
		}
		if !improved { // rounding is all that is left, unless the step was a real one
			return most < 1e-3*unit
		}
	}
	return false
}

func (f *fit) move(step *mat.VecDense, index []int, red int, scale float64) {
	for i, k := range index {
		if k >= 0 {
			f.rating[i] += scale * step.AtVec(k)
		}
	}
	if red >= 0 {
		f.red += scale * step.AtVec(red)
	}
}

// shifted returns the ratings on the final scale.
func (f *fit) shifted() []float64 {
	r := append([]float64(nil), f.rating...)
	if f.center {
		mean := 0.0
		for _, x := range r {
			mean += x / float64(len(r))
		}
		for i := range r {
			r[i] += f.mean - mean
		}
	}
	return r
}

// covariance returns the sandwich H⁻¹VH⁻¹ of the ratings on the final scale, the red
// advantage last: H is the curvature and V = b²Σ(p(1-p)-D/4)xxᵀ the variance of the
// gradient, smaller because of the draws.
func (f *fit) covariance(ms []meeting, q float64) *mat.SymDense {
	size := len(f.rating) + 1
	full := mat.NewSymDense(size, nil)
	index, red, n := f.free()
	if n == 0 {
		return full
	}
	v := mat.NewSymDense(n, nil)
	for _, m := range ms {
		p, np := f.expected(m)
		rank1(v, index, red, m, f.b*f.b*m.games()*(p*np-davidson(p*np, q)/4))
	}
	var chol mat.Cholesky
	var inv mat.SymDense
	if !chol.Factorize(f.hessian(ms, index, red, n)) {
		return full
	}
	if err := chol.InverseTo(&inv); err != nil && chol.Cond() > 1e15 {
		return full
	}
	var half, c mat.Dense
	half.Mul(&inv, v)
	c.Mul(&half, &inv)
	at := append(index, red)
	for i := range size {
		for j := i; j < size; j++ {
			if at[i] >= 0 && at[j] >= 0 {
				full.SetSym(i, j, c.At(at[i], at[j]))
			}
		}
	}
	if f.center {
		centre(full, len(f.rating))
	}
	return full
}

// centre turns the covariance of n ratings (and what follows them) into that of their
// differences from the mean.
func centre(c *mat.SymDense, n int) {
	size := c.SymmetricDim()
	m := mat.NewDense(size, size, nil)
	for i := range size {
		m.Set(i, i, 1)
		for j := range n {
			if i < n {
				m.Set(i, j, m.At(i, j)-1/float64(n))
			}
		}
	}
	var half, full mat.Dense
	half.Mul(m, c)
	full.Mul(&half, m.T())
	for i := range size {
		for j := i; j < size; j++ {
			c.SetSym(i, j, full.At(i, j))
		}
	}
}

// ratingCov cuts the red advantage off.
func (f *fit) ratingCov(full *mat.SymDense) *mat.SymDense {
	n := len(f.rating)
	c := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, full.At(i, j))
		}
	}
	return c
}
