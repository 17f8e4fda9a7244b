package store

import (
	"context"
	"database/sql"
	"fmt"

	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Tally is the score of one pairing of players. Void games, and pairs with
// one, count only in Void.
type Tally struct {
	A int `json:"a"` // player with the lower index
	B int `json:"b"`
	// Games counts every game that ended, Pairs the complete pairs, both from
	// A's view. In runs of single games Pairs stays empty.
	Games stats.Counts `json:"games"`
	Pairs stats.Pairs  `json:"pairs"`
	// AsRed and AsBlack split Games by A's colour.
	AsRed   stats.Counts `json:"as_red"`
	AsBlack stats.Counts `json:"as_black"`
	Void    int64        `json:"void"`
}

// Tally counts the games of a run, one entry for each two players that met, in
// order of A and B.
func (s *Store) Tally(ctx context.Context, run RunID) ([]Tally, error) {
	var list []Tally
	at := func(a, b int) *Tally {
		for i := range list {
			if list[i].A == a && list[i].B == b {
				return &list[i]
			}
		}
		list = append(list, Tally{A: a, B: b})
		return &list[len(list)-1]
	}
	err := s.query(ctx, "count games", func(rows *sql.Rows) error {
		var red, black int
		var text string
		var n int64
		if err := rows.Scan(&red, &black, &text, &n); err != nil {
			return err
		}
		result, err := parseResult(text)
		if err != nil {
			return err
		}
		t := at(min(red, black), max(red, black))
		o, ok := outcomeFor(t.A, red, result)
		if !ok {
			t.Void += n
			return nil
		}
		addOutcome(&t.Games, o, n)
		if red == t.A {
			addOutcome(&t.AsRed, o, n)
		} else {
			addOutcome(&t.AsBlack, o, n)
		}
		return nil
	}, `SELECT g.red, g.black, CASE WHEN p.result IS NULL THEN '*' ELSE g.result END, count(*)
		FROM games g JOIN pairs p ON p.run_id = g.run_id AND p.number = g.pair
		WHERE g.run_id = ? GROUP BY 1, 2, 3 ORDER BY min(g.red, g.black), max(g.red, g.black)`, run)
	if err == nil {
		err = s.countPairs(ctx, run, at)
	}
	return list, err
}

func (s *Store) countPairs(ctx context.Context, run RunID, at func(a, b int) *Tally) error {
	return s.query(ctx, "count pairs", func(rows *sql.Rows) error {
		var a, b int
		var result string
		var n int64
		if err := rows.Scan(&a, &b, &result, &n); err != nil {
			return err
		}
		pairs, err := pairCounts(result, n)
		if err != nil {
			return err
		}
		if a > b {
			a, b, pairs = b, a, pairs.Flip()
		}
		t := at(a, b)
		t.Pairs = t.Pairs.Plus(pairs)
		return nil
	}, "SELECT a, b, result, count(*) FROM pairs WHERE run_id = ? AND length(result) = 2 GROUP BY 1, 2, 3", run)
}

func pairCounts(result string, n int64) (stats.Pairs, error) {
	switch result {
	case "LL":
		return stats.Pairs{LL: n}, nil
	case "LD":
		return stats.Pairs{LD: n}, nil
	case "DD":
		return stats.Pairs{DD: n}, nil
	case "WL":
		return stats.Pairs{WL: n}, nil
	case "WD":
		return stats.Pairs{WD: n}, nil
	case "WW":
		return stats.Pairs{WW: n}, nil
	}
	return stats.Pairs{}, fmt.Errorf("unknown pair result %q", result)
}

func addOutcome(c *stats.Counts, o stats.Outcome, n int64) {
	switch o {
	case stats.Win:
		c.Wins += n
	case stats.Draw:
		c.Draws += n
	case stats.Loss:
		c.Losses += n
	}
}

// outcomeFor returns the result of a game for player; ok is false for a void
// game.
func outcomeFor(player, red int, r selfplay.Result) (o stats.Outcome, ok bool) {
	switch r {
	case selfplay.RedWins:
		o = stats.Win
	case selfplay.BlackWins:
		o = stats.Loss
	case selfplay.Draw:
	default:
		return 0, false
	}
	if player != red {
		o = -o
	}
	return o, true
}

func parseResult(text string) (selfplay.Result, error) {
	for r := selfplay.NoResult; r <= selfplay.Draw; r++ {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("unknown result %q", text)
}

// DonePair is a complete pair of a run: what a resumed run need not play.
type DonePair struct {
	Number  int
	A, B    int
	Results []selfplay.Result // of its one or two games, Red's view
}

// Outcomes returns the results of the pair's games for A.
func (p DonePair) Outcomes() []stats.Outcome {
	list := make([]stats.Outcome, len(p.Results))
	red := p.A
	for i, r := range p.Results {
		list[i], _ = outcomeFor(p.A, red, r)
		red = p.B
	}
	return list
}

// DonePairs lists the complete pairs of a run in schedule order. Pairs with a
// void game are left out.
func (s *Store) DonePairs(ctx context.Context, run RunID) ([]DonePair, error) {
	var list []DonePair
	err := s.query(ctx, "read pairs", func(rows *sql.Rows) error {
		var p DonePair
		var text string
		if err := rows.Scan(&p.Number, &p.A, &p.B, &text); err != nil {
			return err
		}
		result, err := parseResult(text)
		if err != nil {
			return err
		}
		if n := len(list); n > 0 && list[n-1].Number == p.Number {
			list[n-1].Results = append(list[n-1].Results, result)
			return nil
		}
		p.Results = append(make([]selfplay.Result, 0, 2), result)
		list = append(list, p)
		return nil
	}, `SELECT p.number, p.a, p.b, g.result
		FROM pairs p JOIN games g ON g.run_id = p.run_id AND g.pair = p.number
		WHERE p.run_id = ? AND p.result IS NOT NULL ORDER BY p.number, g.in_pair`, run)
	return list, err
}
