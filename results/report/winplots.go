package report

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"

	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// curvePoints bounds the points of a curve over the pairs of a match.
const curvePoints = 300

// progress is the course of a match of two players, pair by pair.
type progress struct {
	test   *stats.SPRT
	result stats.TestResult // after the last pair
	data   *table.Table
	points []progressPoint
}

type progressPoint struct {
	games int64
	est   stats.Estimate
	llr   float64
}

// progress follows the pairs of a run in schedule order.
func (b *builder) progress(r *store.Run) (*progress, error) {
	pairs, err := b.st.DonePairs(b.ctx, r.ID)
	if err != nil {
		return nil, err
	}
	p := &progress{test: testOf(r), data: table.New("progress", "Elo as the pairs came", "games", "score", "elo", "low", "high", "llr")}
	var counts stats.Counts
	var cells stats.Pairs
	every := max(1, (len(pairs)+curvePoints-1)/curvePoints)
	for i, pair := range pairs {
		pair.AddTo(&counts, &cells, 0)
		if (i+1)%every != 0 && i != len(pairs)-1 {
			continue
		}
		if err := p.point(counts, cells); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *progress) point(counts stats.Counts, cells stats.Pairs) (err error) {
	e := stats.Summarize(counts, cells).Main
	llr := table.NA()
	if p.test != nil {
		if p.result, err = p.test.Test(counts, cells); err != nil {
			return err
		}
		llr = table.Number(p.result.LLR, 3)
	}
	p.points = append(p.points, progressPoint{counts.Games(), e, p.result.LLR})
	p.data.Add(table.Int(counts.Games()), table.Percent(e.Score, 1), table.Signed(e.Elo, 1), table.Signed(e.Lo, 1), table.Signed(e.Hi, 1), llr)
	return nil
}

// elo draws Elo with its interval over the games; nil before there is one.
func (p *progress) elo() (*Figure, error) {
	var mid, low, high plotter.XYs
	var lo, hi float64
	for i, pt := range p.points {
		e, ok1 := pt.est.Elo.Finite()
		l, ok2 := pt.est.Lo.Finite()
		h, ok3 := pt.est.Hi.Finite()
		if !ok1 || !ok2 || !ok3 {
			continue
		}
		x := float64(pt.games)
		mid, low, high = append(mid, plotter.XY{X: x, Y: e}), append(low, plotter.XY{X: x, Y: l}), append(high, plotter.XY{X: x, Y: h})
		// The wide intervals at the beginning would flatten everything else.
		if i >= len(p.points)/4 {
			lo, hi = min(lo, l), max(hi, h)
		}
	}
	if len(mid) < 2 {
		return nil, nil
	}
	if hi == lo {
		lo, hi = lo-1, hi+1
	}
	for _, curve := range []plotter.XYs{mid, low, high} {
		for i := range curve {
			curve[i].Y = min(max(curve[i].Y, lo), hi)
		}
	}
	pl := newPlot("games", "Elo")
	grid(pl)
	if err := band(pl, low, high, "b0"); err != nil {
		return nil, err
	}
	ends := plotter.XYs{{X: mid[0].X, Y: 0}, {X: mid[len(mid)-1].X, Y: 0}}
	if err := line(pl, ends, "ink", 3, 3); err != nil {
		return nil, err
	}
	if err := line(pl, mid, "s0"); err != nil {
		return nil, err
	}
	pl.Y.Min, pl.Y.Max = lo, hi
	svg, err := render(pl, figureWidth, figureHeight, "Elo as the games came")
	return &Figure{Title: "Elo as the games came", SVG: svg, Data: p.data, Legend: []Key{{"Elo", "s0"}, {"95 % interval", "b0"}},
		Note: "In the order of the schedule. Intervals of the first quarter that reach beyond the figure are cut."}, err
}

// llr draws the sequential test; nil if there was none.
func (p *progress) llr() (*Figure, error) {
	if p.test == nil || len(p.points) < 2 {
		return nil, nil
	}
	curve := plotter.XYs{{X: 0, Y: 0}}
	for _, pt := range p.points {
		curve = append(curve, plotter.XY{X: float64(pt.games), Y: pt.llr})
	}
	lower, upper := p.test.Bounds()
	last := curve[len(curve)-1].X
	pl := newPlot("games", "LLR")
	grid(pl)
	for _, l := range []struct {
		y      float64
		colour string
	}{{lower, "loss"}, {upper, "win"}} {
		if err := line(pl, plotter.XYs{{X: 0, Y: l.y}, {X: last, Y: l.y}}, l.colour, 4, 3); err != nil {
			return nil, err
		}
	}
	if err := line(pl, curve, "s0"); err != nil {
		return nil, err
	}
	pl.Y.Min, pl.Y.Max = pl.Y.Min-0.2, pl.Y.Max+0.2
	svg, err := render(pl, figureWidth, figureHeight, "Log-likelihood ratio of the sequential test")
	note := fmt.Sprintf("%s Elo [%g, %g], alpha %g, beta %g. Pairs that ended after the decision are drawn as well.", p.test.Model, p.test.Elo0, p.test.Elo1, p.test.Alpha, p.test.Beta)
	data := table.New("llr", "Log-likelihood ratio", "games", "llr", "lower", "upper")
	for _, pt := range p.points {
		data.Add(table.Int(pt.games), table.Number(pt.llr, 3), table.Number(lower, 3), table.Number(upper, 3))
	}
	return &Figure{Title: "Sequential test", Note: note, SVG: svg, Data: data,
		Legend: []Key{{"LLR", "s0"}, {"H1 accepted above", "win"}, {"H0 accepted below", "loss"}}}, err
}

// pairFigure draws the results of pairs; nil if there are none.
func pairFigure(m *compare.Match) (*Figure, error) {
	if m.Main.Pairs == 0 {
		return nil, nil
	}
	c := m.PairCells
	t := table.New("pairs", "Results of pairs", "pair", "points", "pairs", "share")
	s := &stack{name: "Results of pairs", axis: "pairs", parts: []Key{{"won", "win"}, {"level", "draw"}, {"lost", "loss"}}}
	for _, cell := range []struct {
		name   string
		points float64
		n      int64
		part   int
	}{{"won both", 2, c.WW, 0}, {"won and drawn", 1.5, c.WD, 0}, {"won and lost", 1, c.WL, 1}, {"drawn twice", 1, c.DD, 1},
		{"drawn and lost", 0.5, c.LD, 2}, {"lost both", 0, c.LL, 2}} {
		row := make([]float64, 3)
		row[cell.part] = float64(cell.n)
		s.labels = append(s.labels, cell.name)
		s.values = append(s.values, row)
		t.Add(table.Text(cell.name), table.Exact(cell.points), table.Int(cell.n), compare.Share(cell.n, m.Main.Pairs))
	}
	svg, err := s.horizontal()
	return &Figure{Title: "Pairs of games", Note: "Two games from one opening with the colours swapped; these are what the error bars rest on.",
		Legend: s.parts, SVG: svg, Data: t}, err
}

// lengthFigure draws a histogram of game lengths by result; nil without games.
func lengthFigure(lengths []store.Length) (*Figure, error) {
	sum := compare.SumPlies(lengths)
	if sum == nil {
		return nil, nil
	}
	step := binWidth(float64(sum.Max-sum.Min), 24)
	parts := []struct {
		result selfplay.Result
		key    Key
	}{{selfplay.RedWins, Key{"red won", "red"}}, {selfplay.Draw, Key{"drawn", "draw"}}, {selfplay.BlackWins, Key{"black won", "black"}}}
	first := int(math.Floor(float64(sum.Min) / step))
	bins := make([][3]float64, int(math.Floor(float64(sum.Max)/step))-first+1)
	for _, l := range lengths {
		for i, part := range parts {
			if part.result == l.Result {
				bins[int(math.Floor(float64(l.Plies)/step))-first][i] += float64(l.Games)
			}
		}
	}
	t := table.New("lengths", "Length of games", "from plies", "to plies", "red won", "drawn", "black won")
	p := newPlot("plies", "games")
	grid(p)
	top := 1.0
	var keys []Key
	for i, part := range parts {
		var rings []plotter.XYer
		for j, bin := range bins {
			x, y := float64(first+j)*step, 0.0
			for _, below := range bin[:i] {
				y += below
			}
			if bin[i] > 0 {
				rings = append(rings, rect(x+step*0.06, y, x+step*0.94, y+bin[i]))
			}
			top = max(top, y+bin[i])
		}
		if err := fill(p, rings, part.key.Colour); err != nil {
			return nil, err
		}
		keys = append(keys, part.key)
	}
	for j, bin := range bins {
		x := int(float64(first+j) * step)
		t.Add(table.Int(x), table.Int(x+int(step)-1), table.Int(int64(bin[0])), table.Int(int64(bin[1])), table.Int(int64(bin[2])))
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = float64(first)*step, float64(first+len(bins))*step, 0, top*1.05
	svg, err := render(p, figureWidth, figureHeight, "Length of games")
	note := fmt.Sprintf("Shortest %d, median %d, mean %.1f, longest %d plies.", sum.Min, sum.Median, sum.Mean, sum.Max)
	return &Figure{Title: "Length of games", Note: note, Legend: keys, SVG: svg, Data: t}, err
}

// binWidth is a round whole width that divides a span into at most n bins.
func binWidth(span float64, n int) float64 {
	for scale := 1.0; ; scale *= 10 {
		for _, w := range []float64{1, 2, 5} {
			if span/(w*scale) <= float64(n) {
				return w * scale
			}
		}
	}
}
