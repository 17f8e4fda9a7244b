package board

import (
	"fmt"
	"strings"
)

// Square is a point of the board, rank*9+file, 0..89.
type Square uint8

const (
	// NumSquares is the number of points on the board.
	NumSquares = 90
	// NoSquare is a value that is no point of the board.
	NoSquare Square = 127
)

// SquareAt returns the square on file 0..8 (a..i) and rank 0..9.
func SquareAt(file, rank int) Square { return Square(rank*9 + file) }

// File returns 0..8 for files a..i.
func (s Square) File() int { return int(fileOf[s]) }

// Rank returns 0..9, counted from Red's back rank.
func (s Square) Rank() int { return int(rankOf[s]) }

// Valid reports whether s is a point of the board.
func (s Square) Valid() bool { return s < NumSquares }

// Mirror returns the square reflected left to right.
func (s Square) Mirror() Square { return Square(int(s) + 8 - 2*s.File()) }

// Flip returns the square reflected top to bottom (rank r becomes 9-r): where
// Black's piece stands is where Red's would stand after exchanging the sides.
func (s Square) Flip() Square { return Square(81 + 2*s.File() - int(s)) }

// Crossed reports whether s lies beyond the river for colour c.
func (s Square) Crossed(c Color) bool { return (s >= 45) == (c == Red) }

// String returns the ICCS name, "e2", or "-" for a value off the board.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return string([]byte{'a' + fileOf[s], '0' + rankOf[s]})
}

// ParseSquare reads an ICCS square such as "e2".
func ParseSquare(text string) (Square, error) {
	if len(text) != 2 {
		return NoSquare, fmt.Errorf("square %q: want a file a..i and a rank 0..9", text)
	}
	f, r := text[0], text[1]
	if f < 'a' || f > 'i' {
		return NoSquare, fmt.Errorf("square %q: file letter %c is out of range a..i", text, f)
	}
	if r < '0' || r > '9' {
		return NoSquare, fmt.Errorf("square %q: rank %q is not a digit 0..9", text, r)
	}
	return SquareAt(int(f-'a'), int(r-'0')), nil
}

// Move is a step from one square to another: from in the low seven bits, to in
// the next seven. The moving and captured pieces follow from the position.
type Move uint16

// NoMove is the zero Move; it is never a move on the board.
const NoMove Move = 0

// NewMove returns the move between two squares.
func NewMove(from, to Square) Move { return Move(from) | Move(to)<<7 }

// From returns the square the piece leaves.
func (m Move) From() Square { return Square(m & 127) }

// To returns the square the piece enters.
func (m Move) To() Square { return Square(m >> 7 & 127) }

// Mirror returns the move reflected left to right; NoMove stays NoMove.
func (m Move) Mirror() Move {
	if m == NoMove {
		return NoMove
	}
	return NewMove(m.From().Mirror(), m.To().Mirror())
}

// String returns the move in ICCS, "h2e2"; NoMove is "0000".
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return m.From().String() + m.To().String()
}

// ParseMove reads a move in the canonical spelling "h2e2" (ranks 0..9, lower
// case). It checks the spelling only, not the position.
func ParseMove(text string) (Move, error) {
	if len(text) != 4 {
		return NoMove, fmt.Errorf("move %q: want four characters such as h2e2", text)
	}
	from, err := ParseSquare(text[:2])
	if err != nil {
		return NoMove, fmt.Errorf("move %q: %w", text, err)
	}
	to, err := ParseSquare(text[2:])
	if err != nil {
		return NoMove, fmt.Errorf("move %q: %w", text, err)
	}
	if from == to {
		return NoMove, fmt.Errorf("move %q: from and to are the same point", text)
	}
	return NewMove(from, to), nil
}

// FormatMoves writes moves in ICCS with single blanks between them; no moves
// give "".
func FormatMoves(moves []Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(m.String())
	}
	return b.String()
}

// ParseMoves reads moves in the canonical spelling with white space between
// them. It checks the spelling only, not whether they can be played.
func ParseMoves(text string) ([]Move, error) {
	var moves []Move
	for _, word := range strings.Fields(text) {
		m, err := ParseMove(word)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// MaxMoves bounds the legal moves of any position: two rooks and two cannons
// of 17, two horses of 8, five pawns of 3, king, advisors and elephants of 4
// each at most make fewer than 128.
const MaxMoves = 128

// MoveList is a list of moves with room for every legal move of any position,
// so that generation never allocates.
type MoveList struct {
	Moves [MaxMoves]Move
	N     int
}

// Slice returns the filled part of the list. It aliases the list.
func (l *MoveList) Slice() []Move { return l.Moves[:l.N] }

// Keep drops the moves for which f is false; the others keep their order.
func (l *MoveList) Keep(f func(Move) bool) { l.keep(0, f) }

// keep is Keep for the moves from the n-th on.
func (l *MoveList) keep(n int, f func(Move) bool) {
	for _, m := range l.Slice()[n:] {
		if f(m) {
			l.Moves[n&(MaxMoves-1)] = m
			n++
		}
	}
	l.N = n
}

func (l *MoveList) add(m Move) {
	l.Moves[l.N&(MaxMoves-1)] = m
	l.N++
}
