package board

import (
	"math/rand/v2"
	"testing"
)

func menOf(p *Position) []Man {
	var men []Man
	for b := p.Occupied(); !b.IsEmpty(); {
		s := b.Pop()
		men = append(men, Man{p.At(s), s})
	}
	return men
}

// TestSetUp plays random games and sets every position up again in one
// Position: it must be what ParseFEN makes of the same placement.
func TestSetUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var q Position
	for range 20 {
		p := NewPosition()
		for range 120 {
			if err := q.SetUp(menOf(p), p.SideToMove()); err != nil {
				t.Fatalf("SetUp of %s: %v", p.FEN(), err)
			}
			if q.EPD() != p.EPD() || q.Key() != p.Key() || q.InCheck() != p.InCheck() || q.Plies() != 0 {
				t.Fatalf("SetUp of %s gives %s, key %x want %x, in check %v", p.FEN(), q.FEN(), q.Key(), p.Key(), q.InCheck())
			}
			if got, want := q.CountLegalMoves(), p.CountLegalMoves(); got != want {
				t.Fatalf("%s: %d legal moves, want %d", p.FEN(), got, want)
			}
			var list MoveList
			p.LegalMoves(&list)
			if list.N == 0 {
				break
			}
			m := list.Moves[rng.IntN(list.N)]
			q.Make(m)
			q.Unmake()
			p.Make(m)
		}
	}
}

func TestSetUpRefuses(t *testing.T) {
	king := func(c Color, s string) Man {
		sq, err := ParseSquare(s)
		if err != nil {
			t.Fatal(err)
		}
		return Man{MakePiece(c, King), sq}
	}
	kings := []Man{king(Red, "e0"), king(Black, "d9")}
	with := func(m ...Man) []Man { return append(append([]Man{}, kings...), m...) }
	tests := []struct {
		name string
		men  []Man
		want string
	}{
		{"no men", nil, "FEN board: no red king"},
		{"piece 0", with(Man{0, 5}), "FEN board: unknown piece 0"},
		{"piece 8", with(Man{8, 5}), "FEN board: unknown piece 8"},
		{"off the board", with(Man{MakePiece(Red, Rook), 90}), "FEN board: square 90 is off the board"},
		{"twice", with(Man{MakePiece(Red, Rook), 4}), "FEN board, e0: two pieces on one square"},
		{"second king", with(king(Red, "e1")), "FEN board, e1: a second red king"},
		{"facing kings", []Man{king(Red, "e0"), king(Black, "e9")}, "FEN board, e0: the kings face each other on an open file (the side to move could take the king)"},
	}
	var p Position
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := p.SetUp(tt.men, Red)
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

func BenchmarkSetUp(b *testing.B) {
	b.ReportAllocs()
	men := menOf(NewPosition())
	var p Position
	for b.Loop() {
		if err := p.SetUp(men, Red); err != nil {
			b.Fatal(err)
		}
	}
}
