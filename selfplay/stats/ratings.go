package stats

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Scales of a rating list: the points by which the odds grow tenfold.
const (
	ScaleElo  = 400.0
	ScaleOrdo = 202 / 0.5006023505691853 // 202 points at 76 % (lg(0.76/0.24)), as Ordo has by default
)

// Anchor fixes a rating.
type Anchor struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"`
}

// Prior is what is known of a player beforehand: a normal distribution.
type Prior struct {
	Name   string  `json:"name"`
	Rating float64 `json:"rating"`
	SD     float64 `json:"sd"`
}

// RatingOptions determine how the scale is anchored and what is estimated beside the ratings.
// The zero value puts the mean at 0, fits the red advantage and makes no simulations.
type RatingOptions struct {
	// Anchors fix ratings. With none (and no prior), the mean of the rated players is Mean.
	Anchors []Anchor
	Priors  []Prior
	Mean    float64
	// HoldRed holds the red advantage at Red instead of fitting it.
	HoldRed bool
	Red     float64
	// DrawRate holds the draw rate of equal players if it exists, else it is fitted.
	DrawRate Figure
	// Scale is in points per tenfold odds; 0 means ScaleElo.
	Scale float64
	// Simulations is the number of replays for the errors (200 to 1000 are usual); with 0
	// the errors are analytic.
	Simulations int
	Seed        uint64
}

// Bound is set where a rating is only a limit.
type Bound string

// A player who won (lost) every game has no finite most likely rating. The rating given
// is the one at which the perfect record has probability ½.
const (
	NoBound Bound = ""
	AllWon  Bound = "all_won"  // the rating is a lower limit
	AllLost Bound = "all_lost" // the rating is an upper limit
)

// PlayerRating is one line of a rating list.
type PlayerRating struct {
	Name   string `json:"name"`
	Counts        // all games, from this player's view
	Score  Figure `json:"score"`
	Rating Figure `json:"rating"`
	// Error is the 95 % half-width relative to the anchor or the mean; it does not exist
	// for the anchor and for bounds. ErrorAnalytic is the same from the curvature of the
	// likelihood.
	Error         Figure `json:"error95"`
	ErrorAnalytic Figure `json:"error95_analytic"`
	Bound         Bound  `json:"bound,omitempty"`
}

// Ratings is the result of a joint fit.
type Ratings struct {
	Players      []PlayerRating `json:"players"` // best first
	RedAdvantage float64        `json:"red_advantage"`
	RedHeld      bool           `json:"red_advantage_held"`
	RedError     Figure         `json:"red_advantage_error95"`
	// DrawRate is the draw rate of equal players; it does not exist if no games were left
	// to fit it.
	DrawRate    Figure `json:"draw_rate_equal"`
	Simulations int    `json:"simulations"`
	// Discarded counts replays without a finite fit, which were played again.
	Discarded int      `json:"simulations_discarded"`
	Notes     []string `json:"notes,omitempty"`

	core []string      // players with a finite fit, in the order of the covariances
	cov  *mat.SymDense // of their ratings: simulated if there are simulations
}

// Player returns the line of one player.
func (r *Ratings) Player(name string) (PlayerRating, bool) {
	for _, p := range r.Players {
		if p.Name == name {
			return p, true
		}
	}
	return PlayerRating{}, false
}

// Confidence returns the probability that a is stronger than b, Φ((a-b)/sd of the
// difference). It does not exist for unknown players, bounds and fixed differences.
func (r *Ratings) Confidence(a, b string) Figure {
	i, j := slices.Index(r.core, a), slices.Index(r.core, b)
	if i < 0 || j < 0 || i == j || r.cov == nil {
		return Figure{}
	}
	v := r.cov.At(i, i) + r.cov.At(j, j) - 2*r.cov.At(i, j)
	pa, _ := r.Player(a)
	pb, _ := r.Player(b)
	ra, okA := pa.Rating.Finite()
	rb, okB := pb.Rating.Finite()
	if !okA || !okB || !(v > 1e-18) {
		return Figure{}
	}
	return Known(normalCDF((ra - rb) / math.Sqrt(v)))
}

// DisconnectedError means that the results do not tie the players together: between
// groups there are no games, or one side won them all.
type DisconnectedError struct {
	Groups [][]string // sorted
	// OneSided is true if the groups met, but no player of one group scored against another.
	OneSided bool
}

// Error names the groups.
func (e *DisconnectedError) Error() string {
	var b strings.Builder
	b.WriteString("ratings: disconnected: no games between the groups ")
	if e.OneSided {
		b.Reset()
		b.WriteString("ratings: disconnected: one side scored nothing between the groups ")
	}
	for i, g := range e.Groups {
		if i > 0 {
			b.WriteString(" and ")
		}
		b.WriteString("{" + strings.Join(g, ", ") + "}")
	}
	return b.String()
}

// Rate fits the ratings of all players at once, and the red advantage w: red i is
// expected to score 1/(1+10^(-(rᵢ+w-rⱼ)/400)) against black j, and for every player the
// expected points equal the points made (draws ½). Players who won or lost everything
// are set aside, the others fitted, and their ratings given as bounds. A pool that falls
// into groups is refused with a [DisconnectedError]. The order of the encounters does
// not matter. The model is that of the program Ordo.
func Rate(ctx context.Context, games []Encounter, opt RatingOptions) (*Ratings, error) {
	p, err := newPool(games, opt)
	if err != nil {
		return nil, err
	}
	if err := p.setAsideExtremes(); err != nil {
		return nil, err
	}
	f, err := p.newFit()
	if err != nil {
		return nil, err
	}
	r := &Ratings{Notes: f.notes}
	core := p.meetingsOf(f.players)
	if !f.solve(core) {
		return nil, errors.New("ratings: the fit did not converge; a prior on the players with few points lost or won would help")
	}
	q, fitted := f.drawRate(core, opt.DrawRate)
	if fitted {
		r.DrawRate = Known(q)
	}
	ratings := f.shifted()
	all := p.placeBounds(f, ratings, q)
	if shift, note := p.anchorShift(f, all); note != "" {
		r.Notes = append(r.Notes, note)
		for i := range all {
			all[i] += shift
		}
	}
	analytic := f.covariance(core, q)
	r.cov, r.core = f.ratingCov(analytic), p.names(f.players)
	errorsOf := func(cov *mat.SymDense) []Figure {
		e := make([]Figure, len(p.players))
		for i, k := range f.players {
			if v := cov.At(i, i); v > 1e-18 {
				e[k] = Known(z95 * math.Sqrt(v))
			}
		}
		return e
	}
	analyticErrors := errorsOf(r.cov)
	simulated := analyticErrors
	r.RedAdvantage, r.RedHeld = f.red, f.holdRed
	if !f.holdRed {
		n := analytic.SymmetricDim() - 1
		r.RedError = Known(z95 * math.Sqrt(math.Max(0, analytic.At(n, n))))
	}
	if opt.Simulations > 0 && len(core) > 0 {
		sim, err := f.simulate(ctx, core, q, opt.Simulations, opt.Seed)
		if err != nil {
			return nil, err
		}
		r.Simulations, r.Discarded = sim.done, sim.discarded
		if sim.cov == nil {
			simulated, r.RedError = make([]Figure, len(p.players)), Figure{}
			r.Notes = append(r.Notes, "too few simulations had a finite fit: no simulated errors")
		} else {
			r.cov, simulated = sim.cov, errorsOf(sim.cov)
			if !f.holdRed {
				r.RedError = Known(z95 * sim.redSD)
			}
		}
	}
	for i, pl := range p.players {
		c := pl.counts
		line := PlayerRating{
			Name: pl.name, Counts: c, Score: c.Estimate().Score, Rating: Known(all[i]),
			Error: simulated[i], ErrorAnalytic: analyticErrors[i], Bound: pl.bound,
		}
		r.Players = append(r.Players, line)
	}
	slices.SortStableFunc(r.Players, func(a, b PlayerRating) int {
		if a.Rating.known != b.Rating.known {
			if a.Rating.known {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.Rating.value, a.Rating.value), cmp.Compare(a.Name, b.Name))
	})
	return r, nil
}
