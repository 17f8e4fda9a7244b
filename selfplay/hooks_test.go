package selfplay

import (
	"testing"
)

// TestHooksTellEveryGameInOrder follows a match by its hooks: of each game the
// start, every move that was played, and the end, in this order, and then its
// pair.
func TestHooksTellEveryGameInOrder(t *testing.T) {
	type key struct{ pair, game int }
	moves := map[key][]MovePlayed{}
	started, ended, pairs := map[key]bool{}, map[key]bool{}, 0
	var rec memory
	_, err := Run(t.Context(), []Entrant{entrant("a", anyMove), entrant("b", anyMove)}, match(t, 20), Settings{Concurrency: 4, MaxPlies: 60}, nil, &rec, Hooks{
		Start: func(g GameStart) {
			k := key{g.Pair, g.InPair}
			if started[k] || len(moves[k]) > 0 {
				t.Errorf("game %v started late or twice", k)
			}
			started[k] = true
			if g.Red == g.Black || (g.Red == 0) != (g.InPair == 0) {
				t.Errorf("game %v: red is player %d, black player %d", k, g.Red, g.Black)
			}
		},
		Move: func(m MovePlayed) {
			k := key{m.Pair, m.InPair}
			if !started[k] || ended[k] {
				t.Errorf("game %v: a move outside the game", k)
			}
			moves[k] = append(moves[k], m)
		},
		Game: func(g *Game) {
			k := key{g.Pair, g.InPair}
			ended[k] = true
			seen, book := moves[k], len(g.Moves)-len(moves[k])
			if len(seen) == 0 || book != len(g.Opening.Moves) {
				t.Fatalf("game %v: told of %d moves of %d, %d in the opening", k, len(seen), len(g.Moves), len(g.Opening.Moves))
			}
			for i, m := range seen {
				if m.Ply != book+i+1 || m.MoveRecord != g.Moves[book+i] {
					t.Errorf("game %v, ply %d: told %v at ply %d, played %v", k, book+i+1, m.MoveRecord, m.Ply, g.Moves[book+i])
				}
			}
		},
		Pair: func(p *Pair) {
			pairs++
			for i := range p.Games {
				if !ended[key{p.Number, i}] {
					t.Errorf("pair %d before its game %d", p.Number, i)
				}
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if pairs != 20 || len(ended) != 40 {
		t.Errorf("%d pairs, %d games: want 20, 40", pairs, len(ended))
	}
}
