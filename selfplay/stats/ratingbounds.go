package stats

import "math"

// placeBounds returns the ratings of the whole pool: those of the fit, limits for the
// players set aside, NaN for those who met no player with a rating. A limit is the rating
// at which the perfect record has probability ½.
func (p *pool) placeBounds(f *fit, ratings []float64, q float64) []float64 {
	all := make([]float64, len(p.players))
	for i := range all {
		all[i] = math.NaN()
	}
	for i, k := range f.players {
		all[k] = ratings[i]
	}
	last := 0
	for i := range p.players {
		last = max(last, p.players[i].layer)
	}
	for layer := last; layer > 0; layer-- {
		// The opponents that count are the fitted ones and those with the same kind of
		// limit that were set aside later.
		for i := range p.players {
			pl := &p.players[i]
			if pl.layer != layer {
				continue
			}
			counts := func(k int) bool {
				o := &p.players[k]
				return !math.IsNaN(all[k]) && (o.layer == 0 || o.layer > layer && o.bound == pl.bound)
			}
			all[i] = p.limit(i, all, counts, f, q)
		}
	}
	return all
}

// limit solves Σ games·ln P(perfect result) = ln ½ for the rating of player i against the
// opponents that count.
func (p *pool) limit(i int, all []float64, counts func(int) bool, f *fit, q float64) float64 {
	won := p.players[i].bound == AllWon
	var ms []meeting
	least, most := math.Inf(1), math.Inf(-1)
	for _, m := range p.meetings {
		other := m.red
		if m.red == i {
			other = m.black
		}
		if m.red != i && m.black != i || !counts(other) {
			continue
		}
		ms = append(ms, m)
		least, most = math.Min(least, all[other]), math.Max(most, all[other])
	}
	if len(ms) == 0 {
		return math.NaN()
	}
	logProbability := func(rating float64) (sum float64) {
		for _, m := range ms {
			red, black := all[m.red], all[m.black]
			if m.red == i {
				red = rating
			} else {
				black = rating
			}
			x := f.b * (red + f.red - black)
			if (m.red == i) != won { // black is the winner
				x = -x
			}
			p, np := 1/(1+math.Exp(-x)), 1/(1+math.Exp(x))
			sum += m.games() * math.Log1p(-math.Min(1, np+davidson(p*np, q)/2))
		}
		return sum
	}
	// From an even match (too unlikely a record) to a hopeless one (too likely).
	reach := 20 * math.Ln10 / f.b
	even, hopeless := least-reach, most+reach
	if !won {
		even, hopeless = hopeless, even
	}
	for range 100 {
		mid := (even + hopeless) / 2
		if logProbability(mid) < -math.Ln2 {
			even = mid
		} else {
			hopeless = mid
		}
	}
	return (even + hopeless) / 2
}

// anchorShift returns what to add to all ratings when the only anchor is itself a limit.
func (p *pool) anchorShift(f *fit, all []float64) (shift float64, note string) {
	if !f.center || p.grounded == 0 {
		return 0, ""
	}
	for i := range p.players {
		pl := &p.players[i]
		if !pl.grounded() {
			continue
		}
		at, ok := pl.fixed.Value()
		if !ok {
			at = pl.prior.Rating
		}
		if math.IsNaN(all[i]) {
			return 0, "anchor " + pl.name + " has no games with a rated player; the mean of the rated players is used instead"
		}
		return at - all[i], "anchor " + pl.name + " won or lost every game: its distance to the others is a limit"
	}
	return 0, ""
}
