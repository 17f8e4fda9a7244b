package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// bools is the slow form of a Bitboard.
type bools [NumSquares]bool

func randomSet(rng *rand.Rand) (Bitboard, bools) {
	var b Bitboard
	var w bools
	for range rng.IntN(40) {
		s := Square(rng.IntN(NumSquares))
		b, w[s] = b.Set(s), true
	}
	return b, w
}

func (w bools) squares() []Square {
	list := []Square{}
	for s, in := range w {
		if in {
			list = append(list, Square(s))
		}
	}
	return list
}

// moved returns the set with each square moved, those that leave the board left
// out.
func (w bools) moved(files, ranks int) bools {
	var m bools
	for s, in := range w {
		if to, ok := step(Square(s), files, ranks); ok && in {
			m[to] = true
		}
	}
	return m
}

func TestBitboardOperations(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		a, wa := randomSet(rng)
		b, wb := randomSet(rng)
		var and, or, xor, andNot, not, mirror bools
		intersects := false
		for s := range wa {
			and[s], or[s], xor[s] = wa[s] && wb[s], wa[s] || wb[s], wa[s] != wb[s]
			andNot[s], not[s] = wa[s] && !wb[s], !wa[s]
			mirror[Square(s).Mirror()] = wa[s]
			intersects = intersects || and[s]
		}
		for _, op := range []struct {
			name string
			got  Bitboard
			want bools
		}{
			{"itself", a, wa}, {"And", a.And(b), and}, {"Or", a.Or(b), or}, {"Xor", a.Xor(b), xor},
			{"AndNot", a.AndNot(b), andNot}, {"Not", a.Not(), not}, {"Mirror", a.Mirror(), mirror},
			{"North", a.North(), wa.moved(0, 1)}, {"South", a.South(), wa.moved(0, -1)},
			{"East", a.East(), wa.moved(1, 0)}, {"West", a.West(), wa.moved(-1, 0)},
			{"Forward for Red", a.Forward(Red), wa.moved(0, 1)}, {"Forward for Black", a.Forward(Black), wa.moved(0, -1)},
		} {
			if got, want := squareSet(op.got), op.want.squares(); !slices.Equal(got, want) {
				t.Fatalf("%s of %v and %v: got %v, want %v", op.name, squareSet(a), squareSet(b), got, want)
			}
		}
		squares := wa.squares()
		if a.Count() != len(squares) || a.IsEmpty() != (len(squares) == 0) || a.Many() != (len(squares) > 1) ||
			a.Intersects(b) != intersects {
			t.Fatalf("%v: count %d, empty %v, many %v", squares, a.Count(), a.IsEmpty(), a.Many())
		}
		if len(squares) > 0 && a.First() != squares[0] {
			t.Fatalf("%v: first %s", squares, a.First())
		}
		for s := Square(0); s < NumSquares; s++ {
			if a.Has(s) != wa[s] || a.Clear(s).Has(s) || !a.Set(s).Has(s) {
				t.Fatalf("%v: Has, Set or Clear of %s", squares, s)
			}
		}
	}
}

func TestRegions(t *testing.T) {
	for s := Square(0); s < NumSquares; s++ {
		for f := range 9 {
			if FileBB(f).Has(s) != (s.File() == f) {
				t.Errorf("file %d and %s", f, s)
			}
		}
		for r := range 10 {
			if RankBB(r).Has(s) != (s.Rank() == r) {
				t.Errorf("rank %d and %s", r, s)
			}
		}
		for c := Red; c <= Black; c++ {
			if Palace(c).Has(s) != inPalace(refPointOf(s), c == Black) || HalfOf(c).Has(s) == s.Crossed(c) {
				t.Errorf("palace or half of %s and %s", c, s)
			}
		}
	}
	for _, tc := range []struct {
		pc   Piece
		want int
	}{
		{MakePiece(Red, King), 9}, {MakePiece(Black, Advisor), 5}, {MakePiece(Red, Elephant), 7},
		{MakePiece(Black, Horse), 90}, {MakePiece(Red, Pawn), 55}, {MakePiece(Black, Pawn), 55},
	} {
		if got := Standable(tc.pc).Count(); got != tc.want {
			t.Errorf("%s %s can stand on %d points, want %d", tc.pc.Color(), tc.pc.Type(), got, tc.want)
		}
	}
}

func TestBetween(t *testing.T) {
	for a := Square(0); a < NumSquares; a++ {
		for b := Square(0); b < NumSquares; b++ {
			var want Bitboard
			pa, pb := refPointOf(a), refPointOf(b)
			if a != b && (pa.f == pb.f || pa.r == pb.r) {
				df, dr := sign(pb.f-pa.f), sign(pb.r-pa.r)
				for q := (refPoint{pa.f + df, pa.r + dr}); q != pb; q = (refPoint{q.f + df, q.r + dr}) {
					want = want.Set(q.square())
				}
			}
			if got := Between(a, b); got != want {
				t.Errorf("between %s and %s: %v, want %v", a, b, squareSet(got), squareSet(want))
			}
		}
	}
}
