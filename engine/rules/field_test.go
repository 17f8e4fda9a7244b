package rules

import (
	"testing"

	"xqlab/engine/board"
)

// Games and positions from public threads about xiangqi engines.

// threadGame is the first game of fairy-stockfish/Fairy-Stockfish #570: from
// the start position, ended by a black rook's perpetual chase.
const threadGame = `g3g4 b9c7 h0g2 c6c5 c0e2 c9e7 i0i1 h9i7 i1c1 b7b9 c3c4 c5c4 c1c4 b9c9 c4b4 i9i8 a0a1 i8f8 i3i4
f8f5 a1d1 d9e8 d1d6 i6i5 i4i5 f5i5 b4b3 i5i3 g2f4 i3f3 f4d5 c7d5 d6d5 c9d9 d0e1 e8d7 d5b5 a9c9 b0c2 h7h3 b2b0 c9c6
b0d0 c6d6 b5b9 f3g3 h2f2 h3h6 b9d9 e9d9 b3b9 d9d8 e1d2 d6c6 c2b4 c6c3 b9e9 g3e3 b4d5 c3a3 d5c7 a3b3 e9d9 d8e8 d9d7
e8f8 d7e7 f9e8 f0e1 b3b7 c7d9 e8d9 e7b7 h6h0 f2f0 h0f0 d0f0 f8e8 b7g7 e3d3 g7g9 d3d7 f0f3 d7d3 f3f7 e6e5 g9i9 i7h5
i9i5 d3f3 f7c7 f3h3 c7h7 h5g7 i5e5 e8f8 h7i7 h3i3 i7h7 i3h3 h7i7 h3i3 i7h7 i3h3`

func TestThreadGame(t *testing.T) {
	tests := []struct {
		rs     Ruleset
		result string
		reason Reason
	}{
		{Asian, "red", PerpetualChase},
		{Chinese, "red", PerpetualChase},
		{Basic, "draw", RepetitionDraw},
	}
	for _, tt := range tests {
		for range 2 { // and again: the same verdict on replay
			v := play(t, board.StartFEN, threadGame, Options{Ruleset: tt.rs}).Verdict()
			if v.Result() != tt.result || v.Reason != tt.reason || v.Ply != 104 || v.Cycle.FirstPly != 97 {
				t.Errorf("%s: %v, want %s by %s at ply 104 from ply 97", tt.rs, v, tt.result, tt.reason)
			}
		}
	}
}

// TestStalemate is aclap-dev/jocly #30: no legal move loses.
func TestStalemate(t *testing.T) {
	for rs := Chinese; rs <= Basic; rs++ {
		v := NewGame(mustFEN(t, "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1"), Options{Ruleset: rs}).Verdict()
		if v.Result() != "black" || v.Reason != NoLegalMove || v.Ply != 0 {
			t.Errorf("%s: %v", rs, v)
		}
	}
}

// TestThreadLoops has the short loops of fairy-stockfish/Fairy-Stockfish #55,
// #466, #938 and their likes, which engines got wrong one way or the other.
// Each loop is played twice; asian and chinese verdicts.
func TestThreadLoops(t *testing.T) {
	tests := []struct{ fen, loop, asian, chinese string }{
		{"5k3/9/9/9/9/1N2P1C2/9/4BC3/9/cr1RK4 w", "b4c2 b0c0 c2b4 c0b0", "red", "red"},
		{"4k4/9/9/9/4n4/9/5C3/9/4N4/4K4 w", "e1g0 e9f9 g0e1 f9e9", "red", "red"},
		{"4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w", "e4e3 c4c3 e3e4 c3c4", "red", "red"},
		{"3ak4/4a4/9/9/2b6/nnrp2B2/1C1p5/B3N3C/3pA4/pp1A1K3 w", "b3b1 c4c0 b1b3 c0c4", "black", "black"},
		{"4k4/9/9/9/9/r1r6/3C5/4B4/9/5K3 w", "d3f3 c4g4 f3d3 g4c4", "black", "black"},
		{"3k4n/9/9/9/9/9/9/9/9/4K2R1 w", "h0i0 i9h7 i0h0 h7i9", "black", "black"},
		{"3k4n/9/9/9/9/9/9/9/9/4K3R b", "i9h7 i0h0 h7i9 h0i0", "black", "black"},
	}
	for _, tt := range tests {
		for rs, want := range map[Ruleset]string{Asian: tt.asian, Chinese: tt.chinese} {
			v := play(t, tt.fen, tt.loop+" "+tt.loop, Options{Ruleset: rs}).Verdict()
			if v.Result() != want {
				t.Errorf("%s moves %s twice, %s: %v, want %s", tt.fen, tt.loop, rs, v, want)
			}
		}
	}
}

// TestThreadThreats has the single threats of fairy-stockfish/Fairy-Stockfish
// #938.
func TestThreadThreats(t *testing.T) {
	tests := []struct{ name, fen, move, victim string }{
		{"the king cannot take back on an attacked square", "3kncC2/5R3/9/9/9/9/9/9/9/5K3 w", "f8f9", "e9"},
		{"a pinned horse", "4k4/9/9/9/9/9/9/4c1N2/9/3K4r w", "g2f0", ""},
		{"the capture of a blocking pawn", "n4k3/9/9/9/9/9/9/9/p8/R3K4 w", "a0a1", "a9"},
	}
	for _, tt := range tests {
		p := mustFEN(t, tt.fen)
		m := parseMoves(t, tt.move)[0]
		p.Make(m)
		victims := ""
		var s placement
		s.load(p)
		before := s.kingsAttackers()
		for a := s.attackers(board.Red); a != 0; {
			from := s.squareOf[a.pop()]
			for v := s.victims(board.Black); v != 0; {
				if to := s.squareOf[v.pop()]; s.reaches(from, to) && s.threatens(from, to, &before) {
					victims += to.String()
				}
			}
		}
		if victims != tt.victim {
			t.Errorf("%s: after %s of %s red threatens %q, want %q", tt.name, m, tt.fen, victims, tt.victim)
		}
	}
}
