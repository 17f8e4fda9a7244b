package selfplay

import (
	"testing"

	"xqlab/selfplay/stats"
)

func TestPairResult(t *testing.T) {
	game := func(red int, r Result) *Game { return &Game{Red: red, Black: 7 - red, Result: r} }
	for _, tc := range []struct {
		name  string
		pair  Pair // of the players 3 and 4
		games stats.Counts
		pairs stats.Pairs // both for player 3
	}{
		{"red won twice", Pair{A: 3, B: 4, Games: [2]*Game{game(3, RedWins), game(4, RedWins)}},
			stats.Counts{Wins: 1, Losses: 1}, stats.Pairs{WL: 1}},
		{"won with both colours", Pair{A: 3, B: 4, Games: [2]*Game{game(3, RedWins), game(4, BlackWins)}},
			stats.Counts{Wins: 2}, stats.Pairs{WW: 1}},
		{"lost and drawn", Pair{A: 3, B: 4, Games: [2]*Game{game(3, BlackWins), game(4, Draw)}},
			stats.Counts{Losses: 1, Draws: 1}, stats.Pairs{LD: 1}},
		{"the other began with red", Pair{A: 4, B: 3, Games: [2]*Game{game(4, RedWins), game(3, Draw)}},
			stats.Counts{Losses: 1, Draws: 1}, stats.Pairs{LD: 1}},
		{"single game", Pair{A: 4, B: 3, Games: [2]*Game{game(4, BlackWins)}},
			stats.Counts{Wins: 1}, stats.Pairs{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res, ok := tc.pair.Result()
			if !ok {
				t.Fatal("a finished pair has no result")
			}
			var games stats.Counts
			var pairs stats.Pairs
			res.AddTo(&games, &pairs, 3)
			if games != tc.games || pairs != tc.pairs {
				t.Errorf("for 3: got %+v and %+v, want %+v and %+v", games, pairs, tc.games, tc.pairs)
			}
			games, pairs = stats.Counts{}, stats.Pairs{}
			res.AddTo(&games, &pairs, 4)
			if games.Flip() != tc.games || pairs.Flip() != tc.pairs {
				t.Errorf("for 4: got %+v and %+v, want those of 3 from the other side", games, pairs)
			}
			// Asking changes nothing, and the order of the games stays.
			if again, _ := tc.pair.Result(); again.Outcomes[0] != res.Outcomes[0] || res.For(res.B)[0] != -res.Outcomes[0] {
				t.Errorf("first game: got %v for A and %v for B", res.For(res.A), res.For(res.B))
			}
		})
	}
	void := Pair{A: 3, B: 4, Games: [2]*Game{game(3, RedWins), game(4, NoResult)}}
	if res, ok := void.Result(); ok {
		t.Errorf("a pair with a void game has the result %+v", res)
	}
}

// TestSequential has pairs whose first game the second player began: all count
// for the first.
func TestSequential(t *testing.T) {
	test := stats.NewSPRT(0, 50)
	seq := Sequential{Test: &test}
	for n := 0; ; n++ {
		if n == 1000 {
			t.Fatalf("no decision after %d pairs: %+v", n, seq)
		}
		p := PairResult{Number: n, A: n % 2, B: 1 - n%2, Outcomes: []stats.Outcome{1, 0}}
		if n%2 == 1 {
			p.Outcomes[0] = -1
		}
		if seq.Add(p) {
			break
		}
	}
	if err := seq.Err(); err != nil || seq.Result.Verdict != stats.AcceptH1 {
		t.Errorf("got %+v, %v, want H1", seq.Result, err)
	}
	if n := seq.Pairs.Count(); seq.Pairs != (stats.Pairs{WD: n}) || seq.Games != seq.Pairs.Counts() {
		t.Errorf("counted %+v and %+v", seq.Pairs, seq.Games)
	}
}
