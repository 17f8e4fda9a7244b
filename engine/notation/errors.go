package notation

import "fmt"

// Kind classifies why a move text was refused.
type Kind uint8

const (
	// BadText: the text is not a move in the notation asked for.
	BadText Kind = iota
	// NoPiece: the text is well formed but names a piece that is not there.
	NoPiece
	// Illegal: the piece is there but cannot make the move.
	Illegal
	// Ambiguous: more than one legal move fits.
	Ambiguous
)

// String returns the words with which an error message of the kind begins.
func (k Kind) String() string {
	switch k {
	case NoPiece:
		return "no such piece"
	case Illegal:
		return "illegal move"
	case Ambiguous:
		return "ambiguous move"
	}
	return "unreadable move"
}

// Error is the refusal of one move text.
type Error struct {
	Kind   Kind
	Text   string // the move as given
	Style  Style  // the notation it was read in
	Reason string // what is wrong, in words
}

// Error returns kind, text and reason on one line.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %q: %s", e.Kind, e.Text, e.Reason)
}
