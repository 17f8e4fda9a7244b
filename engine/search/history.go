package search

import "xqlab/engine/board"

// historyLimit bounds every history value; updates pull towards it. It is the
// scale that Params measures history points on: another one would only change
// the meaning of HistoryBonus, HistoryPrune and LMRHistory.
const historyLimit = 1 << 14

// farPly is the farthest move back that histories follow. The two before are
// the opponent's last move and the side's own; this is the side's own before
// that.
const farPly = 4

const (
	pieceMask = 15 // of the codes of pieces
	// pieceSquares is the number of (piece, square) pairs that index
	// continuation histories.
	pieceSquares = (pieceMask + 1) * board.NumSquares
)

// pieceTo indexes a piece arriving on a square.
func pieceTo(pc board.Piece, s board.Square) int { return int(pc)*board.NumSquares + int(s) }

// continuation holds a value for every move that may follow a given one.
type continuation [pieceSquares]int16

// histories remember which moves were good in the tree: they order moves and
// steer reductions.
type histories struct {
	quiet      [2][moveMask + 1]int16                                      // by side and move
	capture    [pieceMask + 1][board.NumSquares][board.NumPieceTypes]int16 // by piece, destination, captured type
	follow     [pieceSquares]continuation                                  // by an earlier move's piece and square
	counter    [pieceSquares]board.Move                                    // reply that refuted the last move
	correction [2][correctionSize]int16                                    // error of the static evaluation by pawn structure
	lastMove   [2][pieceSquares]int16                                      // and by the last move

	followed [pieceSquares]bool // which rows of follow hold anything
}

// clear empties the histories. Of the continuations, which make up most of the
// memory, only those that a game has touched are cleared: few in a short one.
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

const (
	correctionBits = 12 // of the hash of a pawn structure, which has hashBits
	hashBits       = 64
	correctionSize = 1 << correctionBits
	// correctionGrain is how many units of a correction make a centipawn: small
	// errors add up.
	correctionGrain = 64
)

// golden is 2^64 divided by the golden ratio; the others are odd constants of
// xxHash and of SplitMix64. They spread the bits of a hash.
const (
	golden   = 0x9e3779b97f4a7c15
	mixAllHi = 0xc2b2ae3d27d4eb4f
	mixRedLo = 0x165667b19e3779f9
	mixRedHi = 0x27d4eb2f165667c5
	mixBits  = 0xbf58476d1ce4e5b9
	mixShift = 29
)

// pawnIndex hashes the pawns of a position.
func pawnIndex(p *board.Position) uint64 {
	pawns := p.ByType(board.Pawn)
	red := pawns.And(p.ByColor(board.Red))
	h := pawns.Lo*golden ^ pawns.Hi*mixAllHi
	h ^= red.Lo*mixRedLo ^ red.Hi*mixRedHi
	return (h ^ h>>mixShift) * mixBits >> (hashBits - correctionBits)
}
