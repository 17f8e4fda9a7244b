package rules

import (
	"math/bits"

	"xqlab/engine/board"
)

// placement is what stands where, each piece with an identity by which it can
// be followed through a window of moves. Moves of a window never capture:
// captures are only tried (see capture) and taken back. A placement knows
// neither whose turn it is nor which moves are legal; any piece may be asked
// about at any time.
type placement struct {
	pieceOn  [128]board.Piece // the piece on a square
	idOn     [128]uint8       // the identity of that piece; meaningless on an empty square
	squareOf [32]board.Square // where a piece stands, by identity
	pieceOf  [32]board.Piece  // what a piece is, by identity
	ofColor  [2]pieceSet      // the pieces on the board, by colour
	ofType   [8]pieceSet      // the pieces by type, captured ones included
	king     [2]uint8         // the kings' identities
}

// pieceSet is a set of identities, one bit each.
type pieceSet uint32

func (m pieceSet) has(id uint8) bool { return m>>id&1 != 0 }

// pop removes the lowest identity from m and returns it.
func (m *pieceSet) pop() uint8 {
	id := uint8(bits.TrailingZeros32(uint32(*m)))
	*m &= *m - 1
	return id & 31
}

// load takes over what stands where in p and numbers the pieces in the order of
// their squares. A full set has 32 pieces, so that every piece gets a number.
func (pl *placement) load(p *board.Position) {
	*pl = placement{}
	id := uint8(0)
	for occ := p.Occupied(); !occ.IsEmpty(); id++ {
		sq := occ.Pop()
		pc := p.At(sq)
		pl.pieceOn[sq&127] = pc
		pl.idOn[sq&127] = id
		pl.squareOf[id&31] = sq
		pl.pieceOf[id&31] = pc
		pl.ofColor[pc.Color()] |= 1 << id
		pl.ofType[pc.Type()] |= 1 << id
		if pc.Type() == board.King {
			pl.king[pc.Color()] = id
		}
	}
}

// shift moves the piece on from to the empty square to.
func (pl *placement) shift(from, to board.Square) {
	from, to = from&127, to&127
	id := pl.idOn[from]
	pl.pieceOn[to], pl.idOn[to] = pl.pieceOn[from], id
	pl.pieceOn[from] = board.NoPiece
	pl.squareOf[id&31] = to
}

// capture lets the piece on from take the piece on to and returns the victim.
func (pl *placement) capture(from, to board.Square) (victim uint8) {
	victim = pl.idOn[to&127]
	pl.ofColor[pl.pieceOn[to&127].Color()] &^= 1 << victim
	pl.shift(from, to)
	return victim
}

// takeBack undoes capture.
func (pl *placement) takeBack(from, to board.Square, victim uint8) {
	pl.shift(to, from)
	pc := pl.pieceOf[victim&31]
	pl.pieceOn[to&127], pl.idOn[to&127] = pc, victim
	pl.ofColor[pc.Color()] |= 1 << victim
}

// reaches reports whether the piece on from can capture on to as it moves,
// whatever stands on to and whatever becomes of its king.
func (pl *placement) reaches(from, to board.Square) bool {
	pc := pl.pieceOn[from&127]
	if relation[from&127][to&127]&relationOf[pc&15] == 0 {
		return false
	}
	switch pc.Type() {
	case board.Rook:
		return pl.between(from, to) == 0
	case board.Cannon:
		return pl.between(from, to) == 1
	case board.Horse:
		return pl.pieceOn[board.HorseLeg(from, to)&127] == board.NoPiece
	case board.Elephant:
		return pl.pieceOn[(from+to)/2&127] == board.NoPiece
	}
	return true
}

// between counts the pieces strictly between two squares of one line.
func (pl *placement) between(a, b board.Square) int {
	if a > b {
		a, b = b, a
	}
	step := board.Square(1)
	if relation[a&127][b&127]&sameFile != 0 {
		step = 9
	}
	n := 0
	for a += step; a < b; a += step {
		if pl.pieceOn[a&127] != board.NoPiece {
			n++
		}
	}
	return n
}

// checkers returns c's pieces of the types that can attack a king: advisors and
// elephants never reach one.
func (pl *placement) checkers(c board.Color) pieceSet {
	return pl.ofColor[c&1] & (pl.ofType[board.Rook] | pl.ofType[board.Cannon] | pl.ofType[board.Horse] | pl.ofType[board.Pawn])
}

// attackersOfKing returns the enemy pieces attacking c's king, the enemy king
// on an open file included.
func (pl *placement) attackersOfKing(c board.Color) pieceSet {
	k := pl.squareOf[pl.king[c&1]&31]
	var attackers pieceSet
	for m := pl.checkers(c ^ 1); m != 0; {
		id := m.pop()
		if pl.reaches(pl.squareOf[id], k) {
			attackers |= 1 << id
		}
	}
	if pl.kingsFace(k, pl.squareOf[pl.king[(c^1)&1]&31]) {
		attackers |= 1 << pl.king[(c^1)&1]
	}
	return attackers
}

// kingsFace reports whether kings on these squares would face each other.
func (pl *placement) kingsFace(a, b board.Square) bool {
	return relation[a&127][b&127]&sameFile != 0 && pl.between(a, b) == 0
}

// kingAttackedOn reports whether a piece of colour by, its king on an open file
// included, attacks the square sq, on which a king of the other colour stands.
func (pl *placement) kingAttackedOn(sq board.Square, by board.Color) bool {
	for m := pl.checkers(by); m != 0; {
		if pl.reaches(pl.squareOf[m.pop()], sq) {
			return true
		}
	}
	return pl.kingsFace(sq, pl.squareOf[pl.king[by&1]&31])
}

// mayOpenLine reports whether a piece that leaves from could open an attack on
// c's king: whether from is on the king's lines, or next to it as the leg of a
// horse.
func (pl *placement) mayOpenLine(from board.Square, c board.Color) bool {
	return relation[from&127][pl.squareOf[pl.king[c&1]&31]&127]&nearKing != 0
}

// pinnedByHorse reports whether the piece on sq stands on the leg of an enemy
// horse that would otherwise attack the king of the piece's colour.
func (pl *placement) pinnedByHorse(sq board.Square) bool {
	c := pl.pieceOn[sq&127].Color()
	k := pl.squareOf[pl.king[c]&31]
	for m := pl.ofColor[c^1] & pl.ofType[board.Horse]; m != 0; {
		h := pl.squareOf[m.pop()]
		if relation[h&127][k&127]&horseLeap != 0 && board.HorseLeg(h, k) == sq {
			return true
		}
	}
	return false
}

// Relations of two squares: how a piece on the first could reach the second on
// a board without obstacles.
const (
	sameRank uint16 = 1 << iota
	sameFile
	horseLeap
	redAdvisor   // one step inside the red palace
	blackAdvisor // each black relation is the red one shifted by the colour
	redElephant
	blackElephant
	kingStep
	redPawn
	blackPawn
	nearKing // on the lines of the second square, or diagonally next to it
)

// relation[from][to] holds the relations of the two squares, one bit each.
var relation [128][128]uint16

// relationOf holds, by piece, the relations in which it can capture.
var relationOf [16]uint16

func init() {
	for _, c := range [...]board.Color{board.Red, board.Black} {
		relationOf[board.MakePiece(c, board.King)] = kingStep
		relationOf[board.MakePiece(c, board.Advisor)] = redAdvisor << c
		relationOf[board.MakePiece(c, board.Elephant)] = redElephant << c
		relationOf[board.MakePiece(c, board.Horse)] = horseLeap
		relationOf[board.MakePiece(c, board.Rook)] = sameRank | sameFile
		relationOf[board.MakePiece(c, board.Cannon)] = sameRank | sameFile
		relationOf[board.MakePiece(c, board.Pawn)] = redPawn << c
	}
	for from := board.Square(0); from < board.NumSquares; from++ {
		for to := board.Square(0); to < board.NumSquares; to++ {
			if from != to {
				relation[from][to] = relate(from, to)
			}
		}
	}
}

func relate(from, to board.Square) uint16 {
	var r uint16
	set := func(yes bool, bit uint16) {
		if yes {
			r |= bit
		}
	}
	df, dr := distance(from.File(), to.File()), distance(from.Rank(), to.Rank())
	redHalf := !from.Crossed(board.Red) && !to.Crossed(board.Red)
	blackHalf := !from.Crossed(board.Black) && !to.Crossed(board.Black)
	set(dr == 0, sameRank)
	set(df == 0, sameFile)
	set(board.HorseRing(from).Has(to), horseLeap)
	set(board.AdvisorAttacks(from).Has(to) && redHalf, redAdvisor)
	set(board.AdvisorAttacks(from).Has(to) && blackHalf, blackAdvisor)
	set(df == 2 && dr == 2 && redHalf, redElephant)
	set(df == 2 && dr == 2 && blackHalf, blackElephant)
	set(board.KingAttacks(from).Has(to), kingStep)
	set(board.PawnAttacks(board.Red, from).Has(to), redPawn)
	set(board.PawnAttacks(board.Black, from).Has(to), blackPawn)
	set(df == 0 || dr == 0 || df == 1 && dr == 1, nearKing)
	return r
}

func distance(a, b int) int { return max(a-b, b-a) }
