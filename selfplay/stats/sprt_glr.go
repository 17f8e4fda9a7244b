package stats

import "math"

// The generalised likelihood ratio compares how far the sample p̂ is from two hypotheses:
//
//	LLR = N·[KL(H0) - KL(H1)],  KL(h) = min over p in h of Σ p̂ᵢ ln(p̂ᵢ/pᵢ).
//
// "mean = s" is one linear constraint on p; [tilt] solves it. "(mean-½)/σ = t" is not
// linear; [sharpe] reduces it to a search over linear ones.

// llrMean returns the LLR of mean 1 against mean 0, each given as the pair (s, 1-s) so that
// scores next to 1 keep their digits.
func (s *sample) llrMean(s0, s1 [2]float64) float64 {
	p, n := s.shares()
	return n * (klMean(p, s.a[:s.cells], s0) - klMean(p, s.a[:s.cells], s1))
}

// llrSharpe returns the LLR of (mean-½)/σ = t1 against t0.
func (s *sample) llrSharpe(t0, t1 float64) float64 {
	p, n := s.shares()
	return n * (sharpe(p, s.a[:s.cells], t0) - sharpe(p, s.a[:s.cells], t1))
}

// shares returns n/N and N. All cells must be filled.
func (s *sample) shares() (p []float64, total float64) {
	total = s.total()
	p = make([]float64, s.cells)
	for i := range p {
		p[i] = s.n[i] / total
	}
	return p, total
}

// klMean returns the distance of the sample to the distributions with the given mean.
func klMean(p, a []float64, mean [2]float64) float64 {
	var phi, w [5]float64
	for i, x := range a {
		if phi[i] = x - mean[0]; mean[0] > 0.5 {
			phi[i] = mean[1] - (1 - x)
		}
	}
	kl, _ := tilt(p, phi[:len(p)], w[:len(p)])
	return kl
}

// tilt finds the distribution q nearest to p with Σ qᵢφᵢ = 0. It has the form
// qᵢ = pᵢ/(1+θφᵢ); the weights 1+θφᵢ are left in w. It returns Σ pᵢ ln wᵢ, the distance,
// and false if φ has one sign only, so that no such q exists. All p must be positive.
func tilt(p, phi, w []float64) (kl float64, ok bool) {
	sum, flip := 0.0, 1.0
	for i, x := range phi {
		sum += p[i] * x
	}
	if sum < 0 {
		flip = -1 // with φ := -φ the mean of φ is positive and so is θ
	}
	k, most := 0, math.Inf(1)
	for i, x := range phi {
		if flip*x < most {
			k, most = i, flip*x
		}
	}
	if sum == 0 {
		for i := range w {
			w[i] = 1
		}
		return 0, true
	}
	if most >= 0 {
		return 0, false
	}
	// θ lies between 0 and the pole T = 1/|φₖ|. Write θ = T(1-v): then wₖ = v exactly,
	// and w keeps its digits however near the pole the root is. The balance
	// Σ pᵢcᵢ/wᵢ, c = Tφ, increases with v; it is positive at v = 1, and not positive
	// where the pole term outweighs all positive terms at their largest.
	var c, base [5]float64
	positive := 0.0
	for i, x := range phi {
		c[i] = flip * x / -most
		base[i] = (flip*x - most) / -most
		if c[i] > 0 {
			positive += p[i] * c[i]
		}
	}
	// Newton's method on v·balance, which is smooth down to the pole, kept in the bracket.
	v, lo, hi := 1.0, math.Min(p[k]/positive, 1), 1.0
	for range 200 {
		balance, slope := 0.0, 0.0
		for i := range p {
			w[i] = base[i] - v*c[i]
			r := c[i] / w[i]
			balance += p[i] * r
			slope += p[i] * r * r
		}
		if balance < 0 {
			lo = v
		} else {
			hi = v
		}
		next := v - v*balance/(balance+v*slope)
		if !(next > lo && next < hi) {
			next = middle(lo, hi)
		}
		if math.Abs(next-v) <= 4e-16*v {
			break
		}
		v = next
	}
	for i := range p {
		if v > 0.5 {
			kl += p[i] * math.Log1p(c[i]*(1-v))
		} else {
			kl += p[i] * math.Log(w[i])
		}
	}
	return kl, true
}

// sharpe returns the distance of the sample to the distributions with (mean-½)/σ = t.
//
// With x = a-½ and κ = 1+1/t², the hypothesis for t > 0 is E x² = κ(E x)², E x > 0. Its
// tangent at E x = m is the linear constraint E φ = 0 with
//
//	φ(x) = x² - 2κmx + κm²,
//
// and J(m), the distance to that tangent, has J'(m) = 0 exactly where the tangent's
// nearest point has E x = m and so meets the hypothesis. For a sample with a larger
// ratio than t the distributions with at most t form a convex set, all tangents lie
// outside it, and the distance is the maximum of J, which is unimodal. For a smaller
// ratio the tangents lie behind the hypothesis, and the distance is the least minimum
// of J; there can be one for each value above ½ that may receive the missing points, so
// the range is scanned. Unlike the usual fixed-point iteration this has an answer for
// every t.
func sharpe(p, a []float64, t float64) float64 {
	var x, phi, w [5]float64
	n := len(p)
	q := make([]float64, n)
	copy(q, p)
	for i := range a {
		x[i] = a[i] - 0.5
	}
	if math.Abs(t) < 1e-12 { // mean ½, to 1e-12 of a standard deviation
		kl, _ := tilt(q, x[:n], w[:n])
		return kl
	}
	if t < 0 { // mirror the cells
		for i := range q {
			q[i] = p[n-1-i]
		}
		t = -t
	}
	mean, square := 0.0, 0.0
	for i := range q {
		mean += q[i] * x[i]
		square += q[i] * x[i] * x[i]
	}
	k1 := 1 / (t * t)
	kappa := 1 + k1
	// tangent returns J(m) and E x - m at the nearest point of the tangent.
	tangent := func(m float64) (kl, excess float64, ok bool) {
		for i := range q {
			phi[i] = (x[i]-m)*(x[i]-m) - k1*m*(2*x[i]-m)
		}
		kl, ok = tilt(q, phi[:n], w[:n])
		if !ok {
			return 0, 0, false
		}
		for i := range q {
			excess += q[i] / w[i] * x[i]
		}
		return kl, excess - m, true
	}
	disc := mean*mean - square/kappa
	if mean > 0 && disc > 0 {
		// Tangents between these two points of contact separate the sample from the set.
		hi := mean + math.Sqrt(disc)
		lo := square / kappa / hi
		kl, _, _ := tangent(descend(lo, hi, mean-lo, mean-hi, tangent))
		return kl
	}
	best := math.Inf(1)
	for _, r := range tangentRanges(x[:n], kappa, k1) {
		const steps = 96
		// J falls at the left end of a range and rises at the right; the excess there is
		// not known, only its sign.
		left, atLeft := r[0], math.Inf(1)
		for i := 1; i <= steps; i++ {
			right, atRight := r[1], math.Inf(-1)
			if i < steps {
				right = r[0] * math.Pow(r[1]/r[0], float64(i)/steps)
				if _, excess, ok := tangent(right); ok {
					atRight = excess
				}
			}
			if atLeft > 0 && atRight <= 0 {
				if kl, _, ok := tangent(descend(left, right, atLeft, atRight, tangent)); ok {
					best = math.Min(best, kl)
				}
			}
			left, atLeft = right, atRight
		}
	}
	return best
}

// tangentRanges returns the ranges of m in which some value x has φ < 0, joined where
// they overlap and cut to what the values allow: with E x = m, E x² = κm² lies between
// x₁m (x₁ the least positive value) and ¼.
func tangentRanges(x []float64, kappa, k1 float64) [][2]float64 {
	root := kappa + math.Sqrt(kappa*k1)
	var ranges [][2]float64
	least := 0.0
	for _, v := range x {
		if v <= 0 {
			continue
		}
		if least == 0 {
			least = v
		}
		lo := math.Max(v/root, least/kappa)
		hi := math.Min(v*root/kappa, 0.5/math.Sqrt(kappa))
		if last := len(ranges) - 1; last >= 0 && lo <= ranges[last][1] {
			ranges[last][1] = math.Max(hi, ranges[last][1])
		} else if lo < hi {
			ranges = append(ranges, [2]float64{lo, hi})
		}
	}
	return ranges
}

// descend returns the m in [a, b] where the excess falls from atA > 0 to atB ≤ 0, either
// of which may be infinite (regula falsi, Illinois form). The distance has zero slope
// there, so that twelve digits of m give the distance in full.
func descend(a, b, atA, atB float64, tangent func(float64) (kl, excess float64, ok bool)) float64 {
	m, last := middle(a, b), 0
	for i := 1; i <= 400 && m > a && m < b; i++ {
		_, excess, ok := tangent(m)
		if !ok {
			excess = math.Inf(-1)
		}
		if excess > 0 {
			a, atA = m, excess
			if last > 0 {
				atB /= 2
			}
			last = 1
		} else {
			b, atB = m, excess
			if last < 0 {
				atA /= 2
			}
			last = -1
		}
		if b-a <= 1e-12*b || excess == 0 {
			break
		}
		next := a + (b-a)*(atA/(atA-atB))
		if !(next > a && next < b) || i%8 == 0 { // also where an end is infinite
			next = middle(a, b)
		}
		if math.Abs(next-m) <= 1e-13*m {
			break
		}
		m = next
	}
	return m
}

// middle halves the ratio of two positive numbers while it is large, else the distance.
func middle(lo, hi float64) float64 {
	if hi > 4*lo {
		return math.Sqrt(lo) * math.Sqrt(hi)
	}
	return lo + (hi-lo)/2
}
