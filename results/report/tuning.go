package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay/stats"
)

// shownPaths is how many parameters get a figure of their path.
const shownPaths = 12

// tuning adds the section of a tuning run.
func (b *builder) tuning(r *store.Run) error {
	s := Section{ID: r.Short, Title: "Tuning: " + titleOf(r)}
	params, err := b.st.Params(b.ctx, r.ID)
	if err != nil {
		return err
	}
	steps, err := b.st.Steps(b.ctx, r.ID, 0)
	if err != nil {
		return err
	}
	s.add(Item{Facts: tuningFacts(params, steps)})
	loss, err := lossFigure(steps)
	if err != nil {
		return err
	}
	s.figure(loss)
	if err := spsaFigure(&s, steps); err != nil {
		return err
	}
	if err := paths(&s, params, steps); err != nil {
		return err
	}
	s.table(paramTable(params, steps))
	if err := b.heatMaps(&s, r); err != nil {
		return err
	}
	b.doc.Sections = append(b.doc.Sections, s)
	return nil
}

func tuningFacts(params []store.Param, steps []store.Step) []Fact {
	last := 0 // steps may begin with 0, the start
	if len(steps) > 0 {
		last = steps[len(steps)-1].Number
	}
	facts := []Fact{{"parameters", fmt.Sprint(len(params)), ""}, {"steps", fmt.Sprint(last), ""}}
	var first, best *store.Step
	var n stats.Counts
	for i := range steps {
		st := &steps[i]
		if x := compare.Loss(st); x != nil {
			if first == nil {
				first = st
			}
			if best == nil || *x < *compare.Loss(best) {
				best = st
			}
		}
		for _, c := range []struct {
			to   *int64
			from *int64
		}{{&n.Wins, st.Wins}, {&n.Draws, st.Draws}, {&n.Losses, st.Losses}} {
			if c.from != nil {
				*c.to += *c.from
			}
		}
	}
	if first != nil {
		name := "validation loss"
		if first.ValidLoss == nil {
			name = "training loss"
		}
		facts = append(facts, Fact{name, fmt.Sprintf("%.6f", *compare.Loss(best)), fmt.Sprintf("best, at step %d; %.6f at first", best.Number, *compare.Loss(first))})
	}
	if n.Games() > 0 {
		facts = append(facts, Fact{"games", fmt.Sprint(n.Games()), fmt.Sprintf("theta+ against theta-: +%d =%d -%d", n.Wins, n.Draws, n.Losses)})
	}
	return facts
}

// lossFigure draws training and validation loss; nil if there is none.
func lossFigure(steps []store.Step) (*Figure, error) {
	t := table.New("loss", "Loss by step", "step", "training loss", "validation loss")
	c := chart{title: "Loss", x: "step", y: "loss"}
	c.start("training", 0)
	for _, st := range steps {
		if st.TrainLoss == nil && st.ValidLoss == nil {
			continue
		}
		t.Add(table.Int(st.Number), exactOptional(st.TrainLoss), exactOptional(st.ValidLoss))
		if st.TrainLoss != nil {
			c.point(float64(st.Number), *st.TrainLoss)
		}
	}
	c.start("validation", 1)
	for _, st := range steps {
		if st.ValidLoss != nil {
			c.point(float64(st.Number), *st.ValidLoss)
		}
	}
	if len(t.Rows) == 0 {
		return nil, nil
	}
	c.plain = len(t.Rows) > 40
	return c.figure(t)
}

func exactOptional(x *float64) table.Cell {
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return table.NA()
	}
	c := table.Exact(*x)
	c.Text = fmt.Sprintf("%.6f", *x)
	return c
}

// spsaFigure draws the score of theta+ over the pairs, which fluctuates around
// one half while the steps are small.
func spsaFigure(s *Section, steps []store.Step) error {
	t := table.New("spsa", "Results by step", "step", "pairs", "wins", "draws", "losses")
	var n stats.Counts
	c := chart{title: "Score of theta+ against theta-, all steps so far", x: "step", y: "%", plain: true}
	c.start("score", 0)
	for _, st := range steps {
		if st.Wins == nil || st.Draws == nil || st.Losses == nil {
			continue
		}
		pairs := table.NA()
		if st.Pairs != nil {
			pairs = table.Int(*st.Pairs)
		}
		t.Add(table.Int(st.Number), pairs, table.Int(*st.Wins), table.Int(*st.Draws), table.Int(*st.Losses))
		n = n.Plus(stats.Counts{Wins: *st.Wins, Draws: *st.Draws, Losses: *st.Losses})
		if x, ok := n.Estimate().Score.Finite(); ok {
			c.point(float64(st.Number), 100*x)
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	f, err := c.figure(t)
	s.figure(f)
	return err
}

// path is the course of one parameter over the steps that kept it.
type path struct {
	store.Param
	index  int
	xys    plotter.XYs
	late   float64 // mean of the last tenth of the steps, NaN if none kept the values
	change float64 // in units of c_end, or of the range, or of the start
}

func pathsOf(params []store.Param, steps []store.Step) []path {
	list := make([]path, len(params))
	for i, p := range params {
		list[i] = path{Param: p, index: i, late: math.NaN()}
	}
	kept := 0
	for _, st := range steps {
		if len(st.Theta) == len(params) {
			kept++
		}
	}
	seen := 0
	tenth := max(1, kept/10)
	for _, st := range steps {
		if len(st.Theta) != len(params) {
			continue
		}
		seen++
		for i, x := range st.Theta {
			p := &list[i]
			p.xys = append(p.xys, plotter.XY{X: float64(st.Number), Y: x})
			if seen == kept-tenth+1 {
				p.late = 0
			}
			if seen > kept-tenth {
				p.late += x / float64(tenth)
			}
		}
	}
	for i := range list {
		p := &list[i]
		end := p.late
		if p.Final != nil {
			end = *p.Final
		}
		if !math.IsNaN(end) {
			p.change = (end - p.Start) / p.unit()
		}
	}
	return list
}

// unit is what a change of the parameter is measured in.
func (p *path) unit() float64 {
	switch {
	case p.CEnd != nil && *p.CEnd > 0:
		return *p.CEnd
	case p.Low != nil && p.High != nil && *p.High > *p.Low:
		return *p.High - *p.Low
	}
	return max(1, math.Abs(p.Start))
}

// paths draws the parameters that moved most.
func paths(s *Section, params []store.Param, steps []store.Step) error {
	list := pathsOf(params, steps)
	if len(list) == 0 {
		return nil
	}
	data := table.New("paths", "Parameters by step", "step", "parameter", "value")
	for _, p := range list {
		for _, pt := range p.xys {
			data.Add(table.Int(int(pt.X)), table.Text(p.Name), table.Exact(pt.Y))
		}
	}
	if len(data.Rows) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b path) int { return cmp.Compare(math.Abs(b.change), math.Abs(a.change)) })
	s.heading("Paths of the parameters")
	if n := len(list); n > shownPaths {
		s.text(fmt.Sprintf("The %d of %d parameters that moved most, measured in c_end (or in their range).", shownPaths, n))
		list = list[:shownPaths]
	}
	for i := range list {
		f, err := pathFigure(&list[i], i)
		if err != nil {
			return err
		}
		if i == 0 {
			f.Data = data
		}
		s.figure(f)
	}
	return nil
}

func pathFigure(p *path, colour int) (*Figure, error) {
	pl := newPlot("step", "")
	grid(pl)
	f := &Figure{Title: p.Name, Legend: []Key{{"value", seriesName(colour)}}}
	if p.CEnd != nil {
		var low, high plotter.XYs
		for _, pt := range p.xys {
			low = append(low, plotter.XY{X: pt.X, Y: pt.Y - *p.CEnd})
			high = append(high, plotter.XY{X: pt.X, Y: pt.Y + *p.CEnd})
		}
		if err := band(pl, low, high, bandName(colour)); err != nil {
			return nil, err
		}
		f.Legend = append(f.Legend, Key{"± c_end", bandName(colour)})
	}
	first, last := p.xys[0].X, p.xys[len(p.xys)-1].X
	if err := line(pl, p.xys, seriesName(colour)); err != nil {
		return nil, err
	}
	if !math.IsNaN(p.late) {
		from := last - (last-first)/10
		if err := line(pl, plotter.XYs{{X: from, Y: p.late}, {X: last, Y: p.late}}, "ink", 4, 2); err != nil {
			return nil, err
		}
		f.Legend = append(f.Legend, Key{"mean of the last tenth", "ink"})
		f.Note = fmt.Sprintf("From %.4g to %.4g.", p.Start, p.late)
	}
	scale(&pl.X, false)
	scale(&pl.Y, false)
	var err error
	f.SVG, err = render(pl, figureWidth, 170, "Path of "+p.Name)
	return f, err
}

// paramTable lists all parameters and how they changed.
func paramTable(params []store.Param, steps []store.Step) *table.Table {
	t := table.New("parameters", "Parameters", "parameter", "start", "final", "change", "mean of the last tenth", "low", "high", "c_end", "remark")
	for _, p := range pathsOf(params, steps) {
		final, change, late := table.NA(), table.NA(), table.None()
		remark := ""
		if p.Final != nil {
			final, change = table.Exact(*p.Final), rounded(*p.Final-p.Start)
			switch {
			case p.Low != nil && *p.Final <= *p.Low, p.High != nil && *p.Final >= *p.High:
				remark = "at its bound"
			case p.CEnd != nil && math.Abs(p.change) < 1:
				remark = "moved less than c_end"
			}
		}
		if !math.IsNaN(p.late) {
			late = rounded(p.late)
		}
		t.Add(table.Text(p.Name), table.Exact(p.Start), final, change, late, bound(p.Low), bound(p.High), bound(p.CEnd), table.Text(remark))
	}
	return t
}

func bound(x *float64) table.Cell {
	if x == nil {
		return table.None()
	}
	return table.Exact(*x)
}

// rounded shows at most three decimals, and none for a whole number.
func rounded(x float64) table.Cell { return table.Exact(math.Round(x*1000) / 1000) }
