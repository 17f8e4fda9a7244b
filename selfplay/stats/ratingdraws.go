package stats

import "math"

// davidson returns the draw probability at p(1-p) = u when equal players draw with
// probability q (Davidson's model, D² = ν²·P_W·P_L with ν = 2q/(1-q)):
// D = (√(1+4ku)-1)/k, k = (1-2q)/q², in a form without cancellation.
func davidson(u, q float64) float64 {
	if q <= 0 {
		return 0
	}
	k := (1 - 2*q) / (q * q)
	if math.IsInf(k, 0) {
		return 0
	}
	return 4 * u / (math.Sqrt(math.Max(0, 1+4*k*u)) + 1)
}

// drawRate fits the draw rate of equal players so that the expected number of draws is the
// actual one. Without games it is ½, and false is returned; a held value is returned as
// it is.
func (f *fit) drawRate(ms []meeting, held Figure) (q float64, known bool) {
	if q, ok := held.Value(); ok {
		return q, true
	}
	draws, games := 0.0, 0.0
	for _, m := range ms {
		draws += m.draw
		games += m.games()
	}
	if len(ms) == 0 {
		return 0.5, false
	}
	if draws == 0 || draws == games {
		return draws / games, true
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		q = (lo + hi) / 2
		expected := 0.0
		for _, m := range ms {
			p, np := f.expected(m)
			expected += m.games() * davidson(p*np, q)
		}
		if expected < draws {
			lo = q
		} else {
			hi = q
		}
	}
	return (lo + hi) / 2, true
}
