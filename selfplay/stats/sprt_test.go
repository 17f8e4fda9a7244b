package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestSPRTValidate(t *testing.T) {
	good := NewSPRT(0, 2)
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		edit func(*SPRT)
		want string
	}{
		{"equal bounds", func(s *SPRT) { s.Elo1 = 0 }, "elo0 = 0 must be less than elo1 = 0"},
		{"swapped bounds", func(s *SPRT) { s.Elo0 = 5 }, "must be less"},
		{"nan bound", func(s *SPRT) { s.Elo0 = math.NaN() }, "elo0 = NaN is outside the usable range -10000..10000"},
		{"infinite bound", func(s *SPRT) { s.Elo1 = math.Inf(1) }, "elo1 = +Inf is outside"},
		{"alpha 0", func(s *SPRT) { s.Alpha = 0 }, "alpha = 0 must lie between 0 and 1"},
		{"beta 1", func(s *SPRT) { s.Beta = 1 }, "beta = 1 must lie between 0 and 1"},
		{"beta nan", func(s *SPRT) { s.Beta = math.NaN() }, "beta = NaN"},
		{"sum", func(s *SPRT) { s.Alpha, s.Beta = 0.5, 0.5 }, "alpha + beta = 1 must be less than 1"},
		{"model", func(s *SPRT) { s.Model = 9 }, "unknown model"},
		{"zero value", func(s *SPRT) { *s = SPRT{} }, "must be less"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := good
			c.edit(&s)
			_, err := s.TestCounts(Counts{1, 1, 1})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if _, err := good.TestPenta(Penta{0, -1, 0, 0, 0}); err == nil {
		t.Error("negative count accepted")
	}
	bayes := SPRT{Bayesian, 0, 5, 0.05, 0.05}
	if _, err := bayes.TestPenta(Penta{1, 1, 1, 1, 1}); !errors.Is(err, ErrBayesianPairs) {
		t.Errorf("bayesian pairs: %v", err)
	}
	if r, err := bayes.TestCounts(Counts{Wins: 70, Draws: 30}); err != nil || r.Warning == "" {
		t.Errorf("bayesian without losses: %+v, %v", r, err)
	}
	if _, err := ParseModel("logstic"); err == nil {
		t.Error("unknown model read")
	}
}

// A match is judged by its pairs, and by its games where there are no pairs or the model
// has no form for them.
func TestSPRTChoosesPairsOrGames(t *testing.T) {
	pairs := Pairs{LL: 3, LD: 20, DD: 40, WL: 5, WD: 31, WW: 9}
	games := pairs.Counts().Plus(Counts{Wins: 1}) // one game of an unfinished pair
	for _, c := range []struct {
		name    string
		model   Model
		pairs   Pairs
		byPairs bool
	}{
		{"pairs", Normalized, pairs, true},
		{"pairs, logistic", Logistic, pairs, true},
		{"no pair is finished", Normalized, Pairs{}, false},
		{"bayesian", Bayesian, pairs, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			test := SPRT{c.model, 0, 5, 0.05, 0.05}
			got, err := test.Test(games, c.pairs)
			if err != nil {
				t.Fatal(err)
			}
			unbiased, err := test.Unbiased(games, c.pairs)
			if err != nil {
				t.Fatal(err)
			}
			want, err := test.TestCounts(games)
			wantUnbiased, err2 := test.UnbiasedCounts(games)
			if c.byPairs {
				want, err = test.TestPenta(c.pairs.Penta())
				wantUnbiased, err2 = test.UnbiasedPenta(c.pairs.Penta())
			}
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			if got != want || unbiased != wantUnbiased {
				t.Errorf("got %+v and %+v, want %+v and %+v", got, unbiased, want, wantUnbiased)
			}
		})
	}
}

// Swapping the sides and negating the bounds negates the LLR.
func TestSPRTSwapsSides(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for range 300 {
		p := randomPairs(r)
		if p.Count() == 0 {
			continue
		}
		elo0 := 400 * (r.Float64() - 0.5)
		elo1 := elo0 + 100*r.Float64()
		for _, m := range []Model{Normalized, Logistic, Bayesian} {
			a := SPRT{m, elo0, elo1, 0.05, 0.05}
			b := SPRT{m, -elo1, -elo0, 0.05, 0.05}
			check := func(x TestResult, err error, y TestResult, err2 error) {
				if err != nil || err2 != nil || math.Abs(x.LLR+y.LLR) > 1e-9*(1+math.Abs(x.LLR)) {
					t.Fatalf("%+v %+v: %v and %v (%v, %v)", p, a, x.LLR, y.LLR, err, err2)
				}
				wantFinite(t, x)
			}
			x, err := a.TestCounts(p.Counts())
			y, err2 := b.TestCounts(p.Counts().Flip())
			check(x, err, y, err2)
			if m != Bayesian {
				x, err = a.TestPenta(p.Penta())
				y, err2 = b.TestPenta(p.Penta().Flip())
				check(x, err, y, err2)
			}
		}
	}
}

// Better results never lower the LLR of bounds that are near each other.
func TestSPRTIsMonotone(t *testing.T) {
	for _, m := range []Model{Normalized, Logistic} {
		last := math.Inf(-1)
		for w := int64(0); w <= 100; w += 5 {
			r, err := SPRT{m, 0, 5, 0.05, 0.05}.TestPenta(Penta{0, 100 - w, 100, w, 0})
			if err != nil || r.LLR <= last {
				t.Errorf("%v, %d of 100: LLR %v after %v, %v", m, w, r.LLR, last, err)
			}
			last = r.LLR
		}
	}
}

// Closed forms; empty cells hold 0.001, hence the tolerance.
func TestSPRTClosedForms(t *testing.T) {
	const n = 5000
	d := func(nelo, games float64) float64 {
		x := nelo * math.Sqrt(games) / eloPerNat
		return x / (2 * math.Sqrt(1+x*x))
	}
	s0, s1 := ExpectedScore(-3), ExpectedScore(40)
	least := func(s float64) float64 { return math.Min(s, 1-s) }
	logistic, norm := SPRT{Logistic, -3, 40, 0.05, 0.05}, SPRT{Normalized, -3, 40, 0.05, 0.05}
	for _, c := range []struct {
		name string
		test func() (TestResult, error)
		want float64
	}{
		{"logistic wins", func() (TestResult, error) { return logistic.TestCounts(Counts{Wins: n}) }, n * math.Log(s1/s0)},
		{"logistic losses", func() (TestResult, error) { return logistic.TestCounts(Counts{Losses: n}) }, n * math.Log((1-s1)/(1-s0))},
		{"logistic won pairs", func() (TestResult, error) { return logistic.TestPenta(Penta{4: n}) }, n * math.Log(s1/s0)},
		{"logistic draws", func() (TestResult, error) { return logistic.TestCounts(Counts{Draws: n}) }, n * math.Log(least(s1)/least(s0))},
		{"logistic level pairs", func() (TestResult, error) { return logistic.TestPenta(Penta{2: n}) }, n * math.Log(least(s1)/least(s0))},
		{"normalized wins", func() (TestResult, error) { return norm.TestCounts(Counts{Wins: n}) }, n * math.Log((0.5+d(40, 1))/(0.5+d(-3, 1)))},
		{"normalized won pairs", func() (TestResult, error) { return norm.TestPenta(Penta{4: n}) }, n * math.Log((0.5+d(40, 2))/(0.5+d(-3, 2)))},
	} {
		r, err := c.test()
		if err != nil || math.Abs(r.LLR-c.want) > 0.05 {
			t.Errorf("%s: got %v, want %v, %v", c.name, r.LLR, c.want, err)
		}
	}
	// The usual approximations hold to 1e-3 in an ordinary test.
	c := Counts{Wins: 1600, Draws: 3000, Losses: 1400}
	e := c.Estimate()
	s := trinomial(c)
	v := s.moment(2, s.mean())
	l0, l1 := ExpectedScore(0), ExpectedScore(5)
	r, _ := SPRT{Logistic, 0, 5, 0.05, 0.05}.TestCounts(c)
	if want := (l1 - l0) * (2*e.Score.value - l0 - l1) * 6000 / (2 * v); math.Abs(r.LLR-want) > 2e-3*want {
		t.Errorf("logistic: got %v, about %v", r.LLR, want)
	}
	x := func(nelo float64) float64 { return (e.NElo.value - nelo) / eloPerNat }
	r, _ = NewSPRT(0, 5).TestCounts(c)
	if want := 3000 * math.Log((1+x(0)*x(0))/(1+x(5)*x(5))); math.Abs(r.LLR-want) > 2e-3*want {
		t.Errorf("normalized: got %v, about %v", r.LLR, want)
	}
}

// Any counts and any valid bounds give a finite answer at once.
func TestSPRTExtremes(t *testing.T) {
	cells := []int64{0, 1, 1000, 1e7, 1e15}
	bounds := [][2]float64{{0, 5}, {-SPRTRange, SPRTRange}, {-SPRTRange, -SPRTRange + 1}, {9999, SPRTRange}, {-1500, -500}, {0, 1e-9}, {-1e-300, 1e-300}}
	start, tests := time.Now(), 0
	for _, a := range cells {
		for _, b := range cells {
			for _, c := range cells {
				for _, e := range bounds {
					for _, m := range []Model{Normalized, Logistic, Bayesian} {
						s := SPRT{m, e[0], e[1], 0.05, 0.05}
						r, err := s.TestCounts(Counts{a, b, c})
						if err != nil || math.IsNaN(r.LLR) || math.IsInf(r.LLR, 0) {
							t.Fatalf("%+v %v: %+v, %v", s, []int64{a, b, c}, r, err)
						}
						u, err := s.UnbiasedCounts(Counts{a, b, c})
						if err != nil {
							t.Fatal(err)
						}
						wantFinite(t, u)
						if m == Bayesian {
							continue
						}
						r, err = s.TestPenta(Penta{a, b, c, b, 0})
						if err != nil || math.IsNaN(r.LLR) || math.IsInf(r.LLR, 0) {
							t.Fatalf("%+v %v: %+v, %v", s, []int64{a, b, c, b, 0}, r, err)
						}
						tests++
					}
				}
			}
		}
	}
	if d := time.Since(start) / time.Duration(tests); d > 20*time.Millisecond {
		t.Errorf("%v a test", d)
	}
}

// playTest plays pairs of independent games until the test stops.
func playTest(t *testing.T, s SPRT, score, drawRatio float64, r *rand.Rand) (TestResult, Penta) {
	t.Helper()
	game := func() Outcome {
		switch x := r.Float64(); {
		case x < drawRatio:
			return Draw
		case x < drawRatio+(score-drawRatio/2):
			return Win
		}
		return Loss
	}
	var p Pairs
	for {
		p.Add(game(), game())
		res, err := s.TestPenta(p.Penta())
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != Continue {
			return res, p.Penta()
		}
	}
}

// The error rates, the planned length and the median of the corrected Elo hold in
// simulated tests.
func TestSPRTSimulated(t *testing.T) {
	tests := 400
	if testing.Short() {
		tests = 100
	}
	s := SPRT{Logistic, 0, 40, 0.05, 0.05}
	r := rand.New(rand.NewPCG(8, 1))
	for _, elo := range []float64{0, 20, 40} {
		passed, above, games := 0, 0, 0.0
		for range tests {
			res, p := playTest(t, s, ExpectedScore(elo), 0.4, r)
			if res.Verdict == AcceptH1 {
				passed++
			}
			u, err := s.UnbiasedPenta(p)
			if err != nil {
				t.Fatal(err)
			}
			if x, ok := u.Elo.Value(); ok && x > elo {
				above++
			}
			games += 2 * float64(p.Count())
		}
		plan, err := s.Plan(elo, Conditions{DrawRatio: 0.4})
		if err != nil {
			t.Fatal(err)
		}
		n := float64(tests)
		pass := float64(passed) / n
		if math.Abs(pass-plan.PassProbability) > 3*math.Sqrt(0.25/n)*math.Max(0.5, 4*plan.PassProbability*(1-plan.PassProbability)) {
			t.Errorf("Elo %v: passed %.3f, planned %.3f", elo, pass, plan.PassProbability)
		}
		if g := games / n; g < 0.85*plan.Games.value || g > 1.3*plan.Games.value {
			t.Errorf("Elo %v: %.0f games, planned %v", elo, g, plan.Games)
		}
		if a := float64(above) / n; math.Abs(a-0.5) > 0.06+2*math.Sqrt(0.25/n) {
			t.Errorf("Elo %v: corrected Elo is too high in %.3f of the tests", elo, a)
		}
	}
}

func BenchmarkNormalizedPairs(b *testing.B) {
	b.ReportAllocs()
	s, p := NewSPRT(0, 2), Penta{13, 370, 900, 385, 13}
	for b.Loop() {
		if _, err := s.TestPenta(p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLogisticPairs(b *testing.B) {
	b.ReportAllocs()
	s, p := SPRT{Logistic, 0, 2, 0.05, 0.05}, Penta{13, 370, 900, 385, 13}
	for b.Loop() {
		if _, err := s.TestPenta(p); err != nil {
			b.Fatal(err)
		}
	}
}
