package texel

import (
	"fmt"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// Options are what is tuned, and how.
type Options struct {
	Set   *params.Set   `json:"-"` // what to tune
	Start *eval.Weights `json:"-"` // where to begin, and all other parameters

	Loss       Loss    `json:"loss"`
	Lambda     float64 `json:"lambda"`      // share of the search score in a label, 0..1
	Epochs     int     `json:"epochs"`      // at most
	Patience   int     `json:"patience"`    // stop after this many epochs without a better validation loss
	Batch      int     `json:"batch"`       // positions a step; 0 all
	Rate       float64 `json:"rate"`        // step size in centipawns
	L2         float64 `json:"l2"`          // pull to the start values, see newPenalty
	Smooth     float64 `json:"smooth"`      // pull of neighbouring entries to one another
	MinSupport float64 `json:"min_support"` // positions below which a parameter stays
	K          float64 `json:"k"`           // scaling constant; 0 fits it
	Seed       uint64  `json:"seed"`        // of the order of mini-batches

	Threads int `json:"-"`
}

// DefaultOptions returns the usual options. Set and Start are for the caller to
// fill in.
func DefaultOptions() Options {
	return Options{
		Loss: Log, Epochs: 2000, Patience: 50, Rate: 1, L2: 0.01, Smooth: 0, MinSupport: 100, Seed: 1, Threads: 1,
	}
}

// Validate reports the first option out of range.
func (o *Options) Validate() error {
	if _, err := ParseLoss(string(o.Loss)); err != nil {
		return err
	}
	switch {
	case o.Set == nil || o.Start == nil:
		return fmt.Errorf("no parameters to tune")
	case o.Set.Percents() != 0 && o.Set.Percents() != o.Set.Len():
		return fmt.Errorf("percentages of groups and parameters cannot be tuned at once: the evaluation is linear in either only")
	case !(o.Lambda >= 0 && o.Lambda <= 1):
		return fmt.Errorf("lambda %v: want 0 to 1", o.Lambda)
	case o.Epochs < 1:
		return fmt.Errorf("epochs %d: want at least 1", o.Epochs)
	case o.Patience < 1:
		return fmt.Errorf("patience %d: want at least 1 epoch", o.Patience)
	case o.Batch < 0:
		return fmt.Errorf("batch %d: want 0 or more positions", o.Batch)
	case !(o.Rate > 0 && o.Rate <= 1000):
		return fmt.Errorf("rate %v: want more than 0 and at most 1000 centipawns", o.Rate)
	case !(o.L2 >= 0):
		return fmt.Errorf("l2 %v: want 0 or more", o.L2)
	case !(o.Smooth >= 0):
		return fmt.Errorf("smooth %v: want 0 or more", o.Smooth)
	case !(o.MinSupport >= 0):
		return fmt.Errorf("support %v: want 0 or more positions", o.MinSupport)
	case o.K != 0 && !(o.K >= minK && o.K <= maxK):
		return fmt.Errorf("k %v: want %v to %v, or 0 to fit it", o.K, float64(minK), float64(maxK))
	}
	return nil
}
