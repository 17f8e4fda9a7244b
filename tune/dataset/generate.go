package dataset

import (
	"context"
	"fmt"
	"math/rand/v2"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/rules"
	"xqlab/engine/search"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// Generation is the configuration of games of the built-in engine against
// itself. The same values give the same games, at any concurrency.
type Generation struct {
	Games       int                 `json:"games"`
	Nodes       uint64              `json:"nodes"`    // a move
	Hash        int                 `json:"hash"`     // table of each side in MiB
	Openings    string              `json:"openings"` // set the openings are taken from
	RandomPlies int                 `json:"random_plies"`
	Balance     int                 `json:"balance"` // most centipawns by which an opening may favour a side
	Resign      selfplay.ResignRule `json:"resign"`
	Draw        selfplay.DrawRule   `json:"draw"`
	MaxPlies    int                 `json:"max_plies"`
	Seed        uint64              `json:"seed"`
	WeightsHash string              `json:"weights"`
}

// DefaultGeneration returns the usual values.
func DefaultGeneration() Generation {
	return Generation{
		Games: 10000, Nodes: 5000, Hash: 2, Openings: selfplay.DefaultOpenings, RandomPlies: 4, Balance: 150,
		Resign:   selfplay.ResignRule{Score: 1500, Moves: 3, TwoSided: true},
		Draw:     selfplay.DrawRule{Score: 10, Moves: 10, From: 50},
		MaxPlies: 300,
	}
}

// Validate reports the first value out of range.
func (g *Generation) Validate() error {
	switch {
	case g.Games < 1:
		return fmt.Errorf("games %d: want at least 1", g.Games)
	case g.Nodes < 1:
		return fmt.Errorf("nodes %d: want at least 1", g.Nodes)
	case g.RandomPlies < 0 || g.RandomPlies > 100:
		return fmt.Errorf("random plies %d: want 0 to 100", g.RandomPlies)
	case g.Balance < 1:
		return fmt.Errorf("balance %d: want at least 1 centipawn", g.Balance)
	case g.MaxPlies < 1:
		return fmt.Errorf("maximum length %d: want at least 1 ply", g.MaxPlies)
	}
	return nil
}

// Play plays the games that are not done yet and hands each finished one, as a
// pair of one game, to rec and
// reports to hooks. When ctx is cancelled it returns the context's error;
// a later call continues if it gets what was recorded as done.
func (g *Generation) Play(ctx context.Context, w *eval.Weights, concurrency int, done []selfplay.PairResult, rec selfplay.Recorder, hooks selfplay.Hooks) error {
	openings, err := g.openings(ctx, w)
	if err != nil {
		return err
	}
	entrant, err := g.entrant(ctx, w)
	if err != nil {
		return err
	}
	sch := &selfplay.Schedule{Pairings: [][2]int{{0, 1}}, PerPair: g.Games, Single: true, Openings: openings}
	settings := selfplay.Settings{Resign: g.Resign, Draw: g.Draw, MaxPlies: g.MaxPlies, Concurrency: concurrency}
	_, err = selfplay.Run(ctx, []selfplay.Entrant{entrant, entrant}, sch, settings, done, rec, hooks)
	return err
}

// Player describes one of the two equal players for storage.
func (g *Generation) Player(w *eval.Weights) player.Config {
	return player.Config{
		Name: "builtin", Protocol: player.Builtin, Loaded: w, WeightsHash: g.WeightsHash, Hash: g.Hash,
		Limits: player.Limits{Nodes: g.Nodes},
	}
}

func (g *Generation) entrant(ctx context.Context, w *eval.Weights) (selfplay.Entrant, error) {
	c := g.Player(w)
	f, err := player.Prepare(ctx, c, &player.Env{})
	if err != nil {
		return selfplay.Entrant{}, err
	}
	return selfplay.Entrant{Name: c.Name, Limits: c.Limits, New: f.New}, nil
}

// openings makes an opening for each game: one of the set, and random moves.
func (g *Generation) openings(ctx context.Context, w *eval.Weights) ([]selfplay.Opening, error) {
	set, err := selfplay.LoadOpenings(ctx, g.Openings, 0)
	if err != nil {
		return nil, err
	}
	e := eval.New(w)
	q := search.NewStaticQuiescence(e)
	list := make([]selfplay.Opening, g.Games)
	for i := range list {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if list[i], err = g.opening(i, set.List, e, q); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// openingTries is how often an opening is made anew until it is level.
const openingTries = 1000

// opening makes the opening of game i: at random from the seed and the number
// of the game alone, level by a search of captures.
func (g *Generation) opening(i int, set []selfplay.Opening, e *eval.Evaluator, q *search.StaticQuiescence) (selfplay.Opening, error) {
	rng := rand.New(rand.NewPCG(g.Seed, uint64(i)))
	for range openingTries {
		base := set[rng.IntN(len(set))]
		start, err := board.ParseFEN(base.FEN)
		if err != nil {
			return base, err
		}
		o := selfplay.Opening{Index: i, FEN: start.FEN(), Name: base.Name}
		game := rules.NewGame(start, rules.Options{})
		for _, m := range base.Moves {
			if err := game.Play(m); err != nil {
				return o, fmt.Errorf("opening %d: %w", base.Index+1, err)
			}
			o.Moves = append(o.Moves, m)
		}
		for range g.RandomPlies {
			var moves board.MoveList
			game.Position().LegalMoves(&moves)
			if game.Verdict().Over || moves.N == 0 {
				break
			}
			m := moves.Moves[rng.IntN(moves.N)]
			if err := game.Play(m); err != nil {
				return o, err
			}
			o.Moves = append(o.Moves, m)
		}
		if game.Verdict().Over {
			continue
		}
		p := game.Position().Clone()
		e.Attach(p)
		if s := q.Score(p, -search.Infinity, search.Infinity); s <= search.Score(g.Balance) && s >= -search.Score(g.Balance) {
			return o, nil
		}
	}
	return selfplay.Opening{}, fmt.Errorf("game %d: no opening of %d random plies is within %d centipawns of level after %d tries", i+1, g.RandomPlies, g.Balance, openingTries)
}
