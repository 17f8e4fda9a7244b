package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/selfplay/player"
	"xqlab/suites"
)

type suiteChooseOptions struct {
	pool   string
	out    string
	grades string // file to read or write
	spec   string
	choose suites.ChooseOptions
	grade  suites.GradeOptions
}

func newSuiteChooseCmd(a *app) *cobra.Command {
	o := &suiteChooseOptions{}
	cmd := &cobra.Command{
		Use:   "choose POOL -o FILE",
		Short: "Choose a suite from a pool of positions, the same for the same seed",
		Long: `Choose a suite from a pool: a table with the tab-separated columns id, fen, bm,
kind (mate or gain), value (moves or centipawns), proved (yes or no),
stable_depth, second, source.

Only proved, distinct positions with a choice of moves are taken (a mirror image
is not distinct), and none in which a search of --nodes finds a second move that
mates. The engine grades them by the depth from which it keeps the solution; all
depths get even shares as far as the pool allows.

With --grades FILE the results of the searches are written to FILE, or taken from
it if it exists: then the choice is the same even if the engine has changed.
Positions that were left out are listed on stderr.`,
		Example: "  xqlab suite choose pool.tsv -o wac_chinese.epd --count 300 --seed 1 --grades grades.tsv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pool, o.choose.Seed = args[0], a.seed
			if o.grade.Depth < 2 || o.grade.Nodes < 1 {
				return ui.Usagef("--grade-depth %d, --nodes %d: want at least 2 plies and 1 node", o.grade.Depth, o.grade.Nodes)
			}
			return runSuiteChoose(cmd, a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write (default: stdout)")
	f.IntVar(&o.choose.Count, "count", 300, "positions")
	f.StringVar(&o.choose.Prefix, "prefix", "wac", "prefix of the positions' names: `wac` gives wac.001")
	f.StringVar(&o.grades, "grades", "", "`FILE` with the results of the searches")
	f.Uint64Var(&o.grade.Nodes, "nodes", 100_000, "nodes of each of the two searches for a second solution")
	f.IntVar(&o.grade.Depth, "grade-depth", 10, "depth in `plies` of the search that grades")
	f.StringVar(&o.spec, "engine", "builtin", "`SPEC` of the engine that searches")
	f.IntVarP(&o.grade.Concurrency, "concurrency", "c", runtime.NumCPU(), "searches at a time")
	return cmd
}

func runSuiteChoose(cmd *cobra.Command, a *app, o *suiteChooseOptions) error {
	in, err := a.OpenInput(o.pool)
	if err != nil {
		return err
	}
	defer in.Close()
	pool, err := suites.ReadPool(in, o.pool)
	if err != nil {
		return err
	}
	grades, err := poolGrades(cmd, a, o, pool)
	if err != nil {
		return err
	}
	chosen, err := suites.Choose(pool, grades, o.choose)
	if err != nil {
		return err
	}
	if err := a.WriteOutput(o.out, func(w io.Writer) error { return chosen.Write(w) }); err != nil {
		return err
	}
	if a.Quiet {
		return nil
	}
	fmt.Fprintf(a.Err, "%d of %d positions chosen, the mates of %d confirmed; %d left out\n",
		len(chosen.Positions), chosen.Usable, chosen.Proved, len(chosen.LeftOut))
	for _, text := range chosen.LeftOut {
		fmt.Fprintf(a.Err, "  %s\n", text)
	}
	return nil
}

// poolGrades reads the grades file, or searches and then writes it.
func poolGrades(cmd *cobra.Command, a *app, o *suiteChooseOptions, pool []suites.Candidate) (map[string]suites.Grade, error) {
	if o.grades != "" && exists(o.grades) {
		in, err := a.OpenInput(o.grades)
		if err != nil {
			return nil, err
		}
		defer in.Close()
		grades, err := suites.ReadGrades(in, o.grades)
		if err != nil {
			return nil, err
		}
		return grades, nil
	}
	f, err := prepareProver(cmd, a, o.spec)
	if err != nil {
		return nil, err
	}
	o.grade.New = f.New
	bar := a.NewSharedProgress(len(pool), "searched")
	o.grade.OnCandidate = func(done, _ int) { bar.Set(done, "searched") }
	list, err := suites.Grades(cmd.Context(), pool, o.grade)
	bar.Finish()
	if err != nil {
		if cmd.Context().Err() != nil {
			return nil, ui.Interruptedf("stopped; nothing was written")
		}
		return nil, err
	}
	if o.grades != "" {
		if err := a.WriteOutput(o.grades, func(w io.Writer) error { return suites.WriteGrades(w, list) }); err != nil {
			return nil, err
		}
	}
	grades := make(map[string]suites.Grade, len(list))
	for _, g := range list {
		grades[g.ID] = g
	}
	return grades, nil
}

// prepareProver prepares an engine that checks or mines positions. Its own limits do
// not matter, because each search has limits.
func prepareProver(cmd *cobra.Command, a *app, spec string) (*player.Factory, error) {
	list, err := new(enginesFlag).parse(spec)
	if err != nil {
		return nil, err
	}
	c := list[0]
	c.Limits = player.Limits{Depth: 1}
	warn := func(engine, text string) { fmt.Fprintf(a.Err, "warning: engine %s: %s\n", engine, text) }
	f, err := player.Prepare(cmd.Context(), c, &player.Env{Warn: warn})
	if err != nil {
		return nil, err
	}
	return f, nil
}
