package dataset

import (
	"context"
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/record"
)

// play makes a game of moves in ICCS.
func play(t *testing.T, fen, moves string, result record.Result) *Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := &Game{Start: p, Result: result}
	for _, text := range strings.Fields(moves) {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, Move{Move: m})
	}
	return g
}

// A bare endgame: Red's rook may take the pawn on a9's file or wander.
const (
	rookFEN = "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"
	pawnFEN = "3k5/9/9/p8/9/9/9/9/4A4/R3K4 w - - 0 1"
)

func TestExtractFilters(t *testing.T) {
	tests := []struct {
		name    string
		game    *Game
		filters Filters
		want    map[string]int64
	}{
		{"all kept", play(t, rookFEN, "a0a1 d9d8 a1a2 d8d7", record.RedWins), Filters{},
			map[string]int64{"positions read": 5, "positions kept": 5}},
		{"no result", play(t, rookFEN, "a0a1", record.Unknown), Filters{},
			map[string]int64{"games without result": 1, "positions read": 0, "positions kept": 0}},
		{"opening plies", play(t, rookFEN, "a0a1 d9d8 a1a2 d8d7", record.Draw), Filters{SkipPlies: 3},
			map[string]int64{"opening plies": 3, "positions kept": 2}},
		{"in check", play(t, rookFEN, "a0d0 d9e9 d0d9", record.RedWins), Filters{},
			map[string]int64{"in check": 2, "positions kept": 2}},
		{"capture gains", play(t, pawnFEN, "a0a1", record.RedWins), Filters{},
			map[string]int64{"not quiet": 1, "positions kept": 1}},
		{"capture gains little", play(t, pawnFEN, "a0a1", record.RedWins), Filters{Margin: 500},
			map[string]int64{"not quiet": 0, "positions kept": 2}},
		{"capture played", play(t, pawnFEN, "a0a6", record.RedWins), Filters{},
			map[string]int64{"capture played": 1, "positions kept": 1}},
		{"captures kept", play(t, pawnFEN, "a0a6", record.RedWins), Filters{Captures: true, Unquiet: true},
			map[string]int64{"capture played": 0, "not quiet": 0, "positions kept": 2}},
		{"repeated", play(t, rookFEN, "a0a1 d9d8 a1a0 d8d9 a0a1", record.Draw), Filters{},
			map[string]int64{"repeated in game": 2, "positions kept": 4}},
		{"over", play(t, "3k5/9/7R1/9/9/9/9/9/9/4K4 w - - 0 1", "h7h8", record.RedWins), Filters{},
			map[string]int64{"game over": 1, "positions kept": 1}},
		{"cap", play(t, rookFEN, "a0a1 d9d8 a1a2 d8d7", record.RedWins), Filters{PerGame: 2},
			map[string]int64{"over the cap per game": 3, "positions kept": 2}},
		{"nothing kept", play(t, rookFEN, "a0a1", record.RedWins), Filters{SkipPlies: 10},
			map[string]int64{"games without kept positions": 1, "positions kept": 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x, err := NewExtractor(tt.filters, eval.Seed())
			if err != nil {
				t.Fatal(err)
			}
			found, err := x.Add(tt.game)
			if err != nil {
				t.Fatal(err)
			}
			counts := x.Counts()
			taken := counts.Opening + counts.Tail + counts.Over + counts.Check + counts.Mate + counts.Capture +
				counts.Unquiet + counts.Repeated + counts.Cap + counts.Kept
			if taken != counts.Positions || int64(len(found)) != counts.Kept {
				t.Errorf("%d positions read, %d accounted for, %d of %d handed out", counts.Positions, taken, len(found), counts.Kept)
			}
			for _, c := range counts.List() {
				if want, ok := tt.want[c.Filter]; ok && c.Count != want {
					t.Errorf("%s: %d, want %d", c.Filter, c.Count, want)
				}
			}
			y, _ := label(tt.game.Result)
			for i := range found {
				if found[i].Label() != y {
					t.Errorf("label %v, want %v", found[i].Label(), y)
				}
			}
		})
	}
}

func TestExtractEngineGames(t *testing.T) {
	g := play(t, rookFEN, "a0a1 d9d8 a1a2 d8d7 a2a3", record.RedWins)
	g.Moves[0].Book = true
	g.Moves[1].HasScore, g.Moves[1].Score = true, -250 // Black's view
	g.Moves[2].HasScore, g.Moves[2].Score = true, 300
	g.Moves[3].HasScore, g.Moves[3].Score, g.Moves[3].Mate = true, -29990, true
	g.Adjudicated = true
	x, err := NewExtractor(Filters{TailPlies: 1}, eval.Seed())
	if err != nil {
		t.Fatal(err)
	}
	found, err := x.Add(g)
	if err != nil {
		t.Fatal(err)
	}
	c := x.Counts()
	if c.Opening != 1 || c.Mate != 1 || c.Tail != 1 || len(found) != 3 {
		t.Fatalf("counts %+v, %d found", c, len(found))
	}
	for i, want := range []int{250, 300} {
		if s, ok := found[i].Score(); !ok || s != want || int(found[i].Ply) != i+1 {
			t.Errorf("position %d: ply %d, score %d %v, want %d from Red's view", i, found[i].Ply, s, ok, want)
		}
	}
	if _, ok := found[2].Score(); ok {
		t.Error("a move without a score gave one")
	}
	g.Fault = "time forfeit"
	if found, err := x.Add(g); err != nil || len(found) != 0 || x.Counts().Faults != 1 {
		t.Errorf("a game ended by a fault: %d positions, error %v", len(found), err)
	}
}

func TestExtractErrors(t *testing.T) {
	x, err := NewExtractor(Filters{}, eval.Seed())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Add(play(t, rookFEN, "a0a1 d9d7", record.Draw)); err == nil || !strings.Contains(err.Error(), "ply 2, d9d7: illegal move in 3k5/") {
		t.Errorf("error %v", err)
	}
	if _, err := NewExtractor(Filters{PerGame: -1}, eval.Seed()); err == nil {
		t.Error("a negative cap is accepted")
	}
}

func TestCollectionMerges(t *testing.T) {
	c := NewCollection()
	p := board.NewPosition()
	add := func(y float64, count uint16, game uint32) {
		r, err := NewRecord(p, y)
		if err != nil {
			t.Fatal(err)
		}
		r.Count, r.Game = count, game
		if err := c.Add(&r); err != nil {
			t.Fatal(err)
		}
	}
	add(1, 1, 0)
	add(0, 1, 1)
	add(0, 1, 2)
	p.MakeNull()
	add(0.5, 3, 2)
	p.UnmakeNull()
	add(1, 3, 5)
	got := c.Records()
	if len(got) != 2 || c.Merged() != 3 {
		t.Fatalf("%d records, %d merged", len(got), c.Merged())
	}
	if r := got[0]; r.Count != 6 || r.Game != 0 || r.label != 40000 {
		t.Errorf("merged: count %d game %d label %v, want 6, 0, 2/3", r.Count, r.Game, r.Label())
	}
	if r := got[1]; r.Count != 3 || r.Label() != 0.5 {
		t.Errorf("alone: count %d label %v", r.Count, r.Label())
	}
}

// TestSampleCanBeMade extracts the first games of the sample's source anew:
// their positions are the first of the sample. Labels may have been averaged
// with those of later games.
func TestSampleCanBeMade(t *testing.T) {
	r, err := Sample()
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Meta(); !strings.Contains(m.Source, "Chinese Chess Practical Dataset") || !strings.Contains(m.Licence, "CC BY 4.0") {
		t.Errorf("source %q, licence %q", m.Source, m.Licence)
	}
	if r.Meta().Weights != eval.Seed().Hash() {
		t.Fatal("the seed weights have changed since the sample was made: make it again")
	}
	x, err := NewExtractor(DefaultFilters(), eval.Seed())
	if err != nil {
		t.Fatal(err)
	}
	c := NewCollection()
	counts, err := record.Walk(context.Background(), []string{"testdata/first4-big5.pgn"}, record.Options{Strict: true}, func(g *record.Game) error {
		game, err := FromRecord(g)
		if err != nil {
			return err
		}
		found, err := x.Add(game)
		for i := range found {
			if err := c.Add(&found[i]); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil || counts.Games != 4 {
		t.Fatalf("%d games, error %v", counts.Games, err)
	}
	if len(c.Records()) < 40 {
		t.Fatalf("only %d positions", len(c.Records()))
	}
	for i, want := range c.Records() {
		got, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !got.samePlacement(&want) || got.Game != want.Game || got.Ply != want.Ply {
			t.Fatalf("position %d: game %d ply %d, want game %d ply %d, or other placement", i+1, got.Game, got.Ply, want.Game, want.Ply)
		}
		if got.Count == want.Count && got.Label() != want.Label() {
			t.Errorf("position %d: label %v, want %v", i+1, got.Label(), want.Label())
		}
	}
}
