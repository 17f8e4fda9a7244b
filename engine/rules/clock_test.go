package rules

import (
	"testing"

	"xqlab/engine/board"
)

// TestNaturalLimit: what counts towards the limit. Repetitions are kept out of
// the way by a high NFold.
func TestNaturalLimit(t *testing.T) {
	const (
		shuffleFEN = "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 0 1"
		shuffle    = "i0i1 a9a8 i1i0 a8a9 "
		checkFEN   = "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1" // black is in check by d1
		check      = "d9e9 d1e1 e9d9 e1d1 "
	)
	repeat := func(s string, n int) string {
		out := ""
		for range n {
			out += s
		}
		return out
	}
	tests := []struct {
		name, fen, moves string
		opts             Options
		quiet            int
		want             string
	}{
		{"chinese: 119", "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 118 80", "i0i1", Options{}, 119, "none"},
		{"chinese: 120", "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 118 80", "i0i1 a9a8", Options{}, 120, "draw"},
		{"asian: 100", "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 98 70", "i0i1 a9a8", Options{Ruleset: Asian}, 100, "draw"},
		{"basic: 100", "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 98 70", "i0i1 a9a8", Options{Ruleset: Basic}, 100, "draw"},
		{"a setting", shuffleFEN, repeat(shuffle, 10), Options{Limit: 40}, 40, "draw"},
		{"no limit", shuffleFEN, repeat(shuffle, 50), Options{Limit: NoLimit}, 200, "none"},
		{"counter beyond the limit at the start", "r8/4k4/9/9/9/9/9/9/4A4/4K3R w - - 130 80", "i0i1", Options{}, 131, "draw"},
		{"a capture resets", "r8/4k4/9/9/9/9/9/8p/4A4/4K3R w - - 118 80", "i0i2 a9a8 i2i1", Options{}, 2, "none"},
		{"pawn moves do not", "3k5/9/9/9/P8/9/9/9/9/4K4 w - - 10 1", "a5a6 d9d8 a6b6", Options{}, 13, "none"},

		{"ten checks and replies count", checkFEN, repeat(check, 5), Options{}, 20, "none"},
		{"the eleventh check does not, nor its reply", checkFEN, repeat(check, 6), Options{}, 21, "none"},
		{"nor any after it", checkFEN, repeat(check, 20), Options{}, 21, "none"},
		{"so the limit is never reached", checkFEN, repeat(check, 100), Options{Limit: 22}, 21, "none"},
		{"or at the last counted ply", checkFEN, repeat(check, 5), Options{Limit: 20}, 20, "draw"},
		{"other moves count as before", checkFEN, repeat(check, 6) + "d9e9 d1d2 e9e8 d2d1", Options{}, 24, "none"},
		{"a capture gives new checks", "3k5/9/9/9/9/9/9/9/3R2p2/5K3 b - - 0 1", repeat(check, 6) + "d9e9 d1g1 e9d9 g1d1", Options{}, 2, "none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.opts.NFold = 1000
			g := play(t, tt.fen, tt.moves, tt.opts)
			if got := g.Verdict(); got.Result() != tt.want || got.Over && got.Reason != NaturalLimit {
				t.Errorf("%s moves %s: %v, want %s", tt.fen, tt.moves, got, tt.want)
			}
			if g.QuietPlies() != tt.quiet {
				t.Errorf("%s moves %s: %d quiet plies, want %d", tt.fen, tt.moves, g.QuietPlies(), tt.quiet)
			}
		})
	}
}

// TestClock: every way a move can count, side by side. A move is a letter:
// upper case for Red; q quiet, c check, x capture.
func TestClock(t *testing.T) {
	eleven := "CqCqCqCqCqCqCqCqCqCqC" // Red's eleventh check is the last move
	tests := []struct {
		moves string
		want  int
	}{
		{"", 0}, {"Q", 1}, {"QqQq", 4}, {"QqX", 0}, {"QqXq", 1},
		{eleven[:19], 19}, {eleven[:20], 20}, {eleven, 20},
		{eleven + "q", 20},       // the reply is free
		{eleven + "qQ", 21},      // the next move is not
		{eleven + "c", 21},       // a reply that checks is judged as a check of its side
		{eleven + "cQ", 22},      // and its reply is an ordinary one
		{eleven + "cC", 21},      // unless it is a check beyond the tenth
		{eleven + "x", 0},        // a capture resets all
		{eleven + "xC", 1},       // and the counts of checks
		{eleven + "xCq", 2},      // and of free replies
		{eleven + "qCqCq", 20},   // checks go on not counting
		{eleven[:20] + "Qq", 22}, // ten checks alone free nothing
	}
	for _, tt := range tests {
		var k clock
		for i, m := range tt.moves {
			c := board.Color(i % 2)
			if upper := m >= 'A' && m <= 'Z'; upper != (c == board.Red) {
				t.Fatalf("%s: move %d has the wrong case", tt.moves, i+1)
			}
			k.advance(c, m == 'X' || m == 'x', m == 'C' || m == 'c')
		}
		if k.plies != tt.want {
			t.Errorf("%s: %d counted plies, want %d", tt.moves, k.plies, tt.want)
		}
	}
}

// TestClockOf: recomputed from a position's history, the clock is the game's.
func TestClockOf(t *testing.T) {
	rng := newRNG(8)
	for range rounds(300) {
		g := randomGame(t, rng, randomPosition(rng), Options{NFold: 1000, Limit: NoLimit}, 80, func(g *Game, m board.Move) {
			if got := clockOf(g.Position()); got != g.clock {
				t.Fatalf("%s: from history %+v, by the game %+v", g.Position().FEN(), got, g.clock)
			}
		})
		_ = g
	}
}
