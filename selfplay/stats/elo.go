package stats

import (
	"fmt"
	"math"
)

const (
	// z95 is the two-sided 95 % quantile of the normal distribution.
	z95 = 1.959963984540054
	// eloPerNat is C = 800/ln 10, the slope by which a normalized score difference
	// (s-½)/σ becomes normalized Elo.
	eloPerNat = 800 / math.Ln10
	// emptyCell replaces an empty cell where a formula needs every cell filled
	// (fishtest's value).
	emptyCell = 0.001
)

// ExpectedScore returns the score expected of a player who is elo points stronger:
// 1/(1+10^(-elo/400)).
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// EloOf is the inverse of ExpectedScore: -inf at 0 and below, +inf at 1 and above.
func EloOf(score float64) Figure {
	switch {
	case score <= 0:
		return Known(math.Inf(-1))
	case score >= 1:
		return Known(math.Inf(1))
	}
	return Known(400 * math.Log10(score/(1-score)))
}

// PerfectRecordLimit returns the lower limit of the winning probability after n straight
// wins: the p at which such a record has probability 0.025 (the lower end of the exact
// two-sided 95 % interval). It is 0 for n = 0.
func PerfectRecordLimit(n int64) float64 {
	if n <= 0 {
		return 0
	}
	return math.Pow(0.025, 1/float64(n))
}

// Estimate is what the results of one match say about the difference in strength.
type Estimate struct {
	// Method is "trinomial" or "pentanomial", followed by ", regularised" where empty
	// cells were filled.
	Method string `json:"method"`
	Games  int64  `json:"games"`
	Pairs  int64  `json:"pairs"` // 0 for trinomial
	Score  Figure `json:"score"` // 0..1
	Elo    Figure `json:"elo"`
	// Lo and Hi are the 95 % bounds; Error is half of their distance. They do not exist
	// when all results are equal, and a bound is infinite when the score's interval
	// leaves (0,1).
	Lo    Figure `json:"elo_lo"`
	Hi    Figure `json:"elo_hi"`
	Error Figure `json:"error"`
	// LimitLo exists when every game was won, LimitHi when every game was lost: the
	// exact one-sided limit to print instead of an error. It treats the games as
	// independent, which is on the safe side while the games of a pair are not
	// positively correlated.
	LimitLo Figure `json:"elo_limit_lo"`
	LimitHi Figure `json:"elo_limit_hi"`
	// NElo is normalized Elo. NEloError is the error fastchess shows, which depends on
	// the number of games only; NEloErrorFull also has the terms of skewness and
	// kurtosis (delta method) and is the better one far from ½.
	NElo          Figure `json:"nelo"`
	NEloError     Figure `json:"nelo_error"`
	NEloErrorFull Figure `json:"nelo_error_full"`
	// LOS is the probability 0..1 that the engine under test is the stronger one.
	LOS float64 `json:"los"`
}

// Estimate returns the figures of single games. Negative counts give the figures of no
// games.
func (c Counts) Estimate() Estimate {
	if c.Validate() != nil {
		c = Counts{}
	}
	return estimate(trinomial(c), false)
}

// Regularised is Estimate with every empty cell replaced by 0.001 games, as fishtest
// does, so that an error bar exists for ten draws. Show it labelled, never as the result.
func (c Counts) Regularised() Estimate {
	if c.Validate() != nil {
		c = Counts{}
	}
	return estimate(trinomial(c), true)
}

// Estimate returns the figures of game pairs. Negative counts give the figures of no
// games.
func (p Penta) Estimate() Estimate {
	if p.Validate() != nil {
		p = Penta{}
	}
	return estimate(pentanomial(p), false)
}

// Regularised is Estimate with every empty cell replaced by 0.001 pairs; see
// [Counts.Regularised].
func (p Penta) Regularised() Estimate {
	if p.Validate() != nil {
		p = Penta{}
	}
	return estimate(pentanomial(p), true)
}

// sample is a distribution of results: cells n at equally spaced values 0..1.
type sample struct {
	cells int // 3 or 5
	n     [5]float64
	a     [5]float64 // value of a cell, 0..1
	games float64    // games per result: 1 or 2
}

func trinomial(c Counts) sample {
	return sample{3, [5]float64{float64(c.Losses), float64(c.Draws), float64(c.Wins)}, [5]float64{0, 0.5, 1}, 1}
}

func pentanomial(p Penta) sample {
	s := sample{cells: 5, a: [5]float64{0, 0.25, 0.5, 0.75, 1}, games: 2}
	for i, n := range p {
		s.n[i] = float64(n)
	}
	return s
}

func (s *sample) total() (n float64) {
	for _, x := range s.n[:s.cells] {
		n += x
	}
	return n
}

// filled returns the number of cells that hold something.
func (s *sample) filled() (k int) {
	for _, x := range s.n[:s.cells] {
		if x > 0 {
			k++
		}
	}
	return k
}

// regularise fills the empty cells; the total grows by what was put in.
func (s *sample) regularise() {
	for i := range s.n[:s.cells] {
		if s.n[i] == 0 {
			s.n[i] = emptyCell
		}
	}
}

// lead returns the mean value of a result above ½; summed so that swapping the sides
// changes its sign and nothing else.
func (s *sample) lead() float64 {
	sum := 0.0
	for i := range s.cells / 2 {
		j := s.cells - 1 - i
		sum += (s.n[j] - s.n[i]) * (s.a[j] - 0.5)
	}
	return sum / s.total()
}

// mean returns the mean value of a result.
func (s *sample) mean() float64 { return 0.5 + s.lead() }

// moment returns the k-th central moment of one result, dividing by N.
func (s *sample) moment(k int, mean float64) float64 {
	sum, total := 0.0, s.total()
	for i, n := range s.n[:s.cells] {
		d, x := s.a[i]-mean, 1.0
		for range k {
			x *= d
		}
		sum += n * x
	}
	return sum / total
}

func estimate(s sample, regularised bool) Estimate {
	e := Estimate{Method: "trinomial", Games: int64(s.games * s.total()), LOS: 0.5}
	if s.cells == 5 {
		e.Method, e.Pairs = "pentanomial", e.Games/2
	}
	if regularised {
		e.Method += ", regularised"
	}
	if e.Games == 0 {
		return e
	}
	if regularised {
		s.regularise()
	}
	lead, score := s.lead(), s.mean()
	e.Score, e.Elo = Known(score), EloOf(score)
	if s.filled() == 1 { // no variance, hence no interval
		e.LOS = []float64{0, 0.5, 1}[1+sign(lead)]
		limit := EloOf(PerfectRecordLimit(e.Games))
		switch score {
		case 1:
			e.LimitLo = limit
		case 0:
			e.LimitHi = Known(-limit.value)
		}
		return e
	}
	n := s.total()
	v := s.moment(2, score)
	se := math.Sqrt(v / n)
	e.Lo, e.Hi = EloOf(score-z95*se), EloOf(score+z95*se)
	lo, okLo := e.Lo.Finite()
	hi, okHi := e.Hi.Finite()
	if okLo && okHi {
		e.Error = Known((hi - lo) / 2)
	}
	e.LOS = normalCDF(lead / se)
	e.NElo, e.NEloError, e.NEloErrorFull = normalized(&s, score, v)
	return e
}

// normalized returns normalized Elo with its two errors.
func normalized(s *sample, score, v float64) (nelo, err, full Figure) {
	sigma, n := math.Sqrt(v), s.total()
	t := (score - 0.5) / sigma
	scale := eloPerNat / math.Sqrt(s.games) // σ of one game is √games times that of a result
	skew := s.moment(3, score) / (v * sigma)
	kurt := s.moment(4, score) / (v * v)
	variance := math.Max(0, 1-t*skew+t*t*(kurt-1)/4) / n
	return Known(scale * t), Known(scale * z95 / math.Sqrt(n)), Known(scale * z95 * math.Sqrt(variance))
}

// Text prints the estimate on one line. It never claims an error bar that does not
// exist.
func (e Estimate) Text() string {
	switch {
	case e.Games == 0:
		return "Elo n/a (no games)"
	case e.LimitLo.Exists():
		return fmt.Sprintf("Elo +inf (95 %% limit: at least %s)", e.LimitLo.Signed(1))
	case e.LimitHi.Exists():
		return fmt.Sprintf("Elo -inf (95 %% limit: at most %s)", e.LimitHi.Signed(1))
	case e.Error.Exists() || !e.Lo.Exists():
		return fmt.Sprintf("Elo %s +/- %s", e.Elo.Signed(1), e.Error.Text(1))
	}
	return fmt.Sprintf("Elo %s (95 %%: %s to %s)", e.Elo.Signed(1), e.Lo.Signed(1), e.Hi.Signed(1))
}

// Summary is everything one match says, pair-based figures first.
type Summary struct {
	Counts    Counts `json:"counts"`
	PairCells Pairs  `json:"pair_counts"`
	// Main is the estimate to report: Pentanomial if a pair is complete, else Trinomial.
	Main        Estimate `json:"main"`
	Pentanomial Estimate `json:"pentanomial"`
	Trinomial   Estimate `json:"trinomial"`

	DrawRatio     Figure `json:"draw_ratio"`      // drawn games by games
	PairDrawRatio Figure `json:"pair_draw_ratio"` // level pairs by pairs
	PairRatio     Figure `json:"pair_ratio"`      // won pairs by lost pairs
	WLDDRatio     Figure `json:"wldd_ratio"`
}

// Summarize puts the figures of a match together. The counts hold all finished games,
// those of unfinished pairs included; if they are zero the games of the pairs are used.
func Summarize(c Counts, p Pairs) Summary {
	if c == (Counts{}) {
		c = p.Counts()
	}
	s := Summary{
		Counts: c, PairCells: p,
		Pentanomial: p.Penta().Estimate(), Trinomial: c.Estimate(),
		DrawRatio: c.DrawRatio(), PairDrawRatio: p.Penta().DrawRatio(),
		PairRatio: p.Penta().PairRatio(), WLDDRatio: p.WLDDRatio(),
	}
	s.Main = s.Trinomial
	if s.Pentanomial.Pairs > 0 {
		s.Main = s.Pentanomial
	}
	return s
}

// normalCDF is Φ.
func normalCDF(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
