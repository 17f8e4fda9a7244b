package rules

import (
	"slices"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// TestNewThreats has positions for every way in which a move can newly chase.
// want lists attacker-victim pairs with their squares after the move.
func TestNewThreats(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"direct", "3k5/9/9/9/n8/9/9/9/9/1R2K4 w", "b0a0", "Ra0-na5"},
		{"persisting", "3k5/9/9/9/n8/9/9/9/9/R3K4 w", "a0a1", ""},
		{"uncovered by a pawn", "3k5/n8/9/9/P8/9/R8/9/9/4K4 w", "a5b5", "Ra3-na8"},
		{"uncovered by the king", "3k5/9/9/9/9/9/9/9/R3K3n/9 w", "e1e0", "Ra1-ni1"},
		{"screen added by a pawn", "3k5/n8/9/9/1P7/9/9/9/9/C3K4 w", "b5a5", "Ca0-na8"},
		{"screen added by the king", "3k5/9/9/9/9/9/9/9/C7n/4K4 w", "e0e1", "Ca1-ni1"},
		{"screen taken away", "3k5/n8/9/p8/P8/9/9/9/9/C3K4 w", "a5b5", "Ca0-na8"},
		{"a second screen breaks the attack and makes none", "3k5/n8/9/p8/1P7/9/9/9/9/C3K4 w", "b5a5", ""},
		{"leg freed", "3k5/9/9/9/9/9/9/1c7/C8/N3K4 w", "a1h1", "Na0-cb2"},
		{"root freshly pinned", "4k4/9/9/9/n3r4/9/9/9/9/R2K4R w", "i0e0", "Ra0-na5"},
		{"root blocked", "3k5/9/9/9/n7r/9/3N5/9/9/R3K4 w", "d3e5", "Ra0-na5"},
		{"root's screen taken away", "3k5/9/9/9/n3P3c/9/9/9/9/R3K4 w", "e5e6", "Ra0-na5"},
		{"root given a second screen", "3k5/9/9/9/n3p3c/9/5N3/9/9/R3K4 w", "f3g5", "Ra0-na5"},
		{"root's leg blocked", "3k5/2n6/n8/9/9/9/9/9/1R7/R3K4 w", "b1b8", "Ra0-na7"},
		{"the king unpins the attacker", "4rk3/9/9/3c5/9/4N4/9/9/9/4K4 w", "e0d0", "Ne4-cd6"},
		{"a second attacker joins", "3k5/9/9/9/n8/8R/9/9/9/R3K4 w", "i4i5", "Ri5-na5"},
		{"a pawn's attack", "3k5/9/9/n8/9/P8/9/9/9/4K4 w", "a4a5", ""},
		{"a check", "4k4/9/9/9/9/9/9/9/9/R4K3 w", "a0e0", ""},
		{"check and chase", "4k4/9/9/9/4n4/9/9/9/R8/3K5 w", "a1e1", "Re1-ne5"},
		{"two victims", "3k5/9/9/9/n7c/9/9/9/9/R3K4 w", "a0a1", ""},
		{"two victims at once", "5k3/9/n7c/9/9/9/9/9/9/3RK4 w", "d0d7", "Rd7-na7 Rd7-ci7"},
		{"black chases too", "3k5/9/9/9/r8/9/9/9/9/4K2N1 b", "a5h5", "rh5-Nh0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := mustFEN(t, tt.fen)
			m := parseMoves(t, tt.move)[0]
			if !p.IsLegal(m) {
				t.Fatalf("%s: %s is illegal", tt.fen, m)
			}
			var s placement
			s.load(p)
			var list []string
			name := func(id uint8) string { return s.pieceOf[id].String() + s.squareOf[id].String() }
			for _, pr := range s.newThreats(p.SideToMove(), m.From(), m.To(), ^pieceSet(0), nil) {
				list = append(list, name(pr.attacker)+"-"+name(pr.victim))
			}
			slices.Sort(list)
			want := strings.Fields(tt.want)
			slices.Sort(want)
			if !slices.Equal(list, want) {
				t.Errorf("%s %s newly threatens %v, want %v", tt.fen, m, list, want)
			}
			p.Make(m)
			for sq := range board.Square(board.NumSquares) {
				if s.pieceOn[sq] != p.At(sq) {
					t.Fatalf("the placement has %s on %s after the move, want %s", s.pieceOn[sq], sq, p.At(sq))
				}
			}
		})
	}
}

// TestPinnedByHorse: a rook on the leg of a horse that aims at its king.
func TestPinnedByHorse(t *testing.T) {
	tests := []struct {
		fen, square string
		want        bool
	}{
		{"5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w", "d1", true},
		{"5k3/9/9/9/9/9/7r1/3n5/3RA3c/4K4 w", "d1", true},
		{"5k3/9/9/9/9/9/7r1/9/2NRA3c/4K4 w", "d1", false},  // own horse
		{"5k3/9/9/9/9/9/2n4r1/9/3RA3c/4K4 w", "d1", false}, // too far away
		{"5k3/9/9/9/9/9/7r1/9/2n1R3c/4K4 w", "e1", false},  // not on the leg
		{"5k3/9/9/9/9/9/7r1/2n6/3RA3c/4K4 w", "d1", false}, // no leap from c2 to e0
	}
	for _, tt := range tests {
		var s placement
		s.load(mustFEN(t, tt.fen))
		sq, err := board.ParseSquare(tt.square)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.pinnedByHorse(sq); got != tt.want {
			t.Errorf("%s %s: pinned %v, want %v", tt.fen, tt.square, got, tt.want)
		}
	}
}
