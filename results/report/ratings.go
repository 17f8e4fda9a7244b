package report

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"xqlab/results/compare"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay/stats"
)

// simulations is the number of replays behind the error bars; the tournament
// itself has the same default.
const simulations = 300

// ratings adds the rating list and the cross table of a tournament.
func (b *builder) ratings(s *Section, r *store.Run, matches []compare.Match) error {
	var games []stats.Encounter
	for i := range matches {
		games = append(games, matches[i].Encounters()...)
	}
	o, err := runs.RatingOptions(b.ctx, b.st, r)
	if err != nil {
		return err
	}
	o.Simulations = simulations
	list, err := stats.Rate(b.ctx, games, o)
	switch {
	case b.ctx.Err() != nil:
		return b.ctx.Err()
	case err != nil: // groups that never met: the rest can still be shown
		s.text("There are no ratings: " + err.Error())
	default:
		if err := ratingList(s, list); err != nil {
			return err
		}
	}
	s.table(crossTable(r, matches, list))
	return nil
}

func ratingList(s *Section, list *stats.Ratings) error {
	t := table.New("ratings", "Rating list", "rank", "player", "rating", "error", "low", "high", "limit", "games", "won", "drawn", "lost", "score", "above next")
	t.Note = fmt.Sprintf("The mean is 0; errors are 95 %% half-widths from %d simulations. Advantage of red %+.1f ± %s Elo.", list.Simulations, list.RedAdvantage, list.RedError.Text(1))
	for _, note := range list.Notes {
		t.Note += " " + note
	}
	var names []string
	var points plotter.XYs
	var errors plotter.XErrors
	for i, p := range list.Players {
		lo, hi := stats.Figure{}, stats.Figure{}
		rating, ok := p.Rating.Finite()
		e, hasError := p.Error.Finite()
		if ok && hasError {
			lo, hi = stats.Known(rating-e), stats.Known(rating+e)
		}
		above := stats.Figure{}
		if i+1 < len(list.Players) {
			above = list.Confidence(p.Name, list.Players[i+1].Name)
		}
		limit := map[stats.Bound]string{stats.AllWon: "at least", stats.AllLost: "at most"}[p.Bound]
		t.Add(table.Int(i+1), table.Text(p.Name), table.Signed(p.Rating, 1), table.Figure(p.Error, 1), table.Signed(lo, 1), table.Signed(hi, 1),
			table.Text(limit), table.Int(p.Games()), table.Int(p.Wins), table.Int(p.Draws), table.Int(p.Losses), table.Percent(p.Score, 1), table.Percent(above, 1))
		if ok {
			names = append(names, p.Name)
			points = append(points, plotter.XY{X: rating, Y: -float64(len(names))})
			errors = append(errors, struct{ Low, High float64 }{-e, e})
		}
	}
	f, err := ratingFigure(names, points, errors)
	if err != nil {
		return err
	}
	if f != nil {
		f.Data = t
	}
	s.figure(f)
	s.table(t)
	return nil
}

func ratingFigure(names []string, points plotter.XYs, errors plotter.XErrors) (*Figure, error) {
	if len(points) == 0 {
		return nil, nil
	}
	p := newPlot("rating (Elo)", "")
	p.Y.LineStyle.Width, p.Y.Tick.LineStyle.Width = 0, 0
	bars, err := plotter.NewXErrorBars(struct {
		plotter.XYer
		plotter.XErrorer
	}{points, errors})
	if err != nil {
		return nil, err
	}
	bars.LineStyle.Color, bars.LineStyle.Width, bars.CapWidth = standIn("s0"), 1.4, 6
	p.Add(bars)
	if err := dots(p, points, "s0"); err != nil {
		return nil, err
	}
	var ticks []plot.Tick
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: -float64(i + 1), Label: short(name, 22)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Min, p.Y.Max = -float64(len(names))-0.5, -0.5
	if p.X.Min == p.X.Max {
		p.X.Min, p.X.Max = p.X.Min-1, p.X.Max+1
	}
	p.Y.Padding = 8
	svg, err := render(p, figureWidth, 48+26*float64(len(names)), "Ratings with error bars")
	return &Figure{Title: "Ratings", Note: "Bars are 95 % intervals; a mark without a bar has none.", SVG: svg}, err
}

// crossTable shows what every player scored against every other, in the order
// of the rating list.
func crossTable(r *store.Run, matches []compare.Match, list *stats.Ratings) *table.Table {
	var names []string
	if list != nil {
		for _, p := range list.Players {
			names = append(names, p.Name)
		}
	} else {
		for _, p := range r.Players {
			names = append(names, p.Name)
		}
	}
	t := table.New("cross", "Cross table", append([]string{"player"}, append(names, "points", "games")...)...)
	t.Note = "Points of the player of the row; wins, draws and losses in brackets."
	for _, row := range names {
		cells := []table.Cell{table.Text(row)}
		var sum stats.Counts
		for _, column := range names {
			n := meeting(matches, row, column)
			if n.Games() == 0 {
				cells = append(cells, table.Text("–"))
				continue
			}
			sum = sum.Plus(n)
			cells = append(cells, table.Textf("%s/%d (+%d =%d -%d)", points(n), n.Games(), n.Wins, n.Draws, n.Losses))
		}
		t.Add(append(cells, table.Exact(float64(sum.Wins)+float64(sum.Draws)/2), table.Int(sum.Games()))...)
	}
	return t
}

func meeting(matches []compare.Match, a, b string) (n stats.Counts) {
	for i := range matches {
		switch m := &matches[i]; {
		case m.First == a && m.Second == b:
			n = n.Plus(m.Games)
		case m.First == b && m.Second == a:
			n = n.Plus(m.Games.Flip())
		}
	}
	return n
}

func points(n stats.Counts) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n.Wins)+float64(n.Draws)/2), ".0")
}
