package board

import (
	"strings"
	"testing"
)

func TestSquares(t *testing.T) {
	for s := Square(0); s < NumSquares; s++ {
		got, err := ParseSquare(s.String())
		if err != nil || got != s || SquareAt(s.File(), s.Rank()) != s || !s.Valid() {
			t.Errorf("square %d: %s reads back as %d, %v", s, s, got, err)
		}
		if m := s.Mirror(); m.File() != 8-s.File() || m.Rank() != s.Rank() {
			t.Errorf("%s mirrored is %s", s, m)
		}
		if f := s.Flip(); f.File() != s.File() || f.Rank() != 9-s.Rank() {
			t.Errorf("%s flipped is %s", s, f)
		}
		if s.Crossed(Red) != (s.Rank() >= 5) || s.Crossed(Black) != (s.Rank() <= 4) {
			t.Errorf("%s: crossed %v %v", s, s.Crossed(Red), s.Crossed(Black))
		}
	}
	for s := NumSquares; s < 256; s++ {
		p := NewPosition()
		if sq := Square(s); sq.Valid() || sq.String() != "-" || p.At(sq) != NoPiece || !SquareBB(sq).IsEmpty() {
			t.Errorf("square value %d is on the board", s)
		}
	}
}

func TestParseMove(t *testing.T) {
	for _, text := range []string{"h2e2", "a0a9", "i9i0", "e0e1"} {
		m, err := ParseMove(text)
		if err != nil || m.String() != text {
			t.Errorf("%s: %s, %v", text, m, err)
		}
		if got := m.Mirror().Mirror(); got != m {
			t.Errorf("%s mirrored twice is %s", text, got)
		}
	}
	if got := mustMove(t, "b0c2").Mirror().String(); got != "h0g2" {
		t.Errorf("b0c2 mirrored is %s", got)
	}
	if NoMove.Mirror() != NoMove || NoMove.String() != "0000" {
		t.Errorf("the zero move is %s, mirrored %s", NoMove, NoMove.Mirror())
	}
	for _, tc := range []struct{ text, msg string }{
		{"", "four characters"},
		{"h2e", "four characters"},
		{"h2e10", "four characters"},
		{"0000", "file letter 0 is out of range a..i"},
		{"j2e2", "file letter j is out of range a..i"},
		{"H2E2", "file letter H is out of range a..i"},
		{"hxe2", `rank 'x' is not a digit 0..9`},
		{"h2e ", `rank ' ' is not a digit 0..9`},
		{"h2h2", "the same point"},
		{"車2", "file letter"},
	} {
		m, err := ParseMove(tc.text)
		if err == nil || !strings.Contains(err.Error(), tc.msg) || m != NoMove {
			t.Errorf("%q: %v, %v; want an error with %q", tc.text, m, err, tc.msg)
		}
	}
}

func TestMoveLines(t *testing.T) {
	for _, text := range []string{"", "h2e2", "h2e2 h9g7 a0a9"} {
		moves, err := ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		if len(moves) != (len(text)+1)/5 {
			t.Errorf("%q was read as %d moves", text, len(moves))
		}
		if got := FormatMoves(moves); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
	if moves, err := ParseMoves(" h2e2\t\nh9g7  "); err != nil || FormatMoves(moves) != "h2e2 h9g7" {
		t.Errorf("other white space: got %v, %v", moves, err)
	}
	if moves, err := ParseMoves("h2e2 h9"); err == nil {
		t.Errorf("an unreadable move was read: %v", moves)
	}
}

func TestPieces(t *testing.T) {
	for c := Red; c <= Black; c++ {
		if c.Other().Other() != c || c.Other() == c {
			t.Errorf("the other colour of %s is %s", c, c.Other())
		}
		for pt := King; pt <= Pawn; pt++ {
			pc := MakePiece(c, pt)
			if pc.Color() != c || pc.Type() != pt {
				t.Errorf("%s %s: piece %d is %s %s", c, pt, pc, pc.Color(), pc.Type())
			}
			if got, ok := pieceFromLetter(rune(pc.Letter())); !ok || got != pc || pc.String() != string(rune(pc.Letter())) {
				t.Errorf("%s %s: letter %c reads as %s", c, pt, pc.Letter(), got)
			}
			if NewPosition().Count(c, pt) != pt.SetSize() {
				t.Errorf("%s: set of %d, %d at the start", pt, pt.SetSize(), NewPosition().Count(c, pt))
			}
		}
	}
	if NoPiece.Letter() != '.' || NoPieceType.Letter() != '.' || ExchangeValue(NoPieceType) != 0 {
		t.Error("an empty square has a letter or a value")
	}
	if Red.String() != "red" || Black.String() != "black" || Rook.String() != "rook" {
		t.Error("names")
	}
}
