package main

import (
	"fmt"
	"io"
	"strings"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/tune/spsa"
)

// printPlan prints what is tuned and with which constants.
func printPlan(w io.Writer, j *runs.SPSA) error {
	t, space := &j.Config.Tuning, j.Space()
	set, used := j.Openings()
	s := &t.Schedule
	var b strings.Builder
	fmt.Fprintf(&b, "tuning %s, limits %v: %d pairs in %d iterations of %d, %d in flight, seed %d\n", space.Base.Label(),
		space.Base.Limits, s.Pairs, t.Iterations(), t.Batch, t.InFlight, t.Seed)
	if j.Config.Method != spsa.MethodSPSA {
		fmt.Fprintf(&b, "method %s (experimental): each iteration plays one point against the start\n", j.Config.Method)
	}
	fmt.Fprintf(&b, "A %g pairs, alpha %g, gamma %g, clip %s, openings %s (%d, %d of them used)\n", s.Offset(), s.Alpha, s.Gamma, t.Clip,
		set.Source, len(set.List), used)
	if v := j.Config.Verify; v != nil {
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

// printSPSA writes the result for people.
func printSPSA(w io.Writer, r *runs.SPSAResult) error {
	p := ui.NewPrinter(w)
	d := r.Diagnosis
	p.F("%s  %d pairs in %d iterations: theta+ won %d, drew %d, lost %d\n", r.Run, d.Pairs, d.Iterations, d.Games.Wins, d.Games.Draws, d.Games.Losses)
	if d.NetMean != nil {
		p.F("|wins-losses| of an iteration: %.2f on average; %.2f if parameters did nothing\n", *d.NetMean, *d.NetEqual)
	}
	p.F("parameters equal on both sides: %d times\n\n", d.Equal)
	p.F("%-32s %9s %9s %9s %16s %8s  %s\n", "parameter", "start", "result", "change/c", "drift/c", "one way", "")
	for i := range d.Params {
		q := &d.Params[i]
		drift, oneWay := "n/a", "n/a"
		if q.Drift != nil {
			drift = fmt.Sprintf("%+.2f ± %.2f", *q.Drift, *q.DriftError)
		}
		if q.OneWay != nil {
			oneWay = fmt.Sprintf("%.0f%%", 100**q.OneWay)
		}
		p.F("%-32s %9.4g %9.4g %+9.2f %16s %8s  %s\n", q.Name, q.Start, r.Result[q.Name], q.Change, drift, oneWay, q.Verdict)
	}
	p.F("\nresult  %s\n", r.Spec)
	if r.Out != "" {
		p.F("written to %s\n", r.Out)
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
			p.F("%s: %s (%s)\n", v.verdict, strings.Join(names, ", "), v.advice)
		}
	}
	if r.Test != nil {
		printTest(p, r.Test)
		p.F("stored as %s\n", r.TestRun)
	}
	if r.Note != "" {
		p.F("%s\n", r.Note)
	}
	if r.Played == 0 {
		p.F("nothing to do: all iterations of this run are played\n")
	}
	return p.Err()
}
