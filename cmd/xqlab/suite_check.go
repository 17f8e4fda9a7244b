package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/suites"
)

type suiteCheckOptions struct {
	spec        string
	nodes       string
	margin      int
	concurrency int
}

func newSuiteCheckCmd(a *app) *cobra.Command {
	o := &suiteCheckOptions{}
	cmd := &cobra.Command{
		Use:   "check SUITE... [--engine SPEC --nodes N]",
		Short: "Check suites: legality, duplicates, solutions proved or refuted",
		Long: `Check suites. Without an engine: moves are legal, no name and no position occurs
twice (even mirrored), the side not to move is not in check, and not every move
is a solution.

With --engine each position is searched twice with --nodes, once among its
solutions and once among the other moves. A claimed mate is proved by a mate as
short, and refuted by another move that mates; any other solution is proved by a
lead of --margin, and refuted if another move is as good.

The exit code is 1 if something is wrong or refuted.`,
		Example: `  xqlab suite check mine.epd
  xqlab suite check wac_chinese --engine builtin --nodes 200k`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runSuiteCheck(cmd, a, o, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.spec, "engine", "", "`SPEC` of the engine that proves the solutions")
	f.StringVar(&o.nodes, "nodes", "100000", "nodes of each search, such as 1e5 or 100k")
	f.IntVar(&o.margin, "margin", 100, "centipawns by which a solution must lead")
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "searches at a time")
	return cmd
}

// suiteCheck holds what was found about one suite.
type suiteCheck struct {
	Suite     string           `json:"suite"`
	Positions int              `json:"positions"`
	Findings  []suites.Finding `json:"findings"`
	Proofs    []suiteProof     `json:"proofs,omitempty"`
	Standings map[string]int   `json:"standings,omitempty"`
}

type suiteProof struct {
	ID   string `json:"id"`
	Line int    `json:"line"`
	Move string `json:"move"`
	suites.Proof
}

func runSuiteCheck(cmd *cobra.Command, a *app, o *suiteCheckOptions, args []string) error {
	limits, err := suites.ParseLimits(suites.Nodes, o.nodes)
	if err != nil || len(limits) != 1 {
		return ui.Usagef("--nodes %s: want one count of nodes", o.nodes)
	}
	list, err := suites.LoadAll(args)
	if err != nil {
		return err
	}
	wrong := 0
	var checks []*suiteCheck
	for _, s := range list {
		c := &suiteCheck{Suite: s.Name, Positions: len(s.Positions), Findings: suites.Inspect(s)}
		checks = append(checks, c)
		for _, f := range c.Findings {
			if f.Error {
				wrong++
			}
		}
		if o.spec == "" {
			continue
		}
		if err := proveSuite(cmd, a, o, s, c, uint64(limits[0].Value)); err != nil {
			return err
		}
		wrong += c.Standings[string(suites.Refuted)]
	}
	if a.JSON {
		err = a.PrintJSON(checks)
	} else {
		err = printSuiteChecks(a, checks)
	}
	if err == nil && wrong > 0 {
		err = ui.No("%d of the positions should not be used as they are", wrong)
	}
	return err
}

// proveSuite searches every position.
func proveSuite(cmd *cobra.Command, a *app, o *suiteCheckOptions, s *suites.Suite, c *suiteCheck, nodes uint64) error {
	f, err := prepareProver(cmd, a, o.spec)
	if err != nil {
		return err
	}
	bar := a.NewSharedProgress(len(s.Positions), "positions")
	proofs, err := suites.Examine(cmd.Context(), s, suites.CheckOptions{
		Nodes: nodes, Margin: o.margin, Concurrency: o.concurrency, New: f.New,
		OnPosition: func(done int) { bar.Set(done, "positions") },
	})
	bar.Finish()
	if err != nil {
		if cmd.Context().Err() != nil {
			return ui.Interruptedf("stopped")
		}
		return err
	}
	c.Standings = map[string]int{}
	for _, e := range proofs {
		c.Standings[string(e.Standing)]++
		c.Proofs = append(c.Proofs, suiteProof{e.ID, e.Line, e.Move.String(), e.Proof})
	}
	return nil
}

func printSuiteChecks(a *app, checks []*suiteCheck) error {
	p := ui.NewPrinter(a.Out)
	for _, c := range checks {
		p.F("%s: %d positions", c.Suite, c.Positions)
		if c.Proofs != nil {
			p.F(", %d proved, %d refuted, %d unclear", c.Standings["proved"], c.Standings["refuted"], c.Standings["unclear"])
		}
		p.F("\n")
		for _, f := range c.Findings {
			kind := "note"
			if f.Error {
				kind = "ERROR"
			}
			p.F("  %s: line %d: %s: %s\n", f.ID, f.Line, kind, f.Text)
		}
		for _, e := range c.Proofs {
			if e.Standing != suites.Proved {
				p.F("  %s: line %d: %s: %s\n", e.ID, e.Line, e.Standing, e.Reason)
			}
		}
	}
	return p.Err()
}
