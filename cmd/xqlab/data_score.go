package main

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/tune/dataset"
)

type dataScoreOptions struct {
	in      string
	out     string
	weights string
	nodes   uint64
	threads int
}

func newDataScoreCmd(a *app) *cobra.Command {
	o := dataScoreOptions{}
	cmd := &cobra.Command{
		Use:   "score FILE -o FILE",
		Short: "Give positions search scores, for tuning with --lambda",
		Long: `Search every position of a data file with the built-in engine and store the
score. Positions whose best move is a capture, or in which a side is mated, are
left out. "sample" is the embedded file.`,
		Example: "  xqlab data score sample --nodes 5000 -o scored.xqd",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.in = args[0]
			return runDataScore(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "data `FILE` to write (- is stdout)")
	f.StringVar(&o.weights, "weights", eval.DefaultName, "weights to search with: default, seed or a `FILE`")
	f.Uint64Var(&o.nodes, "nodes", 5000, "nodes per search")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "searches at a time")
	return cmd
}

// scoreSettings are stored in the file.
type scoreSettings struct {
	Of    json.RawMessage `json:"of,omitempty"` // settings of the file that was scored
	Nodes uint64          `json:"score_nodes"`
}

func runDataScore(ctx context.Context, a *app, o dataScoreOptions) error {
	if o.out == "" {
		return ui.Usagef("--out: the name of a data file is needed")
	}
	if o.nodes < 1 {
		return ui.Usagef("--nodes 0: want at least 1")
	}
	w, err := eval.Load(o.weights)
	if err != nil {
		return ui.Usagef("--weights: %w", err)
	}
	r, f, err := a.openData(o.in)
	if err != nil {
		return err
	}
	defer f.Close()
	meta := r.Meta()
	bar := a.NewProgress(-1, "scoring")
	var records []dataset.Record
	s := dataset.Scorer{Weights: w, Nodes: o.nodes, Threads: o.threads}
	counts, err := s.Run(ctx, r, func(r *dataset.Record) error {
		records = append(records, *r)
		return nil
	}, func(n int) { bar.Set(n, "scoring") })
	bar.Finish()
	if errors.Is(err, context.Canceled) {
		return ui.Interruptedf("interrupted; nothing was written")
	}
	if err != nil {
		return err
	}
	filters := []dataset.FilterCount{
		{Filter: "best move a capture", Count: counts.Capture},
		{Filter: "mate score", Count: counts.Mate},
		{Filter: "positions written", Count: counts.Scored},
	}
	meta.Program, meta.Weights, meta.Filters = "xqlab "+version, w.Hash(), append(meta.Filters, filters...)
	if meta.Settings, err = json.Marshal(scoreSettings{meta.Settings, o.nodes}); err != nil {
		return err
	}
	if !a.JSON {
		printFilters(a.Err, filters)
	}
	if err := a.writeData(o.out, meta, records); err != nil {
		return err
	}
	if a.JSON && o.out != "-" {
		return a.PrintJSON(meta)
	}
	return nil
}
