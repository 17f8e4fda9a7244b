package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/tune/dataset"
	"xqlab/tune/params"
	"xqlab/tune/texel"
)

// texelJob is one tuning run from its flags to its report. It implements
// texel.Recorder.
type texelJob struct {
	a          *app
	o          *tuneTexelOptions
	ctx        context.Context // of storing: outlives an interrupt
	st         *store.Store
	run        *store.Run
	data       *texel.Data
	checkpoint []byte // to go on from; nil at the beginning
	bar        *progress
}

func runTuneTexel(cmd *cobra.Command, a *app, o *tuneTexelOptions) (err error) {
	ctx := cmd.Context()
	j := &texelJob{a: a, o: o, ctx: context.WithoutCancel(ctx)}
	if o.resume != "" {
		if err := checkTexelResume(cmd); err != nil {
			return err
		}
	} else if err := j.prepare(); err != nil {
		return usagef("%w", err)
	}
	if j.st, err = openStore(a.db, o.resume != ""); err != nil {
		return err
	}
	defer closeStore(j.st, &err)
	if o.resume != "" {
		if err := j.load(cmd); err != nil {
			return usagef("%w", err)
		}
	}
	if err := j.read(ctx); err != nil {
		return err
	}
	if o.resume != "" {
		err = j.st.ResumeRun(j.ctx, j.run.ID)
	} else {
		err = j.create()
	}
	if err != nil {
		return usagef("%w", err)
	}
	return j.tune(ctx)
}

// prepare finds out what is to be tuned, before anything is stored.
func (j *texelJob) prepare() error {
	c := &j.o.config
	var err error
	if c.Options.Start, err = eval.Load(c.From); err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	for i, path := range c.Data {
		if path == "-" && len(c.Data) == 1 || path == sampleName && !exists(path) {
			continue
		}
		if c.Data[i], err = filepath.Abs(path); err != nil {
			return err
		}
	}
	return j.choose()
}

// choose selects the parameters and checks the options.
func (j *texelJob) choose() error {
	c := &j.o.config
	var err error
	if c.Options.Set, err = params.Select(c.query()); err != nil {
		return err
	}
	if j.o.threads < 1 {
		return fmt.Errorf("--threads %d: want at least 1", j.o.threads)
	}
	c.Options.Threads = j.o.threads
	if err := c.Options.Validate(); err != nil {
		return err
	}
	return c.Split.Validate()
}

// load takes the configuration of the run to be resumed from the database, its
// start weights too: their file may have changed or gone since.
func (j *texelJob) load(cmd *cobra.Command) error {
	var c texelConfig
	run, err := takeUp(j.ctx, j.st, j.a.db, j.o.resume, store.Texel, &c)
	if err != nil {
		return err
	}
	j.run = run
	if cmd.Flags().Changed("data") {
		c.Data = j.o.config.Data
	}
	if cmd.Flags().Changed("epochs") {
		c.Options.Epochs = j.o.config.Options.Epochs
	}
	j.o.config = c
	roles, err := j.st.RunWeights(j.ctx, j.run.ID)
	if err != nil {
		return err
	}
	if j.o.config.Options.Start, err = weightsOf(j.ctx, j.st, roles[store.RoleBefore].Hash); err != nil {
		return err
	}
	if j.checkpoint, err = j.st.Checkpoint(j.ctx, j.run.ID, texelCheckpoint); err != nil {
		return err
	}
	return j.choose()
}

// read loads and traces the data.
func (j *texelJob) read(ctx context.Context) error {
	c := &j.o.config
	var readers []*dataset.Reader
	for _, path := range c.Data {
		r, f, err := j.a.openData(path)
		if err != nil {
			return err
		}
		defer f.Close()
		readers = append(readers, r)
	}
	bar := j.a.newProgress(-1, "reading")
	defer bar.finish()
	var src texel.Source
	if len(readers) == 1 {
		src = readers[0]
	} else {
		all, err := dataset.Join(readers)
		if err != nil {
			return usagef("%w", err)
		}
		src = all.Blocks()
	}
	var err error
	j.data, err = texel.Load(ctx, src, c.Options.Set, c.Options.Start, c.Split, c.Options.Threads, func(n int) { bar.set(n, "reading") })
	switch {
	case errors.Is(err, context.Canceled):
		return interruptedf("interrupted while reading; nothing was stored")
	case err != nil:
		return usagef("%s: %w", strings.Join(c.Data, ", "), err)
	}
	return nil
}

// texelCheckpoint is the name of the checkpoint.
const texelCheckpoint = "texel"

// create stores a new run.
func (j *texelJob) create() error {
	c := &j.o.config
	v := currentVersion()
	before, err := storedWeights(c.From, c.Options.Start)
	if err != nil {
		return err
	}
	n := store.NewRun{
		Kind: store.Texel, Name: j.o.name, Seed: j.a.seed, Version: v.Version, Commit: v.Commit, Config: c,
		Weights: map[string]store.Weights{store.RoleBefore: before},
	}
	set := c.Options.Set
	values := set.Values(c.Options.Start)
	for k := range set.Len() {
		lo, hi := set.Bounds(k)
		low, high := float64(lo), float64(hi)
		n.Params = append(n.Params, store.Param{Name: set.Name(k), Start: values[k], Low: &low, High: &high})
	}
	j.run, err = j.st.CreateRun(j.ctx, n)
	return err
}

// tune runs the tuner, stores and reports its result.
func (j *texelJob) tune(ctx context.Context) error {
	j.bar = j.a.newProgress(j.o.config.Options.Epochs, "tuning")
	res, err := texel.Run(ctx, j.data, j.o.config.Options, j.checkpoint, j)
	j.bar.finish()
	if err != nil {
		f := store.Finish{Status: store.Interrupted, Verdict: err.Error()}
		if ctx.Err() != nil {
			f.Verdict = "interrupted"
		}
		if storing := j.st.FinishRun(j.ctx, j.run.ID, f); storing != nil {
			return usagef("%w", errors.Join(err, storing))
		}
		if ctx.Err() != nil {
			return interruptedf("stopped; go on with\n  xqlab %s%s", resumeCommand(j.run, j.a.db), j.outFlag())
		}
		return usagef("%w", err)
	}
	if j.o.out != "" {
		if err := j.a.writeOutput(j.o.out, func(w io.Writer) error { return res.Weights.WriteTOML(w) }); err != nil {
			return usagef("%w", err)
		}
	}
	s := j.summary(res)
	if err := j.finish(res, s); err != nil {
		return usagef("%w", err)
	}
	if j.a.json {
		return j.a.printJSON(s)
	}
	return s.print(j.a.stdout)
}

// outFlag repeats --out for the resume command.
func (j *texelJob) outFlag() string {
	if j.o.out == "" {
		return ""
	}
	return " --out " + shellQuote(j.o.out)
}

// Epoch implements texel.Recorder.
func (j *texelJob) Epoch(e texel.Epoch) error {
	train, valid := e.Train, e.Valid
	step := store.Step{Number: e.Number, TrainLoss: &train, ValidLoss: &valid}
	if e.Best {
		step.Extra = json.RawMessage(`{"best":true}`)
	}
	j.bar.set(e.Number, fmt.Sprintf("train %.6f valid %.6f", train, valid))
	return j.st.RecordStep(j.ctx, j.run.ID, step)
}

// Checkpoint implements texel.Recorder.
func (j *texelJob) Checkpoint(state []byte) error {
	return j.st.SetCheckpoint(j.ctx, j.run.ID, store.Checkpoint{Name: texelCheckpoint, Data: state})
}

// finish stores the result.
func (j *texelJob) finish(res *texel.Result, s texelSummary) error {
	if err := j.st.SetFinal(j.ctx, j.run.ID, j.o.config.Options.Set.Values(res.Weights)); err != nil {
		return err
	}
	name := j.o.out
	if name == "" {
		name = j.run.Short
	}
	after, err := storedWeights(name, res.Weights)
	if err != nil {
		return err
	}
	if err := j.st.LinkWeights(j.ctx, j.run.ID, store.RoleAfter, after); err != nil {
		return err
	}
	verdict := fmt.Sprintf("validation loss %.6f -> %.6f, best epoch %d", res.Start[texel.Valid], res.Rounded[texel.Valid], res.BestEpoch)
	return j.st.FinishRun(j.ctx, j.run.ID, store.Finish{Status: store.Finished, Verdict: verdict, Summary: s})
}
