package main

import (
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/results/runs"
	"xqlab/tune/dataset"
	"xqlab/tune/texel"
)

type tuneTexelOptions struct {
	runFlags
	config  texel.Config
	out     string
	threads int
}

const tuneTexelLong = `Fit evaluation weights to labelled positions: game results, or with --lambda a
mixture with search scores. Without --groups and --params all parameters are
tuned except the percentages of the groups, which --params '*.weight' selects.
Patterns are names with * and ?; "xqlab weights show" lists the names.

Games, not positions, are split into training, validation and test. Tuning
stops when the validation loss has not improved for --patience epochs, and the
parameters with the lowest loss are rounded and written to --out. The run is
stored with its loss curve; after Ctrl-C, --resume continues it. The result does
not depend on --threads.

A lower loss does not mean more strength: confirm it in a match.`

func newTuneTexelCmd(a *app) *cobra.Command {
	o := tuneTexelOptions{config: texel.Config{Split: texel.DefaultSplit, Options: texel.DefaultOptions()}}
	c, t := &o.config, &o.config.Options
	loss := string(t.Loss)
	cmd := &cobra.Command{
		Use:   "texel",
		Short: "Fit weights to labelled positions (Texel's method)",
		Long:  tuneTexelLong,
		Example: `  xqlab tune texel --from seed --out tuned.toml
  xqlab tune texel --data selfplay.xqd --groups material,mobility --lambda 0.5 --out tuned.toml
  xqlab tune texel --from seed --params '*.weight' --out shares.toml
  xqlab match --a builtin:weights=tuned.toml --b builtin:weights=seed --nodes 5000 --elo0 0 --elo1 10
  xqlab tune texel --resume x1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if t.Loss, err = texel.ParseLoss(loss); err != nil {
				return ui.Usagef("--loss: %w", err)
			}
			return runTuneTexel(cmd, a, &o)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&c.Data, "data", []string{dataset.SampleName}, "data `FILE` (may be repeated: equal positions are merged); \"sample\" is the embedded one")
	f.StringVar(&c.From, "from", eval.DefaultName, "weights to start from: default, seed or a `FILE`")
	f.StringVarP(&o.out, "out", "o", "", "weight `FILE` to write")
	f.StringSliceVar(&c.Groups, "groups", nil, "tune the parameters of these groups")
	f.StringArrayVar(&c.Params, "params", nil, "tune parameters that match `PATTERN`, such as 'position.*' (may be repeated)")
	f.StringArrayVar(&c.Freeze, "freeze", nil, "leave parameters that match `PATTERN` alone (may be repeated)")
	f.StringVar(&loss, "loss", loss, "loss: log or mse")
	f.Float64Var(&t.Lambda, "lambda", 0, "share of the search score in the labels, 0 to 1")
	f.IntVar(&t.Epochs, "epochs", t.Epochs, "maximum number of passes over the data")
	f.IntVar(&t.Patience, "patience", t.Patience, "stop after `N` epochs without a better validation loss")
	f.IntVar(&t.Batch, "batch", t.Batch, "positions per step (0: all)")
	f.Float64Var(&t.Rate, "rate", t.Rate, "step size in centipawns")
	f.Float64Var(&t.L2, "l2", t.L2, "pull towards the start: half of this times the sum of squared changes, in units of 1000 centipawns (material), 250 (other terms) or 100 percentage points")
	f.Float64Var(&t.Smooth, "smooth", t.Smooth, "the same for the differences between the changes of neighbouring squares or entries")
	f.Float64Var(&t.MinSupport, "min-support", t.MinSupport, "leave parameters alone that are supported by fewer positions")
	f.Float64Var(&t.K, "k", 0, "scaling constant to use instead of fitting it")
	f.IntVar(&c.Split.Valid, "valid", c.Split.Valid, "percent of games for validation")
	f.IntVar(&c.Split.Test, "test", c.Split.Test, "percent of games for the test")
	f.IntVar(&o.threads, "threads", runtime.GOMAXPROCS(0), "goroutines")
	o.runFlags.add(a, cmd)
	return cmd
}

func runTuneTexel(cmd *cobra.Command, a *app, o *tuneTexelOptions) error {
	if o.threads < 1 {
		return ui.Usagef("--threads %d: want at least 1", o.threads)
	}
	if err := ui.CheckOutput(o.out); err != nil {
		return ui.Usagef("--out: %w", err)
	}
	job := &runs.Texel{Threads: o.threads, Out: o.out, Open: a.openData}
	c := carry{runFlags: o.runFlags}
	if o.resume != "" {
		if err := onlyWithResume(cmd, "data", "epochs", "out", "threads"); err != nil {
			return err
		}
		if cmd.Flags().Changed("data") {
			c.changes.Data = o.config.Data
		}
		if cmd.Flags().Changed("epochs") {
			c.changes.Epochs = &o.config.Options.Epochs
		}
	} else {
		job.Config = o.config
	}
	c.after = func(end error) error {
		if end != nil {
			return a.ended(end, again(cmd, "out"))
		}
		if o.out != "" {
			if err := a.WriteOutput(o.out, func(w io.Writer) error { return job.Result.Weights.WriteTOML(w) }); err != nil {
				return err
			}
		}
		if a.JSON {
			return a.PrintJSON(job.Summary)
		}
		return printTexel(a.Out, job.Summary)
	}
	return a.carryOut(cmd.Context(), job, c)
}
