package stats

import (
	"math"
	"testing"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n   int64
		lo, hi float64
	}{
		{8, 10, 0.490162, 0.943318}, // Newcombe 1998, method 3, to the digits given there
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{29, 29, 0.8830, 1},
	} {
		p := Wilson(c.k, c.n, 0.95)
		if math.Abs(p.Lo.value-c.lo) > 6e-5 || math.Abs(p.Hi.value-c.hi) > 6e-5 {
			t.Errorf("%d of %d: %.4f..%.4f, want %v..%v", c.k, c.n, p.Lo.value, p.Hi.value, c.lo, c.hi)
		}
	}
	for _, c := range []struct {
		k, n int64
		conf float64
	}{{0, 0, 0.95}, {-1, 5, 0.95}, {6, 5, 0.95}, {1, 2, 1}, {1, 2, 0}, {1, 2, math.NaN()}} {
		if p := Wilson(c.k, c.n, c.conf); p.Share.Exists() || p.Lo.Exists() || p.Hi.Exists() {
			t.Errorf("%+v: %+v", c, p)
		}
	}
	a, b := Wilson(30, 100, 0.99), Wilson(70, 100, 0.99)
	if math.Abs(a.Lo.value+b.Hi.value-1) > 1e-12 {
		t.Errorf("not symmetric: %+v, %+v", a, b)
	}
}

func TestMcNemar(t *testing.T) {
	for _, c := range []struct {
		a, b       int64
		exact, chi float64
		chiP       float64
	}{
		{1, 5, 0.21875, 1.5, 0.2206714}, // 2·(1+6)/64
		{0, 6, 0.03125, 25.0 / 6, 0.04122683},
		{5, 15, 0.04138947, 4.05, 0.04417134}, // exact: 2·P(X ≤ 5), n = 20
		{59, 121, 4.46e-6, 61.0 * 61 / 180, 5.450e-6},
		{7, 7, 1, 0, 1},
		{3, 4, 1, 0, 1},
	} {
		r := McNemar(c.a, c.b)
		if math.Abs(r.ExactP/c.exact-1) > 0.01 || math.Abs(r.ChiSquare.value-c.chi) > 1e-9 || math.Abs(r.ChiP.value/c.chiP-1) > 0.01 {
			t.Errorf("%d/%d: %+v, chi p %v, want %+v", c.a, c.b, r, r.ChiP.value, c)
		}
		if s := McNemar(c.b, c.a); s.ExactP != r.ExactP || s.ChiSquare != r.ChiSquare {
			t.Errorf("%d/%d: not symmetric", c.a, c.b)
		}
	}
	for _, r := range []McNemarResult{McNemar(0, 0), McNemar(-3, 0)} {
		if r.ExactP != 1 || r.ChiP.Exists() {
			t.Errorf("nothing to compare: %+v", r)
		}
		wantFinite(t, r)
	}
	// The exact p-value is a sum of binomial terms.
	for n := int64(1); n <= 40; n++ {
		for k := int64(0); k <= n; k++ {
			sum, term := 0.0, math.Pow(0.5, float64(n))
			for i := int64(0); i <= min(k, n-k); i++ {
				sum += term
				term *= float64(n-i) / float64(i+1)
			}
			if got, want := McNemar(k, n-k).ExactP, math.Min(1, 2*sum); math.Abs(got-want) > 1e-12 {
				t.Fatalf("%d/%d: got %v, want %v", k, n-k, got, want)
			}
		}
	}
	wantFinite(t, McNemar(1e15, 1e15-3e8))
}
