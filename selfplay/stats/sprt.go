package stats

import (
	"errors"
	"fmt"
	"math"
)

// Model says in which scale the bounds of an SPRT are given.
type Model int8

const (
	// Normalized bounds are normalized Elo. The expected length of the test does not
	// depend on draw rate or openings; the default.
	Normalized Model = iota
	// Logistic bounds are ordinary Elo.
	Logistic
	// Bayesian bounds are BayesElo, converted by the draw Elo of the sample. Single games
	// only; kept for comparison with older tests.
	Bayesian
)

var modelNames = [...]string{"normalized", "logistic", "bayesian"}

// ParseModel reads the name of a model.
func ParseModel(name string) (Model, error) {
	for i, n := range modelNames {
		if n == name {
			return Model(i), nil
		}
	}
	return 0, fmt.Errorf("unknown SPRT model %q (normalized, logistic or bayesian)", name)
}

// String returns the name of the model.
func (m Model) String() string {
	if m < 0 || int(m) >= len(modelNames) {
		return fmt.Sprintf("Model(%d)", int8(m))
	}
	return modelNames[m]
}

// MarshalText implements encoding.TextMarshaler.
func (m Model) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (m *Model) UnmarshalText(text []byte) (err error) {
	*m, err = ParseModel(string(text))
	return err
}

// Verdict is the state of a sequential test.
type Verdict int8

// The three verdicts. AcceptH1 means that the engine under test is at least as good as
// the upper bound says.
const (
	Continue Verdict = iota
	AcceptH0
	AcceptH1
)

// String returns "continue", "H0" or "H1".
func (v Verdict) String() string {
	switch v {
	case AcceptH0:
		return "H0"
	case AcceptH1:
		return "H1"
	}
	return "continue"
}

// Text returns "not decided", "H0 accepted" or "H1 accepted".
func (v Verdict) Text() string {
	if v == Continue {
		return "not decided"
	}
	return v.String() + " accepted"
}

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Verdict) UnmarshalText(text []byte) error {
	for _, x := range []Verdict{Continue, AcceptH0, AcceptH1} {
		if x.String() == string(text) {
			*v = x
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q", text)
}

// SPRTRange is the largest absolute value of a bound: beyond it scores differ from 0 and
// 1 by less than anything a match could show.
const SPRTRange = 10000

// SPRT is a sequential probability ratio test of H1 "the difference is Elo1" against H0
// "it is Elo0". Apply it after whole pairs, in pair order, and stop at the first verdict
// other than Continue; games finished later belong to the report, not to the verdict.
type SPRT struct {
	Model Model   `json:"model"`
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // probability of passing at Elo0
	Beta  float64 `json:"beta"`  // probability of failing at Elo1
}

// NewSPRT returns a test with normalized bounds and both error rates 5 %.
func NewSPRT(elo0, elo1 float64) SPRT {
	return SPRT{Model: Normalized, Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05}
}

// Validate returns an error that names the parameter that cannot be used.
func (t SPRT) Validate() error {
	if t.Model < 0 || int(t.Model) >= len(modelNames) {
		return fmt.Errorf("sprt: unknown model %v (normalized, logistic or bayesian)", t.Model)
	}
	for _, b := range []struct {
		name  string
		value float64
	}{{"elo0", t.Elo0}, {"elo1", t.Elo1}} {
		if !(math.Abs(b.value) <= SPRTRange) {
			return fmt.Errorf("sprt: %s = %v is outside the usable range %d..%d", b.name, b.value, -SPRTRange, SPRTRange)
		}
	}
	if t.Elo0 >= t.Elo1 {
		return fmt.Errorf("sprt: elo0 = %v must be less than elo1 = %v", t.Elo0, t.Elo1)
	}
	for _, r := range []struct {
		name  string
		value float64
	}{{"alpha", t.Alpha}, {"beta", t.Beta}} {
		if !(r.value > 0 && r.value < 1) {
			return fmt.Errorf("sprt: %s = %v must lie between 0 and 1", r.name, r.value)
		}
	}
	if t.Alpha+t.Beta >= 1 {
		return fmt.Errorf("sprt: alpha + beta = %v must be less than 1", t.Alpha+t.Beta)
	}
	return nil
}

// Bounds returns the LLR at which H0 (lower) and H1 (upper) are accepted:
// ln(β/(1-α)) and ln((1-β)/α). The test must be valid.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// TestResult is the state of a test. All numbers are finite.
type TestResult struct {
	LLR     float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict Verdict `json:"verdict"`
	// Warning is why the verdict should not be relied on; empty if it can be.
	Warning string `json:"warning,omitempty"`
}

// ErrBayesianPairs is returned for a bayesian test of pairs.
var ErrBayesianPairs = errors.New("sprt: the bayesian model is for single games; use normalized or logistic for pairs")

// TestCounts applies the test to single games: the exact generalised LLR with empty
// cells taken as 0.001.
func (t SPRT) TestCounts(c Counts) (TestResult, error) {
	if err := c.Validate(); err != nil {
		return TestResult{}, fmt.Errorf("sprt: %w", err)
	}
	return t.test(trinomial(c))
}

// TestPenta applies the test to game pairs: the exact generalised LLR with empty cells
// taken as 0.001.
func (t SPRT) TestPenta(p Penta) (TestResult, error) {
	if err := p.Validate(); err != nil {
		return TestResult{}, fmt.Errorf("sprt: %w", err)
	}
	return t.test(pentanomial(p))
}

// Test applies the test to all that is known of a match: to the pairs if there are any
// and the model can use them, else to the single games. games holds the games of the
// pairs as well as those of unfinished pairs.
func (t SPRT) Test(games Counts, pairs Pairs) (TestResult, error) {
	if t.byPairs(pairs) {
		return t.TestPenta(pairs.Penta())
	}
	return t.TestCounts(games)
}

// byPairs reports whether a match is judged by its pairs. The bayesian model has no form
// for pairs.
func (t SPRT) byPairs(p Pairs) bool { return t.Model != Bayesian && p.Count() > 0 }

func (t SPRT) test(s sample) (TestResult, error) {
	if err := t.Validate(); err != nil {
		return TestResult{}, err
	}
	if t.Model == Bayesian && s.cells == 5 {
		return TestResult{}, ErrBayesianPairs
	}
	var r TestResult
	r.Lower, r.Upper = t.Bounds()
	if s.total() == 0 {
		return r, nil
	}
	if t.Model == Bayesian && (s.n[0] == 0 || s.n[2] == 0) {
		r.Warning = "without both wins and losses a bayesian test hardly moves; use the normalized or logistic model"
	}
	s.regularise()
	switch t.Model {
	case Normalized:
		r.LLR = s.llrSharpe(t.Elo0*math.Sqrt(s.games)/eloPerNat, t.Elo1*math.Sqrt(s.games)/eloPerNat)
	case Logistic:
		r.LLR = s.llrMean(logisticScore(t.Elo0), logisticScore(t.Elo1))
	case Bayesian:
		d := s.drawElo()
		r.LLR = s.llrMean(bayesScore(t.Elo0, d), bayesScore(t.Elo1, d))
	}
	if math.IsNaN(r.LLR) || math.IsInf(r.LLR, 0) {
		return TestResult{}, fmt.Errorf("sprt: no likelihood ratio for bounds %v and %v; use bounds nearer to 0", t.Elo0, t.Elo1)
	}
	switch {
	case r.LLR >= r.Upper:
		r.Verdict = AcceptH1
	case r.LLR <= r.Lower:
		r.Verdict = AcceptH0
	}
	return r, nil
}

// logisticScore returns the expected score at elo and its complement.
func logisticScore(elo float64) [2]float64 {
	return [2]float64{ExpectedScore(elo), ExpectedScore(-elo)}
}

// drawElo estimates the BayesElo draw parameter from filled trinomial cells.
func (s *sample) drawElo() float64 {
	n := s.total()
	l, w := s.n[0]/n, s.n[2]/n
	return 200 * math.Log10((1-l)/l*((1-w)/w))
}

// bayesScore returns the expected score at a BayesElo difference and its complement.
func bayesScore(elo, drawElo float64) [2]float64 {
	win, notWin := ExpectedScore(elo-drawElo), ExpectedScore(drawElo-elo)
	loss, notLoss := ExpectedScore(-elo-drawElo), ExpectedScore(drawElo+elo)
	return [2]float64{(win + notLoss) / 2, (loss + notWin) / 2}
}
