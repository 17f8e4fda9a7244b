package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Proportion is a share of successes with its interval. Nothing exists for no trials.
type Proportion struct {
	Successes int64  `json:"successes"`
	Trials    int64  `json:"trials"`
	Share     Figure `json:"share"` // 0..1
	Lo        Figure `json:"lo"`
	Hi        Figure `json:"hi"`
}

// Wilson returns the share of successes with Wilson's score interval, which stays inside
// [0,1] and does not collapse at 0 or all successes (E. B. Wilson, 1927). The confidence
// is two-sided, 0.95 as a rule. Impossible arguments (negative, more successes than
// trials, a confidence outside (0,1)) give no figures.
func Wilson(successes, trials int64, confidence float64) Proportion {
	p := Proportion{Successes: successes, Trials: trials}
	if successes < 0 || trials <= 0 || successes > trials || !(confidence > 0 && confidence < 1) {
		return p
	}
	z := distuv.UnitNormal.Quantile(0.5 + confidence/2)
	n, share := float64(trials), float64(successes)/float64(trials)
	p.Share = Known(share)
	if math.IsInf(z, 0) {
		p.Lo, p.Hi = Known(0), Known(1)
		return p
	}
	mid := share + z*z/(2*n)
	half := z * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	den := 1 + z*z/n
	p.Lo, p.Hi = Known(math.Max(0, (mid-half)/den)), Known(math.Min(1, (mid+half)/den))
	if successes == 0 {
		p.Lo = Known(0)
	}
	if successes == trials {
		p.Hi = Known(1)
	}
	return p
}

// McNemarResult compares two players on the same positions. Positions solved by both or
// by neither say nothing about the difference.
type McNemarResult struct {
	OnlyA int64 `json:"only_a"`
	OnlyB int64 `json:"only_b"`
	// ExactP is the two-sided exact binomial p-value: how likely a split at least this
	// uneven is if neither is better. 1 if no position separates the two.
	ExactP float64 `json:"exact_p"`
	// ChiSquare is the statistic with continuity correction, (|a-b|-1)²/(a+b), and ChiP
	// its p-value with one degree of freedom; fair from about 25 separating positions.
	ChiSquare Figure `json:"chi_square"`
	ChiP      Figure `json:"chi_p"`
}

// McNemar tests paired solved/unsolved results (Q. McNemar, 1947): onlyA positions were
// solved by A alone and onlyB by B alone. Negative counts are taken as 0.
func McNemar(onlyA, onlyB int64) McNemarResult {
	onlyA, onlyB = max(onlyA, 0), max(onlyB, 0)
	r := McNemarResult{OnlyA: onlyA, OnlyB: onlyB, ExactP: 1}
	n, less := float64(onlyA)+float64(onlyB), float64(min(onlyA, onlyB))
	if n == 0 {
		return r
	}
	if onlyA != onlyB {
		// P(X ≤ less) for X binomial(n, ½) is I_½(n-less, less+1).
		r.ExactP = math.Min(1, 2*mathext.RegIncBeta(n-less, less+1, 0.5))
	}
	d := math.Max(0, math.Abs(float64(onlyA)-float64(onlyB))-1)
	chi := d * d / n
	r.ChiSquare, r.ChiP = Known(chi), Known(math.Erfc(math.Sqrt(chi/2)))
	return r
}
