package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xqlab/engine/book"
	"xqlab/engine/rules"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// playFlags are the flags that match and tournament share.
type playFlags struct {
	exp selfplay.Experiment

	engines  string            // engines file
	book     string            // opening book to take the openings from
	limits   map[string]string // default limits by name
	pairs    int
	games    int
	rounds   int
	order    string
	start    int
	resign   string
	draw     string
	margin   time.Duration
	stall    time.Duration
	startup  time.Duration
	pause    time.Duration
	ban      string
	sprt     bool
	test     stats.SPRT
	model    string
	name     string
	resume   string
	pgn      string
	logFile  string
	report   int
	events   bool
	affinity bool
	rating   stats.RatingOptions // of tournaments
}

const (
	defaultPairs    = 100
	defaultMaxPairs = 50_000 // of a sequential test
)

// limitFlags are the flags for limits of players whose SPEC has none.
var limitFlags = []struct{ name, usage string }{
	{"tc", "clock `moves/base+inc` in seconds, such as 40/60+0.6 or 10+0.1"},
	{"movetime", "fixed `time` a move, such as 100ms"},
	{"nodes", "`count` of nodes a move, such as 20000 or 20k"},
	{"depth", "`plies` a move"},
}

func (o *playFlags) add(f *pflag.FlagSet) {
	f.StringVar(&o.engines, "engines", "", "`FILE` of named engines (default engines.toml or $XQLAB_ENGINES, if there is one)")
	o.limits = map[string]string{}
	for _, l := range limitFlags {
		f.Var(limitFlag{o.limits, l.name}, l.name, l.usage+", for players whose SPEC states no limit")
	}
	f.IntVar(&o.pairs, "pairs", 0, fmt.Sprintf("pairs of games (one opening, colours swapped) of each pairing (default %d, or %d at most with a sequential test)", defaultPairs, defaultMaxPairs))
	f.IntVar(&o.games, "games", 0, "the same as a number of games of each pairing: two a pair")
	f.IntVar(&o.rounds, "rounds", 1, "times to play --pairs, going on in the openings")
	f.BoolVar(&o.exp.Single, "single", false, "single games with changing colours instead of pairs")
	f.StringVar(&o.exp.Openings, "openings", selfplay.DefaultOpenings, "`SET` balanced, popular or start, or a file: EPD, FEN, PGN and other records, or an opening book (.xqb)")
	f.StringVar(&o.book, "book", "", "take the openings from the most played lines of an opening book `FILE` (see xqlab book build)")
	f.IntVar(&o.exp.OpeningPlies, "opening-plies", 0, "moves to take from game files or a book, in plies (0: all of a game, 8 of a book)")
	f.StringVar(&o.order, "order", "random", "random (by --seed) or sequential")
	f.IntVar(&o.start, "start", 1, "first opening of the order, from 1")
	f.IntVarP(&o.exp.Concurrency, "concurrency", "c", runtime.NumCPU(), "games at a time")
	f.StringVar(&o.exp.Rules.Ruleset, "ruleset", rules.Chinese.String(), "rule set: chinese, asian or basic")
	f.IntVar(&o.exp.Rules.NFold, "nfold", 0, "occurrence of a position that is judged (0: the third)")
	f.IntVar(&o.exp.Rules.Limit, "limit", 0, "plies without a capture that draw (0: the rule set's own, -1: none)")
	f.BoolVar(&o.exp.Rules.LoneCannon, "lone-cannon", false, "draw endings of a lone cannon that cannot win")
	f.StringVar(&o.resign, "resign", "off", "adjudicate wins: off, on, or `score=800,moves=4,twosided=true`")
	f.StringVar(&o.draw, "draw", "off", "adjudicate draws: off, on, or `score=10,moves=8,from=40`")
	f.IntVar(&o.exp.MaxPlies, "max-plies", 600, "draw after so many plies (0: never)")
	f.BoolVar(&o.exp.IgnoreOffers, "ignore-offers", false, "play on when engines resign or offer draws")
	f.DurationVar(&o.margin, "timemargin", 0, "time a player may overrun its limit (default 0 by the clock, 100ms with --movetime)")
	f.DurationVar(&o.stall, "stall", selfplay.DefaultStall, "silence that loses a game where no clock runs")
	f.DurationVar(&o.startup, "startup", 20*time.Second, "time an engine may take to start")
	f.DurationVar(&o.pause, "pause", 0, "pause after each game")
	f.StringVar(&o.ban, "ban", string(selfplay.BanUCCI), "tell players which moves lose by repetition: none, ucci (banmoves) or all (also searchmoves)")
	f.BoolVar(&o.exp.Recover, "recover", false, "play on with a restarted engine after one has crashed or stalled")
	f.BoolVar(&o.affinity, "affinity", false, "tie external engines to one processor for each game at a time (Linux)")
	f.StringVar(&o.name, "name", "", "name of the run, for people")
	f.StringVar(&o.resume, "resume", "", "go on with a stored `RUN`")
	f.StringVar(&o.pgn, "pgn", "", "also write the games to a PGN `FILE` as they end; the file is replaced")
	f.StringVar(&o.logFile, "log", "", "append every line to and from every engine to `FILE`")
	f.IntVar(&o.report, "report", 0, "print the state every `N` games (0: never)")
	f.BoolVar(&o.events, "events", false, "print what happens as JSON, one event a line, the result last")
}

func (o *playFlags) addSPRT(f *pflag.FlagSet) {
	o.test = stats.NewSPRT(0, 5)
	f.BoolVar(&o.sprt, "sprt", false, "stop as soon as a sequential test decides (also set by its bounds)")
	f.StringVar(&o.model, "model", o.test.Model.String(), "scale of the bounds: normalized, logistic or bayesian")
	f.Float64Var(&o.test.Elo0, "elo0", o.test.Elo0, "bound of H0: --a is no better than this")
	f.Float64Var(&o.test.Elo1, "elo1", o.test.Elo1, "bound of H1: --a is at least this much better")
	f.Float64Var(&o.test.Alpha, "alpha", o.test.Alpha, "probability of passing at elo0")
	f.Float64Var(&o.test.Beta, "beta", o.test.Beta, "probability of failing at elo1")
}

// limitFlag checks a limit when it is given.
type limitFlag struct {
	into map[string]string
	name string
}

func (l limitFlag) String() string { return l.into[l.name] }

func (l limitFlag) Type() string { return "string" }

func (l limitFlag) Set(value string) error {
	var limits player.Limits
	if _, err := limits.Set(l.name, value); err != nil {
		return err
	}
	l.into[l.name] = value
	return nil
}

// defaultLimits are the limits of players that have none of their own.
func (o *playFlags) defaultLimits() (l player.Limits, err error) {
	for name, value := range o.limits {
		if _, err := l.Set(name, value); err != nil {
			return l, usagef("--%s: %w", name, err)
		}
	}
	return l, nil
}

// players reads the SPECs.
func (o *playFlags) players(specs []string) ([]player.Config, error) {
	named, err := o.loadEngines()
	if err != nil {
		return nil, err
	}
	fallback, err := o.defaultLimits()
	if err != nil {
		return nil, err
	}
	var list []player.Config
	for _, spec := range specs {
		c, err := player.ParseSpec(spec, named)
		if err != nil {
			return nil, usagef("%w", err)
		}
		c.Limits = c.Limits.Or(fallback)
		if err := c.Limits.Validate(); err != nil {
			return nil, usagef("engine %q: %w (in the SPEC, or as --tc, --movetime, --nodes, --depth for all)", spec, err)
		}
		list = append(list, c)
	}
	return list, nil
}

// loadEngines reads the engines file; a file that nobody asked for may be
// missing.
func (o *playFlags) loadEngines() (map[string]player.Config, error) {
	path := o.engines
	if path == "" {
		path = os.Getenv("XQLAB_ENGINES")
	}
	if path == "" {
		path = "engines.toml"
		if _, err := os.Stat(path); err != nil {
			return nil, nil
		}
	}
	named, err := player.LoadEngines(path)
	if err != nil {
		return nil, usagef("%w", err)
	}
	return named, nil
}

// experiment turns the flags into what is played.
func (o *playFlags) experiment(a *app, cmd *cobra.Command, players []player.Config) (selfplay.Experiment, error) {
	e := o.exp
	e.Players = players
	e.NamePlayersApart()
	changed := cmd.Flags().Changed
	var err error
	switch {
	case o.rounds < 1:
		return e, usagef("--rounds %d: want at least 1", o.rounds)
	case changed("pairs") && changed("games"):
		return e, usagef("--pairs and --games say the same: give one of them")
	case changed("games") && o.games < 1, changed("pairs") && o.pairs < 1:
		return e, usagef("%d pairs, %d games: want at least 1", o.pairs, o.games)
	case changed("games") && !e.Single && o.games%2 != 0:
		return e, usagef("--games %d: games come in pairs, so want an even number (or --single)", o.games)
	}
	for _, test := range []string{"elo0", "elo1", "alpha", "beta", "model"} {
		if cmd.Flags().Lookup(test) != nil && changed(test) {
			o.sprt = true
		}
	}
	e.PerPair = o.perPair(changed)
	if o.sprt {
		if o.test.Model, err = stats.ParseModel(o.model); err != nil {
			return e, usagef("--model: %w", err)
		}
		e.SPRT = &o.test
	}
	switch o.order {
	case "random", "sequential":
		e.Order = selfplay.Order{Random: o.order == "random", Seed: a.seed, Start: o.start - 1}
	default:
		return e, usagef("--order %s: want random or sequential", o.order)
	}
	if e.Resign, err = selfplay.ParseResignRule(o.resign); err != nil {
		return e, usagef("--%w", err)
	}
	if e.Draw, err = selfplay.ParseDrawRule(o.draw); err != nil {
		return e, usagef("--%w", err)
	}
	if changed("timemargin") {
		ms := millisUp(o.margin)
		e.Margin = &ms
	}
	e.Stall, e.Startup, e.Pause = millisUp(o.stall), millisUp(o.startup), millisUp(o.pause)
	e.Ban = selfplay.BanPolicy(o.ban)
	if e.Pin = o.affinity; e.Pin && !player.CanPin {
		return e, usagef("--affinity: processes cannot be tied to processors on %s", runtime.GOOS)
	}
	if o.book != "" {
		if changed("openings") {
			return e, usagef("--book and --openings both name the openings: give one")
		}
		if !book.IsBook(o.book) {
			return e, usagef("--book %s: no opening book (make one with xqlab book build)", o.book)
		}
		e.Openings = o.book
	}
	if e.Openings, err = absolutePath(e.Openings); err != nil {
		return e, err
	}
	if err := e.Validate(); err != nil {
		return e, usagef("%w", err)
	}
	return e, nil
}

// perPair returns the pairs (or single games) of each pairing.
func (o *playFlags) perPair(changed func(string) bool) int {
	n := defaultPairs
	switch {
	case changed("games") && o.exp.Single:
		n = o.games
	case changed("games"):
		n = o.games / 2
	case changed("pairs"):
		n = o.pairs
	case o.sprt:
		n = defaultMaxPairs
	}
	return n * o.rounds
}

// millisUp rounds up to milliseconds; below zero stays below.
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

// absolutePath makes the name of a file absolute, so that a run can be resumed
// from any folder; names of embedded sets stay.
func absolutePath(name string) (string, error) {
	for _, set := range selfplay.OpeningSets() {
		if name == set {
			return name, nil
		}
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", usagef("%s: %w", name, err)
	}
	return path, nil
}

// checkResume refuses flags that would change which games are played.
func (o *playFlags) checkResume(cmd *cobra.Command) error {
	return onlyWithResume(cmd, "concurrency", "recover", "pause", "affinity", "pgn", "log", "report", "events", "anchor", "simulations")
}
