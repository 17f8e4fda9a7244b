package report

import (
	"fmt"
	"math"
	"slices"

	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay/stats"
)

// suites adds a section for each suite of the runs, with all their engines.
func (b *builder) suites(runs []*store.Run) error {
	if len(runs) == 0 {
		return nil
	}
	c, err := compare.LoadSuites(b.ctx, b.st, runs)
	if err != nil {
		return err
	}
	for i, f := range c.Files {
		s := Section{ID: fmt.Sprintf("suite%d", i+1), Title: "Depth scaling: " + f.Name}
		for _, kind := range []store.LimitKind{store.LimitDepth, store.LimitNodes, store.LimitTime} {
			if err := scaling(&s, c, f, kind); err != nil {
				return err
			}
		}
		s.heading("Engines compared")
		s.table(pairedTable(c, f))
		s.heading("Difficulty")
		s.table(difficultyTable(c, f))
		s.positions(c, f)
		b.doc.Sections = append(b.doc.Sections, s)
	}
	if len(c.Files) == 0 {
		b.doc.Sections = append(b.doc.Sections, Section{ID: "suite", Title: "Depth scaling", Items: []Item{{Text: "No position of these runs has been searched yet."}}})
	}
	return nil
}

// effort is what an engine did under one limit.
type effort struct {
	limit  store.SuiteLimit
	solved stats.Proportion
	nodes  float64 // mean per position, NaN if the engine reported none
	time   float64 // mean seconds per position
	factor float64 // effective branching factor from the limit before, NaN if unknown
	stable float64 // median seconds to a stable solution, over solved positions; NaN if none
}

// curve is one engine over the limits of one kind, smallest first.
type curve struct {
	engine int
	label  string
	points []effort
}

// curves picks the limits of one kind from the answers to a suite.
func curves(c *compare.Suites, f *compare.SuiteFile, kind store.LimitKind) []curve {
	type sum struct {
		solved, n, known int64
		nodes            float64
		time             float64
		stable           []float64
	}
	sums := map[int]map[int64]*sum{}
	for i := range c.Answers {
		a := &c.Answers[i]
		if a.File != f || a.Limit.Kind != kind {
			continue
		}
		if sums[a.Engine] == nil {
			sums[a.Engine] = map[int64]*sum{}
		}
		s := sums[a.Engine][a.Limit.Value]
		if s == nil {
			s = &sum{}
			sums[a.Engine][a.Limit.Value] = s
		}
		s.n++
		s.time += a.Time.Seconds()
		if a.Nodes > 0 {
			s.known++
			s.nodes += float64(a.Nodes)
		}
		if a.Solved {
			s.solved++
			if a.Stable != nil {
				s.stable = append(s.stable, a.Stable.Time.Seconds())
			}
		}
	}
	var list []curve
	for e, engine := range c.Engines {
		if sums[e] == nil {
			continue
		}
		cu := curve{engine: e, label: engine.Label}
		for v, s := range sums[e] {
			p := effort{limit: store.SuiteLimit{Kind: kind, Value: v}, solved: stats.Wilson(s.solved, s.n, 0.95),
				time: s.time / float64(s.n), nodes: math.NaN(), factor: math.NaN(), stable: median(s.stable)}
			if s.known == s.n {
				p.nodes = s.nodes / float64(s.n)
			}
			cu.points = append(cu.points, p)
		}
		slices.SortFunc(cu.points, func(a, b effort) int { return int(a.limit.Value - b.limit.Value) })
		if kind == store.LimitDepth {
			for i := 1; i < len(cu.points); i++ {
				p, q := &cu.points[i], &cu.points[i-1]
				if q.nodes > 0 && p.nodes > 0 {
					p.factor = math.Pow(p.nodes/q.nodes, 1/float64(p.limit.Value-q.limit.Value))
				}
			}
		}
		list = append(list, cu)
	}
	return list
}

func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	slices.Sort(list)
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// scaling adds the figures and the table for one kind of limit, if there are
// any.
func scaling(s *Section, c *compare.Suites, f *compare.SuiteFile, kind store.LimitKind) error {
	list := curves(c, f, kind)
	if len(list) == 0 {
		return nil
	}
	t := table.New("scaling-"+string(kind), "Solved by "+kindName(kind), "engine", kindName(kind), "solved", "of", "share", "low", "high", "nodes a position",
		"seconds a position", "branching factor", "seconds to solution")
	t.Note = "Intervals are Wilson's, 95 %. The effective branching factor is the growth of nodes a ply, from the depth before; the last column is the median time from which the search kept the solution."
	for _, cu := range list {
		for _, p := range cu.points {
			t.Add(table.Text(cu.label), limitCell(p.limit), table.Int(p.solved.Successes), table.Int(p.solved.Trials), table.Percent(p.solved.Share, 1),
				table.Percent(p.solved.Lo, 1), table.Percent(p.solved.Hi, 1), table.Number(p.nodes, 0), table.Number(p.time, 4), table.Number(p.factor, 2),
				table.Number(p.stable, 4))
		}
	}
	s.heading("By " + kindName(kind))
	x, log := kindName(kind), false
	switch kind {
	case store.LimitNodes:
		log = true
	case store.LimitTime:
		x, log = "seconds", true
	}
	solved := chart{title: "Solved", x: x, y: "% of the positions", logX: log}
	nodes := chart{title: "Nodes a position", x: x, y: "nodes", logX: log, logY: true}
	time := chart{title: "Time a position", x: x, y: "seconds", logX: log, logY: true}
	factor := chart{title: "Effective branching factor", x: x, y: "growth a ply", logX: log}
	for i, cu := range list {
		for _, ch := range []*chart{&solved, &nodes, &time, &factor} {
			ch.start(cu.label, i)
		}
		for _, p := range cu.points {
			at := float64(p.limit.Value)
			if kind == store.LimitTime {
				at /= 1e6
			}
			share, _ := p.solved.Share.Value()
			lo, _ := p.solved.Lo.Value()
			hi, _ := p.solved.Hi.Value()
			solved.interval(at, 100*share, 100*lo, 100*hi)
			nodes.point(at, p.nodes)
			time.point(at, p.time)
			factor.point(at, p.factor)
		}
	}
	solved.low, solved.high = 0, 100
	factor.low = 1 // no growth
	for _, ch := range []*chart{&solved, &nodes, &time, &factor} {
		fig, err := ch.figure(t)
		if err != nil {
			return err
		}
		s.figure(fig)
	}
	s.table(t)
	return nil
}

func kindName(kind store.LimitKind) string {
	switch kind {
	case store.LimitNodes:
		return "nodes"
	case store.LimitTime:
		return "time"
	}
	return "depth"
}

func limitCell(l store.SuiteLimit) table.Cell {
	if l.Kind == store.LimitTime {
		return table.Cell{Text: fmt.Sprintf("%g s", float64(l.Value)/1e6), Raw: fmt.Sprintf("%g", float64(l.Value)/1e6), Number: true}
	}
	return table.Int(l.Value)
}

// difficultyTable counts the solved positions of each difficulty.
func difficultyTable(c *compare.Suites, f *compare.SuiteFile) *table.Table {
	seen := map[int]bool{}
	for i := range c.Scores {
		if c.Scores[i].Suite == f.Name {
			for _, d := range c.Scores[i].Difficulty {
				seen[d.Difficulty] = true
			}
		}
	}
	var levels []int
	head := []string{"engine", "limit"}
	for d := 1; d <= 5; d++ {
		if seen[d] {
			levels = append(levels, d)
			head = append(head, fmt.Sprintf("difficulty %d", d))
		}
	}
	if len(levels) == 0 {
		return nil
	}
	if seen[0] {
		levels = append(levels, 0)
		head = append(head, "not graded")
	}
	t := table.New("difficulty", "Solved by difficulty", head...)
	for _, sc := range c.Scores {
		if sc.Suite != f.Name {
			continue
		}
		row := []table.Cell{table.Text(c.Engines[sc.Engine].Label), table.Text(sc.Limit.String())}
		for _, level := range levels {
			var n stats.Proportion
			for _, d := range sc.Difficulty {
				if d.Difficulty == level {
					n = d.Solved
				}
			}
			cell := compare.Share(n.Successes, n.Trials)
			if n.Trials > 0 {
				cell.Text = fmt.Sprintf("%d/%d (%s)", n.Successes, n.Trials, cell.Text)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return t
}

func pairedTable(c *compare.Suites, f *compare.SuiteFile) *table.Table {
	for _, t := range c.Tables() {
		if t.Name != "suite-pairs" {
			continue
		}
		own := table.New("paired", t.Title, t.Head[1:]...)
		own.Note = t.Note
		for _, row := range t.Rows {
			if row[0].Raw == f.Name {
				own.Add(row[1:]...)
			}
		}
		return own
	}
	return nil
}
