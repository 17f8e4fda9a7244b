package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/suites"
)

// Positions lists the positions of a suite by the smallest limit at which an
// engine solved them.
type Positions struct {
	Groups []PositionGroup
	Table  *table.Table
}

// PositionGroup holds the positions first solved under one limit.
type PositionGroup struct {
	Title string
	Open  bool
	Cards []PositionCard
}

// PositionCard shows one position.
type PositionCard struct {
	ID     string
	Board  template.HTML
	Best   string   // "h2e2 炮二平五"
	Level  string   // side to move and difficulty
	Solved []string // one per engine
}

// positions adds the list for the kind of limit the suite was run with, or for
// depth if there are several kinds.
func (s *Section) positions(c *compare.Suites, f *compare.SuiteFile) {
	for _, kind := range []store.LimitKind{store.LimitDepth, store.LimitNodes, store.LimitTime} {
		if list := curves(c, f, kind); len(list) > 0 {
			s.heading("Positions by the first " + kindName(kind) + " that solves them")
			s.add(Item{Positions: firstSolved(c, f, kind, list)})
			return
		}
	}
}

// firstSolved finds for each position and engine the smallest limit under which
// it was solved, and whether a larger one lost it again.
func firstSolved(c *compare.Suites, f *compare.SuiteFile, kind store.LimitKind, list []curve) *Positions {
	head := []string{"position", "difficulty", "best", "chinese", "fen"}
	column := map[int]int{}
	for i, cu := range list {
		column[cu.engine] = i
		head = append(head, cu.label)
	}
	type record struct {
		first int64 // 0 never
		lost  int64 // the largest limit above first that did not solve it
	}
	n := len(f.File.Positions)
	records := make([][]record, n)
	asked := make([]bool, n)
	for i := range records {
		records[i] = make([]record, len(list))
	}
	answers := make([]*compare.SuiteAnswer, 0, len(c.Answers))
	for i := range c.Answers {
		if a := &c.Answers[i]; a.File == f && a.Limit.Kind == kind && a.Position >= 0 && a.Position < n {
			answers = append(answers, a)
		}
	}
	slices.SortStableFunc(answers, func(a, b *compare.SuiteAnswer) int { return int(a.Limit.Value - b.Limit.Value) })
	for _, a := range answers {
		asked[a.Position] = true
		r := &records[a.Position][column[a.Engine]]
		switch {
		case a.Solved && r.first == 0:
			r.first = a.Limit.Value
		case !a.Solved && r.first != 0:
			r.lost = a.Limit.Value
		}
	}
	p := &Positions{Table: table.New("first-solved", "Positions by the first "+kindName(kind)+" that solves them", head...)}
	p.Table.Note = "Empty: not solved under any of the limits."
	groups := map[int64]*PositionGroup{}
	var order []int64
	for i := range n {
		if !asked[i] {
			continue
		}
		earliest := int64(0)
		card, row := positionCard(f, i)
		for j, r := range records[i] {
			limit := store.SuiteLimit{Kind: kind, Value: r.first}
			if r.first == 0 {
				card.Solved = append(card.Solved, list[j].label+": not solved")
				row = append(row, table.NA())
				continue
			}
			text := fmt.Sprintf("%s: %s", list[j].label, limit)
			if r.lost > 0 {
				text += fmt.Sprintf(" (not at %s)", limitCell(store.SuiteLimit{Kind: kind, Value: r.lost}).Text)
			}
			card.Solved = append(card.Solved, text)
			row = append(row, limitCell(limit))
			if earliest == 0 || r.first < earliest {
				earliest = r.first
			}
		}
		p.Table.Add(row...)
		g := groups[earliest]
		if g == nil {
			g = &PositionGroup{}
			groups[earliest] = g
			order = append(order, earliest)
		}
		g.Cards = append(g.Cards, card)
	}
	slices.SortFunc(order, func(a, b int64) int { // what nobody solved comes last
		switch {
		case a == 0:
			return 1
		case b == 0:
			return -1
		}
		return int(a - b)
	})
	for _, limit := range order {
		g := groups[limit]
		title := fmt.Sprintf("first solved at %s", store.SuiteLimit{Kind: kind, Value: limit})
		if limit == 0 {
			title = "not solved by any engine"
		}
		g.Title = fmt.Sprintf("%d %s", len(g.Cards), title)
		p.Groups = append(p.Groups, *g)
	}
	return p
}

func positionCard(f *compare.SuiteFile, i int) (PositionCard, []table.Cell) {
	stored := f.Position(i)
	card := PositionCard{ID: f.Ident(i)}
	if stored.Difficulty > 0 {
		card.Level = fmt.Sprintf("difficulty %d", stored.Difficulty)
	}
	level := table.NA()
	if stored.Difficulty > 0 {
		level = table.Int(stored.Difficulty)
	}
	fen, iccs, chinese := stored.EPD, "", ""
	s, err := suites.Read(strings.NewReader(stored.EPD+"\n"), f.Name)
	if err == nil && len(s.Positions) == 1 {
		pos := s.Positions[0]
		fen = pos.Board.FEN()
		first := board.NoMove
		moves, words := pos.Best, []string(nil)
		if len(moves) == 0 {
			moves, words = pos.Avoid, []string{"not"}
		} else {
			first = moves[0]
		}
		var names []string
		for _, m := range moves {
			words = append(words, m.String())
			names = append(names, notation.Format(pos.Board, m, notation.Chinese))
		}
		iccs, chinese = strings.Join(words, " "), strings.Join(names, " ")
		card.Board = boardSVG(pos.Board, first)
		card.Best = iccs + " " + chinese
		card.Level = strings.TrimSuffix(fmt.Sprintf("%s to move, %s", pos.Board.SideToMove(), card.Level), ", ")
	}
	return card, []table.Cell{table.Text(card.ID), level, table.Text(iccs), table.Text(chinese), table.Text(fen)}
}
