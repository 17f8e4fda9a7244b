package selfplay_test

import (
	"context"
	"fmt"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// recorder counts pairs. A program of its own would store the games.
type recorder struct{ games int }

func (r *recorder) RecordPair(p *selfplay.Pair) error {
	r.games += len(p.Games)
	return nil
}

// A match of two settings of the built-in engine, as a library.
func Example() {
	ctx := context.Background()
	limits := player.Limits{Nodes: 50}
	exp := selfplay.Experiment{
		Players: []player.Config{
			{Name: "default", Protocol: player.Builtin, Hash: 1, Limits: limits},
			{Name: "seed", Protocol: player.Builtin, Hash: 1, Weights: "seed", Limits: limits},
		},
		Format: selfplay.RoundRobin, PerPair: 2,
		Openings: selfplay.DefaultOpenings, Order: selfplay.Order{Random: true, Seed: 1},
		Rules: selfplay.RulesConfig{Ruleset: "chinese"}, MaxPlies: 60,
		Stall: 60_000, Startup: 20_000, Ban: selfplay.BanUCCI, Concurrency: 2,
	}
	ready, err := exp.Prepare(ctx, &player.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var rec recorder
	var score selfplay.Sequential
	hooks := selfplay.Hooks{Decide: score.Add}
	if _, err := selfplay.Run(ctx, ready.Entrants, ready.Schedule, ready.Settings, nil, &rec, hooks); err != nil {
		fmt.Println(err)
		return
	}
	summary := stats.Summarize(score.Games, score.Pairs)
	fmt.Println(rec.games, "games recorded,", summary.Main.Pairs, "pairs counted")
	// Output: 4 games recorded, 2 pairs counted
}
