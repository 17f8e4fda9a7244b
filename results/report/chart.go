package report

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"xqlab/results/table"
)

// chart is a figure of curves, one per engine, with intervals where they are
// given.
type chart struct {
	title, x, y string
	logX, logY  bool
	low, high   float64 // of the y axis; 0: from the data
	plain       bool    // no marks on the points
	series      []series
}

type series struct {
	label          string
	colour         int
	mid, low, high plotter.XYs
}

func (c *chart) start(label string, colour int) {
	c.series = append(c.series, series{label: label, colour: colour})
}

// point adds a value to the latest curve; a value that cannot be drawn is left
// out.
func (c *chart) point(x, y float64) { c.interval(x, y, math.NaN(), math.NaN()) }

func (c *chart) interval(x, y, low, high float64) {
	if math.IsNaN(y) || math.IsInf(y, 0) || c.logY && y <= 0 || c.logX && x <= 0 {
		return
	}
	s := &c.series[len(c.series)-1]
	s.mid = append(s.mid, plotter.XY{X: x, Y: y})
	if !math.IsNaN(low) && !math.IsNaN(high) {
		s.low = append(s.low, plotter.XY{X: x, Y: low})
		s.high = append(s.high, plotter.XY{X: x, Y: high})
	}
}

// figure draws the curves; nil if there is no point.
func (c *chart) figure(data *table.Table) (*Figure, error) {
	p := newPlot(c.x, c.y)
	grid(p)
	f := &Figure{Title: c.title, Data: data}
	for _, s := range c.series {
		if len(s.mid) == 0 {
			continue
		}
		if err := band(p, s.low, s.high, bandName(s.colour)); err != nil {
			return nil, err
		}
	}
	for _, s := range c.series {
		if len(s.mid) == 0 {
			continue
		}
		if err := line(p, s.mid, seriesName(s.colour)); err != nil {
			return nil, err
		}
		if !c.plain {
			if err := dots(p, s.mid, seriesName(s.colour)); err != nil {
				return nil, err
			}
		}
		f.Legend = append(f.Legend, Key{s.label, seriesName(s.colour)})
	}
	if len(f.Legend) == 0 {
		return nil, nil
	}
	switch {
	case c.low < c.high:
		p.Y.Min, p.Y.Max = c.low, c.high
	case c.low != 0:
		p.Y.Min = min(c.low, p.Y.Min)
	}
	if c.banded() {
		f.Note = "Bands are 95 % intervals."
	}
	scale(&p.X, c.logX)
	scale(&p.Y, c.logY)
	if !c.logX && p.X.Max-p.X.Min < 30 && whole(c.series) {
		p.X.Tick.Marker = wholeTicks{}
	}
	var err error
	f.SVG, err = render(p, figureWidth, figureHeight, c.title)
	return f, err
}

func (c *chart) banded() bool {
	for _, s := range c.series {
		if len(s.low) > 0 {
			return true
		}
	}
	return false
}

// scale gives an axis some room, and decades if it is logarithmic.
func scale(a *plot.Axis, log bool) {
	if log {
		if a.Min == a.Max {
			a.Min, a.Max = a.Min/2, a.Max*2
		}
		a.Min, _ = marks(a.Min)
		_, a.Max = marks(a.Max)
		a.Scale, a.Tick.Marker = plot.LogScale{}, decades{}
		return
	}
	if a.Min == a.Max {
		a.Min, a.Max = a.Min-0.5, a.Max+0.5
	}
}

// marks returns the numbers 1, 2 or 5 times a power of ten next to x.
func marks(x float64) (below, above float64) {
	e := math.Pow(10, math.Floor(math.Log10(x)))
	below, above = e, 10*e
	for _, m := range []float64{1, 2, 5} {
		if m*e <= x {
			below = m * e
		}
	}
	for _, m := range []float64{5, 2, 1} {
		if m*e >= x {
			above = m * e
		}
	}
	return below, above
}

func whole(list []series) bool {
	for _, s := range list {
		for _, pt := range s.mid {
			if pt.X != math.Trunc(pt.X) {
				return false
			}
		}
	}
	return true
}

// roundTicks marks round numbers, three to seven of them.
type roundTicks struct{}

// Ticks implements plot.Ticker.
func (roundTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	if !(high > low) {
		return nil
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/3)))
	for _, m := range []float64{5, 2} {
		if (high-low)/(m*step) >= 3 {
			step *= m
			break
		}
	}
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		x := i * step
		ticks = append(ticks, plot.Tick{Value: x, Label: number(x)})
	}
	return ticks
}

// wholeTicks marks every whole number.
type wholeTicks struct{}

// Ticks implements plot.Ticker.
func (wholeTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for x := math.Ceil(low); x <= high; x++ {
		ticks = append(ticks, plot.Tick{Value: x, Label: number(x)})
	}
	return ticks
}

// decades marks 1, 10, 100 ..., or 1, 2, 5, 10 ... if fewer than three of those
// would be visible.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(low, high float64) (ticks []plot.Tick) {
	steps := []float64{1}
	if math.Log10(high/low) < 3 {
		steps = []float64{1, 2, 5}
	}
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, m := range steps {
			if x := m * math.Pow(10, e); x >= low*0.999 && x <= high*1.001 {
				ticks = append(ticks, plot.Tick{Value: x, Label: number(x)})
			}
		}
	}
	return ticks
}

// number prints a tick: 0.01, 5, 200, 50k, 2M.
func number(x float64) string {
	if math.Abs(x) < 1e-12 {
		return "0"
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		if math.Abs(x) >= unit.size {
			if unit.name == "k" {
				unit.size = 1e3
			}
			return strconv.FormatFloat(x/unit.size, 'g', 4, 64) + unit.name
		}
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
