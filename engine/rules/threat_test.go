package rules

import (
	"slices"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// threatList returns the threats of side c as sorted capturing moves.
func threatList(t *testing.T, fen string, c board.Color) string {
	t.Helper()
	var s placement
	s.load(mustFEN(t, fen))
	before := s.kingsAttackers()
	var list []string
	for a := s.attackers(c); a != 0; {
		from := s.squareOf[a.pop()]
		for v := s.victims(c.Other()); v != 0; {
			to := s.squareOf[v.pop()]
			if s.reaches(from, to) && s.threatens(from, to, &before) {
				list = append(list, board.NewMove(from, to).String())
			}
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// TestThreats has positions for every sentence on threats and roots; want are
// Red's threats.
func TestThreats(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		// who threatens whom
		{"rook attacks a bare horse", "3k5/9/9/9/n8/9/9/9/9/R3K4 w", "a0a5"},
		{"pawns never threaten", "3k5/9/9/n8/P8/9/9/9/9/4K4 w", ""},
		{"kings never threaten", "3k5/9/9/9/9/9/9/9/4n4/4K4 w", ""},
		{"advisor attacks a horse", "3k5/9/9/9/9/9/9/3n5/4A4/5K3 w", "e1d2"},
		{"elephant attacks a horse", "3k5/9/9/9/9/9/9/4n4/9/2B1K4 w", "c0e2"},
		{"pawn on its own half is no victim", "3k5/9/9/p8/9/9/9/9/9/R3K4 w", ""},
		{"pawn at the river is no victim", "3k5/9/9/9/p8/9/9/9/9/R3K4 w", ""},
		{"crossed pawn is a victim", "3k5/9/9/9/9/p8/9/9/9/R3K4 w", "a0a4"},
		{"advisor is a victim", "4k4/9/5a3/9/9/9/9/9/9/3K1R3 w", "f0f7"},
		{"elephant is a victim", "3k5/9/b8/9/9/9/9/9/9/R3K4 w", "a0a7"},
		{"a check is no threat", "3k5/9/9/9/9/9/9/9/9/3RK4 b", ""},

		// the capture as the piece moves
		{"horse", "3k5/9/9/9/9/9/9/1c7/9/N3K4 w", "a0b2"},
		{"hobbled horse", "3k5/9/9/9/9/9/9/1c7/C8/N3K4 w", ""},
		{"blocked elephant", "3k5/9/9/9/9/9/9/4n4/3N5/2B1K4 w", ""},
		{"elephant stays home", "3k5/9/9/8n/9/6B2/9/9/9/4K4 w", ""},
		{"cannon with a screen", "3k5/9/9/n8/9/p8/9/9/9/C3K4 w", "a0a6"},
		{"cannon without", "3k5/9/9/n8/9/9/9/9/9/C3K4 w", ""},
		{"cannon with two", "3k5/9/n8/9/P8/p8/9/9/9/C3K4 w", ""},

		// the attacker's own king
		{"pinned horse", "3kr4/9/9/3c5/9/4N4/9/9/9/4K4 w", ""},
		{"pinned rook takes only along the pin", "3k5/4c4/9/9/9/n3R4/9/9/4A4/4K4 w", "e4e8"},
		{"horse pinned by the facing king", "4k4/9/9/3c5/9/4N4/9/9/9/4K4 w", ""},
		{"cannon pinned by a horse", "3k5/9/9/9/9/9/9/5n3/5Cp1r/4K4 w", ""},

		// stronger victims
		{"horse on a protected rook", "3k5/3r5/9/2N6/9/9/9/9/9/4K4 w", "c6d8"},
		{"cannon on a protected rook", "3k5/3r5/9/9/3P5/9/9/9/9/3CK4 w", "d0d8"},
		{"advisor on a protected rook", "3k5/3r5/9/9/9/9/9/3r5/4A4/5K3 w", "e1d2"},
		{"advisor on a protected cannon", "3k5/3r5/9/9/9/9/9/3c5/4A4/5K3 w", "e1d2"},
		{"elephant on a protected horse", "3k5/9/9/9/9/4r4/9/4n4/9/2B1K4 w", "c0e2"},
		{"elephant on a protected rook", "3k5/9/9/9/9/4r4/9/4r4/9/2B2K3 w", "c0e2"},
		{"advisor on a protected pawn", "3k5/3r5/9/9/9/9/9/3p5/4A4/5K3 w", ""},
		{"horse on a protected cannon", "3k5/3c5/9/2N6/9/9/9/9/9/4K4 w", ""},
		{"cannon on a protected horse", "3k5/3n5/9/9/3P5/9/9/9/9/3CK4 w", ""},
		{"rook on a protected horse", "3k5/3n5/9/9/9/9/9/9/9/3RK4 w", ""},
		{"rook on a protected rook", "3k5/3r5/9/9/9/9/9/9/9/3RK4 w", ""},
		{"rook on a protected cannon", "3k5/3c5/9/9/9/9/9/9/9/3RK4 w", ""},

		// exchanges
		{"rook against rook", "3k5/9/9/9/r8/9/9/9/9/R3K4 w", ""},
		{"rook against a pinned rook", "4k4/9/9/9/R3r4/9/9/9/9/3KR4 w", "a5e5"},
		{"horse against horse", "3k5/9/9/9/3n5/9/2N6/9/9/4K4 w", ""},
		{"horse against a hobbled horse", "3k5/9/9/9/3n5/3p5/2N6/9/9/4K4 w", "c3d5"},
		{"horse against a pinned horse", "4k4/9/9/9/4n4/9/3N5/9/9/3KR4 w", "d3e5 e0e5"},
		{"cannon against cannon", "3k5/c8/9/9/9/p8/9/9/9/C3K4 w", ""},
		{"cannon against a pinned cannon", "4k4/9/9/9/C1p1c4/9/9/9/9/3KR4 w", "a5e5 e0e5"},

		// roots
		{"real root", "3k5/9/9/9/n6r1/9/9/9/9/R3K4 w", ""},
		{"root pinned by a rook", "4k4/9/9/9/n3r4/9/9/9/9/R2KR4 w", "a0a5"},
		{"root pinned by a cannon", "4k4/9/n3r4/9/4P4/9/9/9/9/R2KC4 w", "a0a7 e0e7"},
		{"root pinned by a horse", "4k4/2Nr5/9/9/R2n5/9/9/9/9/3K5 w", "a5d5"},
		{"root pinned by the facing king", "4k4/9/9/9/n3r4/9/9/9/9/R3K4 w", "a0a5"},
		{"an uncrossed pawn is a root", "3k5/9/9/p8/n8/9/9/9/9/R3K4 w", ""},
		{"an elephant is a root", "2bk5/9/n8/9/9/9/9/9/9/R3K4 w", ""},
		{"the attacker was the root's screen", "c2k5/9/R8/9/n8/9/9/9/9/4K4 w", "a7a5 a7a9"},
		{"the attacker hid the root", "3k5/9/9/9/r1R2n3/9/9/9/9/4K4 w", ""},
		{"the attacker hobbled the root", "3k5/9/9/9/9/9/9/3p5/4An3/5K3 w", ""},
		{"and without that root", "3k5/9/9/9/9/9/9/3p5/4A4/5K3 w", "e1d2"},
		{"king as root", "4k4/R3a4/9/9/9/9/9/9/9/3K5 w", ""},
		{"king, square attacked", "4k4/R3a4/9/9/9/9/9/9/9/3KR4 w", "a8e8 e0e8"},
		{"king would face the king", "R2ak4/9/9/9/9/9/9/9/9/3K5 w", "a9d9"},
		{"king as root, other file", "R2ak4/9/9/9/9/9/9/9/9/5K3 w", ""},
		{"the capture uncovers a check", "4k4/3r5/3c5/9/4N4/9/9/9/9/3KR4 w", "e5d7"},
		{"and without the rook behind", "4k4/3r5/3c5/9/4N4/9/9/9/9/3K5 w", ""},

		// standing checks
		{"a root in check stays a root", "1r2k4/9/Rn7/9/4R4/9/9/9/9/3K5 b", ""},
		{"a side in check threatens", "3k5/9/9/9/n8/9/9/R8/9/4K3r w", "a2a5"},
		{"a checker may be captured", "3k5/9/9/9/9/9/9/7N1/9/4K3r w", "h2i0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := threatList(t, tt.fen, board.Red); got != tt.want {
				t.Errorf("%s: red threatens %q, want %q", tt.fen, got, tt.want)
			}
		})
	}
}
