package stats

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestPlan(t *testing.T) {
	s := SPRT{Normalized, 0, 5, 0.05, 0.1}
	c := Conditions{DrawRatio: 0.5, RMSBias: 50}
	// At the bounds the pass probability is α and 1-β.
	v, err := c.Variance()
	if err != nil {
		t.Fatal(err)
	}
	_, s1 := normalizedScores(s, math.Sqrt(v))
	for _, x := range []struct{ elo, want float64 }{{0, 0.05}, {EloOf(s1).value, 0.9}, {-9000, 0}, {9000, 1}} {
		p, err := s.Plan(x.elo, c)
		if err != nil || math.Abs(p.PassProbability-x.want) > 1e-9 {
			t.Errorf("true Elo %v: %+v, %v, want %v", x.elo, p, err, x.want)
		}
		wantFinite(t, p)
	}
	// The limit in the middle of the bounds joins smoothly.
	mid := SPRT{Logistic, -2.5, 2.5, 0.05, 0.05}
	a, _ := mid.Plan(0, c)
	b, _ := mid.Plan(1e-5, c)
	if math.Abs(a.PassProbability-b.PassProbability) > 1e-4 || math.Abs(a.Games.value/b.Games.value-1) > 1e-6 {
		t.Errorf("middle: %+v and %+v", a, b)
	}
	// A pass becomes likelier with the true Elo; extreme ones do not overflow.
	for _, m := range []Model{Normalized, Logistic, Bayesian} {
		last := -1.0
		for elo := -2000.0; elo <= 2000; elo += 50 {
			p, err := SPRT{m, 0, 3, 0.05, 0.05}.Plan(elo, c)
			if err != nil || p.PassProbability < last || p.PassProbability > 1 {
				t.Fatalf("%v at %v: %+v after %v, %v", m, elo, p, last, err)
			}
			last = p.PassProbability
			wantFinite(t, p)
		}
	}
	for _, bad := range []struct {
		elo  float64
		c    Conditions
		want string
	}{
		{0, Conditions{1, 0}, "leave no variance"},
		{0, Conditions{0.9, 300}, "the bias must be below 113.8"},
		{0, Conditions{-0.1, 0}, "draw ratio"},
		{0, Conditions{math.NaN(), 0}, "draw ratio"},
		{0, Conditions{0, math.Inf(1)}, "rms bias"},
		{math.NaN(), Conditions{}, "true Elo"},
	} {
		if _, err := s.Plan(bad.elo, bad.c); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%+v: %v, want %q", bad.c, err, bad.want)
		}
	}
	if p, err := (SPRT{Logistic, 5000, 5000.0000001, 0.05, 0.05}).Plan(0, c); err != nil {
		t.Error(err)
	} else {
		wantFinite(t, p)
	}
}

func TestOutcomeAbove(t *testing.T) {
	// Series and images are the same function.
	for _, tau := range []float64{0.05, 0.1, 0.3, 0.6} {
		for _, drift := range []float64{-20, -5, -1, 0, 1e-9, 0.5, 8, 20} {
			for _, x := range []float64{0.2, 0.5, 0.76} {
				for _, y := range []float64{0, 0.1, 0.5, 1} {
					a, b := outcomeBySeries(x, y, drift, tau), outcomeByImages(x, y, drift, tau)
					if math.Abs(a-b) > 1e-9 {
						t.Errorf("tau %v, drift %v, x %v, y %v: series %v, images %v", tau, drift, x, y, a, b)
					}
				}
			}
		}
	}
	// They agree with a random walk.
	const n, dt = 3000, 4e-4
	r := rand.New(rand.NewPCG(1, 2))
	x, y, drift, tau := 0.5, 0.3, 1.0, 0.2
	good := 0
	for range n {
		z := x
		for s := 0.0; s < tau && z > 0 && z < 1; s += dt {
			z += drift*dt + math.Sqrt(dt)*r.NormFloat64()
		}
		if z >= y {
			good++
		}
	}
	if got, want := outcomeAbove(x, y, drift, tau), float64(good)/n; math.Abs(got-want) > 0.04 {
		t.Errorf("got %v, walked %v", got, want)
	}
	// Extreme arguments stay probabilities.
	for _, drift := range []float64{-1e9, -700, 700, 1e9} {
		for _, tau := range []float64{1e-30, 1e-9, 0.29, 0.31, 1e9} {
			if p := outcomeAbove(0.5, 1, drift, tau); !(p >= 0 && p <= 1) {
				t.Errorf("drift %v, tau %v: %v", drift, tau, p)
			}
		}
	}
}

func TestUnbiased(t *testing.T) {
	s := NewSPRT(0, 4)
	// A failed test understates the strength, a passed one overstates it.
	failed, err := s.UnbiasedPenta(Penta{13, 370, 500, 250, 3})
	if err != nil {
		t.Fatal(err)
	}
	if plain := (Penta{13, 370, 500, 250, 3}).Estimate(); !(failed.Elo.value > plain.Elo.value) {
		t.Errorf("failed: corrected %v, plain %v", failed, plain.Text())
	}
	passed, _ := s.UnbiasedPenta(Penta{3, 250, 500, 370, 13})
	if plain := (Penta{3, 250, 500, 370, 13}).Estimate(); !(passed.Elo.value < plain.Elo.value) {
		t.Errorf("passed: corrected %v, plain %v", passed, plain.Text())
	}
	if !(passed.Lo.value < passed.Elo.value && passed.Elo.value < passed.Hi.value) {
		t.Errorf("bounds %v", passed)
	}
	if u, err := (SPRT{Bayesian, 0, 10, 0.05, 0.05}).UnbiasedCounts(Counts{Wins: 70, Draws: 30}); err != nil || u.Elo.Exists() {
		t.Errorf("a bayesian test that does not move: %v, %v", u, err)
	}
	for _, p := range []Penta{{}, {4: 30}, {2: 30}, {0, 0, 0, 1, 40}} {
		u, err := s.UnbiasedPenta(p)
		if err != nil || u.Elo.Exists() || u.String() != "n/a" {
			t.Errorf("%v: %v, %v, want none", p, u, err)
		}
	}
	if _, err := (SPRT{Bayesian, 0, 5, 0.05, 0.05}).UnbiasedPenta(Penta{1, 1, 1, 1, 1}); err == nil {
		t.Error("bayesian pairs accepted")
	}
}
