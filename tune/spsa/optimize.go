package spsa

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/optimize"
)

// Method is an optimisation method.
type Method string

const (
	// MethodSPSA is the method described in the package comment; see Run.
	MethodSPSA Method = "spsa"
	// NelderMead and CMAES are experimental: they compare points with the start
	// by a batch of games each, which is noisy; see RunMethod.
	NelderMead Method = "nelder-mead"
	CMAES      Method = "cmaes"
)

// ParseMethod reads the name of a Method.
func ParseMethod(text string) (Method, error) {
	switch m := Method(text); m {
	case MethodSPSA, NelderMead, CMAES:
		return m, nil
	}
	return MethodSPSA, fmt.Errorf("method %q: want %s, %s or %s", text, MethodSPSA, NelderMead, CMAES)
}

const (
	// firstSteps is the size of the first steps of other methods, in units of
	// c_end.
	firstSteps = 3
	// outsidePenalty is the loss of score for each c_end that a point lies
	// outside the bounds (squared): enough to lead back, too little to blind.
	outsidePenalty = 0.01
)

// RunMethod is Run by another method than SPSA: every iteration plays one point
// (theta+) against the start (theta-), and the method chooses the next point by
// the scores so far. Theta of a step is the point, and the average over the
// last tenth is the result as for SPSA. The methods are deterministic: steps
// that the tuner has already are answered from it. One iteration is played at
// a time.
func RunMethod(ctx context.Context, m Method, t *Tuner, obj Objective, rec Recorder) error {
	if m == MethodSPSA {
		return Run(ctx, t, obj, rec)
	}
	r := &walk{ctx: ctx, t: t, obj: obj, rec: rec}
	origin := make([]float64, len(t.start))
	problem := optimize.Problem{
		Func: r.loss,
		Status: func() (optimize.Status, error) {
			if r.err != nil {
				return optimize.Failure, r.err
			}
			if r.asked >= t.o.Iterations() {
				return optimize.FunctionEvaluationLimit, nil
			}
			return optimize.NotTerminated, nil
		},
	}
	var method optimize.Method = &optimize.NelderMead{SimplexSize: firstSteps}
	if m == CMAES {
		method = &optimize.CmaEsChol{InitStepSize: firstSteps / 2.0, Src: rand.NewPCG(t.o.Seed, 1)}
	}
	// A method that has converged begins again from the mean of its last points:
	// with noise, it converges by luck.
	for r.err == nil && !t.Finished() {
		before := r.asked
		_, err := optimize.Minimize(problem, origin, &optimize.Settings{Converger: optimize.NeverTerminate{}, Concurrent: 1}, method)
		if r.err == nil && err != nil && r.asked == before {
			return fmt.Errorf("%s: %w", m, err)
		}
		if r.err == nil && r.asked > 0 {
			origin = r.coordinates(t.averageOf(r.asked))
		}
	}
	return r.err
}

// walk evaluates points for a method and keeps the path.
type walk struct {
	ctx   context.Context
	t     *Tuner
	obj   Objective
	rec   Recorder
	asked int // points
	err   error
}

// coordinates returns a point in units of c_end from the start.
func (r *walk) coordinates(theta []float64) []float64 {
	z := make([]float64, len(theta))
	for k, x := range theta {
		z[k] = (x - r.t.start[k]) / r.t.o.Params[k].CEnd
	}
	return z
}

// loss plays a point, given in units of c_end from the start: less is better.
func (r *walk) loss(z []float64) float64 {
	if r.err != nil || r.asked >= r.t.o.Iterations() {
		return 1
	}
	i := r.asked
	r.asked++
	theta, penalty := make([]float64, len(z)), 0.0
	for k := range z {
		p := &r.t.o.Params[k]
		x := p.Start + z[k]*p.CEnd
		out := (x - p.clip(x)) / p.CEnd
		penalty += outsidePenalty * out * out
		theta[k] = p.Round(x)
	}
	s, err := r.step(i, theta)
	if err != nil {
		r.err = err
		return 1
	}
	return penalty - float64(s.Tally.Net())/float64(2*s.Tally.Pairs())
}

// step plays iteration i, or finds it among those played before.
func (r *walk) step(i int, theta []float64) (Step, error) {
	if i < len(r.t.steps) {
		s := r.t.steps[i]
		if !slices.Equal(s.Theta, theta) {
			return s, fmt.Errorf("stored iteration %d played another point than it would now: the run cannot be continued", i+1)
		}
		return s, nil
	}
	first := i * r.t.o.Batch
	b := &Batch{Iteration: i, First: first, Pairs: min(r.t.o.Batch, r.t.o.Schedule.Pairs-first), Plus: theta, Minus: r.t.start}
	games, err := r.obj.Play(r.ctx, b)
	if err != nil {
		return Step{}, err
	}
	if games.Pairs() == 0 {
		return Step{}, fmt.Errorf("iteration %d: none of its games can be counted", i+1)
	}
	for k := range theta {
		if theta[k] == r.t.start[k] {
			b.Equal++
		}
	}
	s := Step{Iteration: i, Tally: games, Equal: b.Equal, Theta: theta}
	r.t.append(s)
	return s, r.rec.RecordStep(s)
}
