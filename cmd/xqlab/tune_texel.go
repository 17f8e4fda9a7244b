package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/tune/params"
	"xqlab/tune/texel"
)

type tuneTexelOptions struct {
	data   string
	from   string
	out    string
	name   string
	resume string
	loss   string
	query  params.Query
	split  texel.Split
	tuning texel.Options
}

const tuneTexelLong = `Fit evaluation weights to labelled positions: game results, or with --lambda a
mixture with search scores. Without --groups and --params all parameters are
tuned but the percentages of the groups, which --params '*.weight' chooses.

Games are split into training, validation and test by their number. Tuning
stops when the validation loss has not got better for --patience epochs, and
the parameters with the least are rounded and written to --out. The run is
stored with its loss curve; after Ctrl-C it goes on with --resume.

A lower loss is not more strength: confirm by a match.`

func newTuneTexelCmd(a *app) *cobra.Command {
	o := tuneTexelOptions{split: texel.Split{Valid: 10, Test: 10}, tuning: texel.DefaultOptions()}
	o.tuning.Threads = runtime.GOMAXPROCS(0)
	o.loss = string(o.tuning.Loss)
	cmd := &cobra.Command{
		Use:   "texel",
		Short: "Fit weights to labelled positions (Texel's method)",
		Long:  tuneTexelLong,
		Example: `  xqlab tune texel --from seed --out tuned.toml
  xqlab tune texel --data selfplay.xqd --groups material,mobility --lambda 0.5 --out tuned.toml
  xqlab tune texel --params '*.weight' --from seed --out shares.toml
  xqlab match --a builtin:weights=tuned.toml --b builtin:weights=seed --nodes 5000 --elo0 0 --elo1 10`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.tuning.Seed = a.seed
			return runTuneTexel(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.data, "data", sampleName, "data `FILE`; \"sample\" is the embedded one")
	f.StringVar(&o.from, "from", eval.DefaultName, "weights to begin with: default, seed or a `FILE`")
	f.StringVarP(&o.out, "out", "o", "", "weight `FILE` to write")
	f.StringVar(&o.name, "name", "", "name of the stored run")
	f.StringVar(&o.resume, "resume", "", "go on with an interrupted `RUN`; the other flags must be the same")
	f.StringSliceVar(&o.query.Groups, "groups", nil, "tune the parameters of these groups")
	f.StringArrayVar(&o.query.Params, "params", nil, "tune parameters that match a `PATTERN`, such as 'position.*' (may be repeated)")
	f.StringArrayVar(&o.query.Freeze, "freeze", nil, "leave parameters that match a `PATTERN` alone (may be repeated)")
	f.StringVar(&o.loss, "loss", o.loss, "loss: log or mse")
	f.Float64Var(&o.tuning.Lambda, "lambda", 0, "share of the search score in labels, 0 to 1")
	f.IntVar(&o.tuning.Epochs, "epochs", o.tuning.Epochs, "walks over the data at most")
	f.IntVar(&o.tuning.Patience, "patience", o.tuning.Patience, "stop after so many epochs without a better validation loss")
	f.IntVar(&o.tuning.Batch, "batch", o.tuning.Batch, "positions in a step (0 all)")
	f.Float64Var(&o.tuning.Rate, "rate", o.tuning.Rate, "step size in centipawns")
	f.Float64Var(&o.tuning.L2, "l2", o.tuning.L2, "pull to the start: this/2 times the sum of squared changes in rooks (1000 centipawns)")
	f.Float64Var(&o.tuning.Smooth, "smooth", o.tuning.Smooth, "the same for differences of changes of neighbouring squares or entries")
	f.Float64Var(&o.tuning.MinSupport, "min-support", o.tuning.MinSupport, "leave parameters alone that fewer positions speak for")
	f.Float64Var(&o.tuning.K, "k", 0, "scaling constant instead of the fitted one")
	f.IntVar(&o.split.Valid, "valid", o.split.Valid, "percent of games for validation")
	f.IntVar(&o.split.Test, "test", o.split.Test, "percent of games for the test")
	f.IntVar(&o.tuning.Threads, "threads", o.tuning.Threads, "goroutines")
	return cmd
}

// texelConfig is what is stored of a run's configuration.
type texelConfig struct {
	Data    string        `json:"data"`
	From    string        `json:"from"`
	Groups  []string      `json:"groups"`
	Params  []string      `json:"params"`
	Freeze  []string      `json:"freeze"`
	Split   texel.Split   `json:"split"`
	Options texel.Options `json:"options"`
}

func runTuneTexel(ctx context.Context, a *app, o tuneTexelOptions) (err error) {
	if o.tuning.Loss, err = texel.ParseLoss(o.loss); err != nil {
		return usagef("--loss: %w", err)
	}
	if o.tuning.Start, err = eval.Load(o.from); err != nil {
		return usagef("--from: %w", err)
	}
	if o.tuning.Set, err = params.Select(o.query); err != nil {
		return usagef("%w", err)
	}
	if err := o.tuning.Validate(); err != nil {
		return usagef("%w", err)
	}
	d, err := a.loadPositions(ctx, o)
	if err != nil {
		return err
	}
	st, err := store.Open(a.db)
	if err != nil {
		return usagef("%w", err)
	}
	defer func() {
		if closing := st.Close(); err == nil {
			err = closing
		}
	}()
	rec := &texelRecorder{ctx: context.WithoutCancel(ctx), store: st}
	checkpoint, err := rec.begin(a, o)
	if err != nil {
		return usagef("%w", err)
	}
	rec.bar = a.newProgress(o.tuning.Epochs, "tuning")
	res, err := texel.Run(ctx, d, o.tuning, checkpoint, rec)
	rec.bar.finish()
	if err != nil {
		return rec.stopped(err)
	}
	if o.out != "" {
		if err := a.writeOutput(o.out, func(w io.Writer) error { return res.Weights.WriteTOML(w) }); err != nil {
			return err
		}
	}
	if err := rec.end(o, d, res); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(rec.summary(d, res))
	}
	return printTexel(a.stdout, rec.run.Short, d, res)
}

// loadPositions reads and traces the data file.
func (a *app) loadPositions(ctx context.Context, o tuneTexelOptions) (*texel.Data, error) {
	r, f, err := a.openData(o.data)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	bar := a.newProgress(-1, "reading")
	d, err := texel.Load(ctx, r, o.tuning.Set, o.tuning.Start, o.split, o.tuning.Threads, func(n int) { bar.set(n, "reading") })
	bar.finish()
	if errors.Is(err, context.Canceled) {
		return nil, interruptedf("interrupted while reading %s; nothing was stored", o.data)
	}
	if err != nil {
		return nil, usagef("%w", err)
	}
	return d, nil
}

// texelRecorder stores a tuning run.
type texelRecorder struct {
	ctx   context.Context
	store *store.Store
	run   *store.Run
	bar   *progress
	step  store.Step
	full  bool // step is waiting to be stored
}

// begin creates the run, or finds the one to go on with and its checkpoint.
func (r *texelRecorder) begin(a *app, o tuneTexelOptions) (checkpoint []byte, err error) {
	if o.resume != "" {
		if r.run, err = r.store.FindRun(r.ctx, o.resume); err != nil {
			return nil, err
		}
		if r.run.Kind != store.Texel {
			return nil, fmt.Errorf("%s is a run of kind %s, not %s", r.run.Short, r.run.Kind, store.Texel)
		}
		if checkpoint, err = r.store.Checkpoint(r.ctx, r.run.ID, texelCheckpoint); err != nil {
			return nil, err
		}
		if checkpoint == nil {
			return nil, fmt.Errorf("%s has no checkpoint to go on from", r.run.Short)
		}
		return checkpoint, r.store.ResumeRun(r.ctx, r.run.ID)
	}
	v := currentVersion()
	r.run, err = r.store.CreateRun(r.ctx, store.NewRun{
		Kind: store.Texel, Name: o.name, Seed: a.seed, Version: v.Version, Commit: v.Commit,
		Config: texelConfig{o.data, o.from, o.query.Groups, o.query.Params, o.query.Freeze, o.split, o.tuning},
	})
	if err != nil {
		return nil, err
	}
	set, values := o.tuning.Set, o.tuning.Set.Values(o.tuning.Start)
	list := make([]store.Param, set.Len())
	for k := range list {
		lo, hi := set.Bounds(k)
		low, high := float64(lo), float64(hi)
		list[k] = store.Param{Name: set.Name(k), Start: values[k], Low: &low, High: &high}
	}
	if err := r.store.SetParams(r.ctx, r.run.ID, list); err != nil {
		return nil, err
	}
	return nil, r.link("before", o.from, o.tuning.Start)
}

// link stores weights and what they are to the run.
func (r *texelRecorder) link(role, name string, w *eval.Weights) error {
	var text bytes.Buffer
	if err := w.WriteTOML(&text); err != nil {
		return err
	}
	return r.store.LinkWeights(r.ctx, r.run.ID, role, store.Weights{Hash: w.Hash(), Name: name, TOML: text.String()})
}

const texelCheckpoint = "texel"

// Epoch implements texel.Recorder.
func (r *texelRecorder) Epoch(e texel.Epoch) error {
	train, valid := e.Train, e.Valid
	step := store.Step{Number: e.Number, TrainLoss: &train, ValidLoss: &valid}
	if e.Best {
		step.Extra = json.RawMessage(`{"best":true}`)
	}
	r.bar.set(e.Number, fmt.Sprintf("train %.6f valid %.6f", train, valid))
	return r.store.RecordStep(r.ctx, r.run.ID, step)
}

// Checkpoint implements texel.Recorder.
func (r *texelRecorder) Checkpoint(state []byte) error {
	return r.store.SetCheckpoint(r.ctx, r.run.ID, store.Checkpoint{Name: texelCheckpoint, Data: state})
}

// stopped stores that the run was interrupted or failed.
func (r *texelRecorder) stopped(err error) error {
	if !errors.Is(err, context.Canceled) {
		return usagef("%w", err)
	}
	if err := r.store.FinishRun(r.ctx, r.run.ID, store.Finish{Status: store.Interrupted, Verdict: "interrupted"}); err != nil {
		return err
	}
	return interruptedf("interrupted; go on with the same command and --resume %s", r.run.Short)
}

// texelSummary is what is stored, and printed as JSON, of a result.
type texelSummary struct {
	Run       string              `json:"run"`
	DataHash  string              `json:"data_hash"`
	Positions map[string]int      `json:"positions"`
	Games     map[string]int      `json:"games"`
	Counts    int64               `json:"coefficients"`
	K         float64             `json:"k"`
	Form      string              `json:"form"`
	Start     map[string]*float64 `json:"start_loss"`
	Tuned     map[string]*float64 `json:"tuned_loss"`
	Rounded   map[string]*float64 `json:"rounded_loss"`
	Epochs    int                 `json:"epochs"`
	BestEpoch int                 `json:"best_epoch"`
	Early     bool                `json:"early_stop"`
	Weights   string              `json:"weights"`
	Groups    []texel.GroupLoss   `json:"groups"`
	Frozen    []texel.Support     `json:"frozen"`
	Idle      []string            `json:"idle"`
	AtBound   []string            `json:"at_bound"`
	Collinear []string            `json:"collinear"`
	Settled   []string            `json:"settled"`
	Twins     []texel.Twins       `json:"twins"`
}

var texelParts = []texel.Part{texel.Train, texel.Valid, texel.Test}

func (r *texelRecorder) summary(d *texel.Data, res *texel.Result) texelSummary {
	s := texelSummary{
		Run: r.run.Short, DataHash: d.Hash, Positions: map[string]int{}, Games: map[string]int{}, Counts: d.Counts(),
		K: res.K, Form: "1/(1+exp(-k*cp/400))", Start: map[string]*float64{}, Tuned: map[string]*float64{}, Rounded: map[string]*float64{},
		Epochs: res.Epochs, BestEpoch: res.BestEpoch, Early: res.Early, Weights: res.Weights.Hash(),
		Groups: res.Groups, Frozen: res.Frozen, Idle: res.Idle, AtBound: res.AtBound,
		Collinear: res.Families, Settled: res.Settled, Twins: res.Twins,
	}
	for _, p := range texelParts {
		name := p.String()
		s.Positions[name], s.Games[name] = d.Positions(p), d.Games[p]
		s.Start[name], s.Tuned[name], s.Rounded[name] = nil, nil, nil
		if d.Positions(p) > 0 {
			s.Start[name], s.Tuned[name], s.Rounded[name] = &res.Start[p], &res.Tuned[p], &res.Rounded[p]
		}
	}
	return s
}

// end stores the result.
func (r *texelRecorder) end(o tuneTexelOptions, d *texel.Data, res *texel.Result) error {
	if err := r.store.SetFinal(r.ctx, r.run.ID, o.tuning.Set.Values(res.Weights)); err != nil {
		return err
	}
	name := o.out
	if name == "" {
		name = r.run.Short
	}
	if err := r.link("after", name, res.Weights); err != nil {
		return err
	}
	verdict := fmt.Sprintf("validation loss %.6f -> %.6f in %d epochs", res.Start[texel.Valid], res.Rounded[texel.Valid], res.BestEpoch)
	return r.store.FinishRun(r.ctx, r.run.ID, store.Finish{Status: store.Finished, Verdict: verdict, Summary: r.summary(d, res)})
}

// printTexel prints a result for people.
func printTexel(w io.Writer, run string, d *texel.Data, res *texel.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "run %s  data %.12s  K %.4f\n", run, d.Hash, res.K)
	fmt.Fprintf(&b, "%-6s %8s %10s %10s %10s %10s\n", "part", "games", "positions", "start", "tuned", "rounded")
	for _, p := range texelParts {
		if d.Positions(p) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%-6s %8d %10d %10.6f %10.6f %10.6f\n", p, d.Games[p], d.Positions(p), res.Start[p], res.Tuned[p], res.Rounded[p])
	}
	why := "epochs used up"
	if res.Early {
		why = "validation loss no longer fell"
	}
	fmt.Fprintf(&b, "epochs %d, best %d (%s)\n", res.Epochs, res.BestEpoch, why)
	for _, g := range res.Groups {
		fmt.Fprintf(&b, "%-12s moved %6.1f rms, worth %.6f of validation loss\n", g.Group, g.Moved, g.Loss-res.Rounded[texel.Valid])
	}
	if n := len(res.Frozen); n > 0 {
		fmt.Fprintf(&b, "left alone, too few positions (%d):", n)
		for _, s := range res.Frozen {
			fmt.Fprintf(&b, " %s (%.0f)", s.Param, s.Positions)
		}
		fmt.Fprintln(&b)
	}
	list := func(title string, items []string, sep string) {
		if len(items) > 0 {
			fmt.Fprintf(&b, "%s (%d): %s\n", title, len(items), strings.Join(items, sep))
		}
	}
	list("left alone, group counts nothing", res.Idle, " ")
	list("at the end of their range", res.AtBound, " ")
	list("collinear by construction", res.Families, "; ")
	list("settled", res.Settled, "; ")
	for _, t := range res.Twins {
		fmt.Fprintf(&b, "hardly told apart: %s and %s (correlation %.3f)\n", t.A, t.B, t.Correlation)
	}
	fmt.Fprintf(&b, "weights %.12s\n", res.Weights.Hash())
	_, err := io.WriteString(w, b.String())
	return err
}
