package stats

import (
	"fmt"
	"math"
)

// Unbiased is the Elo after a sequential test, corrected for the stopping: a test that
// stops while it is ahead overstates the difference. Elo is median-unbiased (logistic
// scale), Lo and Hi are the 95 % bounds. A figure is infinite if no score between 0 and
// 1 has the wanted probability. No figure exists where the LLR is far from the Brownian
// motion it is taken for, as when nearly all results are equal.
//
// The counts must be those at which the test stopped: games finished later would be read
// as a late stop.
type Unbiased struct {
	Elo Figure `json:"elo"`
	Lo  Figure `json:"elo_lo"`
	Hi  Figure `json:"elo_hi"`
}

// UnbiasedCounts returns the median-unbiased Elo of a test of single games, stopped or
// not.
func (t SPRT) UnbiasedCounts(c Counts) (Unbiased, error) {
	r, err := t.TestCounts(c)
	if err != nil {
		return Unbiased{}, err
	}
	return t.unbiased(trinomial(c), r), nil
}

// UnbiasedPenta returns the median-unbiased Elo of a test of game pairs, stopped or not.
func (t SPRT) UnbiasedPenta(p Penta) (Unbiased, error) {
	r, err := t.TestPenta(p)
	if err != nil {
		return Unbiased{}, err
	}
	return t.unbiased(pentanomial(p), r), nil
}

// Unbiased returns the median-unbiased Elo of a match, from the same counts that
// [SPRT.Test] judges by: pairs if there are any and the model can use them, else games.
func (t SPRT) Unbiased(games Counts, pairs Pairs) (Unbiased, error) {
	if t.byPairs(pairs) {
		return t.UnbiasedPenta(pairs.Penta())
	}
	return t.UnbiasedCounts(games)
}

// unbiased follows fishtest: the LLR is a Brownian motion per result with drift
// (s-(s₀+s₁)/2)(s₁-s₀)/v and variance (s₁-s₀)²/v between the two bounds. Outcomes are
// ordered from an early pass over a late pass, a higher and a lower LLR of a running test
// and a late failure to an early one; the estimate is the score at which the observed
// outcome or a better one has probability ½ (0.025 and 0.975 for the bounds).
func (t SPRT) unbiased(s sample, r TestResult) Unbiased {
	n := s.total()
	if s.filled() < 2 {
		return Unbiased{}
	}
	s.regularise()
	mean := s.mean()
	v := s.moment(2, mean)
	var s0, s1 float64
	switch t.Model {
	case Normalized:
		s0, s1 = normalizedScores(t, math.Sqrt(v*s.games))
	case Logistic:
		s0, s1 = ExpectedScore(t.Elo0), ExpectedScore(t.Elo1)
	case Bayesian:
		d := s.drawElo()
		s0, s1 = bayesScore(t.Elo0, d)[0], bayesScore(t.Elo1, d)[0]
	}
	brownian := (s1 - s0) * (2*mean - s0 - s1) * n / (2 * v)
	if sd := (s1 - s0) * math.Sqrt(n/v); math.Abs(brownian-r.LLR) > sd/4+math.Abs(r.LLR)/10 {
		return Unbiased{}
	}
	width := r.Upper - r.Lower
	tau := (s1 - s0) * (s1 - s0) * n / (v * width * width)
	if !(tau > 0) {
		return Unbiased{}
	}
	start := -r.Lower / width
	end := math.Min(math.Max((r.LLR-r.Lower)/width, 0), 1)
	score := func(target float64) Figure {
		better := func(score float64) float64 {
			return outcomeAbove(start, end, width*(score-(s0+s1)/2)/(s1-s0), tau)
		}
		lo, hi := 0.0, 1.0
		switch {
		case better(hi) <= target:
			return EloOf(1)
		case better(lo) >= target:
			return EloOf(0)
		}
		for range 100 {
			mid := (lo + hi) / 2
			if better(mid) < target {
				lo = mid
			} else {
				hi = mid
			}
		}
		return EloOf((lo + hi) / 2)
	}
	return Unbiased{Elo: score(0.5), Lo: score(0.025), Hi: score(0.975)}
}

// String prints the estimate with its bounds.
func (u Unbiased) String() string {
	if !u.Elo.Exists() {
		return u.Elo.Text(1)
	}
	return fmt.Sprintf("%s (95 %%: %s to %s)", u.Elo.Signed(1), u.Lo.Signed(1), u.Hi.Signed(1))
}

// outcomeAbove returns the probability that a Brownian motion with the given drift and
// variance 1, started at x in (0,1), has been absorbed at 1 before 0 by time tau, or is
// still inside and at or above y.
func outcomeAbove(x, y, drift, tau float64) float64 {
	p := 0.0
	if tau > 0.3 {
		p = outcomeBySeries(x, y, drift, tau)
	} else {
		p = outcomeByImages(x, y, drift, tau)
	}
	return math.Min(math.Max(p, 0), 1)
}

// outcomeBySeries expands in the eigenfunctions sin nπx of the interval; a few terms
// suffice unless tau is small.
func outcomeBySeries(x, y, drift, tau float64) float64 {
	ever := x // probability of ending at 1, whenever
	if drift != 0 {
		ever = passProbability(2*drift, -x, 1-x)
	}
	sum := 0.0
	for n := 1.0; ; n++ {
		k := n * math.Pi
		if k*k*tau > 80 {
			break
		}
		term := math.Sin(k*x) * (drift*math.Sin(k*y) - k*math.Cos(k*y)) / (drift*drift + k*k)
		sum += 2 * term * math.Exp(drift*(y-x)-(drift*drift+k*k)*tau/2)
	}
	return ever - sum
}

// outcomeByImages sums over the mirror images of the starting point at both ends; a few
// terms suffice unless tau is large. A factor may be huge where its probability is tiny,
// hence the logarithms.
func outcomeByImages(x, y, drift, tau float64) float64 {
	root, sum := math.Sqrt(tau), 0.0
	for k := -6.0; k <= 6; k++ {
		straight := (x + 2*k + drift*tau - y) / root
		mirrored := (-x + 2*k + drift*tau - y) / root
		if k <= 0 {
			sum += math.Exp(2*k*drift + logNormalCDF(straight))
			sum -= math.Exp(2*(k-x)*drift + logNormalCDF(mirrored))
		} else {
			sum -= math.Exp(2*k*drift + logNormalCDF(-straight))
			sum += math.Exp(2*(k-x)*drift + logNormalCDF(-mirrored))
		}
	}
	return sum
}

// logNormalCDF is ln Φ(x), also where Φ underflows.
func logNormalCDF(x float64) float64 {
	if x > -30 {
		return math.Log(normalCDF(x))
	}
	return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi)) + math.Log1p(-1/(x*x))
}
