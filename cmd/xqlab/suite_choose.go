package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/selfplay/player"
	"xqlab/suites"
)

type suiteChooseOptions struct {
	pool string
	out  string
	o    suites.ChooseOptions
	spec string
}

func newSuiteChooseCmd(a *app) *cobra.Command {
	o := &suiteChooseOptions{}
	cmd := &cobra.Command{
		Use:   "choose POOL -o FILE",
		Short: "Choose a suite from a pool of positions, the same for the same seed",
		Long: `Choose a suite from a pool: a table of tab-separated columns id, fen, bm, kind
(mate or gain), value (moves or centipawns), proved (yes or no), stable_depth,
second, source.

Only proved, distinct positions are taken (a mirror image is no other position),
and none in which a search of --nodes finds a second move that mates. The five
difficulties, by stable depth, get even shares as far as the pool goes. The same
pool, seed, nodes and engine give the same file; positions that were left out
are listed.`,
		Example: "  xqlab suite choose pool.tsv -o wac_chinese.epd --count 300 --seed 1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.pool = args[0]
			o.o.Seed = a.seed
			return runSuiteChoose(cmd, a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write (default: stdout)")
	f.IntVar(&o.o.Count, "count", 300, "positions")
	f.StringVar(&o.o.Prefix, "prefix", "wac", "of the positions' names: `wac` gives wac.001")
	f.Uint64Var(&o.o.Nodes, "nodes", 20000, "nodes of each of the two searches for a second solution (0: do not search)")
	f.StringVar(&o.spec, "engine", "builtin", "`SPEC` of the engine that searches")
	f.IntVarP(&o.o.Concurrency, "concurrency", "c", runtime.NumCPU(), "searches at a time")
	return cmd
}

func runSuiteChoose(cmd *cobra.Command, a *app, o *suiteChooseOptions) error {
	in, err := a.openInput(o.pool)
	if err != nil {
		return err
	}
	defer in.Close()
	pool, err := suites.ReadPool(in, o.pool)
	if err != nil {
		return usagef("%w", err)
	}
	f, err := prepareProver(cmd, a, o.spec)
	if err != nil {
		return err
	}
	o.o.New = f.New
	bar := a.newSharedProgress(len(pool), "searched")
	o.o.OnCandidate = func(done, _ int) { bar.set(done, "searched") }
	chosen, err := suites.Choose(cmd.Context(), pool, o.o)
	bar.finish()
	if err != nil {
		if cmd.Context().Err() != nil {
			return interruptedf("stopped; nothing was written")
		}
		return usagef("%w", err)
	}
	if err := a.writeOutput(o.out, func(w io.Writer) error { return chosen.Write(w) }); err != nil {
		return err
	}
	if a.quiet {
		return nil
	}
	fmt.Fprintf(a.stderr, "%d of %d positions chosen, %d of them confirmed within %d nodes; left out:\n",
		len(chosen.Positions), chosen.Searched, chosen.Proved, o.o.Nodes)
	fmt.Fprintf(a.stderr, "  %s\n", strings.Join(append(chosen.LeftOut, fmt.Sprintf("(%d refuted)", len(chosen.LeftOut))), "\n  "))
	return nil
}

// prepareProver makes an engine ready that checks or mines positions. Its own
// limits do not matter: the searches have theirs.
func prepareProver(cmd *cobra.Command, a *app, spec string) (*player.Factory, error) {
	flags := playFlags{}
	named, err := flags.loadEngines()
	if err != nil {
		return nil, err
	}
	c, err := player.ParseSpec(spec, named)
	if err != nil {
		return nil, usagef("%w", err)
	}
	c.Limits = player.Limits{Depth: 1}
	warn := &warnings{}
	warn.start(a)
	f, err := player.Prepare(cmd.Context(), c, &player.Env{Warn: warn.add})
	if err != nil {
		return nil, usagef("%w", err)
	}
	return f, nil
}
