package compare

import (
	"context"
	"slices"

	"xqlab/results/store"
	"xqlab/results/table"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Match is the result of two players in one run, from the first one's view.
type Match struct {
	Run string `json:"run"`
	Pairing
	Openings []OpeningScore `json:"openings"`
	Reasons  []Reason       `json:"end_reasons"`
	// Plies is the length of the games of the whole run, nil without games.
	Plies *Plies `json:"plies"`
	Use   []Use  `json:"use"` // of the two players, over the whole run
}

// OpeningScore is the score of the first player over one opening.
type OpeningScore struct {
	Index int          `json:"opening_index"`
	Name  string       `json:"opening"`
	FEN   string       `json:"fen"`
	Moves []string     `json:"moves,omitempty"`
	Games stats.Counts `json:"games"`
	Red   stats.Counts `json:"red"` // whoever had Red
}

// Reason counts the games that ended for one reason, and who lost them.
type Reason struct {
	Reason     selfplay.EndReason `json:"reason"`
	Games      int64              `json:"games"`
	FirstLost  int64              `json:"first_lost"`
	SecondLost int64              `json:"second_lost"`
}

// Plies sums up the length of games.
type Plies struct {
	Min    int     `json:"min_plies"`
	Median int     `json:"median_plies"`
	Mean   float64 `json:"mean_plies"`
	Max    int     `json:"max_plies"`
}

// Use is what a player spent.
type Use struct {
	Player  string       `json:"player"`
	Games   int64        `json:"games"`
	Moves   int          `json:"moves"`
	Seconds stats.Figure `json:"mean_move_seconds"`
	Depth   stats.Figure `json:"mean_depth"`
	NPS     stats.Figure `json:"nps"`
	Total   float64      `json:"seconds"`
}

// LoadMatches reads every pairing of a run that has games.
func LoadMatches(ctx context.Context, st *store.Store, run *store.Run) ([]Match, error) {
	tallies, err := st.Tally(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	openings, err := st.ByOpening(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	reasons, err := st.Reasons(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	lengths, err := st.Lengths(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	usages, err := st.Usages(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	plies := SumPlies(lengths)
	list := []Match{}
	for _, p := range pairings(run, tallies) {
		t := &p.Tally
		m := Match{
			Run: run.Short, Pairing: p,
			Openings: []OpeningScore{}, Reasons: countReasons(reasons, t.A, t.B), Plies: plies,
		}
		for _, o := range openings {
			if o.A == t.A && o.B == t.B {
				m.Openings = append(m.Openings, openingScore(o))
			}
		}
		for _, u := range usages {
			if u.Player == t.A || u.Player == t.B {
				m.Use = append(m.Use, Use{playerName(run, u.Player), u.Games, u.Moves, u.MeanTime(), u.MeanDepth(), u.NodesPerSecond(), u.Time.Seconds()})
			}
		}
		list = append(list, m)
	}
	return list, nil
}

func openingScore(o store.OpeningScore) OpeningScore {
	s := OpeningScore{Index: o.Opening.Index, Name: o.Opening.Name, FEN: o.Opening.FEN, Games: o.Games, Red: o.AsRed.Plus(o.AsBlack.Flip())}
	for _, m := range o.Opening.Moves {
		s.Moves = append(s.Moves, m.String())
	}
	return s
}

// countReasons picks the games of two players from the counts of a run.
func countReasons(counts []store.ReasonCount, a, b int) []Reason {
	list := []Reason{}
	for _, c := range counts {
		if min(c.Red, c.Black) != a || max(c.Red, c.Black) != b {
			continue
		}
		i := slices.IndexFunc(list, func(r Reason) bool { return r.Reason == c.Reason })
		if i < 0 {
			i = len(list)
			list = append(list, Reason{Reason: c.Reason})
		}
		list[i].Games += c.Games
		switch c.Loser() {
		case a:
			list[i].FirstLost += c.Games
		case b:
			list[i].SecondLost += c.Games
		}
	}
	slices.SortStableFunc(list, func(x, y Reason) int { return int(y.Games - x.Games) })
	return list
}

// SumPlies sums up a distribution of lengths sorted by length; nil if it is
// empty.
func SumPlies(lengths []store.Length) *Plies {
	var games, plies int64
	for _, l := range lengths {
		games += l.Games
		plies += l.Games * int64(l.Plies)
	}
	if games == 0 {
		return nil
	}
	p := &Plies{Min: lengths[0].Plies, Max: lengths[len(lengths)-1].Plies, Mean: float64(plies) / float64(games)}
	seen := int64(0)
	for _, l := range lengths {
		if seen += l.Games; 2*seen >= games {
			p.Median = l.Plies
			break
		}
	}
	return p
}

// matchTables shows one match per row, and below that the matches by colour,
// end and opening.
func matchTables(list []Match) []*table.Table {
	score := table.New("matches", "Matches", "run", "first", "second", "games", "wins", "draws", "losses", "score", "elo", "elo low", "elo high",
		"los", "nelo", "drawn", "pairs", "void", "median plies")
	score.Note = "All figures are from the first player's view; intervals are 95 %."
	colour := table.New("match-colours", "By colour", "run", "first", "second", "as red +", "=", "-", "as black +", "= ", "- ", "red side score")
	reason := table.New("match-ends", "Ends of games", "run", "first", "second", "reason", "games", "share", "lost by first", "lost by second")
	use := table.New("match-use", "Thinking", "run", "player", "games", "moves", "seconds a move", "depth", "nodes a second", "seconds")
	opening := table.New("match-openings", "By opening", "run", "first", "second", "opening", "name", "games", "wins", "draws", "losses", "score", "red side score")
	usedRun := map[string]bool{}
	for i := range list {
		m := &list[i]
		id := []table.Cell{table.Text(m.Run), table.Text(m.First), table.Text(m.Second)}
		row := func(t *table.Table, cells ...table.Cell) { t.Add(append(slices.Clone(id), cells...)...) }
		plies := table.NA()
		if m.Plies != nil {
			plies = table.Int(m.Plies.Median)
		}
		e := m.Main
		row(score, table.Int(m.Games.Games()), table.Int(m.Games.Wins), table.Int(m.Games.Draws), table.Int(m.Games.Losses),
			table.Percent(m.Trinomial.Score, 1), table.Signed(e.Elo, 1), table.Signed(e.Lo, 1), table.Signed(e.Hi, 1),
			table.Percent(Superiority(e), 1), table.Signed(e.NElo, 1), table.Percent(m.DrawRatio, 1), table.Int(e.Pairs),
			table.Int(m.Void), plies)
		row(colour, table.Int(m.AsRed.Wins), table.Int(m.AsRed.Draws), table.Int(m.AsRed.Losses),
			table.Int(m.AsBlack.Wins), table.Int(m.AsBlack.Draws), table.Int(m.AsBlack.Losses), table.Percent(m.Red.Estimate().Score, 1))
		for _, r := range m.Reasons {
			row(reason, table.Text(string(r.Reason)), table.Int(r.Games), Share(r.Games, m.Games.Games()), table.Int(r.FirstLost), table.Int(r.SecondLost))
		}
		for _, o := range m.Openings {
			row(opening, table.Int(o.Index+1), table.Text(o.Name), table.Int(o.Games.Games()), table.Int(o.Games.Wins), table.Int(o.Games.Draws),
				table.Int(o.Games.Losses), table.Percent(o.Games.Estimate().Score, 1), table.Percent(o.Red.Estimate().Score, 1))
		}
		for _, u := range m.Use {
			if key := m.Run + "\x00" + u.Player; !usedRun[key] {
				usedRun[key] = true
				use.Add(table.Text(m.Run), table.Text(u.Player), table.Int(u.Games), table.Int(u.Moves), table.Figure(u.Seconds, 4),
					table.Figure(u.Depth, 1), table.Figure(u.NPS, 0), table.Number(u.Total, 1))
			}
		}
	}
	return []*table.Table{score, colour, reason, use, opening}
}

// Superiority is the likelihood that the first player is the stronger one. It
// does not exist if equal results leave no variance to judge by.
func Superiority(e stats.Estimate) stats.Figure {
	if !e.Lo.Exists() {
		return stats.Figure{}
	}
	return stats.Known(e.LOS)
}

// Share is part of whole as a percentage, n/a for nothing of nothing.
func Share(part, whole int64) table.Cell {
	if whole == 0 {
		return table.NA()
	}
	return table.Percent(stats.Known(float64(part)/float64(whole)), 1)
}
