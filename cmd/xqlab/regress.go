package main

import (
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
)

// regressConfig is a regression test as it is stored.
type regressConfig struct {
	New         player.Config `json:"new"`
	Base        player.Config `json:"base"`
	Profile     string        `json:"profile"`
	Suites      []string      `json:"suites"`
	Depths      string        `json:"depths"`
	Elo0        float64       `json:"elo0"`
	Elo1        float64       `json:"elo1"`
	Pairs       int           `json:"pairs"`
	Limits      player.Limits `json:"limits"` // of the match, for players without their own
	Openings    string        `json:"openings"`
	Concurrency int           `json:"concurrency"`
}

// profile is how thorough a regression test is.
type profile struct {
	depths     string
	elo0, elo1 float64 // normalized Elo
	pairs      int
	nodes      uint64 // a move
}

var profiles = map[string]profile{
	"quick":    {"3,4,5", -40, 0, 200, 2_000},
	"standard": {"4,6", -10, 0, 2_000, 10_000},
	"long":     {"4,6,8", -3, 1, 20_000, 50_000},
}

type regressOptions struct {
	newSpec, baseSpec string
	engines           string
	suites            []string
	depths            string
	sprt              bool
	elo0, elo1        float64
	pairs             int
	profile           string
	nodes             string
	openings          string
	concurrency       int
	name              string
	resume            string
}

func newRegressCmd(a *app) *cobra.Command {
	o := &regressOptions{}
	cmd := &cobra.Command{
		Use:   "regress --engine NEW --base OLD",
		Short: "Is an engine weaker than it was? Suites and a match, one verdict",
		Long: `Test an engine against a reference: both solve test suites at fixed depths,
compared position by position with McNemar's test, and play a match that a
sequential test stops. All is stored as parts of one run.

The verdict is
  fail          the match accepts H0 (as weak as its lower bound), or a suite is
                solved worse beyond chance (p < 0.05, divided by the number of
                comparisons)
  pass          the match accepts H1 and no suite is solved worse
  inconclusive  the match ends undecided after --pairs
with exit code 0 for pass and 1 for the others.

Profiles set what is not given:
  quick     --depths 3,4,5  --elo0 -40 --elo1 0  --pairs 200    --nodes 2000
  standard  --depths 4,6    --elo0 -10 --elo1 0  --pairs 2000   --nodes 10000
  long      --depths 4,6,8  --elo0 -3 --elo1 1   --pairs 20000  --nodes 50000

` + player.SpecHelp,
		Example: `  xqlab regress --engine builtin:weights=new.toml --base builtin --profile quick
  xqlab regress --engine cmd=./new --base cmd=./old --elo0 -3 --elo1 1 --suite wac_chinese --suite mine.epd
  xqlab regress --resume r3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			j := &regressJob{a: a, name: o.name, resume: o.resume}
			if o.resume == "" {
				var err error
				if j.config, err = o.config(cmd); err != nil {
					return err
				}
				return j.do(cmd.Context())
			}
			err := onlyWithResume(cmd, "concurrency")
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("concurrency") {
				j.concurrency = o.concurrency
			}
			return j.do(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.newSpec, "engine", "", "`SPEC` of the engine under test")
	f.StringVar(&o.baseSpec, "base", "", "`SPEC` of the reference")
	f.StringVar(&o.engines, "engines", "", "`FILE` of named engines (default engines.toml or $XQLAB_ENGINES, if there is one)")
	f.StringArrayVar(&o.suites, "suite", []string{"wac_chinese"}, "`SUITE` to solve; may be given several times")
	f.StringVar(&o.depths, "depths", "", "depths of the suites in `plies`, such as 4,6")
	f.BoolVar(&o.sprt, "sprt", true, "stop the match as soon as a sequential test decides, as is always done here")
	f.Float64Var(&o.elo0, "elo0", 0, "bound of H0 in normalized Elo: --engine is no better than this (default by --profile)")
	f.Float64Var(&o.elo1, "elo1", 0, "bound of H1 in normalized Elo: --engine is at least this much better (default by --profile)")
	f.IntVar(&o.pairs, "pairs", 0, "pairs of games at most")
	f.StringVar(&o.profile, "profile", "standard", "quick, standard or long")
	f.StringVar(&o.nodes, "nodes", "", "nodes a move in the match, for engines whose SPEC states no limit")
	f.StringVar(&o.openings, "openings", "balanced", "`SET` or file of openings, as in xqlab match")
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "searches and games at a time")
	f.StringVar(&o.name, "name", "", "name of the run, for people")
	f.StringVar(&o.resume, "resume", "", "go on with a stored `RUN`")
	_ = cmd.RegisterFlagCompletionFunc("resume", a.completeRuns)
	return cmd
}

// config turns the flags into what is tested.
func (o *regressOptions) config(cmd *cobra.Command) (regressConfig, error) {
	c := regressConfig{Profile: o.profile, Suites: o.suites, Concurrency: o.concurrency, Depths: o.depths, Pairs: o.pairs}
	p, ok := profiles[o.profile]
	if !ok {
		return c, usagef("--profile %q: want quick, standard or long", o.profile)
	}
	if o.newSpec == "" || o.baseSpec == "" {
		return c, usagef("want two engines: --engine NEW --base OLD")
	}
	if o.concurrency < 1 {
		return c, usagef("--concurrency %d: want at least 1", o.concurrency)
	}
	if !cmd.Flags().Changed("pairs") {
		c.Pairs = p.pairs
	}
	if c.Pairs < 1 {
		return c, usagef("--pairs %d: want at least 1", c.Pairs)
	}
	if c.Depths == "" {
		c.Depths = p.depths
	}
	if _, err := suites.ParseLimits(suites.Depth, c.Depths); err != nil {
		return c, usagef("--depths: %w", err)
	}
	if !o.sprt {
		return c, usagef("--sprt=false: a regression test needs the sequential test; for a match without one use xqlab match")
	}
	c.Elo0, c.Elo1 = p.elo0, p.elo1
	if cmd.Flags().Changed("elo0") {
		c.Elo0 = o.elo0
	}
	if cmd.Flags().Changed("elo1") {
		c.Elo1 = o.elo1
	}
	if err := stats.NewSPRT(c.Elo0, c.Elo1).Validate(); err != nil {
		return c, usagef("--elo0 %g --elo1 %g: %w", c.Elo0, c.Elo1, err)
	}
	c.Limits.Nodes = p.nodes
	if o.nodes != "" {
		if _, err := c.Limits.Set("nodes", o.nodes); err != nil {
			return c, usagef("--nodes: %w", err)
		}
	}
	if _, err := loadSuites(o.suites); err != nil {
		return c, err
	}
	flags := playFlags{engines: o.engines, limits: map[string]string{"nodes": strconv.FormatUint(c.Limits.Nodes, 10)}}
	players, err := flags.players([]string{o.newSpec, o.baseSpec})
	if err != nil {
		return c, err
	}
	if players[0].Name == players[1].Name {
		players[0].Name += "-new"
		players[1].Name += "-base"
	}
	for i := range players {
		if err := players[i].Resolve(); err != nil {
			return c, usagef("%w", err)
		}
	}
	c.New, c.Base = players[0], players[1]
	c.Openings, err = absolutePath(o.openings)
	return c, err
}
