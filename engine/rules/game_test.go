package rules

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"xqlab/engine/board"
)

const (
	rookAndHorse = "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1" // R h0-i0 chases the horse on i9
	chaseLap     = "h0i0 i9h7 i0h0 h7i9 "
	idleLap      = "e0e1 i9h7 e1e0 h7i9 "
)

// TestRepetition has one case for every sentence on when and how a repetition
// is judged. want is "result reason first-last".
func TestRepetition(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		opts             Options
		want             string
	}{
		{"second occurrence goes on", rookAndHorse, chaseLap, Options{}, "none"},
		{"third occurrence is judged", rookAndHorse, chaseLap + chaseLap, Options{}, "black perpetual chase 1-8"},
		{"fourth if so set", rookAndHorse, chaseLap + chaseLap, Options{NFold: 4}, "none"},
		{"fourth", rookAndHorse, chaseLap + chaseLap + chaseLap, Options{NFold: 4}, "black perpetual chase 1-12"},
		{"second if so set", rookAndHorse, chaseLap, Options{NFold: 2}, "black perpetual chase 1-4"},
		{"black to move at the start", "3k4n/9/9/9/9/9/9/9/9/4K3R b - - 0 1", "i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9 h0i0", Options{}, "black perpetual chase 1-8"},

		// the window
		{"second lap idle", rookAndHorse, chaseLap + idleLap, Options{}, "draw repetition draw 1-8"},
		{"second lap chases only", rookAndHorse, idleLap + chaseLap, Options{}, "draw repetition draw 1-8"},
		{"lead-in is no part", rookAndHorse, "e0e1 d9d8 e1e0 d8d9 " + "h0i0 i9h7 i0h0 h7i9", Options{}, "draw repetition draw 1-8"},
		{"idle lead-in to another position", "3k4n/9/9/9/9/9/9/9/4K4/7R1 w - - 0 1", "e1e0 d9d8 " + "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9", Options{}, "black perpetual chase 3-10"},
		{"chasing lead-in, then idle", "3k4n/9/9/9/9/9/9/9/9/4K1R2 w - - 0 1", "g0i0 i9h7 e0e1 h7i9 e1e0 i9h7 e0e1 h7i9 e1e0", Options{}, "draw repetition draw 2-9"},
		{"laps may use different moves", "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1", "h0i0 i9h7 i0h0 h7i9 " + "h0i0 i9g8 i0i2 g8i9 i2h2 d9d8 h2h0 d8d9", Options{}, "draw repetition draw 1-12"},
		{"an idle detour between occurrences counts", "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1",
			chaseLap + "e0e1 i9h7 e1f1 h7i9 f1f0 i9h7 f0e0 h7i9", Options{}, "draw repetition draw 1-12"},
		{"the chaser's opponent moved last", rookAndHorse, "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9", Options{}, "black perpetual chase 1-8"},

		// the cut and the key
		{"a capture cuts the history", "3k4n/9/9/9/9/9/9/9/7p1/4K2R1 w - - 0 1", "h0h1 d9d8 h1i1 i9h7 i1h1 h7i9 h1i1 i9h7 i1h1 h7i9", Options{}, "black perpetual chase 3-10"},
		{"sideways pawns do not", "3k5/9/9/P8/9/9/9/9/9/4K4 w - - 0 1", "a6b6 d9d8 b6a6 d8d9 a6b6 d9d8 b6a6 d8d9", Options{}, "draw repetition draw 1-8"},
		{"same placement, other side to move", "3k3r1/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1",
			"b0b1 h9h8 b1b2 h8h9 b2b0 " + "h9h8 b0b1 h8h7 b1b0 h7h9", Options{}, "none"},

		// classes
		{"one check, one idle", "3k5/9/9/9/9/9/9/9/7R1/5K3 w - - 0 1", "h1d1 d9e9 d1h1 e9d9 h1d1 d9e9 d1h1 e9d9", Options{}, "draw repetition draw 1-8"},
		{"checks on every move", "3k5/9/9/9/9/9/9/9/7R1/5K3 w - - 0 1", "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1", Options{}, "black perpetual check 2-9"},
		{"asian: perpetual check", "3k5/9/9/9/9/9/9/9/7R1/5K3 w - - 0 1", "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1", Options{Ruleset: Asian}, "black perpetual check 2-9"},
		{"basic: perpetual check", "3k5/9/9/9/9/9/9/9/7R1/5K3 w - - 0 1", "h1d1 d9e9 d1e1 e9d9 e1d1 d9e9 d1e1 e9d9 e1d1", Options{Ruleset: Basic}, "black perpetual check 2-9"},
		{"basic: no chases", rookAndHorse, chaseLap + chaseLap, Options{Ruleset: Basic}, "draw repetition draw 1-8"},
		{"both check", "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", "e3d3 d6e6 d3e3 e6d6 e3d3 d6e6 d3e3 e6d6", Options{Ruleset: Basic}, "draw mutual perpetual 1-8"},
		{"check beats chase", "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1", "f1e1 f2e2 e1f1 e2f2 f1e1 f2e2 e1f1 e2f2", Options{}, "red perpetual check 1-8"},
		{"both chase", "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w - - 0 1", "f8f6 f9e8 f6f8 e8f9 f8f6 f9e8 f6f8 e8f9", Options{}, "draw mutual perpetual 1-8"},
		{"chinese: a pinned rook is a rook", "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3 e1f0 h3h1 f0e1 h1h3", Options{}, "draw mutual perpetual 1-8"},
		{"asian: chasing a pinned rook is worse", "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3 e1f0 h3h1 f0e1 h1h3", Options{Ruleset: Asian}, "red perpetual chase 1-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := play(t, tt.fen, tt.moves, tt.opts)
			v := g.Verdict()
			got := v.Result()
			if v.Over {
				got += " " + v.Reason.String()
			}
			if c := v.Cycle; c != nil {
				got += fmt.Sprintf(" %d-%d", c.FirstPly, c.LastPly)
			}
			if got != tt.want {
				t.Errorf("%s moves %s\ngot  %s: %v\nwant %s", tt.fen, tt.moves, got, v, tt.want)
			}
		})
	}
}

// TestVerdictExplains: a verdict tells who did what with which pieces.
func TestVerdictExplains(t *testing.T) {
	v := play(t, rookAndHorse, chaseLap+chaseLap, Options{}).Verdict()
	c := v.Cycle
	if c == nil || c.Occurrences != 3 || v.Ply != 8 || v.Winner != board.Black {
		t.Fatalf("got %+v", v)
	}
	red, black := c.Sides[board.Red], c.Sides[board.Black]
	if red.Level != Chase || red.Moves != 4 || red.Checks != 0 || red.Chases != 4 || black.Level != Idle || black.Moves != 4 {
		t.Errorf("red %+v, black %+v", red, black)
	}
	if len(red.Victims) != 1 || red.Victims[0].String() != "n i9" || len(red.Victims[0].Attackers) != 1 || red.Victims[0].Attackers[0].String() != "R h0" {
		t.Errorf("victims %+v", red.Victims)
	}
	const want = "black wins: perpetual chase at ply 8; position seen 3 times, plies 1-8; red level 1: chases on every move n i9 with R h0; black level 0: idle"
	if got := v.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}

	v = play(t, "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3 e1f0 h3h1 f0e1 h1h3", Options{Ruleset: Asian}).Verdict()
	black = v.Cycle.Sides[board.Black]
	if black.Level != PinnedRook || len(black.Victims) != 1 || !black.Victims[0].HorsePinned || black.Victims[0].String() != "R d1" {
		t.Errorf("pinned rook: %+v", black)
	}
	if got := v.String(); !strings.Contains(got, "horse-pinned R d1") {
		t.Errorf("got %s", got)
	}

	v = play(t, "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", "e3d3 d6e6 d3e3 e6d6 e3d3 d6e6 d3e3 e6d6", Options{}).Verdict()
	for side, c := range v.Cycle.Sides {
		if c.Level != Check || c.Checks != 4 || len(c.Checkers) == 0 {
			t.Errorf("%s: %+v", board.Color(side), c)
		}
	}
}

// TestJointChase: the attackers may take turns.
func TestJointChase(t *testing.T) {
	v := play(t, "1RC1k4/9/4n4/9/9/9/9/4B4/9/4K4 w - - 0 1", "b9b7 e7f9 b7b9 f9e7 b9b7 e7f9 b7b9 f9e7", Options{}).Verdict()
	red := v.Cycle.Sides[board.Red]
	if v.Reason != PerpetualChase || v.Winner != board.Black || len(red.Victims) != 1 || len(red.Victims[0].Attackers) != 2 {
		t.Errorf("got %v, victims %+v", v, red.Victims)
	}
}

// TestOrder: no legal move comes before repetition, that before the natural
// limit, that before material.
func TestOrder(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		opts             Options
		want             Verdict
	}{
		{"stalemate at the start", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", "", Options{}, Verdict{Over: true, Winner: board.Black, Reason: NoLegalMove}},
		{"mate on the last counted ply", "3k5/8R/9/9/9/9/9/9/7R1/4K4 w - - 99 1", "h1h9", Options{Ruleset: Asian}, Verdict{Over: true, Winner: board.Red, Reason: Mate, Ply: 1}},
		{"limit one ply before", "3k5/9/9/9/9/9/9/8R/7R1/4K4 w - - 99 1", "h1h9 d9d8", Options{Ruleset: Asian, Limit: 101}, Verdict{Over: true, Draw: true, Reason: NaturalLimit, Ply: 2}},
		{"stalemate on the last counted ply", "3k5/9/9/9/9/9/9/9/2p2p3/4K4 b - - 118 1", "c1d1", Options{Limit: 119}, Verdict{Over: true, Winner: board.Black, Reason: NoLegalMove, Ply: 1}},
		{"repetition on the last counted ply", rookAndHorse, chaseLap + chaseLap, Options{Limit: 8}, Verdict{Over: true, Winner: board.Black, Reason: PerpetualChase, Ply: 8}},
		{"limit before material", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 119 1", "e0f0", Options{}, Verdict{Over: true, Draw: true, Reason: NaturalLimit, Ply: 1}},
		{"material", "3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e0f0", Options{}, Verdict{Over: true, Draw: true, Reason: InsufficientMaterial, Ply: 1}},
		{"the last piece is captured", "4k4/9/9/9/9/9/9/9/4A4/3rK4 w - - 0 1", "e0d0", Options{}, Verdict{Over: true, Draw: true, Reason: InsufficientMaterial, Ply: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := play(t, tt.fen, tt.moves, tt.opts).Verdict()
			got.Cycle = nil
			if got != tt.want {
				t.Errorf("%s moves %s: got %+v, want %+v", tt.fen, tt.moves, got, tt.want)
			}
		})
	}
}

// TestPlayRefuses: the error of a move that cannot be played names ply, move
// and cause, and the game stays as it was.
func TestPlayRefuses(t *testing.T) {
	tests := []struct{ fen, move, want string }{
		{"1Cbakrb2/5n3/9/p2R4p/4p4/2p6/P1r5P/4B4/9/1RBAKA3 w - - 0 1", "b7e7", "ply 1, b7e7: illegal: no piece on b7 "},
		{board.StartFEN, "h7e7", "ply 1, h7e7: illegal: red is to move, but h7 is black's cannon "},
		{board.StartFEN, "h2h0", "ply 1, h2h0: illegal: h0 holds red's own horse "},
		{board.StartFEN, "h0h1", "ply 1, h0h1: illegal: a horse cannot move so from h0 "},
		{"4k4/9/9/9/9/9/9/4N4/9/4K4 w - - 0 1", "e2f4", "ply 1, e2f4: illegal: it would leave red's king attacked "},
		{board.StartFEN, "0000", "ply 1, 0000: illegal: "},
	}
	for _, tt := range tests {
		g := NewGame(mustFEN(t, tt.fen), Options{})
		m := board.NoMove
		if tt.move != "0000" {
			m = parseMoves(t, tt.move)[0]
		}
		before := g.Position().FEN()
		err := g.Play(m)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s %s: %v, want %s...", tt.fen, tt.move, err, tt.want)
		}
		if g.Plies() != 0 || g.Position().FEN() != before || g.Verdict().Over {
			t.Errorf("%s %s changed the game", tt.fen, tt.move)
		}
	}
	g := play(t, rookAndHorse, chaseLap+chaseLap, Options{})
	err := g.Play(parseMoves(t, "h0h1")[0])
	if !errors.Is(err, ErrOver) || !strings.HasPrefix(err.Error(), "ply 9, h0h1: the game is over since ply 8 (black, perpetual chase)") {
		t.Errorf("after the end: %v", err)
	}
}

// TestUndo takes a judged game back to its start and plays it again.
func TestUndo(t *testing.T) {
	g := play(t, rookAndHorse, chaseLap+chaseLap, Options{})
	want := g.Verdict().String()
	for i := 8; i > 0; i-- {
		if g.Plies() != i || g.QuietPlies() != i {
			t.Fatalf("%d plies, %d quiet, want %d", g.Plies(), g.QuietPlies(), i)
		}
		if !g.Undo() || g.Verdict().Over {
			t.Fatalf("undo of ply %d: %v", i, g.Verdict())
		}
	}
	if g.Undo() {
		t.Error("undo at the start")
	}
	for _, m := range parseMoves(t, chaseLap+chaseLap) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.Verdict().String(); got != want {
		t.Errorf("replayed: %s, want %s", got, want)
	}
}

// TestEarlierMovesAreNoPartOfTheGame: a game may start from a position that
// was reached by moves; they repeat nothing, but the quiet plies count.
func TestEarlierMovesAreNoPartOfTheGame(t *testing.T) {
	p := mustFEN(t, rookAndHorse)
	for _, m := range parseMoves(t, chaseLap) {
		p.Make(m)
	}
	g := NewGame(p, Options{})
	for i, m := range parseMoves(t, chaseLap+chaseLap) {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
		if over := g.Verdict().Over; over != (i == 7) {
			t.Fatalf("ply %d: %v", i+1, g.Verdict())
		}
	}
	if g.QuietPlies() != 12 {
		t.Errorf("%d quiet plies, want 12", g.QuietPlies())
	}
	if p.Plies() != 4 {
		t.Error("the start position was changed")
	}
}

// TestVerdictTable has the mixed rows of the table of classes.
func TestVerdictTable(t *testing.T) {
	tests := []struct{ name, fen, moves, chinese, asian, basic string }{
		{"check-and-chase, then chase of the same piece", "1P1P5/3ka4/3a5/9/2N3b2/9/9/3KR4/9/9 w - - 0 1", "c5e6 g5e7 e6c5 e7g5", "black", "black", "draw"},
		{"perpetual chase against a mixture with a check", "3a5/9/3k5/6r2/9/6N2/P8/9/4A3p/5K3 w - - 0 1", "g4e5 g6e6 e5g4 e6g6", "red", "red", "draw"},
		{"the other's checks change nothing", "6b2/9/4k4/9/6R2/9/7n1/5K1R1/9/6B2 w - - 0 1", "g5g3 h3i5 g3g5 i5h3", "black", "black", "draw"},
		{"one check, one chase against idle", "2b6/C4k3/2R6/9/3n5/1p7/9/3K5/9/3A5 w - - 0 1", "c7c5 f8f7 c5c7 f7f8", "draw", "draw", "draw"},
		{"perpetual check against perpetual chase", "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w - - 0 1", "f1e1 f2e2 e1f1 e2f2", "red", "red", "red"},
		{"perpetual check against perpetual check", "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", "e3d3 d6e6 d3e3 e6d6", "draw", "draw", "draw"},
		{"perpetual chase against perpetual chase", "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w - - 0 1", "f8f6 f9e8 f6f8 e8f9", "draw", "draw", "draw"},
		{"idle against idle", "5k3/9/9/c8/9/P1P6/9/2C6/9/3K5 w - - 0 1", "c2a2 a6c6 a2c2 c6a6", "draw", "draw", "draw"},
	}
	for _, tt := range tests {
		for rs, want := range map[Ruleset]string{Chinese: tt.chinese, Asian: tt.asian, Basic: tt.basic} {
			v := play(t, tt.fen, tt.moves, Options{Ruleset: rs, NFold: 2}).Verdict()
			if v.Result() != want {
				t.Errorf("%s, %s: got %v, want %s", tt.name, rs, v, want)
			}
		}
	}
}
