package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomShares returns filled cells, some of them tiny.
func randomShares(r *rand.Rand, cells int) []float64 {
	p, sum := make([]float64, cells), 0.0
	for i := range p {
		p[i] = math.Exp(-8 * r.Float64() * r.Float64())
		if r.IntN(4) == 0 {
			p[i] *= 1e-5
		}
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func valuesOf(cells int) []float64 {
	a := make([]float64, cells)
	for i := range a {
		a[i] = float64(i) / float64(cells-1)
	}
	return a
}

// trinomialSharpe scans the only free number of three cells: with E x = m and
// E x² = κm² the shares are 2κm² ± m and 1 - 4κm².
func trinomialSharpe(p []float64, t float64) float64 {
	if t < 0 {
		p, t = []float64{p[2], p[1], p[0]}, -t
	}
	kappa := 1 + 1/(t*t)
	distance := func(m float64) float64 {
		q := [3]float64{2*kappa*m*m - m, 1 - 4*kappa*m*m, 2*kappa*m*m + m}
		sum := 0.0
		for i := range q {
			if !(q[i] > 0) {
				return math.Inf(1)
			}
			sum += p[i] * math.Log(p[i]/q[i])
		}
		return sum
	}
	lo, hi := 1/(2*kappa), 1/(2*math.Sqrt(kappa))
	best, at := math.Inf(1), 0
	const steps = 4000
	point := func(i float64) float64 { return lo * math.Pow(hi/lo, i/steps) }
	for i := range steps + 1 {
		if d := distance(point(float64(i))); d < best {
			best, at = d, i
		}
	}
	a, b := float64(at-1), float64(at+1)
	for range 200 { // golden section
		c, d := b-(b-a)/math.Phi, a+(b-a)/math.Phi
		if distance(point(c)) < distance(point(d)) {
			b = d
		} else {
			a = c
		}
	}
	return min(best, distance(point((a+b)/2)))
}

// pentanomialSharpe fixes the mean and with it σ = mean/t, solves the two linear
// constraints by damped Newton steps on the concave dual, and scans the mean.
func pentanomialSharpe(p []float64, t float64) float64 {
	q := append([]float64(nil), p...)
	if t < 0 {
		t = -t
		for i := range q {
			q[i] = p[len(p)-1-i]
		}
	}
	kappa := 1 + 1/(t*t)
	n := len(q)
	distance := func(m float64) float64 {
		x, y := make([]float64, n), make([]float64, n)
		for i := range q {
			v := float64(i)/float64(n-1) - 0.5
			x[i], y[i] = v-m, v*v-kappa*m*m
		}
		value := func(a, b float64) float64 {
			sum := 0.0
			for i := range q {
				w := 1 + a*x[i] + b*y[i]
				if w <= 0 {
					return math.Inf(-1)
				}
				sum += q[i] * math.Log(w)
			}
			return sum
		}
		a, b := 0.0, 0.0
		v := value(a, b)
		for range 500 {
			var ga, gb, haa, hab, hbb float64
			for i := range q {
				w := 1 + a*x[i] + b*y[i]
				ga += q[i] * x[i] / w
				gb += q[i] * y[i] / w
				haa += q[i] * x[i] * x[i] / w / w
				hab += q[i] * x[i] * y[i] / w / w
				hbb += q[i] * y[i] * y[i] / w / w
			}
			det := haa*hbb - hab*hab
			da, db := (ga*hbb-gb*hab)/det, (gb*haa-ga*hab)/det
			if decrement := ga*da + gb*db; !(decrement > 1e-18) {
				break
			}
			step := 1.0
			for step > 1e-12 && !(value(a+step*da, b+step*db) > v) {
				step /= 2
			}
			if step <= 1e-12 {
				break
			}
			a, b = a+step*da, b+step*db
			if v = value(a, b); v > 50 {
				return math.Inf(1) // no such distribution
			}
		}
		return v
	}
	lo, hi := 1/(4*kappa)*(1+1e-9), 1/(2*math.Sqrt(kappa))*(1-1e-9)
	const steps = 300
	point := func(i float64) float64 { return lo * math.Pow(hi/lo, i/steps) }
	best, at := math.Inf(1), 0
	for i := range steps + 1 {
		if d := distance(point(float64(i))); d < best {
			best, at = d, i
		}
	}
	a, b := float64(at-1), float64(at+1)
	for range 60 {
		c, d := b-(b-a)/math.Phi, a+(b-a)/math.Phi
		if distance(point(c)) < distance(point(d)) {
			b = d
		} else {
			a = c
		}
	}
	return min(best, distance(point((a+b)/2)))
}

func TestSharpeAgainstScan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	for i := range 300 {
		p := randomShares(r, 3)
		ratio := math.Exp(10*r.Float64()-6) * float64(1-2*r.IntN(2))
		got, want := sharpe(p, valuesOf(3), ratio), trinomialSharpe(p, ratio)
		if math.Abs(got-want) > 1e-7*(1+want) {
			t.Fatalf("row %d: p = %v, t = %v: got %v, want %v", i, p, ratio, got, want)
		}
	}
	rows := 60
	if testing.Short() {
		rows = 20
	}
	for i := range rows {
		p := randomShares(r, 5)
		ratio := math.Exp(8*r.Float64()-6) * float64(1-2*r.IntN(2))
		got, want := sharpe(p, valuesOf(5), ratio), pentanomialSharpe(p, ratio)
		if math.Abs(got-want) > 1e-5*(1+want) {
			t.Fatalf("row %d: p = %v, t = %v: got %v, want %v", i, p, ratio, got, want)
		}
	}
}

// The fixed-point iteration of fishtest agrees where it works.
func TestSharpeAgainstFixedPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 7))
	a := valuesOf(5)
	for range 200 {
		p := randomShares(r, 5)
		ratio := 0.2*r.Float64() - 0.1
		q := []float64{0.2, 0.2, 0.2, 0.2, 0.2}
		var phi, w [5]float64
		for range 200 {
			mean, v := 0.0, 0.0
			for i := range q {
				mean += q[i] * a[i]
			}
			for i := range q {
				v += q[i] * (a[i] - mean) * (a[i] - mean)
			}
			sigma := math.Sqrt(v)
			for i := range q {
				d := (a[i] - mean) / sigma
				phi[i] = a[i] - 0.5 - 0.5*ratio*sigma*(1+d*d)
			}
			tilt(p, phi[:], w[:])
			for i := range q {
				q[i] = p[i] / w[i]
			}
		}
		want := 0.0
		for i := range q {
			want += p[i] * math.Log(p[i]/q[i])
		}
		if got := sharpe(p, a, ratio); math.Abs(got-want) > 1e-9 {
			t.Fatalf("p = %v, t = %v: got %v, want %v", p, ratio, got, want)
		}
	}
}

func TestTilt(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	for range 2000 {
		p := randomShares(r, 5)
		phi, w := make([]float64, 5), make([]float64, 5)
		for i := range phi {
			phi[i] = r.NormFloat64() * math.Exp(10*r.Float64()-5)
		}
		kl, ok := tilt(p, phi, w)
		lo, hi := phi[0], phi[0]
		for _, x := range phi {
			lo, hi = math.Min(lo, x), math.Max(hi, x)
		}
		if ok != (lo < 0 && hi > 0) {
			t.Fatalf("φ = %v: solved: %v", phi, ok)
		}
		if !ok {
			continue
		}
		total, balance, scale := 0.0, 0.0, 0.0
		for i := range p {
			total += p[i] / w[i]
			balance += p[i] / w[i] * phi[i]
			scale = math.Max(scale, p[i]/w[i]*math.Abs(phi[i]))
		}
		if kl < 0 || math.Abs(total-1) > 1e-9 || math.Abs(balance) > 1e-9*scale {
			t.Fatalf("p = %v, φ = %v: distance %v, total %v, balance %v of %v", p, phi, kl, total, balance, scale)
		}
	}
}
