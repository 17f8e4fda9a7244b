package board

// Color is a side: Red moves first from the start position.
type Color uint8

const (
	Red Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "red" or "black".
func (c Color) String() string {
	if c == Red {
		return "red"
	}
	return "black"
}

// PieceType is a kind of piece without its colour.
type PieceType uint8

const (
	NoPieceType PieceType = iota
	King                  // 帅 将, also called general
	Advisor               // 仕 士
	Elephant              // 相 象
	Horse                 // 马
	Rook                  // 车, also called chariot
	Cannon                // 炮
	Pawn                  // 兵 卒

	// NumPieceTypes is the length of arrays indexed by PieceType.
	NumPieceTypes = 8
)

const pieceLetters = ".KABNRCP"

var pieceTypeNames = [NumPieceTypes]string{"none", "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"}

// Letter returns the upper-case FEN letter of the type, '.' for none.
func (t PieceType) Letter() byte { return pieceLetters[t&7] }

// String returns the English name of the type in lower case.
func (t PieceType) String() string { return pieceTypeNames[t&7] }

// setSize is how many pieces of each type one side has in a full set.
var setSize = [NumPieceTypes]int{0, 1, 2, 2, 2, 2, 2, 5}

// SetSize returns how many pieces of type t one side has at the start.
func (t PieceType) SetSize() int { return setSize[t&7] }

// Piece is a coloured piece; the zero value is an empty square.
type Piece uint8

// NoPiece marks an empty square.
const NoPiece Piece = 0

// MakePiece returns the piece of type t and colour c.
func MakePiece(c Color, t PieceType) Piece { return Piece(c)<<3 | Piece(t) }

// Color returns the side of the piece; meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// Type returns the piece's kind.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Letter returns the FEN letter: upper case for Red, lower case for Black,
// '.' for an empty square.
func (p Piece) Letter() byte {
	l := p.Type().Letter()
	if p.Color() == Black && l != '.' {
		l += 'a' - 'A'
	}
	return l
}

// String returns the FEN letter as a string.
func (p Piece) String() string { return string(rune(p.Letter())) }

// pieceFromLetter reads a FEN letter. E is an alias of B (elephant) and H of N
// (horse), in either case.
func pieceFromLetter(r rune) (Piece, bool) {
	c := Red
	if r >= 'a' && r <= 'z' {
		c = Black
		r -= 'a' - 'A'
	}
	switch r {
	case 'K':
		return MakePiece(c, King), true
	case 'A':
		return MakePiece(c, Advisor), true
	case 'B', 'E':
		return MakePiece(c, Elephant), true
	case 'N', 'H':
		return MakePiece(c, Horse), true
	case 'R':
		return MakePiece(c, Rook), true
	case 'C':
		return MakePiece(c, Cannon), true
	case 'P':
		return MakePiece(c, Pawn), true
	}
	return NoPiece, false
}
