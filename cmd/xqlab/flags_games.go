package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/book"
	"xqlab/results/runs"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// gameFlags are the flags for how games are played, in matches, tournaments and
// tuning by games.
type gameFlags struct {
	limitFlags
	exp     selfplay.Experiment
	resign  string
	draw    string
	margin  time.Duration
	stall   time.Duration
	startup time.Duration
	pause   time.Duration
	ban     string
	log     string
}

func (o *gameFlags) add(f *pflag.FlagSet) {
	o.exp = selfplay.NewExperiment()
	e := &o.exp
	o.limitFlags.add(f)
	f.StringVar(&e.Openings, "openings", e.Openings, "`SET` balanced, popular or start, or a file: EPD, FEN, PGN and other records, or an opening book (.xqb)")
	f.IntVar(&e.OpeningPlies, "opening-plies", 0, "moves to take from game files or a book, in plies (0: whole games, 8 plies of a book)")
	f.IntVarP(&e.Concurrency, "concurrency", "c", e.Concurrency, "games at a time")
	f.StringVar(&e.Rules.Ruleset, "ruleset", e.Rules.Ruleset, "rule set: chinese, asian or basic")
	f.IntVar(&e.Rules.NFold, "nfold", 0, "which occurrence of a position is judged (0: the third)")
	f.IntVar(&e.Rules.Limit, "limit", 0, "plies without a capture that draw (0: the rule set's own, -1: none)")
	f.BoolVar(&e.Rules.LoneCannon, "lone-cannon", false, "draw endings in which a lone cannon cannot win")
	f.StringVar(&o.resign, "resign", "off", "adjudicate wins: off, on, or `score=800,moves=4,twosided=true`")
	f.StringVar(&o.draw, "draw", "off", "adjudicate draws: off, on, or `score=10,moves=8,from=40`")
	f.IntVar(&e.MaxPlies, "max-plies", e.MaxPlies, "draw after `N` plies (0: never)")
	f.BoolVar(&e.IgnoreOffers, "ignore-offers", false, "play on when engines resign or offer draws")
	f.DurationVar(&o.margin, "timemargin", 0, "time by which a player may overrun its limit (default 0 with a clock, 100ms with --movetime)")
	f.DurationVar(&o.stall, "stall", e.Stall.Duration(), "silence after which a player loses if no clock is running")
	f.DurationVar(&o.startup, "startup", e.Startup.Duration(), "time allowed for an engine to start")
	f.DurationVar(&o.pause, "pause", 0, "pause after each game")
	f.StringVar(&o.ban, "ban", string(e.Ban), "tell players which moves lose by repetition: none, ucci (banmoves) or all (also searchmoves)")
	f.BoolVar(&e.Pin, "affinity", false, "tie the external engines of each game to one processor (Linux)")
	f.StringVar(&o.log, "log", "", "append every line to and from every engine to `FILE`")
}

// games turns the flags into an experiment with the given players.
func (o *gameFlags) games(changed func(string) bool, players []player.Config) (selfplay.Experiment, error) {
	e := o.exp
	e.Players = selfplay.NamePlayersApart(players)
	var err error
	if e.Resign, err = selfplay.ParseResignRule(o.resign); err != nil {
		return e, ui.Usagef("--%w", err)
	}
	if e.Draw, err = selfplay.ParseDrawRule(o.draw); err != nil {
		return e, ui.Usagef("--%w", err)
	}
	if changed("timemargin") {
		ms := millisUp(o.margin)
		e.Margin = &ms
	}
	e.Stall, e.Startup, e.Pause = millisUp(o.stall), millisUp(o.startup), millisUp(o.pause)
	e.Ban = selfplay.BanPolicy(o.ban)
	if e.Pin && !player.CanPin {
		return e, ui.Usagef("--affinity: processes cannot be tied to processors on %s", runtime.GOOS)
	}
	e.Openings, err = selfplay.AbsoluteOpenings(e.Openings)
	return e, err
}

// changes returns what these flags change in a run that is resumed.
func (o *gameFlags) changes(changed func(string) bool) (c runs.Changes) {
	if changed("concurrency") {
		c.Concurrency = &o.exp.Concurrency
	}
	if changed("pause") {
		pause := millisUp(o.pause)
		c.Pause = &pause
	}
	if changed("affinity") {
		c.Pin = &o.exp.Pin
	}
	return c
}

// millisUp rounds up to milliseconds; negative values stay negative.
func millisUp(d time.Duration) selfplay.Milliseconds {
	ms := d / time.Millisecond
	if d%time.Millisecond > 0 {
		ms++
	}
	if d < 0 && ms == 0 {
		ms = -1
	}
	return selfplay.Milliseconds(ms)
}

// playFlags are the flags shared by match and tournament.
type playFlags struct {
	runFlags
	gameFlags
	sprt   sprtFlags    // of matches
	rating runs.Changes // of a tournament that is resumed: its Anchors and Simulations
	book   string       // opening book to take the openings from
	pairs  int
	games  int
	rounds int
	order  string
	start  int
	pgn    string
	report int
	events bool
}

// maxTestPairs bounds a match with a sequential test.
const maxTestPairs = 50_000

func (o *playFlags) add(f *pflag.FlagSet) {
	o.gameFlags.add(f)
	f.IntVar(&o.pairs, "pairs", 0, fmt.Sprintf("pairs of games (one opening, colours swapped) of each pairing (default %d, or %d at most with a sequential test)", selfplay.DefaultPairs, maxTestPairs))
	f.IntVar(&o.games, "games", 0, "games of each pairing, instead of --pairs: two per pair")
	f.IntVar(&o.rounds, "rounds", 1, "how often to play --pairs, continuing through the openings")
	f.BoolVar(&o.exp.Single, "single", false, "single games with alternating colours instead of pairs")
	f.StringVar(&o.book, "book", "", "take openings from the most played lines of an opening book `FILE` (see xqlab book build)")
	f.StringVar(&o.order, "order", "random", "order of the openings: random (by --seed) or sequential")
	f.IntVar(&o.start, "start", 1, "first opening of the order, from 1")
	f.BoolVar(&o.exp.Recover, "recover", false, "restart an engine that has crashed or stalled, and continue")
	f.StringVar(&o.pgn, "pgn", "", "also write games to a PGN `FILE` as they end; an existing file is replaced")
	f.IntVar(&o.report, "report", 0, "print the state every `N` games (0: never)")
	f.BoolVar(&o.events, "events", false, "print what happens as JSON, one event per line, the result last")
}

// experiment turns the flags into the experiment to play.
func (o *playFlags) experiment(seed uint64, changed func(string) bool, players []player.Config) (e selfplay.Experiment, err error) {
	switch {
	case o.rounds < 1:
		return e, ui.Usagef("--rounds %d: want at least 1", o.rounds)
	case changed("pairs") && changed("games"):
		return e, ui.Usagef("--pairs and --games say the same: give one of them")
	case changed("games") && o.games < 1, changed("pairs") && o.pairs < 1:
		return e, ui.Usagef("%d pairs, %d games: want at least 1", o.pairs, o.games)
	case changed("games") && !o.exp.Single && o.games%2 != 0:
		return e, ui.Usagef("--games %d: games come in pairs, so want an even number (or --single)", o.games)
	}
	if o.book != "" {
		if changed("openings") {
			return e, ui.Usagef("--book and --openings both name the openings: give one")
		}
		if !book.IsBook(o.book) {
			return e, ui.Usagef("--book %s: no opening book (make one with xqlab book build)", o.book)
		}
		o.exp.Openings = o.book
	}
	if e, err = o.gameFlags.games(changed, players); err != nil {
		return e, err
	}
	if e.SPRT, err = o.sprt.test(changed); err != nil {
		return e, err
	}
	e.PerPair = o.perPair(changed, e.SPRT != nil)
	switch o.order {
	case "random", "sequential":
		e.Order = selfplay.Order{Random: o.order == "random", Seed: seed, Start: o.start - 1}
	default:
		return e, ui.Usagef("--order %s: want random or sequential", o.order)
	}
	return e, e.Validate()
}

// perPair returns the number of pairs (or single games) of each pairing.
func (o *playFlags) perPair(changed func(string) bool, tested bool) int {
	n := selfplay.DefaultPairs
	switch {
	case changed("games") && o.exp.Single:
		n = o.games
	case changed("games"):
		n = o.games / 2
	case changed("pairs"):
		n = o.pairs
	case tested:
		n = maxTestPairs
	}
	return n * o.rounds
}

// changes returns what the flags change in a run that is resumed.
func (o *playFlags) changes(changed func(string) bool) runs.Changes {
	c := o.gameFlags.changes(changed)
	if changed("recover") {
		c.Recover = &o.exp.Recover
	}
	c.Anchors, c.Simulations = o.rating.Anchors, o.rating.Simulations
	return c
}

// sprtFlags are the flags of a sequential test.
type sprtFlags struct {
	on    bool
	sprt  stats.SPRT
	model string
}

// bounds adds the flags of every sequential test.
func (o *sprtFlags) bounds(f *pflag.FlagSet, standard stats.SPRT, of, first string) {
	o.sprt = standard
	f.StringVar(&o.model, "model", standard.Model.String(), of+"scale of the bounds: normalized, logistic or bayesian")
	f.Float64Var(&o.sprt.Elo0, "elo0", standard.Elo0, of+"bound of H0: "+first+"no better than this")
	f.Float64Var(&o.sprt.Elo1, "elo1", standard.Elo1, of+"bound of H1: "+first+"at least this much better")
}

// add adds all flags of the sequential test of a match.
func (o *sprtFlags) add(f *pflag.FlagSet) {
	standard := stats.NewSPRT(0, 5)
	o.bounds(f, standard, "", "--a is ")
	f.BoolVar(&o.on, "sprt", false, "stop as soon as a sequential test decides (also set by its bounds)")
	f.Float64Var(&o.sprt.Alpha, "alpha", standard.Alpha, "probability of passing at elo0")
	f.Float64Var(&o.sprt.Beta, "beta", standard.Beta, "probability of failing at elo1")
}

// test returns the test, nil if none is wanted or the command does not have
// these flags.
func (o *sprtFlags) test(changed func(string) bool) (*stats.SPRT, error) {
	on := o.on
	for _, name := range []string{"elo0", "elo1", "alpha", "beta", "model"} {
		on = on || o.model != "" && changed(name)
	}
	if !on {
		return nil, nil
	}
	return o.parsed()
}

// parsed returns the test that the flags describe.
func (o *sprtFlags) parsed() (*stats.SPRT, error) {
	t := o.sprt
	var err error
	if t.Model, err = stats.ParseModel(o.model); err != nil {
		return nil, ui.Usagef("--model: %w", err)
	}
	return &t, nil
}
