package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/suites"
)

// suiteRunOptions are the flags of suite run.
type suiteRunOptions struct {
	runFlags
	enginesFlag
	specs       []string
	limits      map[string]string // by kind
	concurrency int
	stableFor   int
	margin      time.Duration
	stall       time.Duration
}

// suiteLimits are the flags that limit the searches.
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
which the search kept the solution, and the line. --resume continues a run that
was interrupted; positions on which an engine broke down are tried again.

Before every position the engine is told that a new game begins, so with fixed
depths or nodes the results are the same at any concurrency.

` + player.SpecHelp + `
The limits of a SPEC are not used.`,
		Example: `  # depth scaling of both shipped weight files
  xqlab suite run wac_chinese --engine builtin --engine builtin:weights=seed --depths 3,4,5,6

  # an external engine, one second per position
  xqlab suite run mine.epd --engine cmd=./pikafish --movetime 1s

  # continue after Ctrl-C
  xqlab suite run --resume s12`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runSuiteRun(cmd, a, o, args)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.specs, "engine", nil, "`SPEC` of an engine; give it several times to compare")
	o.enginesFlag.add(f)
	o.limits = map[string]string{}
	for _, l := range suiteLimits {
		f.Var(limitListFlag{o.limits, l.kind}, l.flag, l.usage)
	}
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "searches at a time")
	f.IntVar(&o.stableFor, "stable", 0, "end a search once `N` iterations in a row had the solution (0: never)")
	f.DurationVar(&o.margin, "timemargin", suites.DefaultMargin.Duration(), "time by which an engine may overrun --movetime")
	f.DurationVar(&o.stall, "stall", suites.DefaultStall.Duration(), "silence under --depths and --nodes after which an engine counts as hung")
	o.runFlags.add(a, cmd)
	return cmd
}

// limitListFlag is a list of limits, checked when the flag is parsed.
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

func runSuiteRun(cmd *cobra.Command, a *app, o *suiteRunOptions, args []string) error {
	job := &runs.Suite{}
	c := carry{runFlags: o.runFlags}
	var err error
	if o.resume != "" {
		if err = onlyWithResume(cmd, "concurrency"); err == nil && len(args) > 0 {
			err = ui.Usagef("%s: the suites of a resumed run are those it was begun with", args[0])
		}
		if cmd.Flags().Changed("concurrency") {
			c.changes.Concurrency = &o.concurrency
		}
	} else {
		err = o.describe(job, args)
	}
	if err != nil {
		return err
	}
	c.after = func(end error) error {
		if job.Result != nil {
			if err := a.printSuite(job.Result, end); err != nil && end == nil {
				end = err
			}
		}
		return a.ended(end, again(cmd))
	}
	return a.carryOut(cmd.Context(), job, c)
}

// describe turns the flags into the suites, engines and limits of the run.
func (o *suiteRunOptions) describe(job *runs.Suite, names []string) (err error) {
	switch {
	case len(names) == 0:
		return ui.Usagef("want at least one SUITE: a file, or one of the shipped suites (xqlab suite list)")
	case len(o.specs) == 0:
		return ui.Usagef("want at least one --engine SPEC")
	case o.concurrency < 1:
		return ui.Usagef("--concurrency %d: want at least 1", o.concurrency)
	case o.stableFor < 0 || o.margin < 0 || o.stall <= 0:
		return ui.Usagef("--stable and --timemargin want 0 or more, --stall more than 0")
	}
	if job.Suites, err = suites.LoadAll(names); err != nil {
		return err
	}
	c := &job.Config
	for _, l := range suiteLimits {
		if list, ok := o.limits[string(l.kind)]; ok {
			limits, err := suites.ParseLimits(l.kind, list)
			if err != nil {
				return ui.Usagef("--%s: %w", l.flag, err)
			}
			c.Limits = append(c.Limits, limits...)
		}
	}
	if len(c.Limits) == 0 {
		return ui.Usagef("want how long to search: --depths 4,5,6, --nodes 1e4,1e5 or --movetime 100ms,1s")
	}
	players, err := o.parse(o.specs...)
	if err != nil {
		return err
	}
	for i := range players {
		players[i].Limits = player.Limits{}
	}
	c.Players = selfplay.NamePlayersApart(players)
	c.StableFor, c.Margin, c.Stall, c.Concurrency = o.stableFor, millisUp(o.margin), millisUp(o.stall), o.concurrency
	return nil
}

// suiteReport is what a suite run prints as JSON.
type suiteReport struct {
	*runs.SuiteResult
	Resume string `json:"resume,omitempty"` // arguments that continue an unfinished run
}

// printSuite prints the result of a suite run.
func (a *app) printSuite(r *runs.SuiteResult, end error) error {
	if a.JSON {
		report := suiteReport{SuiteResult: r}
		if end != nil {
			report.Resume = a.resumeCommand(r.Run)
		}
		return a.PrintJSON(report)
	}
	p := ui.NewPrinter(a.Out)
	p.F("%s  %d searches, seed %d\n", r.Short, r.Searches, r.Seed)
	t := &ui.Table{Head: []string{"suite", "engine", "limit", "solved", "of", "share", "95 %", "points", "nodes", "seconds", "faults"}}
	for _, s := range r.Scores {
		t.Row(s.Suite, s.Engine, s.Limit, s.Solved.Successes, s.Solved.Trials, s.Solved.Share.Percent(1),
			s.Solved.Lo.Percent(1)+" to "+s.Solved.Hi.Percent(1), fmt.Sprintf("%g/%g", s.Points, s.MaxPoints),
			s.Nodes, fmt.Sprintf("%.1f", float64(s.TimeUS)/1e6), s.Faults)
	}
	p.Table("solved", t)
	printDifficulty(p, r)
	if end == nil {
		p.F("\nlook further: xqlab results show %s\n", r.Short)
	}
	return p.Err()
}

func printDifficulty(p *ui.Printer, r *runs.SuiteResult) {
	t := &ui.Table{Head: []string{"suite", "engine", "limit", "1", "2", "3", "4", "5", "not graded"}}
	graded := false
	for _, s := range r.Scores {
		cells := []any{s.Suite, s.Engine, s.Limit, "-", "-", "-", "-", "-", "-"}
		for _, d := range s.Difficulty {
			at := 2 + d.Difficulty
			if d.Difficulty == 0 {
				at = len(cells) - 1
			} else {
				graded = true
			}
			cells[at] = fmt.Sprintf("%d/%d", d.Solved.Successes, d.Solved.Trials)
		}
		t.Row(cells...)
	}
	if graded {
		p.Table("solved by difficulty", t)
	}
}
