package stats

import (
	"fmt"
	"math"
)

// Conditions describe the games to be expected between evenly matched engines.
type Conditions struct {
	// DrawRatio is the share of drawn games, 0..1.
	DrawRatio float64 `json:"draw_ratio"`
	// RMSBias is the root mean square advantage of one side in the openings, in Elo.
	RMSBias float64 `json:"rms_bias"`
}

// Variance returns the variance of the result of one game (as half the variance of a
// pair per game): (1-d)/4 - (L(b)-½)², the form fishtest uses to plan tests. It fails
// if the two numbers contradict each other.
func (c Conditions) Variance() (float64, error) {
	if !(c.DrawRatio >= 0 && c.DrawRatio <= 1) {
		return 0, fmt.Errorf("draw ratio %v must lie between 0 and 1", c.DrawRatio)
	}
	if !(math.Abs(c.RMSBias) <= SPRTRange) {
		return 0, fmt.Errorf("rms bias %v Elo is outside the usable range 0..%d", c.RMSBias, SPRTRange)
	}
	d := ExpectedScore(c.RMSBias) - 0.5
	v := (1-c.DrawRatio)/4 - d*d
	if !(v > 0) {
		most := EloOf(0.5 + math.Sqrt(1-c.DrawRatio)/2)
		return 0, fmt.Errorf("draw ratio %v and rms bias %v Elo leave no variance (the bias must be below %s)",
			c.DrawRatio, c.RMSBias, most.Text(1))
	}
	return v, nil
}

// Plan is what to expect of a test that has not been run yet.
type Plan struct {
	PassProbability float64 `json:"pass_probability"`
	// Games is the mean number of games until the test stops; +inf if it hardly moves.
	Games Figure `json:"expected_games"`
}

// Plan returns the probability that the test accepts H1 and its mean length, when the
// true difference is trueElo (logistic). It treats the LLR as a Brownian motion, as
// fishtest's calculator does.
func (t SPRT) Plan(trueElo float64, c Conditions) (Plan, error) {
	if err := t.Validate(); err != nil {
		return Plan{}, err
	}
	if !(math.Abs(trueElo) <= SPRTRange) {
		return Plan{}, fmt.Errorf("sprt: true Elo %v is outside the usable range %d..%d", trueElo, -SPRTRange, SPRTRange)
	}
	v, err := c.Variance()
	if err != nil {
		return Plan{}, fmt.Errorf("sprt: %w", err)
	}
	var s0, s1 float64
	switch t.Model {
	case Normalized:
		s0, s1 = normalizedScores(t, math.Sqrt(v))
	case Logistic:
		s0, s1 = ExpectedScore(t.Elo0), ExpectedScore(t.Elo1)
	case Bayesian:
		// The draw Elo at which equal engines draw with the given ratio; finite, as the
		// variance is not 0.
		drawElo := 400 * math.Log10((1+c.DrawRatio)/(1-c.DrawRatio))
		s0, s1 = bayesScore(t.Elo0, drawElo)[0], bayesScore(t.Elo1, drawElo)[0]
	}
	return t.plan(ExpectedScore(trueElo), s0, s1, v), nil
}

// normalizedScores converts normalized bounds to scores, σ being that of one game.
func normalizedScores(t SPRT, sigma float64) (s0, s1 float64) {
	return 0.5 + t.Elo0*sigma/eloPerNat, 0.5 + t.Elo1*sigma/eloPerNat
}

// plan works with scores and the variance v of one game.
func (t SPRT) plan(s, s0, s1, v float64) Plan {
	if s0 == s1 { // bounds too close to tell apart: the test never moves
		return Plan{PassProbability: t.Alpha, Games: Known(math.Inf(1))}
	}
	lower, upper := t.Bounds()
	w := (s1 - s0) * (s1 - s0) / v
	h := (2*s - s0 - s1) / (s1 - s0)
	if math.Abs(h*(upper-lower)) < 1e-6 {
		return Plan{-lower / (upper - lower), Known(-lower * upper / w)}
	}
	p := passProbability(h, lower, upper)
	return Plan{p, Known(2 / h * (upper*p + lower*(1-p)) / w)}
}

// passProbability returns (1-e^(-hA))/(e^(-hB)-e^(-hA)), the probability that a Brownian
// motion from 0 with drift h/2 and variance 1 reaches b > 0 before a < 0, for h ≠ 0.
// The two forms are the same, with no exponent that can overflow.
func passProbability(h, a, b float64) float64 {
	if h > 0 {
		return math.Expm1(h*a) / math.Expm1(h*(a-b))
	}
	return math.Exp(h*b) * math.Expm1(-h*a) / math.Expm1(h*(b-a))
}
