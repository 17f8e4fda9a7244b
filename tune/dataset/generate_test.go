package dataset

import (
	"context"
	"errors"
	"slices"
	"testing"

	"xqlab/engine/eval"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// games collects recorded games by number.
type games map[int]*selfplay.Game

func (g games) RecordPair(p *selfplay.Pair) error {
	g[p.Number] = p.Games[0]
	return nil
}

func (g games) done() (list []selfplay.PairResult) {
	for n, game := range g {
		o, ok := game.OutcomeFor(game.Red)
		if ok {
			list = append(list, selfplay.PairResult{Number: n, A: game.Red, B: game.Black, Outcomes: []stats.Outcome{o}})
		}
	}
	return list
}

func quickGeneration() Generation {
	g := DefaultGeneration()
	g.Games, g.Nodes, g.MaxPlies, g.Hash, g.Seed = 6, 60, 60, 1, 5
	return g
}

// TestGenerationRepeats plays the same games one and two at a time, and once
// with an interruption in between.
func TestGenerationRepeats(t *testing.T) {
	w := eval.Seed()
	g := quickGeneration()
	first := games{}
	if err := g.Play(context.Background(), w, 1, nil, first, selfplay.Hooks{}); err != nil {
		t.Fatal(err)
	}
	if len(first) != g.Games {
		t.Fatalf("%d games", len(first))
	}
	second := games{}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := g.Play(ctx, w, 2, nil, second, selfplay.Hooks{Game: func(*selfplay.Game) {
		if n++; n == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || len(second) == g.Games {
		t.Fatalf("interrupted: error %v, %d games", err, len(second))
	}
	if err := g.Play(context.Background(), w, 2, second.done(), second, selfplay.Hooks{}); err != nil {
		t.Fatal(err)
	}
	for i := range g.Games {
		a, b := first[i], second[i]
		if b == nil {
			t.Fatalf("game %d is missing", i)
		}
		same := slices.EqualFunc(a.Moves, b.Moves, func(x, y selfplay.MoveRecord) bool {
			return x.Move == y.Move && x.Score == y.Score
		})
		if !same || a.Opening.FEN != b.Opening.FEN || a.Result != b.Result || a.Red != b.Red {
			t.Errorf("game %d differs", i)
		}
		if len(a.Moves) == 0 || i > 0 && slices.Equal(first[0].Opening.Moves, a.Opening.Moves) && first[0].Opening.FEN == a.Opening.FEN {
			t.Errorf("game %d has the opening of game 0, or no moves", i)
		}
	}
}

func TestGenerationValidate(t *testing.T) {
	for name, edit := range map[string]func(g *Generation){
		"games":   func(g *Generation) { g.Games = 0 },
		"nodes":   func(g *Generation) { g.Nodes = 0 },
		"random":  func(g *Generation) { g.RandomPlies = -1 },
		"balance": func(g *Generation) { g.Balance = 0 },
		"length":  func(g *Generation) { g.MaxPlies = 0 },
	} {
		g := quickGeneration()
		if edit(&g); g.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
