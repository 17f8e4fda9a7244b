package texel

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// run tunes and fails the test on an error.
func run(t *testing.T, d *Data, o Options) (*Result, *journal) {
	t.Helper()
	j := &journal{}
	res, err := Run(context.Background(), d, o, nil, j)
	if err != nil {
		t.Fatal(err)
	}
	return res, j
}

// TestThreads tunes with 1, 2 and 5 goroutines: every loss and every weight
// must be the same, bit for bit.
func TestThreads(t *testing.T) {
	records := sampleRecords(t, 6000)
	set := choose(t, params.Query{})
	for _, batch := range []int{0, 1000} {
		var first *journal
		var weights *eval.Weights
		for _, threads := range []int{1, 2, 5} {
			o := quick(set, eval.Seed())
			o.Epochs, o.Batch, o.Threads = 4, batch, threads
			res, j := run(t, load(t, records, set, eval.Seed(), threads), o)
			if first == nil {
				first, weights = j, res.Weights
				continue
			}
			if !res.Weights.Equal(weights) {
				t.Errorf("batch %d, %d threads: other weights", batch, threads)
			}
			for i, e := range j.epochs {
				f := first.epochs[i]
				if e.Train != f.Train || e.Valid != f.Valid || !slices.Equal(e.X, f.X) {
					t.Fatalf("batch %d, %d threads, epoch %d: %v %v, want %v %v", batch, threads, i, e.Train, e.Valid, f.Train, f.Valid)
				}
			}
		}
	}
}

// TestResume interrupts tuning and goes on from the checkpoint: the end is that
// of a run without interruption.
func TestResume(t *testing.T) {
	records := sampleRecords(t, 4000)
	set := choose(t, params.Query{Groups: []string{"material", "mobility"}})
	o := quick(set, eval.Seed())
	o.Epochs, o.Batch, o.Lambda = 9, 700, 0.5
	for i := range records {
		records[i].SetScore(i % 300)
	}
	want, _ := run(t, load(t, records, set, eval.Seed(), 2), o)

	ctx, cancel := context.WithCancel(context.Background())
	j := &journal{after: func(e Epoch) error {
		if e.Number == 4 {
			cancel()
		}
		return nil
	}}
	if _, err := Run(ctx, load(t, records, set, eval.Seed(), 2), o, nil, j); !errors.Is(err, context.Canceled) || j.checkpoint == nil {
		t.Fatalf("interrupted: error %v, %d bytes of checkpoint", err, len(j.checkpoint))
	}
	rest := &journal{}
	got, err := Run(context.Background(), load(t, records, set, eval.Seed(), 2), o, j.checkpoint, rest)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Weights.Equal(want.Weights) || got.Tuned != want.Tuned || got.K != want.K {
		t.Errorf("resumed: loss %v, want %v", got.Tuned, want.Tuned)
	}
	if len(rest.epochs) != 5 || rest.epochs[0].Number != 5 {
		t.Errorf("resumed: %d epochs from %d on", len(rest.epochs), rest.epochs[0].Number)
	}

	// Nothing else can go on from it.
	for name, edit := range map[string]func(*Options) []byte{
		"checkpoint of a run with other options": func(o *Options) []byte { o.Rate = 3; return j.checkpoint },
		"checkpoint of a run from other weights": func(o *Options) []byte { o.Start = eval.Default(); return j.checkpoint },
		"checkpoint: unexpected end":             func(o *Options) []byte { return j.checkpoint[:50] },
		"checkpoint of another number of parameters, want": func(o *Options) []byte {
			o.Set = choose(t, params.Query{Groups: []string{"pins"}})
			return j.checkpoint
		},
		"checkpoint of version 0, want 1": func(o *Options) []byte { return []byte("{}") },
	} {
		changed := o
		state := edit(&changed)
		_, err := Run(context.Background(), load(t, records, changed.Set, changed.Start, 1), changed, state, &journal{})
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want %q", err, name)
		}
	}
	_, err = Run(context.Background(), load(t, records[1:], set, eval.Seed(), 1), o, j.checkpoint, &journal{})
	if err == nil || !strings.Contains(err.Error(), "checkpoint of other data") {
		t.Errorf("other data: error %v", err)
	}
}

// TestValidationLossFalls tunes the seed weights on a part of the sample.
func TestValidationLossFalls(t *testing.T) {
	set := choose(t, params.Query{})
	d := load(t, sampleRecords(t, 20000), set, eval.Seed(), 2)
	o := quick(set, eval.Seed())
	o.L2, o.Epochs, o.Patience, o.Batch, o.Threads = 0.05, 30, 5, 4096, 2
	res, j := run(t, d, o)
	if res.Rounded[Valid] > res.Start[Valid]-0.002 {
		t.Errorf("validation loss %v, at the start %v", res.Rounded[Valid], res.Start[Valid])
	}
	if math.Abs(res.Rounded[Valid]-res.Tuned[Valid]) > 1e-3 {
		t.Errorf("rounding changes the loss from %v to %v", res.Tuned[Valid], res.Rounded[Valid])
	}
	best := j.epochs[res.BestEpoch]
	for _, e := range j.epochs {
		if e.Valid < best.Valid {
			t.Errorf("epoch %d is better than the best, %d", e.Number, res.BestEpoch)
		}
	}
	if got := res.Tuned[Valid]; got != best.Valid {
		t.Errorf("best epoch has loss %v, result %v", best.Valid, got)
	}
	if len(res.Frozen) == 0 || len(res.Groups) != eval.NumGroups {
		t.Errorf("%d frozen parameters, %d groups", len(res.Frozen), len(res.Groups))
	}
	for _, s := range res.Frozen {
		i, _ := eval.Index(s.Param)
		if s.Positions >= o.MinSupport || res.Weights.Get(i) != eval.Seed().Get(i) && !inFamily(i) {
			t.Errorf("%s with %.0f positions is %d, was %d", s.Param, s.Positions, res.Weights.Get(i), eval.Seed().Get(i))
		}
	}
}

// inFamily reports whether parameter i is an entry of a list or table, which
// may be shifted as a whole.
func inFamily(i int) bool { return strings.Contains(eval.Name(i), "[") }

// TestFrozenParametersStay tunes with some parameters frozen by hand.
func TestFrozenParametersStay(t *testing.T) {
	set := choose(t, params.Query{Freeze: []string{"material.rook", "position.*"}})
	d := load(t, sampleRecords(t, 3000), set, eval.Seed(), 1)
	o := quick(set, eval.Seed())
	o.Epochs = 3
	res, _ := run(t, d, o)
	changed := 0
	for i := range eval.NumParams {
		if res.Weights.Get(i) == eval.Seed().Get(i) {
			continue
		}
		if changed++; !set.Has(i) {
			t.Errorf("%s has changed", eval.Name(i))
		}
	}
	if changed == 0 {
		t.Error("nothing has changed")
	}
}

// TestPercentages tunes the percentages of the groups, and nothing else.
func TestPercentages(t *testing.T) {
	set := choose(t, params.Query{Params: []string{"*.weight"}})
	d := load(t, sampleRecords(t, 10000), set, eval.Seed(), 2)
	o := quick(set, eval.Seed())
	o.L2, o.Epochs = 0, 60
	res, _ := run(t, d, o)
	if res.Rounded[Train] >= res.Start[Train] {
		t.Errorf("loss %v, at the start %v", res.Rounded[Train], res.Start[Train])
	}
	for i := range 2 * eval.NumTerms {
		if res.Weights.Get(i) != eval.Seed().Get(i) {
			t.Fatalf("%s has changed", eval.Name(i))
		}
	}
}

func TestIdleGroups(t *testing.T) {
	w := eval.Seed()
	if err := w.Set(eval.Pins.PercentIndex(), 0); err != nil {
		t.Fatal(err)
	}
	set := choose(t, params.Query{Groups: []string{"pins", "center"}})
	o := quick(set, w)
	o.Epochs = 2
	res, _ := run(t, load(t, sampleRecords(t, 2000), set, w, 1), o)
	lo, hi := eval.Pins.Range()
	if len(res.Idle) != hi-lo {
		t.Errorf("%d idle parameters, want %d", len(res.Idle), hi-lo)
	}
}

func TestOptionsValidate(t *testing.T) {
	good := quick(choose(t, params.Query{}), eval.Seed())
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string]func(o *Options){
		"unknown loss":  func(o *Options) { o.Loss = "x" },
		"no parameters": func(o *Options) { o.Set = nil },
		"at once":       func(o *Options) { o.Set = choose(t, params.Query{Params: []string{"*", "*.weight"}}) },
		"lambda 1.5":    func(o *Options) { o.Lambda = 1.5 },
		"lambda NaN":    func(o *Options) { o.Lambda = math.NaN() },
		"epochs 0":      func(o *Options) { o.Epochs = 0 },
		"patience 0":    func(o *Options) { o.Patience = 0 },
		"batch -1":      func(o *Options) { o.Batch = -1 },
		"rate 0":        func(o *Options) { o.Rate = 0 },
		"l2 -1":         func(o *Options) { o.L2 = -1 },
		"smooth NaN":    func(o *Options) { o.Smooth = math.NaN() },
		"support -1":    func(o *Options) { o.MinSupport = -1 },
		"k 30":          func(o *Options) { o.K = 30 },
	} {
		o := good
		if edit(&o); o.Validate() == nil || !strings.Contains(o.Validate().Error(), name) {
			t.Errorf("%s: error %v", name, o.Validate())
		}
	}
}

func TestBatches(t *testing.T) {
	list := batches(1003, 100, 5, 2)
	seen := make([]bool, 1003)
	for _, b := range list {
		if !slices.IsSorted(b) || len(b) > 100 {
			t.Errorf("batch of %d, sorted %v", len(b), slices.IsSorted(b))
		}
		for _, i := range b {
			if seen[i] {
				t.Errorf("row %d comes twice", i)
			}
			seen[i] = true
		}
	}
	if slices.Contains(seen, false) || len(list) != 11 {
		t.Errorf("%d batches, a row is missing: %v", len(list), slices.Contains(seen, false))
	}
	if slices.Equal(list[0], batches(1003, 100, 5, 3)[0]) {
		t.Error("two epochs have the same batches")
	}
}
