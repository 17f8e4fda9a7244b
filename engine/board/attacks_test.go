package board

import (
	"math/rand/v2"
	"testing"
)

// squaresWhere returns the squares that satisfy f.
func squaresWhere(f func(refPoint) bool) Bitboard {
	var b Bitboard
	for s := Square(0); s < NumSquares; s++ {
		if f(refPointOf(s)) {
			b = b.Set(s)
		}
	}
	return b
}

// TestAttacksAgainstReference compares the attack sets of every piece, and of
// every kind of piece from every square, with the reference's single steps.
func TestAttacksAgainstReference(t *testing.T) {
	n := 400
	if testing.Short() {
		n = 100
	}
	randomPositions(t, n, 11, func(p *Position, rng *rand.Rand) {
		ref := refOf(p)
		occupied := func(a refPoint) bool { return ref.at(a) != 0 }
		check := func(what string, s Square, got, want Bitboard) {
			if got != want {
				t.Errorf("%s: %s of %s: %v, want %v", p.FEN(), what, s, squareSet(got), squareSet(want))
			}
		}
		for s := Square(0); s < NumSquares; s++ {
			a := refPointOf(s)
			// as stands put a piece on the square to ask for its steps
			as := func(letter byte) *refBoard {
				b := *ref
				b.grid[a.r][a.f] = letter
				return &b
			}
			line := func(q refPoint, screens int) bool {
				return q != a && (q.f == a.f || q.r == a.r) && ref.count(a, q) == screens
			}
			check("RookAttacks", s, p.RookAttacks(s), squaresWhere(func(q refPoint) bool { return line(q, 0) }))
			check("cannonTargets", s, p.cannonTargets(s), squaresWhere(func(q refPoint) bool {
				return line(q, 0) && !occupied(q) || line(q, 1) && occupied(q)
			}))
			check("CannonCaptures", s, p.CannonCaptures(s), squaresWhere(func(q refPoint) bool { return line(q, 1) && occupied(q) }))
			check("CannonShadow", s, p.CannonShadow(s), squaresWhere(func(q refPoint) bool { return line(q, 1) }))
			check("HorseAttacks", s, p.HorseAttacks(s), squaresWhere(func(q refPoint) bool { return as('N').reaches(a, q) }))
			check("HorseAttackersOf", s, p.HorseAttackersOf(s), squaresWhere(func(q refPoint) bool {
				b := *ref
				b.grid[q.r][q.f] = 'N'
				return b.reaches(q, a)
			}))
			if Standable(MakePiece(Red, Elephant)).Has(s) {
				check("ElephantAttacks", s, p.ElephantAttacks(s), squaresWhere(func(q refPoint) bool { return as('B').reaches(a, q) }))
			}
			for c := Red; c <= Black; c++ {
				for _, kind := range []struct {
					t   PieceType
					got Bitboard
				}{{King, KingAttacks(s)}, {Advisor, AdvisorAttacks(s)}} {
					pc := MakePiece(c, kind.t)
					if Standable(pc).Has(s) {
						check(kind.t.String()+" attacks", s, kind.got, squaresWhere(func(q refPoint) bool { return as(pc.Letter()).reaches(a, q) }))
					}
				}
				pawn := MakePiece(c, Pawn).Letter()
				check("PawnAttacks", s, PawnAttacks(c, s), squaresWhere(func(q refPoint) bool { return as(pawn).reaches(a, q) }))
				check("PawnAttackersOf", s, PawnAttackersOf(c, s), squaresWhere(func(q refPoint) bool {
					b := *ref
					b.grid[q.r][q.f] = pawn
					return b.reaches(q, a)
				}))
				check("AttackersTo by "+c.String(), s, p.AttackersTo(s, c), squaresWhere(func(q refPoint) bool {
					if !occupied(q) || isBlack(ref.at(q)) != (c == Black) {
						return false
					}
					b := *ref // what stands on s is there to be captured, whoever owns it
					if !occupied(a) {
						b.grid[a.r][a.f] = 'x'
					}
					return b.reaches(q, a)
				}))
			}
			checkPieceOn(t, p, ref, s)
		}
		for c := Red; c <= Black; c++ {
			for pt := King; pt <= Pawn; pt++ {
				letter := MakePiece(c, pt).Letter()
				want := squaresWhere(func(q refPoint) bool { return ref.at(q) == letter })
				if p.Pieces(c, pt) != want || !p.ByType(pt).And(p.ByColor(c)).Xor(want).IsEmpty() || p.Count(c, pt) != want.Count() {
					t.Errorf("%s: %s %ss on %v", p.FEN(), c, pt, squareSet(p.Pieces(c, pt)))
				}
			}
			var want Bitboard
			for _, a := range ref.kingAttackers(c == Black) {
				want = want.Set(a.square())
			}
			check("KingAttackers", p.KingSquare(c), p.KingAttackers(c), want)
		}
	})
}

// checkPieceOn compares where the piece on s may go.
func checkPieceOn(t *testing.T, p *Position, ref *refBoard, s Square) {
	t.Helper()
	pc := p.At(s)
	if pc == NoPiece {
		return
	}
	want := squaresWhere(func(q refPoint) bool { return ref.reaches(refPointOf(s), q) })
	if got := p.targets(pc.Type(), pc.Color(), s); got != want {
		t.Errorf("%s: targets of %s %v, want %v", p.FEN(), s, squareSet(got), squareSet(want))
	}
}

// TestHorseLeg compares the leg of every leap with the reference's rule.
func TestHorseLeg(t *testing.T) {
	for from := Square(0); from < NumSquares; from++ {
		ring := squaresWhere(func(q refPoint) bool {
			return abs((q.f-from.File())*(q.r-from.Rank())) == 2
		})
		if got := HorseRing(from); got != ring {
			t.Errorf("HorseRing(%s) %v, want %v", from, squareSet(got), squareSet(ring))
		}
		for ring != (Bitboard{}) {
			to := ring.Pop()
			want := SquareAt(from.File()+(to.File()-from.File())/2, from.Rank()+(to.Rank()-from.Rank())/2)
			if got := HorseLeg(from, to); got != want {
				t.Errorf("HorseLeg(%s, %s) %s, want %s", from, to, got, want)
			}
		}
	}
}
