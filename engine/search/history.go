package search

import "xqlab/engine/board"

// historyLimit bounds every history value; updates pull towards it.
const historyLimit = 16384

// pieceSquares is the number of (piece, square) pairs that index continuation
// histories.
const pieceSquares = 16 * 90

// pieceTo indexes a piece arriving on a square.
func pieceTo(pc board.Piece, s board.Square) int { return int(pc)*90 + int(s) }

// continuation holds a value for every move that may follow a given one.
type continuation [pieceSquares]int16

// histories remember which moves were good in the tree: they order moves and
// steer reductions.
type histories struct {
	quiet      [2][1 << 14]int16                  // by side and move
	capture    [16][90][board.NumPieceTypes]int16 // by piece, destination, captured type
	follow     [pieceSquares]continuation         // by an earlier move's piece and square
	counter    [pieceSquares]board.Move           // reply that refuted the last move
	correction [2][correctionSize]int16           // error of the static evaluation by pawn structure
	lastMove   [2][pieceSquares]int16             // and by the last move

	followed [pieceSquares]bool // which rows of follow hold anything
}

// clear forgets everything. Of the continuations, which make up most of the
// memory, a short game touches few.
func (h *histories) clear() {
	for i, touched := range h.followed {
		if touched {
			h.follow[i] = continuation{}
		}
	}
	clear(h.quiet[:])
	clear(h.capture[:])
	clear(h.counter[:])
	clear(h.correction[:])
	clear(h.lastMove[:])
	clear(h.followed[:])
}

// add moves a value towards bonus's sign, by less the nearer it is to the
// limit.
func add(v *int16, bonus int) {
	x := int(*v)
	if bonus >= 0 {
		*v = int16(x + bonus - x*bonus/historyLimit)
	} else {
		*v = int16(x + bonus + x*bonus/historyLimit)
	}
}

// correctionSize is the number of pawn structures told apart.
const correctionSize = 1 << 12

// correctionGrain is how many units of a correction make a centipawn.
const correctionGrain = 64

// pawnIndex hashes the pawns of a position.
func pawnIndex(p *board.Position) uint64 {
	pawns := p.ByType(board.Pawn)
	red := pawns.And(p.ByColor(board.Red))
	h := pawns.Lo*0x9e3779b97f4a7c15 ^ pawns.Hi*0xc2b2ae3d27d4eb4f
	h ^= red.Lo*0x165667b19e3779f9 ^ red.Hi*0x27d4eb2f165667c5
	return (h ^ h>>29) * 0xbf58476d1ce4e5b9 >> (64 - 12)
}
