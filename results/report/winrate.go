package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"xqlab/results/compare"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// games adds the section of a match or tournament.
func (b *builder) games(r *store.Run) error {
	s := Section{ID: r.Short, Title: "Win rate: " + titleOf(r)}
	matches, err := compare.LoadMatches(b.ctx, b.st, r)
	if err != nil {
		return err
	}
	if len(matches) == 0 {
		s.text("No game of this run has ended yet.")
		b.doc.Sections = append(b.doc.Sections, s)
		return nil
	}
	if len(r.Players) > 2 {
		s.Title = "Ratings: " + titleOf(r)
		if err := b.ratings(&s, r, matches); err != nil {
			return err
		}
	} else if err := b.winRate(&s, r, &matches[0]); err != nil {
		return err
	}
	if err := b.colours(&s, matches); err != nil {
		return err
	}
	if err := b.ends(&s, r, matches); err != nil {
		return err
	}
	s.heading("Openings and thinking")
	s.table(openingTable(matches))
	s.table(useTable(matches))
	if err := b.embed(&s, r); err != nil {
		return err
	}
	b.doc.Sections = append(b.doc.Sections, s)
	return nil
}

// winRate adds what a match of two players tells about their strength.
func (b *builder) winRate(s *Section, r *store.Run, m *compare.Match) error {
	e := m.Main
	s.text(fmt.Sprintf("All figures are from the view of %s, against %s. Intervals are 95 %%.", m.First, m.Second))
	facts := []Fact{
		{"games", fmt.Sprint(m.Games.Games()), fmt.Sprintf("+%d =%d -%d", m.Games.Wins, m.Games.Draws, m.Games.Losses)},
		{"score", m.Trinomial.Score.Percent(1), "drawn " + m.DrawRatio.Percent(1)},
		{"Elo", e.Elo.Signed(1), eloRange(e)},
		{"likelihood of superiority", compare.Superiority(e).Percent(1), e.Method},
		{"normalized Elo", e.NElo.Signed(1), "± " + e.NEloError.Text(1)},
	}
	p, err := b.progress(r)
	if err != nil {
		return err
	}
	if p.test != nil {
		facts = append(facts, Fact{"LLR", fmt.Sprintf("%.2f", math.Round(p.result.LLR*100)/100+0), fmt.Sprintf("bounds %.2f, %.2f: %s", p.result.Lower, p.result.Upper, p.result.Verdict.Text())})
	}
	s.add(Item{Facts: facts})
	if p.result.Warning != "" {
		s.text("Warning: " + p.result.Warning)
	}
	if m.Void > 0 {
		s.text(fmt.Sprintf("%d games are void and not counted.", m.Void))
	}
	for _, draw := range []func() (*Figure, error){p.elo, p.llr, func() (*Figure, error) { return pairFigure(m) }} {
		f, err := draw()
		if err != nil {
			return err
		}
		s.figure(f)
	}
	return nil
}

// eloRange prints the interval, or the one-sided limit of a perfect score.
func eloRange(e stats.Estimate) string {
	switch {
	case e.LimitLo.Exists():
		return "every game won: at least " + e.LimitLo.Signed(1)
	case e.LimitHi.Exists():
		return "every game lost: at most " + e.LimitHi.Signed(1)
	}
	return e.Lo.Signed(1) + " to " + e.Hi.Signed(1)
}

// testOf returns the sequential test of a run, nil if it had none.
func testOf(r *store.Run) *stats.SPRT {
	job, err := runs.ReadConfig(r)
	if err != nil {
		return nil
	}
	m, ok := job.(*runs.Match)
	if !ok || m.Config.SPRT == nil || m.Config.SPRT.Validate() != nil {
		return nil
	}
	return m.Config.SPRT
}

var wdl = []Key{{"won", "win"}, {"drawn", "draw"}, {"lost", "loss"}}

// colours adds the wins, draws and losses in total, as red and as black.
func (b *builder) colours(s *Section, matches []compare.Match) error {
	t := table.New("colours", "Results by colour", "first", "second", "games of the first", "games", "won", "drawn", "lost", "score", "low", "high")
	f := &stack{name: "Results by colour", parts: wdl, percent: true, axis: "% of the games"}
	for i := range matches {
		m := &matches[i]
		for _, c := range []struct {
			name string
			n    stats.Counts
		}{{"all", m.Games}, {"as red", m.AsRed}, {"as black", m.AsBlack}} {
			lo, hi := scoreRange(c.n)
			t.Add(table.Text(m.First), table.Text(m.Second), table.Text(c.name), table.Int(c.n.Games()), table.Int(c.n.Wins), table.Int(c.n.Draws),
				table.Int(c.n.Losses), table.Percent(c.n.Estimate().Score, 1), table.Percent(lo, 1), table.Percent(hi, 1))
			n := float64(c.n.Games())
			if n == 0 || len(matches) > 1 && c.name != "all" {
				continue
			}
			label := c.name
			if len(matches) > 1 {
				label = short(m.First, 10) + " – " + short(m.Second, 10)
			}
			f.labels = append(f.labels, label)
			f.values = append(f.values, []float64{100 * float64(c.n.Wins) / n, 100 * float64(c.n.Draws) / n, 100 * float64(c.n.Losses) / n})
		}
	}
	svg, err := f.horizontal()
	if err != nil {
		return err
	}
	s.heading("Colours")
	s.figure(&Figure{Title: "Won, drawn, lost", Legend: f.parts, SVG: svg, Data: t})
	red := table.New("red-side", "Advantage of red", "first", "second", "red won", "drawn", "black won", "score of red", "low", "high")
	for i := range matches {
		n := matches[i].Red
		lo, hi := scoreRange(n)
		red.Add(table.Text(matches[i].First), table.Text(matches[i].Second), table.Int(n.Wins), table.Int(n.Draws), table.Int(n.Losses),
			table.Percent(n.Estimate().Score, 1), table.Percent(lo, 1), table.Percent(hi, 1))
	}
	t.Note = "Intervals treat the games as independent."
	s.table(t)
	s.table(red)
	return nil
}

// scoreRange is the 95 % interval of a score, derived from its Elo bounds.
func scoreRange(c stats.Counts) (lo, hi stats.Figure) {
	e := c.Estimate()
	return scoreOf(e.Lo), scoreOf(e.Hi)
}

func scoreOf(elo stats.Figure) stats.Figure {
	x, ok := elo.Value()
	if !ok {
		return stats.Figure{}
	}
	return stats.Known(stats.ExpectedScore(x))
}

// ends adds how games ended and how long they were.
func (b *builder) ends(s *Section, r *store.Run, matches []compare.Match) error {
	s.heading("Ends and length of games")
	ends, err := endFigure(matches)
	if err != nil {
		return err
	}
	s.figure(ends)
	lengths, err := b.st.Lengths(b.ctx, r.ID)
	if err != nil {
		return err
	}
	f, err := lengthFigure(lengths)
	if err != nil {
		return err
	}
	s.figure(f)
	if ends != nil {
		s.table(ends.Data)
	}
	return nil
}

// endFigure draws how games ended; nil without games.
func endFigure(matches []compare.Match) (*Figure, error) {
	type end struct{ first, drawn, second, games int64 }
	counts := map[selfplay.EndReason]*end{}
	var order []selfplay.EndReason
	total := int64(0)
	for i := range matches {
		for _, r := range matches[i].Reasons {
			e := counts[r.Reason]
			if e == nil {
				e = &end{}
				counts[r.Reason] = e
				order = append(order, r.Reason)
			}
			e.games += r.Games
			e.first += r.FirstLost
			e.second += r.SecondLost
			e.drawn += r.Games - r.FirstLost - r.SecondLost
			total += r.Games
		}
	}
	t := table.New("ends", "Ends of games", "reason", "games", "share", "won", "drawn", "lost")
	f := &stack{name: "Ends of games", parts: wdl, axis: "games"}
	if len(matches) > 1 {
		t.Head[3], t.Head[4], t.Head[5] = "decided", "drawn", "-"
		f.parts = []Key{{"decided", "s0"}, {"drawn", "draw"}}
	}
	slices.SortStableFunc(order, func(a, b selfplay.EndReason) int { return cmp.Compare(counts[b].games, counts[a].games) })
	for _, reason := range order {
		e := counts[reason]
		row := []float64{float64(e.second), float64(e.drawn), float64(e.first)}
		cells := []table.Cell{table.Int(e.second), table.Int(e.drawn), table.Int(e.first)}
		if len(matches) > 1 {
			row = []float64{float64(e.first + e.second), float64(e.drawn)}
			cells = []table.Cell{table.Int(e.first + e.second), table.Int(e.drawn), table.NA()}
		}
		f.labels = append(f.labels, string(reason))
		f.values = append(f.values, row)
		t.Add(append([]table.Cell{table.Text(string(reason)), table.Int(e.games), compare.Share(e.games, total)}, cells...)...)
	}
	if len(matches) > 1 {
		t.Head = t.Head[:5]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][:5]
		}
	}
	if total == 0 {
		return nil, nil
	}
	svg, err := f.horizontal()
	return &Figure{Title: "How games ended", Legend: f.parts, SVG: svg, Data: t}, err
}

func openingTable(matches []compare.Match) *table.Table {
	t := table.New("openings", "By opening", "opening", "name", "first", "second", "games", "won", "drawn", "lost", "score", "score of red", "position")
	for i := range matches {
		m := &matches[i]
		for _, o := range m.Openings {
			t.Add(table.Int(o.Index+1), table.Text(o.Name), table.Text(m.First), table.Text(m.Second), table.Int(o.Games.Games()),
				table.Int(o.Games.Wins), table.Int(o.Games.Draws), table.Int(o.Games.Losses), table.Percent(o.Games.Estimate().Score, 1),
				table.Percent(o.Red.Estimate().Score, 1), table.Text(openingText(o)))
		}
	}
	return t
}

func openingText(o compare.OpeningScore) string {
	text := o.FEN
	for i, m := range o.Moves {
		if i == 0 {
			text += " moves"
		}
		text += " " + m
	}
	return text
}

func useTable(matches []compare.Match) *table.Table {
	t := table.New("thinking", "Thinking", "player", "games", "moves", "seconds a move", "depth", "nodes a second", "seconds")
	seen := map[string]bool{}
	for i := range matches {
		for _, u := range matches[i].Use {
			if !seen[u.Player] {
				seen[u.Player] = true
				t.Add(table.Text(u.Player), table.Int(u.Games), table.Int(u.Moves), table.Figure(u.Seconds, 4), table.Figure(u.Depth, 1),
					table.Figure(u.NPS, 0), table.Number(u.Total, 1))
			}
		}
	}
	return t
}
