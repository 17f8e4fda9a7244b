package spsa

import (
	"errors"
	"fmt"
	"slices"
)

// Options are what is tuned, and how. They are stored with a run.
type Options struct {
	Params   []Param  `json:"params"`
	Schedule Schedule `json:"schedule"`
	Batch    int      `json:"batch"` // pairs of an iteration
	// InFlight is how many iterations are played at the same time. Iteration i
	// starts from theta as it is after iteration i-InFlight, with the gains of
	// that time, however long the games take.
	InFlight int    `json:"in_flight"`
	Clip     Clip   `json:"clip"`
	Seed     uint64 `json:"seed"`
}

const (
	// DefaultBatch is the usual number of pairs of an iteration.
	DefaultBatch = 8

	maxBatch    = 100_000
	maxInFlight = 1000
)

// Validate reports the first option that makes no sense.
func (o *Options) Validate() error {
	if len(o.Params) == 0 {
		return errors.New("no parameter to tune")
	}
	seen := map[string]bool{}
	for i := range o.Params {
		p := &o.Params[i]
		if err := p.Validate(); err != nil {
			return err
		}
		if seen[p.Name] {
			return fmt.Errorf("parameter %s is there twice", p.Name)
		}
		seen[p.Name] = true
	}
	switch {
	case o.Batch < 1 || o.Batch > maxBatch:
		return fmt.Errorf("%d pairs an iteration: want 1 to %d", o.Batch, maxBatch)
	case o.InFlight < 1 || o.InFlight > maxInFlight:
		return fmt.Errorf("%d iterations in flight: want 1 to %d", o.InFlight, maxInFlight)
	}
	if _, err := ParseClip(string(o.Clip)); err != nil {
		return err
	}
	return o.Schedule.Validate()
}

// Iterations returns the number of batches that the planned pairs make.
func (o *Options) Iterations() int { return (o.Schedule.Pairs + o.Batch - 1) / o.Batch }

// Tally counts games for theta+.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Pairs returns the pairs of games.
func (t Tally) Pairs() int { return (t.Wins + t.Draws + t.Losses) / 2 }

// Net returns wins less losses.
func (t Tally) Net() int { return t.Wins - t.Losses }

// Add counts the games of u as well.
func (t *Tally) Add(u Tally) {
	t.Wins += u.Wins
	t.Draws += u.Draws
	t.Losses += u.Losses
}

// Batch is what one iteration plays.
type Batch struct {
	Iteration   int // from 0
	First       int // number of its first pair, from 0
	Pairs       int
	Plus, Minus []float64 // values of the two sides
	Equal       int       // parameters in which the sides do not differ

	move []float64 // of theta for each net win
}

// Step is the state after an iteration.
type Step struct {
	Iteration int
	Tally     Tally
	Equal     int       // parameters in which the sides did not differ
	Theta     []float64 // after the iteration; not to be changed
}

// Tuner does the arithmetic of a run; it neither plays nor stores. It is not safe
// for concurrent use.
type Tuner struct {
	o     Options
	steps []Step
	done  []int // pairs before iteration i, and after the last
	start []float64
}

// NewTuner returns a run before its first iteration.
func NewTuner(o Options) (*Tuner, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	t := &Tuner{o: o, done: []int{0}}
	for i := range o.Params {
		t.start = append(t.start, o.Params[i].Start)
	}
	return t, nil
}

// Restore takes in a step of an earlier run of the same options. Steps come in
// order.
func (t *Tuner) Restore(s Step) error {
	if s.Iteration != len(t.steps) {
		return fmt.Errorf("stored iteration %d: want %d", s.Iteration+1, len(t.steps)+1)
	}
	if len(s.Theta) != len(t.o.Params) {
		return fmt.Errorf("stored iteration %d: %d values for %d parameters", s.Iteration+1, len(s.Theta), len(t.o.Params))
	}
	t.append(s)
	return nil
}

func (t *Tuner) append(s Step) {
	t.steps = append(t.steps, s)
	t.done = append(t.done, t.done[len(t.done)-1]+s.Tally.Pairs())
}

// Options returns the options of the run.
func (t *Tuner) Options() *Options { return &t.o }

// Steps returns all iterations so far; they are not to be changed.
func (t *Tuner) Steps() []Step { return t.steps }

// PairsDone returns the pairs that count so far.
func (t *Tuner) PairsDone() int { return t.done[len(t.steps)] }

// Finished reports whether all planned iterations are done.
func (t *Tuner) Finished() bool { return len(t.steps) >= t.o.Iterations() }

// Theta returns the parameters after the given number of iterations.
func (t *Tuner) Theta(iterations int) []float64 {
	if iterations == 0 {
		return t.start
	}
	return t.steps[iterations-1].Theta
}

// Ready reports whether an iteration can be handed out: there is one of that
// number, and those it starts from are done.
func (t *Tuner) Ready(iteration int) bool {
	return iteration < t.o.Iterations() && iteration-t.o.InFlight < len(t.steps)
}

// Batch returns what iteration i plays. It must be Ready.
func (t *Tuner) Batch(i int) *Batch {
	from := max(0, i-t.o.InFlight+1)
	theta, done := t.Theta(from), t.done[from]
	first := i * t.o.Batch
	b := &Batch{Iteration: i, First: first, Pairs: min(t.o.Batch, t.o.Schedule.Pairs-first)}
	draws := Draws(t.o.Seed, i, len(theta))
	now := t.o.Schedule.at(done)
	for k, x := range theta {
		p := &t.o.Params[k]
		g := now.gains(p)
		plus, minus := p.Sides(x, g.C, draws[k], t.o.Clip)
		if plus == minus {
			b.Equal++
		}
		b.Plus, b.Minus = append(b.Plus, plus), append(b.Minus, minus)
		b.move = append(b.move, g.R*g.C*draws[k].Flip)
	}
	return b
}

// Apply moves theta by the games of the next iteration, which may be fewer than
// were asked for.
func (t *Tuner) Apply(b *Batch, games Tally) (Step, error) {
	switch {
	case b.Iteration != len(t.steps):
		return Step{}, fmt.Errorf("iteration %d comes where %d is due", b.Iteration+1, len(t.steps)+1)
	case games.Pairs() > b.Pairs || (games.Wins+games.Draws+games.Losses)%2 != 0:
		return Step{}, fmt.Errorf("iteration %d: %+v are not the games of at most %d pairs", b.Iteration+1, games, b.Pairs)
	}
	before := t.Theta(len(t.steps))
	theta := make([]float64, len(before))
	for k, x := range before {
		theta[k] = t.o.Params[k].clip(x + b.move[k]*float64(games.Net()))
	}
	s := Step{Iteration: b.Iteration, Tally: games, Equal: b.Equal, Theta: theta}
	t.append(s)
	return s, nil
}

// Average returns the mean of theta over the last tenth of the iterations (one
// at least), which is the result of a run; without any, the start.
func (t *Tuner) Average() []float64 { return t.averageOf(len(t.steps)) }

// averageOf is Average after n iterations.
func (t *Tuner) averageOf(n int) []float64 {
	if n == 0 {
		return slices.Clone(t.start)
	}
	tail := t.steps[n-max(1, n/10) : n]
	mean := make([]float64, len(t.start))
	for _, s := range tail {
		for k, x := range s.Theta {
			mean[k] += x
		}
	}
	for k := range mean {
		mean[k] /= float64(len(tail))
	}
	return mean
}
