package selfplay

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"xqlab/engine/rules"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// Experiment is the full configuration of a match or tournament: everything
// that decides which games are played. It is stored with the run as JSON, and
// the run can be resumed or repeated from it.
type Experiment struct {
	Players []player.Config `json:"players"`
	Format  Format          `json:"format"`
	Seeds   int             `json:"seeds,omitempty"` // players that play a gauntlet
	PerPair int             `json:"pairs"`           // pairs (or single games) of each pairing
	Single  bool            `json:"single,omitempty"`

	Openings     string `json:"openings"` // file, or name of an embedded set
	OpeningPlies int    `json:"opening_plies,omitempty"`
	OpeningsHash string `json:"openings_hash"`
	Order        Order  `json:"order"`

	Rules    RulesConfig   `json:"rules"`
	Resign   ResignRule    `json:"resign"`
	Draw     DrawRule      `json:"draw"`
	MaxPlies int           `json:"max_plies"`
	Margin   *Milliseconds `json:"time_margin_ms"` // nil: DefaultMargin
	Stall    Milliseconds  `json:"stall_ms"`
	Startup  Milliseconds  `json:"startup_ms"`
	Ban      BanPolicy     `json:"ban"`
	// IgnoreOffers plays on when engines resign or offer draws.
	IgnoreOffers bool `json:"ignore_offers,omitempty"`

	SPRT   *stats.SPRT `json:"sprt"`             // nil: play all pairs
	Rating *Rating     `json:"rating,omitempty"` // of a tournament; nil: the usual

	// These do not affect the games, and are stored for information.
	Concurrency int          `json:"concurrency"`
	Pause       Milliseconds `json:"pause_ms,omitempty"`
	Recover     bool         `json:"recover,omitempty"`
	Pin         bool         `json:"pin,omitempty"`
}

// Rating says how the players of a tournament are rated. It changes no game.
type Rating struct {
	Anchors     []stats.Anchor `json:"anchors,omitempty"`
	Simulations int            `json:"simulations"` // replays for the errors; 0: analytic errors
}

// DefaultSimulations is the usual number of replays behind the errors of ratings.
const DefaultSimulations = 300

// MaxSimulations bounds them.
const MaxSimulations = 1_000_000

// Options returns the options for package stats. The usual rating has no anchors
// and analytic errors.
func (r *Rating) Options(seed uint64) stats.RatingOptions {
	o := stats.RatingOptions{Seed: seed}
	if r != nil {
		o.Anchors, o.Simulations = r.Anchors, r.Simulations
	}
	return o
}

// The settings of NewExperiment.
const (
	DefaultPairs    = 100
	DefaultMaxPlies = 600
	DefaultStartup  = 20 * time.Second
)

// NewExperiment returns a round robin of the players with the usual settings:
// pairs of games from the balanced openings in random order, the chinese rules,
// no adjudication, a game for each processor at a time. Players of the same
// name get different ones.
func NewExperiment(players ...player.Config) Experiment {
	e := Experiment{
		Players: players, Format: RoundRobin, PerPair: DefaultPairs, Openings: DefaultOpenings, Order: Order{Random: true, Seed: 1},
		Rules: RulesConfig{Ruleset: rules.Chinese.String()}, MaxPlies: DefaultMaxPlies,
		Stall: Milliseconds(DefaultStall.Milliseconds()), Startup: Milliseconds(DefaultStartup.Milliseconds()),
		Ban: BanUCCI, Concurrency: runtime.NumCPU(),
	}
	e.Players = NamePlayersApart(e.Players)
	return e
}

// Milliseconds is a duration that is stored in milliseconds.
type Milliseconds int64

// Duration returns the time.
func (m Milliseconds) Duration() time.Duration { return time.Duration(m) * time.Millisecond }

// RulesConfig is rules.Options with the rule set by name.
type RulesConfig struct {
	Ruleset    string `json:"ruleset"`
	NFold      int    `json:"nfold,omitempty"`
	Limit      int    `json:"limit,omitempty"`
	LoneCannon bool   `json:"lone_cannon,omitempty"`
}

// Options returns the options for package rules.
func (r RulesConfig) Options() (rules.Options, error) {
	o := rules.Options{NFold: r.NFold, Limit: r.Limit, LoneCannon: r.LoneCannon}
	var err error
	if o.Ruleset, err = rules.ParseRuleset(r.Ruleset); err != nil {
		return o, err
	}
	return o, o.Validate()
}

// BanPolicy determines which players are told of moves that lose by repetition.
type BanPolicy string

const (
	BanNone BanPolicy = "none"
	BanUCCI BanPolicy = "ucci" // those whose protocol has a command for it
	BanAll  BanPolicy = "all"  // UCI engines get searchmoves
)

// DefaultMargin is how far a player may overrun its time by default: not at all
// by the clock, for which engines keep a reserve, and a little with a fixed time
// per move, which they are meant to use up.
func DefaultMargin(l player.Limits) time.Duration {
	if l.MoveTime > 0 {
		return 100 * time.Millisecond
	}
	return 0
}

// Validate reports the first setting that makes no sense.
func (e *Experiment) Validate() error {
	switch {
	case e.PerPair < 1:
		return fmt.Errorf("%d pairs: want at least 1", e.PerPair)
	case e.Concurrency < 1 || e.Concurrency > 4096:
		return fmt.Errorf("concurrency %d: want 1 to 4096", e.Concurrency)
	case e.MaxPlies < 0:
		return fmt.Errorf("maximum length %d: want plies, 0 for none", e.MaxPlies)
	case e.OpeningPlies < 0:
		return fmt.Errorf("opening plies %d: want 0 or more", e.OpeningPlies)
	case e.Order.Start < 0:
		return fmt.Errorf("first opening %d: want 1 or more", e.Order.Start+1)
	case e.Stall < 1:
		return fmt.Errorf("stall limit %v: want more than 0", e.Stall.Duration())
	case e.Startup < 1:
		return fmt.Errorf("start-up limit %v: want more than 0", e.Startup.Duration())
	case e.Margin != nil && *e.Margin < 0:
		return fmt.Errorf("time margin %v: want 0 or more", e.Margin.Duration())
	case e.Pause < 0:
		return fmt.Errorf("pause %v: want 0 or more", e.Pause.Duration())
	}
	switch e.Ban {
	case BanNone, BanUCCI, BanAll:
	default:
		return fmt.Errorf("ban %q: want %s, %s or %s", e.Ban, BanNone, BanUCCI, BanAll)
	}
	if r := e.Rating; r != nil && (r.Simulations < 0 || r.Simulations > MaxSimulations) {
		return fmt.Errorf("%d simulations for the errors of ratings: want 0 to %d", r.Simulations, MaxSimulations)
	}
	names := map[string]bool{}
	for _, p := range e.Players {
		if names[p.Name] {
			return fmt.Errorf("two players are named %q: give one another name=", p.Name)
		}
		names[p.Name] = true
	}
	if _, err := Pairings(e.Format, len(e.Players), e.Seeds); err != nil {
		return err
	}
	if _, err := e.Rules.Options(); err != nil {
		return err
	}
	if e.SPRT == nil {
		return nil
	}
	if len(e.Players) != 2 {
		return fmt.Errorf("a sequential test compares two players, not %d", len(e.Players))
	}
	return e.SPRT.Validate()
}

// Prepared is an Experiment whose engines and openings have been checked.
type Prepared struct {
	Experiment // with all paths absolute, names and hashes filled in
	Set        *Openings
	Entrants   []Entrant
	Schedule   *Schedule
	Settings   Settings
	// Notes are remarks for people to read before the games begin.
	Notes []string
}

// Prepare starts every engine once to check that it can play, and loads the
// openings. It fails if the openings have changed since the experiment was
// stored. Of env only the log and the warnings are used; limits and rules come
// from the experiment.
func (e Experiment) Prepare(ctx context.Context, env *player.Env) (*Prepared, error) {
	e.Players = NamePlayersApart(e.Players)
	if err := e.Validate(); err != nil {
		return nil, err
	}
	opts, err := e.Rules.Options()
	if err != nil {
		return nil, err
	}
	env.Startup, env.Rules = e.Startup.Duration(), opts
	p := &Prepared{}
	if p.Set, err = LoadOpenings(ctx, e.Openings, e.OpeningPlies); err != nil {
		return nil, err
	}
	if e.OpeningsHash != "" && e.OpeningsHash != p.Set.Hash {
		return nil, fmt.Errorf("openings %s have changed since the run began (hash %.12s, then %.12s)", e.Openings, p.Set.Hash, e.OpeningsHash)
	}
	e.OpeningsHash = p.Set.Hash
	players := make([]player.Config, len(e.Players))
	for i, c := range e.Players {
		f, err := player.Prepare(ctx, c, env)
		if err != nil {
			return nil, err
		}
		players[i] = f.Config()
		p.Entrants = append(p.Entrants, e.entrant(f))
	}
	e.Players = players
	pairings, err := Pairings(e.Format, len(players), e.Seeds)
	if err != nil {
		return nil, err
	}
	p.Schedule = &Schedule{Pairings: pairings, PerPair: e.PerPair, Single: e.Single, Openings: p.Set.List, Order: e.Order}
	p.Settings = Settings{
		Rules: opts, Resign: e.Resign, Draw: e.Draw, MaxPlies: e.MaxPlies, Stall: e.Stall.Duration(), IgnoreOffers: e.IgnoreOffers,
		Concurrency: e.Concurrency, Pause: e.Pause.Duration(), Recover: e.Recover, Pin: e.Pin,
	}
	p.Experiment = e
	p.note()
	return p, nil
}

func (e *Experiment) entrant(f *player.Factory) Entrant {
	c := f.Config()
	margin := DefaultMargin(c.Limits)
	if e.Margin != nil {
		margin = e.Margin.Duration()
	}
	ucci := f.Profile() != nil && f.Profile().Protocol == player.UCCI
	return Entrant{
		Name: c.Name, Limits: c.Limits, Margin: margin, New: f.New,
		Ban: e.Ban == BanAll || e.Ban == BanUCCI && ucci,
	}
}

// NamePlayersApart returns the players with different names: of those that share
// one, all but the first get a number, as in "name-2".
func NamePlayersApart(players []player.Config) []player.Config {
	players = slices.Clone(players)
	taken := map[string]bool{}
	for _, p := range players {
		taken[p.Name] = true
	}
	seen := map[string]bool{}
	for i := range players {
		name := players[i].Name
		for n := 2; seen[players[i].Name]; n++ {
			if numbered := fmt.Sprintf("%s-%d", name, n); !taken[numbered] {
				players[i].Name = numbered
				taken[numbered] = true
			}
		}
		seen[players[i].Name] = true
	}
	return players
}

func (p *Prepared) note() {
	if n := p.Set.Duplicates; n > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("openings %s: %d duplicates left out", p.Set.Source, n))
	}
	if n := p.Set.Decided; n > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("openings %s: %d positions left out in which the game is already decided", p.Set.Source, n))
	}
	if used := p.PerPair; used > len(p.Set.List) {
		p.Notes = append(p.Notes, fmt.Sprintf("%d pairs share %d openings: deterministic players repeat their games", used, len(p.Set.List)))
	}
}

// Sequential follows the sequential test of a match as its pairs come in,
// in schedule order. Without a test it only counts.
type Sequential struct {
	Test   *stats.SPRT
	Pairs  stats.Pairs  // whole pairs, first player's view
	Games  stats.Counts // their games, and single games
	Result stats.TestResult
	err    error
}

// Add counts the next pair and reports whether the test has decided. It is
// meant for Hooks.Decide.
func (s *Sequential) Add(p PairResult) bool {
	p.AddTo(&s.Games, &s.Pairs, 0)
	if s.Test == nil || s.err != nil {
		return false
	}
	s.Result, s.err = s.Test.Test(s.Games, s.Pairs)
	return s.err == nil && s.Result.Verdict != stats.Continue
}

// Err returns the first error of the test.
func (s *Sequential) Err() error { return s.err }
