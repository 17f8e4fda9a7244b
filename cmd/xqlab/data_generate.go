package main

import (
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/selfplay"
	"xqlab/tune/dataset"
)

type dataGenerateOptions struct {
	runFlags
	config      dataset.SelfPlay
	out         string
	resign      string
	draw        string
	concurrency int
}

const dataGenerateLong = `Let the built-in engine play itself with a fixed number of nodes per move, from
openings of a set with random moves added, and take labelled positions out of
the games. The games are stored as a run; after Ctrl-C, --resume continues it.
The same seed and version give the same file at any --concurrency.`

func newDataGenerateCmd(a *app) *cobra.Command {
	o := &dataGenerateOptions{config: dataset.DefaultSelfPlay()}
	g := &o.config.Games
	o.resign, o.draw = g.Resign.String(), g.Draw.String()
	cmd := &cobra.Command{
		Use:   "generate -o FILE",
		Short: "Make labelled positions by self-play",
		Long:  dataGenerateLong,
		Example: `  xqlab data generate --games 20000 --nodes 5000 -o selfplay.xqd
  xqlab data generate --resume d3 -o selfplay.xqd`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDataGenerate(cmd, a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "data `FILE` to write (- is stdout)")
	o.runFlags.add(a, cmd)
	f.StringVar(&o.config.Weights, "weights", o.config.Weights, "weights to play with: default, seed or a `FILE`")
	f.IntVar(&g.Games, "games", g.Games, "games to play")
	f.Uint64Var(&g.Nodes, "nodes", g.Nodes, "nodes per move")
	f.IntVar(&g.Hash, "hash", g.Hash, "transposition table of each side in MiB")
	f.StringVar(&g.Openings, "openings", g.Openings, "`SET` balanced, popular or start, or a file")
	f.IntVar(&g.RandomPlies, "random-plies", g.RandomPlies, "random moves after each opening")
	f.IntVar(&g.Balance, "balance", g.Balance, "centipawns by which an opening may be unbalanced")
	f.StringVar(&o.resign, "resign", o.resign, "adjudicate wins: off, or `score=1500,moves=3,twosided=true`")
	f.StringVar(&o.draw, "draw", o.draw, "adjudicate draws: off, or `score=10,moves=10,from=50`")
	f.IntVar(&g.MaxPlies, "max-plies", g.MaxPlies, "draw after `N` plies")
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "games at a time")
	addFilterFlags(cmd, &o.config.Filters)
	return cmd
}

func runDataGenerate(cmd *cobra.Command, a *app, o *dataGenerateOptions) (err error) {
	if o.resume != "" {
		if err := onlyWithResume(cmd, "out", "concurrency"); err != nil {
			return err
		}
	}
	if o.out == "" {
		return ui.Usagef("--out: the name of a data file is needed")
	}
	if err := ui.CheckOutput(o.out); err != nil {
		return ui.Usagef("--out: %w", err)
	}
	g := &o.config.Games
	if g.Resign, err = selfplay.ParseResignRule(o.resign); err != nil {
		return ui.Usagef("--%w", err)
	}
	if g.Draw, err = selfplay.ParseDrawRule(o.draw); err != nil {
		return ui.Usagef("--%w", err)
	}
	if o.concurrency < 1 {
		return ui.Usagef("--concurrency %d: want at least 1", o.concurrency)
	}
	job := &runs.Data{Config: o.config, Concurrency: o.concurrency}
	more := " -o " + runs.Quote(o.out)
	return a.carryOut(cmd.Context(), job, carry{runFlags: o.runFlags, after: func(end error) error {
		if end != nil {
			return a.ended(end, more)
		}
		positions, meta, err := job.Extract(cmd.Context())
		if err != nil {
			return a.ended(err, more)
		}
		return a.finishData(o.out, positions, meta)
	}})
}
