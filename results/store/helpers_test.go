package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay"
)

var ctx = context.Background()

// testStart is when test runs begin.
var testStart = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func newStore(t testing.TB) *Store {
	t.Helper()
	st, err := Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	return st
}

func testPlayers() []Player {
	return []Player{
		{Name: "new", Spec: "builtin", Limits: "nodes=3000", Options: map[string]string{"Hash": "16"},
			Weights: &Weights{Hash: "aa11", Name: "default", TOML: "rook = 1000\n"}},
		{Name: "old", Spec: "cmd=./old engine,proto=ucci", Limits: "tc=10+0.1"},
	}
}

func newRun(t testing.TB, st *Store) *Run {
	t.Helper()
	run, err := st.CreateRun(ctx, NewRun{
		Kind: Match, Name: "test", Config: map[string]any{"pairs": 10}, Seed: 1<<63 + 5,
		Version: "0.1.0", Commit: "abc", Host: "lab", Started: testStart, Players: testPlayers(),
		OpeningSet: &OpeningSet{Hash: "set", Name: "book.epd", Size: 500},
	})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// testPair makes a pair with two played games; its content follows from
// number alone.
func testPair(number int) *selfplay.Pair {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	pos := board.NewPosition()
	first := randomMove(r, pos)
	o := selfplay.Opening{Index: number, FEN: board.StartFEN, Moves: []board.Move{first}, Name: fmt.Sprintf("line %d", number)}
	p := &selfplay.Pair{Number: number, A: 0, B: 1, Opening: o}
	start := testStart.Add(time.Duration(number) * time.Minute)
	for i := range p.Games {
		g := &selfplay.Game{Pair: number, InPair: i, Red: i, Black: 1 - i, Opening: o, Start: start, End: start.Add(20 * time.Second)}
		pos := board.NewPosition()
		pos.Make(first)
		g.Moves = append(g.Moves, selfplay.MoveRecord{Move: first, FromBook: true})
		for range 20 + r.IntN(20) {
			m := randomMove(r, pos)
			if m == board.NoMove {
				break
			}
			pos.Make(m)
			g.Moves = append(g.Moves, selfplay.MoveRecord{Move: m, HasScore: true, Score: r.IntN(400) - 200,
				Depth: 1 + r.IntN(9), Nodes: uint64(r.IntN(5000)), Time: time.Duration(r.IntN(900000)) * time.Microsecond})
		}
		g.Result = selfplay.Result(1 + r.IntN(3))
		g.Reason = map[selfplay.Result]selfplay.EndReason{
			selfplay.RedWins: selfplay.EndMate, selfplay.BlackWins: selfplay.EndPerpetualCheck, selfplay.Draw: selfplay.EndRepetition,
		}[g.Result]
		p.Games[i] = g
	}
	return p
}

func randomMove(r *rand.Rand, pos *board.Position) board.Move {
	var l board.MoveList
	pos.LegalMoves(&l)
	if l.N == 0 {
		return board.NoMove
	}
	return l.Moves[r.IntN(l.N)]
}

func itoa(n int) string { return fmt.Sprint(n) }
