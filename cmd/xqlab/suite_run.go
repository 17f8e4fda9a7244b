package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/suites"
)

// suiteRunOptions are the flags of suite run.
type suiteRunOptions struct {
	specs       []string
	engines     string
	limits      map[string]string // by kind
	concurrency int
	stableFor   int
	margin      time.Duration
	stall       time.Duration
	name        string
	resume      string
}

// suiteLimits are the flags that say how long to search.
var suiteLimits = []struct {
	flag, usage string
	kind        suites.LimitKind
}{
	{"depths", "fixed depths in `plies`, such as 4,5,6", suites.Depth},
	{"nodes", "`counts` of nodes, such as 1e4,100k", suites.Nodes},
	{"movetime", "`times`, such as 100ms,1s", suites.MoveTime},
}

func newSuiteRunCmd(a *app) *cobra.Command {
	o := &suiteRunOptions{}
	cmd := &cobra.Command{
		Use:   "run SUITE... --engine SPEC... --depths LIST | --nodes LIST | --movetime LIST",
		Short: "Run engines over suites at several depths, node counts or times",
		Long: `Run engines over the positions of suites, under each of several limits. Every
answer is stored: move, solved or not, score, the depth, nodes and time from
which on the search kept the solution, and the line. A run that was interrupted
goes on with --resume; positions on which an engine broke down are tried again.

Before every position the engine is told that a new game begins, so that with
fixed depths or nodes the results are the same at any concurrency.

` + player.SpecHelp + `
The limits of a SPEC are not used.`,
		Example: `  # depth scaling of both shipped weight files
  xqlab suite run wac_chinese --engine builtin --engine builtin:weights=seed --depths 3,4,5,6

  # an external engine, one second a position
  xqlab suite run mine.epd --engine cmd=./pikafish --movetime 1s

  # go on after Ctrl-C
  xqlab suite run --resume s12`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSuiteRun(cmd, a, o, args)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.specs, "engine", nil, "`SPEC` of an engine; give it several times to compare")
	f.StringVar(&o.engines, "engines", "", "`FILE` of named engines (default engines.toml or $XQLAB_ENGINES, if there is one)")
	o.limits = map[string]string{}
	for _, l := range suiteLimits {
		f.Var(limitListFlag{o.limits, l.kind}, l.flag, l.usage)
	}
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "searches at a time")
	f.IntVar(&o.stableFor, "stable", 0, "end a search when `N` iterations on end had the solution (0: never)")
	f.DurationVar(&o.margin, "timemargin", time.Second, "time an engine may overrun --movetime")
	f.DurationVar(&o.stall, "stall", 10*time.Minute, "silence under --depths and --nodes after which an engine counts as hung")
	f.StringVar(&o.name, "name", "", "name of the run, for people")
	f.StringVar(&o.resume, "resume", "", "go on with a stored `RUN`")
	_ = cmd.RegisterFlagCompletionFunc("resume", a.completeRuns)
	return cmd
}

// limitListFlag checks a list of limits when it is given.
type limitListFlag struct {
	into map[string]string
	kind suites.LimitKind
}

func (l limitListFlag) String() string { return l.into[string(l.kind)] }

func (l limitListFlag) Type() string { return "string" }

func (l limitListFlag) Set(value string) error {
	if _, err := suites.ParseLimits(l.kind, value); err != nil {
		return err
	}
	l.into[string(l.kind)] = value
	return nil
}

// suiteConfig is the configuration of a suite run as it is stored.
type suiteConfig struct {
	Suites    []suiteRef      `json:"suites"`
	Players   []player.Config `json:"players"`
	Limits    []suites.Limit  `json:"limits"`
	StableFor int             `json:"stable_for,omitempty"`
	Margin    milliseconds    `json:"time_margin_ms"`
	Stall     milliseconds    `json:"stall_ms"`

	Concurrency int `json:"concurrency"`
}

type milliseconds = selfplay.Milliseconds

// suiteRef names a stored suite.
type suiteRef struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

func runSuiteRun(cmd *cobra.Command, a *app, o *suiteRunOptions, args []string) error {
	j := &suiteJob{a: a, name: o.name, show: true}
	if o.resume != "" {
		err := onlyWithResume(cmd, "concurrency")
		if err == nil && len(args) > 0 {
			err = usagef("%s: the suites of a resumed run are those it was begun with", args[0])
		}
		if err != nil {
			return err
		}
		j.resume = o.resume
		if cmd.Flags().Changed("concurrency") {
			j.concurrency = o.concurrency
		}
		return j.do(cmd.Context())
	}
	if len(args) == 0 {
		return usagef("want at least one SUITE: a file, or one of the shipped suites (xqlab suite list)")
	}
	if len(o.specs) == 0 {
		return usagef("want at least one --engine SPEC")
	}
	if o.concurrency < 1 {
		return usagef("--concurrency %d: want at least 1", o.concurrency)
	}
	if o.stableFor < 0 || o.margin < 0 || o.stall <= 0 {
		return usagef("--stable and --timemargin want 0 or more, --stall more than 0")
	}
	c := &j.config
	var err error
	if j.suites, err = loadSuites(args); err != nil {
		return err
	}
	for _, l := range suiteLimits {
		if list, ok := o.limits[string(l.kind)]; ok {
			limits, err := suites.ParseLimits(l.kind, list)
			if err != nil {
				return usagef("--%s: %w", l.flag, err)
			}
			c.Limits = append(c.Limits, limits...)
		}
	}
	if len(c.Limits) == 0 {
		return usagef("want how long to search: --depths 4,5,6, --nodes 1e4,1e5 or --movetime 100ms,1s")
	}
	c.Players, err = suitePlayers(o.engines, o.specs)
	if err != nil {
		return err
	}
	c.StableFor, c.Margin, c.Stall, c.Concurrency = o.stableFor, millisUp(o.margin), millisUp(o.stall), o.concurrency
	return j.do(cmd.Context())
}

// suitePlayers reads SPECs; their limits are dropped.
func suitePlayers(engines string, specs []string) ([]player.Config, error) {
	flags := playFlags{engines: engines}
	named, err := flags.loadEngines()
	if err != nil {
		return nil, err
	}
	e := selfplay.Experiment{}
	for _, spec := range specs {
		c, err := player.ParseSpec(spec, named)
		if err != nil {
			return nil, usagef("%w", err)
		}
		c.Limits = player.Limits{}
		e.Players = append(e.Players, c)
	}
	e.NamePlayersApart()
	return e.Players, nil
}

func itoa(n int) string { return fmt.Sprint(n) }
