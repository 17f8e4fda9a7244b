package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/tune/dataset"
	"xqlab/tune/params"
	"xqlab/tune/texel"
)

// Texel is a fit of evaluation weights to labelled positions.
type Texel struct {
	once

	Config texel.Config // Options.Set and Options.Start are filled in from names
	// Threads is how many goroutines compute; 0 means 1. The result does not
	// depend on it.
	Threads int
	// Out is the file the caller will write the weights to, which names them;
	// if it is empty, the run names them.
	Out string
	// Open opens a data file; nil means dataset.Open.
	Open func(path string) (*dataset.Reader, io.Closer, error)

	// Result is the result of a finished run, Summary the stored part of it.
	Result  *texel.Result
	Summary *TexelSummary

	data       *texel.Data
	checkpoint []byte // to continue from; nil at the beginning
}

// Kind implements Job.
func (j *Texel) Kind() store.Kind { return store.Texel }

func (j *Texel) config() any { return &j.Config }

func (j *Texel) seed(seed uint64) { j.Config.Options.Seed = seed }

func (j *Texel) changeable() []change { return []change{changeData, changeEpochs} }

func (j *Texel) change(c Changes) error {
	if c.Data != nil { // may have moved; they are recognised by content
		j.Config.Data = c.Data
	}
	set(&j.Config.Options.Epochs, c.Epochs)
	return nil
}

// texelCheckpoint is the name of the checkpoint.
const texelCheckpoint = "texel"

// restore takes the start weights from the database: their file may have
// changed or vanished since.
func (j *Texel) restore(ctx context.Context, s *session) error {
	roles, err := s.lab.Store.RunWeights(ctx, s.run.ID)
	if err != nil {
		return err
	}
	if j.Config.Options.Start, err = weightsOf(ctx, s.lab.Store, roles[store.RoleBefore].Hash); err != nil {
		return err
	}
	j.checkpoint, err = s.lab.Store.Checkpoint(ctx, s.run.ID, texelCheckpoint)
	return err
}

// prepare finds out what is to be tuned, and reads and traces the data.
func (j *Texel) prepare(ctx context.Context, s *session) error {
	c := &j.Config
	var err error
	if c.Options.Start == nil && c.From != "" {
		if c.From, err = absoluteWeights(c.From); err != nil {
			return err
		}
		if c.Options.Start, err = eval.Load(c.From); err != nil {
			return fmt.Errorf("start weights: %w", err)
		}
	}
	if c.Options.Set, err = params.Select(c.Query()); err != nil {
		return err
	}
	c.Options.Threads = max(1, j.Threads)
	if err := c.Validate(); err != nil {
		return err
	}
	open := j.Open
	if open == nil {
		open = dataset.Open
	}
	var readers []*dataset.Reader
	for i, path := range c.Data {
		if path != "-" && !dataset.IsSample(path) { // the run may be resumed from any folder
			if c.Data[i], err = filepath.Abs(path); err != nil {
				return err
			}
		}
		r, f, err := open(c.Data[i])
		if err != nil {
			return err
		}
		defer f.Close()
		readers = append(readers, r)
	}
	var src texel.Source = readers[0]
	if len(readers) > 1 {
		all, err := dataset.Join(readers)
		if err != nil {
			return err
		}
		src = all.Blocks()
	}
	j.data, err = texel.Load(ctx, src, c.Options.Set, c.Options.Start, c.Split, c.Options.Threads, func(n int) { s.emit(PositionsRead{n}) })
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(c.Data, ", "), err)
	}
	return nil
}

func (j *Texel) describe(*session) (n store.NewRun, err error) {
	set := j.Config.Options.Set
	values := set.Values(j.Config.Options.Start)
	for k := range set.Len() {
		lo, hi := set.Bounds(k)
		low, high := float64(lo), float64(hi)
		n.Params = append(n.Params, store.Param{Name: set.Name(k), Start: values[k], Low: &low, High: &high})
	}
	before, err := storedWeights(j.Config.From, j.Config.Options.Start)
	n.Weights = map[string]store.Weights{store.RoleBefore: before}
	return n, err
}

func (j *Texel) do(ctx context.Context, s *session) (err error) {
	s.emit(RunStarted{Unit: Epochs, Total: j.Config.Options.Epochs})
	rec := &texelRecorder{ctx: context.WithoutCancel(ctx), s: s, of: j.Config.Options.Epochs}
	j.Result, err = texel.Run(ctx, j.data, j.Config.Options, j.checkpoint, rec)
	return err
}

// texelRecorder implements texel.Recorder.
type texelRecorder struct {
	ctx context.Context
	s   *session
	of  int // epochs planned
}

// Epoch implements texel.Recorder.
func (r *texelRecorder) Epoch(e texel.Epoch) error {
	train, valid := e.Train, e.Valid
	step := store.Step{Number: e.Number, TrainLoss: &train, ValidLoss: &valid}
	if e.Best {
		step.Extra = json.RawMessage(`{"best":true}`)
	}
	err := r.s.lab.Store.RecordStep(r.ctx, r.s.run.ID, step)
	if err == nil {
		r.s.emit(StepTaken{Number: e.Number, Of: r.of, Train: &train, Valid: &valid})
	}
	return err
}

// Checkpoint implements texel.Recorder.
func (r *texelRecorder) Checkpoint(state []byte) error {
	return r.s.lab.Store.SetCheckpoint(r.ctx, r.s.run.ID, store.Checkpoint{Name: texelCheckpoint, Data: state})
}

func (j *Texel) stopped(s *session) string {
	if j.data == nil {
		return "while reading"
	}
	return ""
}

func (j *Texel) finish(ctx context.Context, s *session, f *store.Finish) error {
	if f.Status != store.Finished {
		return nil
	}
	res := j.Result
	if err := s.lab.Store.SetFinal(ctx, s.run.ID, j.Config.Options.Set.Values(res.Weights)); err != nil {
		return err
	}
	name := j.Out
	if name == "" {
		name = s.run.Short
	}
	after, err := storedWeights(name, res.Weights)
	if err != nil {
		return err
	}
	if err := s.lab.Store.LinkWeights(ctx, s.run.ID, store.RoleAfter, after); err != nil {
		return err
	}
	j.Summary = j.sum(s.run)
	f.Verdict = fmt.Sprintf("validation loss %.6f -> %.6f, best epoch %d", res.Start[texel.Valid], res.Rounded[texel.Valid], res.BestEpoch)
	f.Summary = j.Summary
	return nil
}

// TexelSummary is what is stored, and printed as JSON, of a result.
type TexelSummary struct {
	Run        string            `json:"run"`
	Data       []string          `json:"data"`
	DataHash   string            `json:"data_hash"`
	Games      TexelCounts       `json:"games"`
	Positions  TexelCounts       `json:"positions"`
	Scored     int               `json:"scored"`
	Coefs      int64             `json:"coefficients"` // nonzero ones
	Bytes      int64             `json:"bytes"`        // memory for positions
	Loss       texel.Loss        `json:"loss"`
	K          float64           `json:"k"`
	Prediction string            `json:"prediction"`
	Start      TexelLosses       `json:"start_loss"`
	Tuned      TexelLosses       `json:"tuned_loss"`
	Rounded    TexelLosses       `json:"rounded_loss"`
	Epochs     int               `json:"epochs"`
	BestEpoch  int               `json:"best_epoch"`
	EarlyStop  bool              `json:"early_stop"`
	From       string            `json:"from_weights"`
	Weights    string            `json:"weights"`
	Out        string            `json:"out,omitempty"`
	Tuning     int               `json:"parameters"`
	Groups     []texel.GroupLoss `json:"groups"`
	Frozen     []texel.Support   `json:"frozen"`
	Idle       []string          `json:"idle"`
	AtBound    []string          `json:"at_bound"`
	// The names in JSON are older than those of package texel.
	Aliased       []string              `json:"collinear"`
	Redistributed []string              `json:"settled"`
	Collinear     []texel.CollinearPair `json:"twins"`
}

// TexelLosses are mean losses by part of the data; nil for a part without
// positions.
type TexelLosses struct {
	Train *float64 `json:"train"`
	Valid *float64 `json:"valid"`
	Test  *float64 `json:"test"`
}

// TexelCounts count something by part of the data.
type TexelCounts struct {
	Train int `json:"train"`
	Valid int `json:"valid"`
	Test  int `json:"test"`
}

func (j *Texel) sum(run *store.Run) *TexelSummary {
	d, o, res := j.data, &j.Config.Options, j.Result
	losses := func(l texel.Losses) (t TexelLosses) {
		for p, to := range map[texel.Part]**float64{texel.Train: &t.Train, texel.Valid: &t.Valid, texel.Test: &t.Test} {
			if d.Positions(p) > 0 {
				x := l[p]
				*to = &x
			}
		}
		return t
	}
	return &TexelSummary{
		Run: run.Short, Data: j.Config.Data, DataHash: d.Hash,
		Games:     TexelCounts{d.Games[texel.Train], d.Games[texel.Valid], d.Games[texel.Test]},
		Positions: TexelCounts{d.Positions(texel.Train), d.Positions(texel.Valid), d.Positions(texel.Test)},
		Scored:    d.Scored, Coefs: d.Counts(), Bytes: d.Bytes(),
		Loss: o.Loss, K: res.K, Prediction: "1/(1+exp(-k*cp/400))",
		Start: losses(res.Start), Tuned: losses(res.Tuned), Rounded: losses(res.Rounded),
		Epochs: res.Epochs, BestEpoch: res.BestEpoch, EarlyStop: res.Early,
		From: o.Start.Hash(), Weights: res.Weights.Hash(), Out: j.Out, Tuning: o.Set.Len(),
		Groups: res.Groups, Frozen: res.Frozen, Idle: res.Idle, AtBound: res.AtBound,
		Aliased: res.Aliased, Redistributed: res.Redistributed, Collinear: res.Collinear,
	}
}
