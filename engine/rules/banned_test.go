package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"xqlab/engine/board"
)

func TestBannedMoves(t *testing.T) {
	// Red's rook checks on rank and file without end.
	g := NewGame(mustFEN(t, "4k4/9/9/9/9/9/9/3R5/9/5K3 w"), Options{})
	for _, text := range strings.Fields("d2e2 e9d9 e2d2 d9e9 d2e2 e9d9") {
		if banned := g.BannedMoves(); len(banned) > 0 {
			t.Fatalf("ply %d: banned %v", g.Plies()+1, banned)
		}
		playMove(t, g, text)
	}
	// One more check, and the king's step back is the third occurrence.
	before := g.Position().FEN()
	if banned := board.FormatMoves(g.BannedMoves()); banned != "e2d2" {
		t.Errorf("banned %q, want e2d2", banned)
	}
	if got := g.Position().FEN(); got != before || g.Plies() != 6 || g.Verdict().Over {
		t.Errorf("the game was changed: %s at ply %d", got, g.Plies())
	}
	playMove(t, g, "e2d2")
	if banned := g.BannedMoves(); len(banned) > 0 {
		t.Errorf("banned for Black, who has not offended: %v", banned)
	}
	playMove(t, g, "d9e9")
	if banned := g.BannedMoves(); !g.Verdict().Over || len(banned) > 0 {
		t.Errorf("after the end of the game: banned %v", banned)
	}
}

// Checks beyond a side's tenth do not count towards the natural limit, but
// towards the repetition they do.
func TestBannedMovesAfterManyChecks(t *testing.T) {
	g := NewGame(mustFEN(t, "4k4/9/9/9/9/9/9/3R5/9/5K3 w"), Options{NFold: 10})
	cycle := strings.Fields("d2e2 e9d9 e2d2 d9e9")
	for ply := 0; ply < 4*9-2; ply++ {
		playMove(t, g, cycle[ply%4])
	}
	if banned := board.FormatMoves(g.BannedMoves()); banned != "e2d2" {
		t.Errorf("banned %q, want e2d2", banned)
	}
}

func playMove(t testing.TB, g *Game, move string) {
	t.Helper()
	for _, m := range parseMoves(t, move) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// bannedByTrial is the definition of BannedMoves: every move and every reply
// is played.
func bannedByTrial(g *Game) []board.Move {
	us := g.Position().SideToMove()
	lost := func() bool {
		v := g.Verdict()
		return v.Over && !v.Draw && v.Winner != us && v.Cycle != nil
	}
	var moves, replies board.MoveList
	g.Position().LegalMoves(&moves)
	var banned []board.Move
	for _, m := range moves.Slice() {
		if g.Play(m) != nil {
			continue
		}
		loses := lost()
		g.Position().LegalMoves(&replies)
		for _, r := range replies.Slice() {
			if g.Play(r) == nil {
				loses = loses || lost()
				g.Undo()
			}
		}
		g.Undo()
		if loses {
			banned = append(banned, m)
		}
	}
	if len(banned) == moves.N {
		return nil
	}
	return banned
}

// TestBannedMovesEqualTrial plays random games that tend to repeat, some of them to
// positions that come about again by another order of moves.
func TestBannedMovesEqualTrial(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 4))
	games := 2000
	if testing.Short() {
		games = 300
	}
	found := 0
	for range games {
		start := randomPosition(rng)
		g := NewGame(start, Options{Ruleset: Ruleset(rng.IntN(3)), NFold: 2 + rng.IntN(2), Limit: NoLimit})
		s := shuffler{rng: rng}
		for ply := 0; ply < 24 && !g.Verdict().Over; ply++ {
			m := s.next(g.Position())
			if m == board.NoMove || g.Play(m) != nil {
				break
			}
			s.history = append(s.history, m)
			got, want := g.BannedMoves(), bannedByTrial(g)
			if !slices.Equal(got, want) {
				t.Fatalf("%v, %v after %v: banned %v, want %v", start.FEN(), g.Options(), s.history, got, want)
			}
			found += len(got)
		}
	}
	if found < 10 {
		t.Errorf("only %d moves were banned", found)
	}
}
