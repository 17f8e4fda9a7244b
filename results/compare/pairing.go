package compare

import (
	"xqlab/results/store"
	"xqlab/selfplay/stats"
)

// Pairing is the score of two players of a run against each other.
type Pairing struct {
	First  string `json:"first"` // all figures are from this player's view
	Second string `json:"second"`
	store.Tally
	stats.Summary `json:"summary"`
	// Red is the score of whoever had Red.
	Red stats.Counts `json:"red"`
}

// pairings names the players of a run's tallies and sums each up.
func pairings(r *store.Run, tallies []store.Tally) []Pairing {
	list := []Pairing{}
	for _, t := range tallies {
		list = append(list, Pairing{
			First: playerName(r, t.A), Second: playerName(r, t.B), Tally: t,
			Summary: stats.Summarize(t.Games, t.Pairs), Red: t.AsRed.Plus(t.AsBlack.Flip()),
		})
	}
	return list
}

// Encounters returns the results by colour that ratings are fitted to.
func (p *Pairing) Encounters() (list []stats.Encounter) {
	if n := p.AsRed; n.Games() > 0 {
		list = append(list, stats.Encounter{Red: p.First, Black: p.Second, Wins: n.Wins, Draws: n.Draws, Losses: n.Losses})
	}
	if n := p.AsBlack.Flip(); n.Games() > 0 {
		list = append(list, stats.Encounter{Red: p.Second, Black: p.First, Wins: n.Wins, Draws: n.Draws, Losses: n.Losses})
	}
	return list
}
