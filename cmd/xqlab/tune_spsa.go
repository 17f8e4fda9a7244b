package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/tune/spsa"
)

type tuneSPSAOptions struct {
	playFlags
	engine string
	config string
	out    string
	groups []string
	params []string
	dryRun bool

	batch    int
	inFlight int
	offset   float64 // A
	alpha    float64
	gamma    float64
	rEnd     float64
	clip     string
	method   string

	noVerify       bool
	verifyPairs    int
	verifyOpenings string
}

const tuneSPSALong = `Tune parameters by self-play (SPSA): in every iteration all parameters are moved
a little, each up or down by a coin, and the engine so moved plays a batch of
pairs of games against the engine moved the other way; then every parameter
goes towards the side that won. Little movement of a parameter means that it
has little effect, not that it is right.

What is tuned: the percentages of evaluation groups (--groups, by default all
seven), or with --params any of
  material.rook, mobility.horse[*], 'king_safety.*'   evaluation, both phases or .mg, .eg
  pst.rook.rank, pst.*.center                         slopes added to piece-square tables
  search.LMRBase, 'search.*'                          constants of the search
  option.NAME, '*'                                    options of an external --engine
or what --config says: a TOML file (pairs, pairs_per_iteration, in_flight, A,
alpha, gamma, r_end, clip, and tables [[param]] with name, start, min, max,
c_end, r_end), lines of OpenBench (name, int|float, start, min, max, c_end,
r_end) or weather-factory's JSON. What is left out is computed and printed
before the run; --dry-run prints only.

The path is stored after every iteration; after Ctrl-C, or a crash, the run goes
on with --resume as if it had not been stopped, if wanted with another number of
--pairs. The result is the average over the last tenth of the iterations. It is
written to --out, and tested against the start by a match with a sequential
test on openings that were not used before, unless --no-verify.`

func newTuneSPSACmd(a *app) *cobra.Command {
	o := &tuneSPSAOptions{}
	s := spsa.DefaultSchedule()
	cmd := &cobra.Command{
		Use:   "spsa",
		Short: "Tune parameters by self-play (SPSA)",
		Long:  tuneSPSALong + "\n\n" + player.SpecHelp,
		Example: `  # the seven group percentages at 1000 nodes a move
  xqlab tune spsa --pairs 4000 --nodes 1000 --out tuned.toml

  # search constants, and what would be done
  xqlab tune spsa --params 'search.LMR*' --params 'search.Futility*' --pairs 8000 --tc 2+0.02 --dry-run

  # options of an external engine as a configuration says
  xqlab tune spsa --engine cmd=./engine,proto=ucci --config spsa.toml --tc 5+0.05 --out options.txt

  # go on after Ctrl-C
  xqlab tune spsa --resume p3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runTuneSPSA(cmd, a, o) },
	}
	f := cmd.Flags()
	o.addGameFlags(f)
	f.StringVar(&o.engine, "engine", "builtin", "`SPEC` of the engine to tune")
	f.StringVar(&o.config, "config", "", "read parameters and constants from a `FILE`")
	f.StringSliceVar(&o.groups, "groups", nil, "tune the percentages of these groups, or all")
	f.StringArrayVar(&o.params, "params", nil, "tune parameters that match a `PATTERN` (may be repeated)")
	f.IntVar(&o.batch, "batch", spsa.DefaultBatch, "pairs of games in an iteration")
	f.IntVar(&o.inFlight, "inflight", 1, "iterations played at the same time")
	f.Float64Var(&o.offset, "A", s.A, "delay of the shrinking of steps: a share of the pairs, or from 1 on pairs")
	f.Float64Var(&o.alpha, "alpha", s.Alpha, "exponent by which steps shrink")
	f.Float64Var(&o.gamma, "gamma", s.Gamma, "exponent by which perturbations shrink")
	f.Float64Var(&o.rEnd, "r-end", 0, "step per net win at the end, in units of c_end (0: computed)")
	f.StringVar(&o.clip, "clip", string(spsa.Shift), "at bounds: shift both sides, or cut each")
	f.StringVar(&o.method, "method", string(spsa.MethodSPSA), "spsa, or experimental: nelder-mead or cmaes, which play points against the start (want a larger --batch)")
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write: weights, search constants, or setoption lines")
	f.BoolVar(&o.dryRun, "dry-run", false, "print what would be tuned, and stop")
	f.BoolVar(&o.noVerify, "no-verify", false, "do not test the result against the start")
	f.IntVar(&o.verifyPairs, "verify-pairs", 0, "pairs of that test at most (0: as many as there are unseen openings)")
	f.StringVar(&o.verifyOpenings, "verify-openings", "", "`SET` or file of its openings (default: the other embedded set, or half of the file held back)")
	_ = cmd.RegisterFlagCompletionFunc("resume", a.completeRuns)
	return cmd
}

// spsaGameFlags are the flags of matches that tuning has as well.
var spsaGameFlags = map[string]bool{
	"engines": true, "tc": true, "movetime": true, "nodes": true, "depth": true, "pairs": true, "openings": true,
	"opening-plies": true, "concurrency": true, "ruleset": true, "nfold": true, "limit": true, "lone-cannon": true,
	"resign": true, "draw": true, "max-plies": true, "ignore-offers": true, "timemargin": true, "stall": true,
	"startup": true, "pause": true, "ban": true, "affinity": true, "name": true, "resume": true, "log": true,
	"elo0": true, "elo1": true, "model": true,
}

// addGameFlags adds those flags of matches that make sense here.
func (o *tuneSPSAOptions) addGameFlags(f *pflag.FlagSet) {
	var match pflag.FlagSet
	o.add(&match)
	o.addSPRT(&match)
	o.exp.Format = selfplay.RoundRobin
	usage := map[string]string{
		"pairs": fmt.Sprintf("pairs of games of the whole run (default %d)", defaultSPSAPairs),
		"elo0":  "test of the result: bound of H0, no better than this",
		"elo1":  "test of the result: bound of H1, at least this much better",
		"model": "test of the result: " + match.Lookup("model").Usage,
	}
	match.VisitAll(func(one *pflag.Flag) {
		if !spsaGameFlags[one.Name] {
			return
		}
		if text := usage[one.Name]; text != "" {
			one.Usage = text
		}
		f.AddFlag(one)
	})
	o.test.Elo1 = 10
	f.Lookup("elo1").DefValue = "10"
}

const (
	defaultSPSAPairs = 4000
	// Up to so many nodes a move a table of 1 MB is as good as a larger one,
	// and clearing it between games takes no time.
	smallHashNodes = 20_000
)

// checkSPSAResume refuses flags that would change a stored run.
func checkSPSAResume(cmd *cobra.Command) error {
	return onlyWithResume(cmd, "pairs", "concurrency", "pause", "affinity", "log", "out", "no-verify")
}

// plan reads --config and lets flags go before it.
func (o *tuneSPSAOptions) plan(cmd *cobra.Command, space *spsa.Space) (*spsa.Plan, error) {
	changed := cmd.Flags().Changed
	p := &spsa.Plan{}
	switch {
	case o.config != "" && (changed("groups") || changed("params")):
		return nil, usagef("--config says what is tuned: leave out --groups and --params")
	case o.config != "":
		f, err := os.Open(o.config)
		if err != nil {
			return nil, usagef("--config: %w", err)
		}
		defer f.Close()
		if p, err = spsa.ReadPlan(f, o.config); err != nil {
			return nil, usagef("--config: %w", err)
		}
	default:
		if err := o.choose(p, space, changed); err != nil {
			return nil, err
		}
	}
	if changed("pairs") {
		p.Pairs = o.pairs
	} else if p.Pairs == 0 {
		p.Pairs = defaultSPSAPairs
	}
	if changed("batch") || p.Batch == 0 {
		p.Batch = o.batch
	}
	if changed("inflight") || p.InFlight == 0 {
		p.InFlight = o.inFlight
	}
	if changed("clip") {
		p.Clip = spsa.Clip(o.clip)
	}
	for _, v := range []struct {
		flag string
		from *float64
		to   **float64
	}{{"A", &o.offset, &p.A}, {"alpha", &o.alpha, &p.Alpha}, {"gamma", &o.gamma, &p.Gamma}, {"r-end", &o.rEnd, &p.REnd}} {
		if changed(v.flag) {
			*v.to = v.from
		}
	}
	return p, nil
}

// choose takes parameters from --groups and --params.
func (o *tuneSPSAOptions) choose(p *spsa.Plan, space *spsa.Space, changed func(string) bool) error {
	groups := o.groups
	if !changed("groups") && !changed("params") && space.Base.IsBuiltin() {
		groups = []string{"all"}
	}
	if len(groups) > 0 {
		list, err := space.Percentages(groups)
		if err != nil {
			return usagef("--groups: %w", err)
		}
		for _, h := range list {
			p.Wishes = append(p.Wishes, spsa.Wish{Name: h.Name})
		}
	}
	for _, pattern := range o.params {
		p.Wishes = append(p.Wishes, spsa.Wish{Name: pattern})
	}
	if len(p.Wishes) == 0 {
		return usagef("what of the engine is to be tuned? want --params or --config")
	}
	return nil
}
