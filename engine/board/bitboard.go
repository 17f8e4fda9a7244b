package board

import "math/bits"

// Bitboard is a set of squares: ranks 0-4 in Lo, ranks 5-9 in Hi, bit
// (rank mod 5)*9+file. The upper 19 bits of both words are zero.
type Bitboard struct{ Lo, Hi uint64 }

const halfMask = 1<<45 - 1

// SquareBB returns the set that holds only s.
func SquareBB(s Square) Bitboard { return squareBB[s] }

// And returns the intersection of a and b.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the union of a and b.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the squares in exactly one of the sets.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns the complement within the 90 squares.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & halfMask, ^b.Hi & halfMask} }

// IsEmpty reports whether the set has no square.
func (b Bitboard) IsEmpty() bool { return b.Lo|b.Hi == 0 }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool {
	o := squareBB[s]
	return b.Lo&o.Lo|b.Hi&o.Hi != 0
}

// Intersects reports whether the sets share a square.
func (b Bitboard) Intersects(o Bitboard) bool { return b.Lo&o.Lo|b.Hi&o.Hi != 0 }

// Set returns b with s added.
func (b Bitboard) Set(s Square) Bitboard { return b.Or(squareBB[s]) }

// Clear returns b without s.
func (b Bitboard) Clear(s Square) Bitboard { return b.AndNot(squareBB[s]) }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// Many reports whether the set has more than one square.
func (b Bitboard) Many() bool {
	if b.Lo != 0 {
		return b.Lo&(b.Lo-1) != 0 || b.Hi != 0
	}
	return b.Hi&(b.Hi-1) != 0
}

// First returns the lowest square of a set that is not empty.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(45 + bits.TrailingZeros64(b.Hi))
}

// Pop removes and returns the lowest square of a set that is not empty.
func (b *Bitboard) Pop() Square {
	if b.Lo != 0 {
		s := Square(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return s
	}
	s := Square(45 + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return s
}

// Next returns the lowest square of a set that is not empty, and the set
// without it. Unlike Pop it lets the compiler keep the set in registers.
func (b Bitboard) Next() (Square, Bitboard) {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo)), Bitboard{b.Lo & (b.Lo - 1), b.Hi}
	}
	return Square(45 + bits.TrailingZeros64(b.Hi)), Bitboard{0, b.Hi & (b.Hi - 1)}
}

// North returns the set moved one rank towards rank 9. Squares that would leave
// the board drop out, here and in the three shifts below.
func (b Bitboard) North() Bitboard {
	return Bitboard{b.Lo << 9 & halfMask, b.Hi<<9&halfMask | b.Lo>>36}
}

// South returns the set moved one rank towards rank 0.
func (b Bitboard) South() Bitboard {
	return Bitboard{b.Lo>>9 | b.Hi<<36&halfMask, b.Hi >> 9}
}

// Squares of file a and of file i in half a board.
const (
	halfFileA = 1<<0 | 1<<9 | 1<<18 | 1<<27 | 1<<36
	halfFileI = halfFileA << 8
)

// East returns the set moved one file towards file i.
func (b Bitboard) East() Bitboard { return Bitboard{b.Lo &^ halfFileI << 1, b.Hi &^ halfFileI << 1} }

// West returns the set moved one file towards file a.
func (b Bitboard) West() Bitboard { return Bitboard{b.Lo &^ halfFileA >> 1, b.Hi &^ halfFileA >> 1} }

// Forward returns the set moved one rank ahead as c sees it.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == Red {
		return b.North()
	}
	return b.South()
}

// Mirror returns the set reflected left to right.
func (b Bitboard) Mirror() Bitboard {
	var r Bitboard
	for b.Lo|b.Hi != 0 {
		r = r.Set(b.Pop().Mirror())
	}
	return r
}

// FileBB returns the squares of file 0..8.
func FileBB(f int) Bitboard { return fileBB[f&15] }

// RankBB returns the squares of rank 0..9.
func RankBB(r int) Bitboard { return rankBB[r&15] }

// Cross returns the squares of s's rank and file without s.
func Cross(s Square) Bitboard { return near[s].cross }

// HalfOf returns the squares on c's own side of the river.
func HalfOf(c Color) Bitboard {
	if c == Red {
		return Bitboard{halfMask, 0}
	}
	return Bitboard{0, halfMask}
}

// Palace returns the nine squares of c's palace.
func Palace(c Color) Bitboard { return palace[c&1] }

// Between returns the squares strictly between a and b if they share a rank
// or a file, and the empty set otherwise.
func Between(a, b Square) Bitboard { return between[a&127][b&127] }
