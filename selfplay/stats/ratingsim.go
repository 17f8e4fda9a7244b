package stats

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// simulation is the spread of the fit over replays of all games.
type simulation struct {
	done, discarded int
	cov             *mat.SymDense // of the ratings; nil if too few replays had a finite fit
	redSD           float64
}

// simulate replays every game from the fitted ratings, red advantage and draw rate and
// fits again. Replays whose fit is not finite (a player won everything) are discarded and
// played again, at most as many as were asked for. Replay k depends on the seed and k only.
func (f *fit) simulate(ctx context.Context, ms []meeting, q float64, n int, seed uint64) (simulation, error) {
	var s simulation
	size := len(f.rating)
	var rows []float64
	var reds []float64
	for k := uint64(0); s.done < n && s.discarded <= n; k++ {
		if err := ctx.Err(); err != nil {
			return s, fmt.Errorf("ratings: simulation: %w", err)
		}
		g := *f
		g.rating = append([]float64(nil), f.rating...)
		replay := f.replay(ms, q, rand.NewPCG(seed, k))
		if !g.finite(replay) || !g.solve(replay) {
			s.discarded++
			continue
		}
		s.done++
		rows = append(rows, g.shifted()...)
		reds = append(reds, g.red)
	}
	if s.done < 2 || s.discarded > n {
		return s, nil
	}
	s.cov = mat.NewSymDense(size, nil)
	stat.CovarianceMatrix(s.cov, mat.NewDense(s.done, size, rows), nil)
	s.redSD = stat.StdDev(reds, nil)
	return s, nil
}

// replay draws new results for all meetings.
func (f *fit) replay(ms []meeting, q float64, src rand.Source) []meeting {
	out := make([]meeting, len(ms))
	for i, m := range ms {
		p, np := f.expected(m)
		d := davidson(p*np, q)
		win := math.Max(0, p-d/2)
		n := m.games()
		m.win = binomial(n, win, src)
		m.draw = binomial(n-m.win, d/(1-win), src)
		m.loss = n - m.win - m.draw
		out[i] = m
	}
	return out
}

// binomial draws the number of successes in n trials.
func binomial(n, p float64, src rand.Source) float64 {
	switch {
	case n <= 0 || !(p > 0):
		return 0
	case p >= 1:
		return n
	}
	return math.Min(n, math.Max(0, distuv.Binomial{N: n, P: p, Src: src}.Rand()))
}

// finite reports whether results have a finite fit.
func (f *fit) finite(ms []meeting) bool {
	links := append([][2]int(nil), f.links...)
	for _, m := range ms {
		if m.win+m.draw > 0 {
			links = append(links, [2]int{m.red, m.black})
		}
		if m.loss+m.draw > 0 {
			links = append(links, [2]int{m.black, m.red})
		}
	}
	if len(components(len(f.rating), links)) > 1 {
		return false
	}
	return f.holdRed || redBounded(len(f.rating), f.ground, ms)
}
