package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
)

type regressOptions struct {
	runFlags
	enginesFlag
	newSpec, baseSpec string
	suites            []string
	depths            string
	sprt              bool
	elo0, elo1        float64
	pairs             int
	profile           string
	nodes             string
	openings          string
	concurrency       int
}

func newRegressCmd(a *app) *cobra.Command {
	o := &regressOptions{}
	cmd := &cobra.Command{
		Use:   "regress --engine NEW --base OLD",
		Short: "Test whether an engine has become weaker: suites and a match, one verdict",
		Long: `Test an engine against a reference: both solve test suites at fixed depths,
compared position by position with McNemar's test, and play a match that a
sequential test stops. Everything is stored as parts of one run.

The verdict is
  fail          the match accepts H0 (as weak as its lower bound), or a suite is
                solved significantly worse (p < 0.05, divided by the number of
                comparisons)
  pass          the match accepts H1 and no suite is solved significantly worse
  inconclusive  the match ends undecided after --pairs
The exit code is 0 for pass and 1 for the others.

Profiles set what is not given:
` + profileHelp() + `
` + player.SpecHelp,
		Example: `  xqlab regress --engine builtin:weights=new.toml --base builtin --profile quick
  xqlab regress --engine cmd=./new --base cmd=./old --elo0 -3 --elo1 1 --suite wac_chinese --suite mine.epd
  xqlab regress --resume r3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runRegress(cmd, a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.newSpec, "engine", "", "`SPEC` of the engine under test")
	f.StringVar(&o.baseSpec, "base", "", "`SPEC` of the reference")
	o.enginesFlag.add(f)
	f.StringArrayVar(&o.suites, "suite", []string{"wac_chinese"}, "`SUITE` to solve; may be given several times")
	f.StringVar(&o.depths, "depths", "", "depths of the suites in `plies`, such as 4,6")
	f.BoolVar(&o.sprt, "sprt", true, "stop the match as soon as a sequential test decides (always on here)")
	f.Float64Var(&o.elo0, "elo0", 0, "bound of H0 in normalized Elo: --engine is no better than this (default by --profile)")
	f.Float64Var(&o.elo1, "elo1", 0, "bound of H1 in normalized Elo: --engine is at least this much better (default by --profile)")
	f.IntVar(&o.pairs, "pairs", 0, "maximum number of pairs of games")
	f.StringVar(&o.profile, "profile", "standard", "quick, standard or long")
	f.StringVar(&o.nodes, "nodes", "", "nodes per move in the match, for engines whose SPEC states no limit")
	f.StringVar(&o.openings, "openings", "balanced", "`SET` or file of openings, as in xqlab match")
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "searches and games at a time")
	o.runFlags.add(a, cmd)
	return cmd
}

// profileHelp lists the profiles.
func profileHelp() string {
	var b strings.Builder
	for _, p := range runs.RegressProfiles() {
		bounds := fmt.Sprintf("--elo0 %g --elo1 %g", p.Elo0, p.Elo1)
		fmt.Fprintf(&b, "  %-8s  --depths %-5s  %-20s  --pairs %-6d  --nodes %d\n", p.Name, p.Depths, bounds, p.Pairs, p.Nodes)
	}
	return b.String()
}

func runRegress(cmd *cobra.Command, a *app, o *regressOptions) error {
	job := &runs.Regress{}
	c := carry{runFlags: o.runFlags}
	var err error
	if o.resume != "" {
		err = onlyWithResume(cmd, "concurrency")
		if cmd.Flags().Changed("concurrency") {
			c.changes.Concurrency = &o.concurrency
		}
	} else {
		job.Config, err = o.config(cmd.Flags().Changed)
	}
	if err != nil {
		return err
	}
	c.after = func(end error) error {
		if end != nil {
			return a.ended(end, again(cmd))
		}
		if err := a.printRegress(job.Result); err != nil {
			return err
		}
		if job.Result.Outcome != runs.RegressPass {
			return ui.No("%s", job.Result.Outcome)
		}
		return nil
	}
	return a.carryOut(cmd.Context(), job, c)
}

// config turns the flags into the configuration of the test.
func (o *regressOptions) config(changed func(string) bool) (c runs.RegressConfig, err error) {
	i := slices.IndexFunc(runs.RegressProfiles(), func(p runs.RegressProfile) bool { return p.Name == o.profile })
	switch {
	case i < 0:
		return c, ui.Usagef("--profile %q: want quick, standard or long", o.profile)
	case o.newSpec == "" || o.baseSpec == "":
		return c, ui.Usagef("want two engines: --engine NEW --base OLD")
	case o.concurrency < 1:
		return c, ui.Usagef("--concurrency %d: want at least 1", o.concurrency)
	case !o.sprt:
		return c, ui.Usagef("--sprt=false: a regression test needs the sequential test; for a match without one use xqlab match")
	}
	specs := []string{o.newSpec, o.baseSpec}
	players, err := o.parse(specs...)
	if err != nil {
		return c, err
	}
	c = runs.RegressProfiles()[i].Config(players[0], players[1])
	c.Suites, c.Openings, c.Concurrency = o.suites, o.openings, o.concurrency
	if changed("pairs") {
		c.Pairs = o.pairs
	}
	if o.depths != "" {
		c.Depths = o.depths
	}
	if changed("elo0") {
		c.Elo0 = o.elo0
	}
	if changed("elo1") {
		c.Elo1 = o.elo1
	}
	if c.Pairs < 1 {
		return c, ui.Usagef("--pairs %d: want at least 1", c.Pairs)
	}
	if o.nodes != "" {
		if _, err := c.Limits.Set("nodes", o.nodes); err != nil {
			return c, ui.Usagef("--nodes: %w", err)
		}
	}
	if _, err := suites.ParseLimits(suites.Depth, c.Depths); err != nil {
		return c, ui.Usagef("--depths: %w", err)
	}
	if err := stats.NewSPRT(c.Elo0, c.Elo1).Validate(); err != nil {
		return c, ui.Usagef("--elo0 %g --elo1 %g: %w", c.Elo0, c.Elo1, err)
	}
	players = []player.Config{c.New, c.Base}
	if err := completeLimits(players, specs, c.Limits); err != nil {
		return c, err
	}
	c.New, c.Base = players[0], players[1]
	return c, nil
}

// printRegress prints the verdict.
func (a *app) printRegress(r *runs.RegressResult) error {
	if a.JSON {
		return a.PrintJSON(r)
	}
	p := ui.NewPrinter(a.Out)
	p.F("%s  %s against %s: %s\n", r.Run, r.New, r.Base, r.Outcome)
	for _, reason := range r.Reasons {
		p.F("  %s\n", reason)
	}
	t := &ui.Table{Head: []string{"suite", "limit", "positions", "new", "base", "only new", "only base", "p", "worse"}}
	for _, c := range r.Suites {
		t.Row(c.Suite, c.Limit, c.Positions, c.New, c.Base, c.Test.OnlyA, c.Test.OnlyB, fmt.Sprintf("%.3g", c.Test.ExactP), map[bool]string{true: "yes", false: "no"}[c.Worse])
	}
	p.Table(fmt.Sprintf("suites (%s; worse if p < %.3g)", r.SuiteRun, r.Threshold), t)
	g := r.Match.Games
	p.F("\nmatch (%s): +%d =%d -%d\n", r.MatchRun, g.Wins, g.Draws, g.Losses)
	printTest(p, r.Match)
	return p.Err()
}
