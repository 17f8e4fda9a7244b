package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// maxPlayers bounds a pool: the fit works with a dense matrix of its square.
const maxPlayers = 2000

// player is a member of the pool.
type player struct {
	name   string
	counts Counts
	fixed  Figure // rating of an anchor
	prior  *Prior
	bound  Bound
	layer  int // when it was set aside, from 1; 0 for the players that are fitted
}

func (p *player) grounded() bool { return p.fixed.Exists() || p.prior != nil }

// meeting is an Encounter between numbered players.
type meeting struct {
	red, black      int
	win, draw, loss float64
}

func (m meeting) games() float64 { return m.win + m.draw + m.loss }
func (m meeting) score() float64 { return m.win + m.draw/2 }

// pool is the validated input: players by name, meetings by player.
type pool struct {
	players  []player
	meetings []meeting
	opt      RatingOptions
	grounded int // players with an anchor or prior
}

func newPool(games []Encounter, opt RatingOptions) (*pool, error) {
	if opt.Scale == 0 {
		opt.Scale = ScaleElo
	}
	if !(opt.Scale > 0) || math.IsInf(opt.Scale, 0) {
		return nil, fmt.Errorf("ratings: scale %v must be positive", opt.Scale)
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"mean", opt.Mean}, {"red advantage", opt.Red}} {
		if !(math.Abs(x.value) <= 1e6) {
			return nil, fmt.Errorf("ratings: %s %v is out of range", x.name, x.value)
		}
	}
	if q, ok := opt.DrawRate.Value(); ok && !(q >= 0 && q <= 1) {
		return nil, fmt.Errorf("ratings: draw rate %v must lie between 0 and 1", q)
	}
	type key struct{ red, black string }
	sums := map[key]Counts{}
	total := map[string]Counts{}
	for i, g := range games {
		c := Counts{g.Wins, g.Draws, g.Losses}
		if err := c.Validate(); err != nil {
			return nil, fmt.Errorf("ratings: result %d (%s - %s): %w", i+1, g.Red, g.Black, err)
		}
		if g.Red == "" || g.Black == "" {
			return nil, fmt.Errorf("ratings: result %d: a player has no name", i+1)
		}
		if g.Red == g.Black {
			return nil, fmt.Errorf("ratings: result %d: %s plays itself", i+1, g.Red)
		}
		k := key{g.Red, g.Black}
		sums[k] = sums[k].Plus(c)
		total[g.Red] = total[g.Red].Plus(c)
		total[g.Black] = total[g.Black].Plus(c.Flip())
		if err := errors.Join(total[g.Red].Validate(), total[g.Black].Validate()); err != nil {
			return nil, fmt.Errorf("ratings: result %d (%s - %s): %w", i+1, g.Red, g.Black, err)
		}
	}
	if len(total) > maxPlayers {
		return nil, fmt.Errorf("ratings: %d players, at most %d can be fitted together", len(total), maxPlayers)
	}
	p := &pool{opt: opt}
	index := map[string]int{}
	for name, c := range total {
		p.players = append(p.players, player{name: name, counts: c})
	}
	slices.SortFunc(p.players, func(a, b player) int { return cmp.Compare(a.name, b.name) })
	for i := range p.players {
		index[p.players[i].name] = i
	}
	for k, c := range sums {
		if c.Games() > 0 {
			p.meetings = append(p.meetings, meeting{index[k.red], index[k.black], float64(c.Wins), float64(c.Draws), float64(c.Losses)})
		}
	}
	if len(p.meetings) == 0 {
		return nil, errors.New("ratings: no games")
	}
	slices.SortFunc(p.meetings, func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.red, b.red), cmp.Compare(a.black, b.black))
	})
	return p, p.ground(index)
}

// ground notes anchors and priors.
func (p *pool) ground(index map[string]int) error {
	find := func(what, name string, rating float64) (*player, error) {
		i, ok := index[name]
		if !ok {
			return nil, fmt.Errorf("ratings: %s %q has no games", what, name)
		}
		if !(math.Abs(rating) <= 1e6) {
			return nil, fmt.Errorf("ratings: %s %q: rating %v is out of range", what, name, rating)
		}
		if p.players[i].grounded() {
			return nil, fmt.Errorf("ratings: %s %q is given twice", what, name)
		}
		p.grounded++
		return &p.players[i], nil
	}
	for _, a := range p.opt.Anchors {
		pl, err := find("anchor", a.Name, a.Rating)
		if err != nil {
			return err
		}
		pl.fixed = Known(a.Rating)
	}
	for _, a := range p.opt.Priors {
		pl, err := find("prior", a.Name, a.Rating)
		if err != nil {
			return err
		}
		if !(a.SD > 0) || math.IsInf(a.SD, 0) {
			return fmt.Errorf("ratings: prior %q: standard deviation %v must be positive", a.Name, a.SD)
		}
		pl.prior = &a
	}
	return nil
}

func (p *pool) names(players []int) []string {
	names := make([]string, len(players))
	for i, k := range players {
		names[i] = p.players[k].name
	}
	return names
}

// meetingsOf returns the meetings among the given players (sorted), renumbered.
func (p *pool) meetingsOf(players []int) []meeting {
	number := make(map[int]int, len(players))
	for i, k := range players {
		number[k] = i
	}
	var ms []meeting
	for _, m := range p.meetings {
		i, ok := number[m.red]
		j, ok2 := number[m.black]
		if ok && ok2 {
			m.red, m.black = i, j
			ms = append(ms, m)
		}
	}
	return ms
}
