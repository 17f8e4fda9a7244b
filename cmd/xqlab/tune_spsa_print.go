package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"xqlab/selfplay"
	"xqlab/tune/spsa"
)

// printPlan tells what is tuned and with which constants.
func (j *spsaJob) printPlan(w io.Writer) error {
	t := &j.config.Tuning
	s := &t.Schedule
	var b strings.Builder
	fmt.Fprintf(&b, "tuning %s, limits %v: %d pairs in %d iterations of %d, %d in flight, seed %d\n", j.space.Base.Label(),
		j.space.Base.Limits, s.Pairs, t.Iterations(), t.Batch, t.InFlight, t.Seed)
	if j.config.Method != spsa.MethodSPSA {
		fmt.Fprintf(&b, "method %s (experimental): each iteration plays one point against the start\n", j.config.Method)
	}
	fmt.Fprintf(&b, "A %g pairs, alpha %g, gamma %g, clip %s, openings %s (%d, %d of them used)\n", s.Offset(), s.Alpha, s.Gamma, t.Clip,
		j.ready.Set.Source, len(j.ready.Set.List), len(j.arena.Openings))
	if v := j.config.Verify; v != nil {
		fmt.Fprintf(&b, "then a test of the result against the start, %s Elo [%g, %g], openings %s\n", v.SPRT.Model, v.SPRT.Elo0, v.SPRT.Elo1, v.Openings)
	}
	fmt.Fprintf(&b, "%-32s %8s %8s %8s %8s %8s %8s %10s\n", "parameter", "start", "min", "max", "c_end", "c first", "r_end", "step first")
	for k := range t.Params {
		p := &t.Params[k]
		g := s.Gains(p, 0)
		fmt.Fprintf(&b, "%-32s %8g %8g %8g %8.4g %8.4g %8.4g %10.4g\n", p.Name, p.Start, p.Min, p.Max, p.CEnd, g.C, p.REnd, g.R*g.C)
	}
	fmt.Fprintf(&b, "c: distance of each side from theta; step: move of theta for each net win\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// spsaProgress shows how far a run is. Games end in several goroutines.
type spsaProgress struct {
	mu    sync.Mutex
	bar   *progress
	games int
	mine  int // games of this process
	start time.Time
	path  string // what theta does
	of    int    // iterations
	done  int
}

func newSPSAProgress(a *app, t *spsa.Tuner) *spsaProgress {
	o := t.Options()
	s := &spsaProgress{
		bar: a.newProgress(2*o.Schedule.Pairs, "tuning"), start: time.Now(),
		games: 2 * min(len(t.Steps())*o.Batch, o.Schedule.Pairs), of: o.Iterations(),
	}
	s.describe(t)
	return s
}

// game counts a game that has ended.
func (s *spsaProgress) game(*selfplay.Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games++
	s.mine++
	s.bar.set(s.games, s.label())
}

// step tells of an iteration that has ended.
func (s *spsaProgress) step(t *spsa.Tuner) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.describe(t)
}

// shownMoves is how many parameters the progress line has room for.
const shownMoves = 2

// describe puts the parameters that went farthest into words, in units of
// c_end, with their drift over the last fifth.
func (s *spsaProgress) describe(t *spsa.Tuner) {
	s.done = len(t.Steps())
	if s.done == 0 {
		return
	}
	d := t.Diagnose()
	list := slices.Clone(d.Params)
	params := t.Options().Params
	change := func(p *spsa.ParamPath) float64 {
		return (p.Now - p.Start) / params[slices.IndexFunc(params, func(q spsa.Param) bool { return q.Name == p.Name })].CEnd
	}
	slices.SortStableFunc(list, func(a, b spsa.ParamPath) int {
		return int(math.Copysign(1, math.Abs(change(&b))-math.Abs(change(&a))))
	})
	var words []string
	for i := range list[:min(shownMoves, len(list))] {
		p := &list[i]
		text := fmt.Sprintf("%s %+.2f", p.Name, change(p))
		if p.Drift != nil {
			text += fmt.Sprintf(" (drift %+.2f ± %.2f)", *p.Drift, *p.DriftError)
		}
		words = append(words, text)
	}
	s.path = strings.Join(words, ", ")
}

func (s *spsaProgress) label() string {
	rate := float64(s.mine) / time.Since(s.start).Minutes()
	text := fmt.Sprintf("games, iteration %d/%d, %.0f games/min", s.done, s.of, rate)
	if s.path != "" {
		text += ", in c_end: " + s.path
	}
	return text
}

func (s *spsaProgress) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bar.finish()
}

// print writes the report for people.
func (r *spsaReport) print(j *spsaJob) error {
	p := &printer{w: j.a.stdout}
	d := r.Diagnosis
	p.f("%s  %d pairs in %d iterations: theta+ won %d, drew %d, lost %d\n", r.Run, d.Pairs, d.Iterations, d.Games.Wins, d.Games.Draws, d.Games.Losses)
	if d.NetMean != nil {
		p.f("|wins-losses| of an iteration: %.2f on average; %.2f if parameters did nothing\n", *d.NetMean, *d.NetEqual)
	}
	p.f("parameters equal on both sides: %d times\n\n", d.Equal)
	p.f("%-32s %9s %9s %9s %16s %8s  %s\n", "parameter", "start", "result", "change/c", "drift/c", "one way", "")
	for i := range d.Params {
		q := &d.Params[i]
		drift, oneWay := "n/a", "n/a"
		if q.Drift != nil {
			drift = fmt.Sprintf("%+.2f ± %.2f", *q.Drift, *q.DriftError)
		}
		if q.OneWay != nil {
			oneWay = fmt.Sprintf("%.0f%%", 100**q.OneWay)
		}
		p.f("%-32s %9.4g %9.4g %+9.2f %16s %8s  %s\n", q.Name, q.Start, r.Result[q.Name], q.Change, drift, oneWay, q.Verdict)
	}
	p.f("\nresult  %s\n", r.Spec)
	if r.Out != "" {
		p.f("written to %s\n", r.Out)
	}
	for _, v := range []struct {
		verdict spsa.Verdict
		advice  string
	}{
		{spsa.Stuck, "widen the range, or leave it where it is"},
		{spsa.Drifting, "more pairs would take it farther (--resume with more --pairs)"},
		{spsa.NoSignal, "little effect at these games, or c_end too small"},
	} {
		if names := d.Named(v.verdict); len(names) > 0 {
			p.f("%s: %s (%s)\n", v.verdict, strings.Join(names, ", "), v.advice)
		}
	}
	if r.Test != nil {
		r.Test.print(p)
		p.f("stored as %s\n", r.TestRun)
	}
	if r.Note != "" {
		p.f("%s\n", r.Note)
	}
	if r.Played == 0 {
		p.f("nothing to do: all iterations of this run are played\n")
	}
	return p.err
}
