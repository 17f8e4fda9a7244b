package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Tally is the score of one pairing of players. Void games, and the other game
// of their pair, count only in Void.
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

// Tally counts the games of a run, one entry for every two players that met, in
// order of A and B.
func (s *Store) Tally(ctx context.Context, run RunID) ([]Tally, error) {
	var list []Tally
	at := func(a, b int) *Tally {
		i, found := slices.BinarySearchFunc(list, Tally{A: min(a, b), B: max(a, b)}, func(x, y Tally) int {
			if x.A != y.A {
				return x.A - y.A
			}
			return x.B - y.B
		})
		if !found {
			list = slices.Insert(list, i, Tally{A: min(a, b), B: max(a, b)})
		}
		return &list[i]
	}
	err := s.query(ctx, "count pairs", func(rows *sql.Rows) error {
		var a, b int
		var result string
		var n int64
		if err := rows.Scan(&a, &b, &result, &n); err != nil {
			return err
		}
		outcomes, err := parsePairResult(result)
		if err != nil {
			return err
		}
		at(a, b).add(a, outcomes, n)
		return nil
	}, "SELECT a, b, result, pairs FROM pair_totals WHERE run_id=?", run)
	if err != nil {
		return nil, err
	}
	err = s.query(ctx, "count void games", func(rows *sql.Rows) error {
		var red, black int
		var n int64
		err := rows.Scan(&red, &black, &n)
		at(red, black).Void += n
		return err
	}, "SELECT red, black, count(*) FROM games WHERE run_id=? AND counted=0 GROUP BY red, black", run)
	return list, err
}

// add counts n pairs in which player first had Red in the first game.
func (t *Tally) add(first int, outcomes []stats.Outcome, n int64) {
	var seen [2]stats.Outcome
	for i, o := range outcomes {
		red := (i == 0) == (first == t.A)
		if first != t.A {
			o = -o
		}
		seen[i] = o
		addOutcome(&t.Games, o, n)
		if red {
			addOutcome(&t.AsRed, o, n)
		} else {
			addOutcome(&t.AsBlack, o, n)
		}
	}
	if len(outcomes) == 2 {
		var one stats.Pairs
		one.Add(seen[0], seen[1])
		t.Pairs = t.Pairs.Plus(stats.Pairs{LL: n * one.LL, LD: n * one.LD, DD: n * one.DD, WL: n * one.WL, WD: n * one.WD, WW: n * one.WW})
	}
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

// parsePairResult reads a word of pairs.result.
func parsePairResult(word string) ([]stats.Outcome, error) {
	list := make([]stats.Outcome, len(word))
	for i := range len(word) {
		switch word[i] {
		case 'L':
			list[i] = stats.Loss
		case 'D':
			list[i] = stats.Draw
		case 'W':
			list[i] = stats.Win
		default:
			list = nil
		}
	}
	if len(list) < 1 || len(list) > 2 {
		return nil, fmt.Errorf("unknown pair result %q", word)
	}
	return list, nil
}

func parseResult(text string) (selfplay.Result, error) {
	for r := selfplay.NoResult; r <= selfplay.Draw; r++ {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("unknown result %q", text)
}

// DonePairs lists the complete pairs of a run in schedule order: those that a
// resumed run need not play. Pairs with a void game are left out.
func (s *Store) DonePairs(ctx context.Context, run RunID) ([]selfplay.PairResult, error) {
	var list []selfplay.PairResult
	err := s.query(ctx, "read pairs", func(rows *sql.Rows) error {
		var p selfplay.PairResult
		var result string
		err := rows.Scan(&p.Number, &p.A, &p.B, &result)
		if err == nil {
			p.Outcomes, err = parsePairResult(result)
		}
		list = append(list, p)
		return err
	}, "SELECT number, a, b, result FROM pairs WHERE run_id=? AND result IS NOT NULL ORDER BY number", run)
	return list, err
}
