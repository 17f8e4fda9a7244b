package texel

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"xqlab/engine/eval"
)

// Epoch is the state of tuning after one pass over the training positions.
type Epoch struct {
	Number int     // 0 is the start
	Train  float64 // mean loss during the epoch, before each step; penalties not included
	Valid  float64 // mean loss after the epoch
	Best   bool    // the least validation loss so far
	X      []float64
}

// Recorder follows the progress of tuning. An error ends it.
type Recorder interface {
	// Epoch is called after every epoch. X belongs to the tuner.
	Epoch(e Epoch) error
	// Checkpoint receives what Run needs to continue after the last epoch.
	Checkpoint(state []byte) error
}

// Losses are mean losses of the parts, NaN for one without positions.
type Losses [numParts]float64

// Result is what tuning has found.
type Result struct {
	K         float64
	Start     Losses // of the start weights
	Tuned     Losses // of the best parameters, before rounding
	Rounded   Losses // of Weights
	Epochs    int    // done
	BestEpoch int
	Early     bool          // stopped because the validation loss did not improve
	Weights   *eval.Weights // the start weights with the tuned parameters

	Frozen        []Support       // parameters left alone for lack of positions
	Idle          []string        // parameters left alone because the percentage of their group is 0
	AtBound       []string        // parameters at the end of what is allowed
	Aliased       []string        // lists and tables that add up to another term, or to nothing
	Redistributed []string        // mean changes moved out of aliased groups
	Collinear     []CollinearPair // pairs of terms that nearly always occur together
	Groups        []GroupLoss     // what each group's changes are worth
}

// GroupLoss is the validation loss if a group is put back to its start.
type GroupLoss struct {
	Group string  `json:"group"`
	Loss  float64 `json:"loss"`
	Moved float64 `json:"moved"` // root mean square change of its parameters
}

// state is what a checkpoint holds.
type state struct {
	Version   int       `json:"version"`
	Data      string    `json:"data"`
	Options   Options   `json:"options"`
	StartHash string    `json:"start"`
	K         float64   `json:"k"`
	Epoch     int       `json:"epoch"`
	X         []float64 `json:"x"`
	Adam      *adam     `json:"adam"`
	BestX     []float64 `json:"best_x"`
	BestLoss  float64   `json:"best_loss"`
	BestEpoch int       `json:"best_epoch"`
}

const stateVersion = 1

// tuner is one call of Run.
type tuner struct {
	o       Options
	data    *Data
	model   model
	penalty *penalty
	aliased []*aliasedGroup
	support []float64
	frozen  []bool
	start   []float64
	grad    []float64
	state   state
	rec     Recorder
}

// Run tunes parameters to the labels of d, beginning at o.Start, or where a
// checkpoint of the same data and options was made. It ends when the validation
// loss has not improved for o.Patience epochs or o.Epochs are done, and returns
// the parameters with the least validation loss, rounded. If ctx is cancelled,
// Run completes the present epoch, hands out a checkpoint, and returns the
// context's error. The result does not depend on
// the number of threads.
func Run(ctx context.Context, d *Data, o Options, checkpoint []byte, rec Recorder) (*Result, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	t := &tuner{o: o, data: d, rec: rec, start: o.Set.Values(o.Start), grad: make([]float64, o.Set.Len())}
	res := &Result{}
	t.analyse(res)
	if err := t.begin(checkpoint); err != nil {
		return nil, err
	}
	res.K = t.state.K
	res.Start = t.losses(t.start)
	if t.state.Epoch == 0 {
		t.state.BestLoss = res.Start[Valid]
		e := Epoch{Train: res.Start[Train], Valid: res.Start[Valid], Best: true, X: t.start}
		if err := rec.Epoch(e); err != nil {
			return nil, err
		}
	}
	if err := t.epochs(ctx); err != nil {
		return nil, err
	}
	return res, t.finish(res)
}

// analyse finds out what the data can determine, before anything moves.
func (t *tuner) analyse(res *Result) {
	set := t.o.Set
	t.frozen = make([]bool, set.Len())
	if set.Percents() > 0 {
		t.support = make([]float64, set.Len())
		t.model = newPercentModel(t.data, set, t.o.Start, t.o.Threads)
	} else {
		t.support = support(t.data, set)
		for k, s := range t.support {
			switch {
			case t.o.Start.Percent(eval.GroupOf(set.Index(k))) == 0:
				t.frozen[k] = true
				res.Idle = append(res.Idle, set.Name(k))
			case s < t.o.MinSupport || s == 0:
				t.frozen[k] = true
				res.Frozen = append(res.Frozen, Support{set.Name(k), s})
			}
		}
		t.aliased = aliasedGroups(t.data)
		for _, f := range t.aliased {
			res.Aliased = append(res.Aliased, f.String())
		}
		res.Collinear = collinearPairs(t.data, max(1, t.o.MinSupport))
		t.model = newTermModel(t.data, set, t.o.Start, t.o.Threads)
	}
	t.penalty = newPenalty(t.o.L2, t.o.Smooth, set, t.o.Start)
}

// begin sets the state to the start, or to a checkpoint.
func (t *tuner) begin(checkpoint []byte) error {
	if checkpoint == nil {
		t.state = state{
			Version: stateVersion, Data: t.data.Hash, Options: t.o, StartHash: t.o.Start.Hash(), K: t.o.K,
			X: slices.Clone(t.start), Adam: newAdam(len(t.start)), BestX: slices.Clone(t.start),
		}
		if t.state.K == 0 {
			k, err := fitK(t.model.scores(Train, t.start), t.data.parts[Train], t.o.Loss, t.o.Threads)
			if err != nil {
				return err
			}
			t.state.K = k
		}
		t.data.blend(t.o.Lambda, t.state.K)
		return nil
	}
	if err := json.Unmarshal(checkpoint, &t.state); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	s := &t.state
	n := len(t.start)
	was, now := s.Options, t.o
	was.Set, was.Start, was.Threads = nil, nil, 0
	now.Set, now.Start, now.Threads = nil, nil, 0
	now.Epochs = was.Epochs // more epochs may be asked for
	switch {
	case s.Version != stateVersion:
		return fmt.Errorf("checkpoint of version %d, want %d", s.Version, stateVersion)
	case s.Data != t.data.Hash:
		return fmt.Errorf("checkpoint of other data: %.12s, not %.12s", s.Data, t.data.Hash)
	case s.StartHash != t.o.Start.Hash():
		return fmt.Errorf("checkpoint of a run from other weights: %.12s, not %.12s", s.StartHash, t.o.Start.Hash())
	case was != now:
		return fmt.Errorf("checkpoint of a run with other options")
	case s.Adam == nil || len(s.X) != n || len(s.BestX) != n || len(s.Adam.M) != n || len(s.Adam.V) != n:
		return fmt.Errorf("checkpoint of another number of parameters, want %d", n)
	}
	t.data.blend(t.o.Lambda, s.K)
	return nil
}

// blend mixes search scores into the labels, lambda times the expected score
// each stands for, and then drops the scores.
func (d *Data) blend(lambda, k float64) {
	for _, rs := range d.parts {
		if lambda > 0 {
			for i, s := range rs.scores {
				if s == math.MinInt16 {
					continue
				}
				r := &rs.rows[i]
				r.label = float32(lambda*sigmoid(k*float64(s)/400) + (1-lambda)*float64(r.label))
			}
		}
		rs.scores = nil
	}
}

// losses returns the loss of all parts at x.
func (t *tuner) losses(x []float64) (l Losses) {
	for p := range l {
		l[p] = t.model.evaluate(Part(p), nil, x, t.o.Loss, t.state.K/400, nil)
	}
	return l
}

// epochs passes over the training positions until tuning is done.
func (t *tuner) epochs(ctx context.Context) error {
	s := &t.state
	for s.Epoch < t.o.Epochs && s.Epoch-s.BestEpoch < t.o.Patience {
		if ctx.Err() != nil {
			if err := t.checkpoint(); err != nil {
				return err
			}
			return ctx.Err()
		}
		train := t.walk(s.Epoch + 1)
		s.Epoch++
		e := Epoch{Number: s.Epoch, Train: train, X: s.X}
		e.Valid = t.model.evaluate(Valid, nil, s.X, t.o.Loss, s.K/400, nil)
		if e.Valid < s.BestLoss {
			e.Best = true
			s.BestLoss, s.BestEpoch = e.Valid, s.Epoch
			copy(s.BestX, s.X)
		}
		if err := t.rec.Epoch(e); err != nil {
			return err
		}
		if s.Epoch%checkpointEpochs == 0 {
			if err := t.checkpoint(); err != nil {
				return err
			}
		}
	}
	return t.checkpoint()
}

// checkpointEpochs is how many epochs may be lost if the program is killed.
const checkpointEpochs = 25

func (t *tuner) checkpoint() error {
	data, err := json.Marshal(&t.state)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return t.rec.Checkpoint(data)
}

// walk passes over the training positions once and returns their mean loss, each
// batch before its own step.
func (t *tuner) walk(epoch int) float64 {
	n := t.data.Positions(Train)
	if t.o.Batch == 0 || t.o.Batch >= n {
		return t.step(nil)
	}
	sum := 0.0
	for _, pick := range batches(n, t.o.Batch, t.o.Seed, epoch) {
		sum += t.step(pick) * float64(len(pick))
	}
	return sum / float64(n)
}

// batches deals n rows out at random; each batch is in ascending order, to keep
// rows of one phase together.
func batches(n, size int, seed uint64, epoch int) [][]int32 {
	rng := rand.New(rand.NewPCG(seed, uint64(epoch)))
	count := (n + size - 1) / size
	dealt := make([]int32, n)
	for i := range dealt {
		dealt[i] = int32(i / size)
	}
	rng.Shuffle(n, func(i, j int) { dealt[i], dealt[j] = dealt[j], dealt[i] })
	list := make([][]int32, count)
	for i, b := range dealt {
		list[b] = append(list[b], int32(i))
	}
	return list
}

// step moves the parameters once and returns the mean loss before.
func (t *tuner) step(pick []int32) float64 {
	s := &t.state
	loss := t.model.evaluate(Train, pick, s.X, t.o.Loss, s.K/400, t.grad)
	t.penalty.add(s.X, t.grad)
	s.Adam.step(s.X, t.grad, t.o.Rate, t.frozen)
	for k := range s.X {
		lo, hi := t.o.Set.Bounds(k)
		s.X[k] = min(max(s.X[k], float64(lo)), float64(hi))
	}
	return loss
}

// finish turns the best parameters into weights and measures those.
func (t *tuner) finish(res *Result) error {
	s := &t.state
	set := t.o.Set
	x := slices.Clone(s.BestX)
	res.Tuned = t.losses(x)
	if set.Percents() == 0 {
		res.Redistributed = redistribute(t.aliased, set, t.o.Start, x, t.start, t.support)
	}
	w, err := set.With(t.o.Start, x)
	if err != nil {
		return err
	}
	res.Weights = w
	rounded := set.Values(w)
	res.Rounded = t.losses(rounded)
	res.Epochs, res.BestEpoch = s.Epoch, s.BestEpoch
	res.Early = s.Epoch < t.o.Epochs
	for k, v := range rounded {
		if lo, hi := set.Bounds(k); !t.frozen[k] && (v == float64(lo) || v == float64(hi)) {
			res.AtBound = append(res.AtBound, set.Name(k))
		}
	}
	t.judgeGroups(res, rounded)
	return nil
}

// judgeGroups finds the loss without the changes of each group.
func (t *tuner) judgeGroups(res *Result, x []float64) {
	set := t.o.Set
	for _, g := range eval.Groups() {
		back := slices.Clone(x)
		n, sum := 0, 0.0
		for k := range back {
			if eval.GroupOf(set.Index(k)) == g {
				d := back[k] - t.start[k]
				sum += d * d
				n++
				back[k] = t.start[k]
			}
		}
		if n == 0 {
			continue
		}
		loss := t.model.evaluate(Valid, nil, back, t.o.Loss, t.state.K/400, nil)
		res.Groups = append(res.Groups, GroupLoss{g.String(), loss, math.Sqrt(sum / float64(n))})
	}
}
