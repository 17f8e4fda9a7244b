package selfplay

import (
	"slices"
	"strings"
	"testing"
	"time"

	"xqlab/engine/board"
	"xqlab/selfplay/player"
)

// line answers with the moves of a text in turn.
func line(text string) func(*player.Request) (player.Answer, error) {
	moves := strings.Fields(text)
	next := 0
	return func(*player.Request) (player.Answer, error) {
		m := board.NoMove
		if next < len(moves) {
			m, _ = board.ParseMove(moves[next])
		}
		next++
		return player.Answer{Move: m}, nil
	}
}

// playLines plays one game between two players and returns it.
func playLines(t *testing.T, fen string, red, black func(*player.Request) (player.Answer, error), s Settings) *Game {
	t.Helper()
	g := &Game{Red: 0, Black: 1, Opening: Opening{FEN: fen}}
	if s.Stall == 0 {
		s.Stall = time.Second
	}
	seats := [2]seat{
		{index: 0, player: &scripted{name: "red", answer: red}, limits: player.Limits{Nodes: 1}},
		{index: 1, player: &scripted{name: "black", answer: black}, limits: player.Limits{Nodes: 1}},
	}
	if err := playGame(t.Context(), g, seats, &s, watch{}); err != nil {
		t.Fatalf("playGame: %v", err)
	}
	return g
}

func TestEndsByRule(t *testing.T) {
	for _, tc := range []struct {
		name, fen, red, black string
		settings              Settings
		result                Result
		reason                EndReason
		plies                 int
	}{
		{"mate", "3k5/8R/9/9/9/9/9/9/9/4KR3 w", "f0f9", "", Settings{}, RedWins, EndMate, 1},
		{"no legal move", "3k5/9/9/3P5/9/9/9/9/9/4K4 w", "d6d7", "", Settings{}, RedWins, EndNoMove, 1},
		{"material", "4k4/9/9/9/9/9/9/9/3p5/3K5 w", "d0d1", "", Settings{}, Draw, EndMaterial, 1},
		{"maximum length", board.StartFEN, "h2e2 e2h2", "h9g7 g7h9", Settings{MaxPlies: 3}, Draw, EndMaxPlies, 3},
		{"repetition", board.StartFEN, "h0g2 g2h0 h0g2 g2h0", "h9g7 g7h9 h9g7 g7h9", Settings{}, Draw, EndRepetition, 8},
		{"natural limit", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 80", "a0a5", "", Settings{}, Draw, EndNaturalLimit, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := playLines(t, tc.fen, line(tc.red), line(tc.black), tc.settings)
			if g.Result != tc.result || g.Reason != tc.reason || len(g.Moves) != tc.plies {
				t.Errorf("got %s %q after %d plies (%s), want %s %q after %d", g.Result, g.Reason, len(g.Moves), g.Detail, tc.result, tc.reason, tc.plies)
			}
		})
	}
}

func TestPerpetualCheckLoses(t *testing.T) {
	// Red's rook checks on rank and file for ever.
	g := playLines(t, "4k4/9/9/9/9/9/9/3R5/9/5K3 w", line("d2e2 e2d2 d2e2 e2d2 d2e2 e2d2 d2e2"), anyKingStep("e9", "d9"), Settings{})
	if g.Result != BlackWins || g.Reason != EndPerpetualCheck {
		t.Fatalf("got %s %q (%s), want 0-1 perpetual check", g.Result, g.Reason, g.Detail)
	}
	if g.CyclePly == 0 || len(g.Offenders) != 1 || g.Detail == "" {
		t.Errorf("cycle ply %d, offenders %v, detail %q", g.CyclePly, g.Offenders, g.Detail)
	}
}

// anyKingStep moves between two squares.
func anyKingStep(a, b string) func(*player.Request) (player.Answer, error) {
	return func(r *player.Request) (player.Answer, error) {
		m, _ := board.ParseMove(a + b)
		if !r.Pos.IsLegal(m) {
			m, _ = board.ParseMove(b + a)
		}
		return player.Answer{Move: m}, nil
	}
}

func TestEndsByFault(t *testing.T) {
	fault := func(f player.Fault) func(*player.Request) (player.Answer, error) {
		return func(*player.Request) (player.Answer, error) { return player.Answer{}, &f }
	}
	for _, kind := range []player.FaultKind{player.TimeForfeit, player.NoMove, player.IllegalMove, player.Disconnect, player.Stall} {
		reason := endByFault(kind)
		t.Run(string(reason), func(t *testing.T) {
			g := playLines(t, board.StartFEN, line("h2e2"), fault(player.Fault{Kind: kind, Text: "what it said", Overrun: time.Millisecond, Stderr: []string{"last words"}}), Settings{})
			if g.Result != RedWins || g.Reason != reason {
				t.Fatalf("got %s %q, want 1-0 %q", g.Result, g.Reason, reason)
			}
			f := g.Fault
			wantFEN := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
			if f == nil || f.Player != 1 || f.Ply != 2 || f.FEN != wantFEN || f.Text != "what it said" || len(f.Stderr) != 1 {
				t.Errorf("got fault %+v", f)
			}
		})
	}
	t.Run("illegal by the rules", func(t *testing.T) {
		g := playLines(t, board.StartFEN, line("e0e5"), line(""), Settings{})
		if g.Result != BlackWins || g.Reason != EndIllegalMove || g.Fault.Ply != 1 || !strings.Contains(g.Fault.Text, "e0e5") {
			t.Errorf("got %s %q %+v", g.Result, g.Reason, g.Fault)
		}
	})
	t.Run("illegal against a bare king", func(t *testing.T) {
		// The horse is all that stands between the kings.
		g := playLines(t, "4k4/9/9/9/9/9/4N4/9/9/4K4 w", line("e3f5"), line(""), Settings{})
		if g.Result != BlackWins || g.Reason != EndIllegalMove {
			t.Errorf("got %s %q", g.Result, g.Reason)
		}
	})
}

func TestOffers(t *testing.T) {
	say := func(moves string, resign, draw int) func(*player.Request) (player.Answer, error) {
		next, n := line(moves), 0
		return func(r *player.Request) (player.Answer, error) {
			a, _ := next(r)
			n++
			a.Resign, a.Draw = n == resign, n == draw
			return a, nil
		}
	}
	g := playLines(t, board.StartFEN, say("h2e2", 0, 1), say("h9g7", 0, 1), Settings{})
	if g.Result != Draw || g.Reason != EndDrawAgreed || len(g.Moves) != 1 {
		t.Errorf("offer and acceptance: got %s %q after %d plies", g.Result, g.Reason, len(g.Moves))
	}
	g = playLines(t, board.StartFEN, say("h2e2 e2e6", 0, 1), say("h9g7", 0, 2), Settings{MaxPlies: 4})
	if g.Reason == EndDrawAgreed {
		t.Error("an offer that was not taken up at once was accepted later")
	}
	g = playLines(t, board.StartFEN, say("h2e2", 0, 0), say("h9g7", 1, 0), Settings{})
	if g.Result != RedWins || g.Reason != EndResigned {
		t.Errorf("resignation: got %s %q", g.Result, g.Reason)
	}
	g = playLines(t, board.StartFEN, say("h2e2", 1, 1), say("h9g7", 1, 1), Settings{IgnoreOffers: true, MaxPlies: 2})
	if g.Reason != EndMaxPlies {
		t.Errorf("ignored offers: got %s %q", g.Result, g.Reason)
	}
}

func TestDrawOfferIsPassedOn(t *testing.T) {
	offered := false
	playLines(t, board.StartFEN,
		func(*player.Request) (player.Answer, error) {
			m, _ := board.ParseMove("h2e2")
			return player.Answer{Move: m, Draw: true}, nil
		},
		func(r *player.Request) (player.Answer, error) {
			offered = r.DrawOffered
			return anyMove(r)
		}, Settings{MaxPlies: 2})
	if !offered {
		t.Error("the opponent was not told")
	}
}

func TestClock(t *testing.T) {
	if newClock(player.TimeControl{}) != nil {
		t.Error("a clock without a time control")
	}
	c := newClock(player.TimeControl{Moves: 2, Base: 10 * time.Second, Inc: time.Second})
	c.spend(3 * time.Second)
	if v := c.view(); v.Left != 8*time.Second || v.MovesToGo != 1 {
		t.Errorf("after one move: %+v", v)
	}
	c.spend(9 * time.Second) // one second over, forgiven by a margin
	if v := c.view(); v.Left != 11*time.Second || v.MovesToGo != 2 {
		t.Errorf("after the control: %+v", v)
	}
}

// TestBannedMovesAreTold has Red's rook check without end: who asked for it is
// told which move would lose, and when.
func TestBannedMovesAreTold(t *testing.T) {
	var told []string
	checks := line("d2e2 e2d2 d2e2 e2d2")
	g := &Game{Red: 0, Black: 1, Opening: Opening{FEN: "4k4/9/9/9/9/9/9/3R5/9/5K3 w"}}
	seats := [2]seat{
		{index: 0, ban: true, player: &scripted{name: "red", answer: func(r *player.Request) (player.Answer, error) {
			told = append(told, board.FormatMoves(r.Banned))
			return checks(r)
		}}},
		{index: 1, player: &scripted{name: "black", answer: func(r *player.Request) (player.Answer, error) {
			if len(r.Banned) > 0 {
				t.Errorf("a player that did not ask was told of %v", r.Banned)
			}
			return anyKingStep("e9", "d9")(r)
		}}},
	}
	if err := playGame(t.Context(), g, seats, &Settings{Stall: time.Second}, watch{}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"", "", "", "e2d2"}; !slices.Equal(told, want) || g.Reason != EndPerpetualCheck {
		t.Errorf("told %q in a game that ended by %q; want %q", told, g.Reason, want)
	}
}
