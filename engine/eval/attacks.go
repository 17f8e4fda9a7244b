package eval

import (
	"math/bits"

	"xqlab/engine/board"
)

// attacks holds what all groups are counted from: the pieces of both sides and
// the squares they attack. It is filled in step by step, cheap pieces first,
// because which squares a rook can safely enter depends on what lesser pieces
// attack. (Other engines call it attack or evaluation info.)
type attacks struct {
	pos   *board.Position
	occ   board.Bitboard
	sides [2]side
}

// side is one colour's part of the attacks.
type side struct {
	color   board.Color
	king    board.Square
	own     board.Bitboard
	lines   board.Bitboard // what a rook on the king's square would attack
	rooks   board.Bitboard
	cannons board.Bitboard
	horses  board.Bitboard
	guards  board.Bitboard // advisors and elephants
	pawns   board.Bitboard
	crossed board.Bitboard // pawns beyond the river

	// The squares attacked or guarded by each type. A cannon attacks what lies
	// behind its screen, empty or not, up to the next piece.
	kingAttack     board.Bitboard
	advisorAttack  board.Bitboard
	elephantAttack board.Bitboard
	pawnAttack     board.Bitboard
	horseAttack    board.Bitboard
	cannonAttack   board.Bitboard
	rookAttack     board.Bitboard
	cannonMoves    board.Bitboard // where cannons can go
	guarded        board.Bitboard // attacked by any piece but the king
	all            board.Bitboard // attacked by any piece

	// Numbers of pieces.
	numRooks, numCannons, numHorses int

	units int // weight of the pieces that attack the enemy palace, see rookUnits
}

// begin fills in the pieces, and the attacks of pawns and kings.
func (a *attacks) begin(p *board.Position) {
	a.pos = p
	a.occ = p.Occupied()
	a.sides[board.Red].begin(p, board.Red)
	a.sides[board.Black].begin(p, board.Black)
}

func (d *side) begin(p *board.Position, c board.Color) {
	own := p.ByColor(c)
	d.color, d.own = c, own
	d.king = p.KingSquare(c)
	d.lines = p.RookAttacks(d.king)
	d.kingAttack = board.KingAttacks(d.king)
	d.rooks = p.ByType(board.Rook).And(own)
	d.cannons = p.ByType(board.Cannon).And(own)
	d.horses = p.ByType(board.Horse).And(own)
	d.guards = p.ByType(board.Advisor).Or(p.ByType(board.Elephant)).And(own)
	d.pawns = p.ByType(board.Pawn).And(own)
	d.crossed = d.pawns.AndNot(board.HalfOf(c))
	d.pawnAttack = d.pawns.Forward(c).Or(d.crossed.West()).Or(d.crossed.East())
}

// finish unites the attacks of all types, which must have been filled in.
func (d *side) finish() {
	d.guarded = d.rookAttack.Or(d.cannonAttack).Or(d.horseAttack).
		Or(d.elephantAttack).Or(d.advisorAttack).Or(d.pawnAttack)
	d.all = d.guarded.Or(d.kingAttack)
}

// Fixed sets of squares and distances.
var (
	centerZone = rectangle(3, 5, 3, 6)
	centerFile = rectangle(4, 4, 0, 9)

	// leftWing and rightWing are files a-d and f-i of one half of the board.
	leftWing  = rectangle(0, 3, 0, 4).Lo
	rightWing = rectangle(5, 8, 0, 4).Lo

	// next holds the squares orthogonally next to a square.
	next [128]board.Bitboard
	// steps holds the distance of two squares, in files or ranks, whichever is
	// more.
	steps [128][128]uint8
)

func init() {
	for s := board.Square(0); s < board.NumSquares; s++ {
		one := board.SquareBB(s)
		next[s] = one.North().Or(one.South()).Or(one.East()).Or(one.West())
		for o := board.Square(0); o < board.NumSquares; o++ {
			df, dr := s.File()-o.File(), s.Rank()-o.Rank()
			steps[s][o] = uint8(max(df, -df, dr, -dr))
		}
	}
}

func rectangle(file0, file1, rank0, rank1 int) board.Bitboard {
	var b board.Bitboard
	for f := file0; f <= file1; f++ {
		for r := rank0; r <= rank1; r++ {
			b = b.Set(board.SquareAt(f, r))
		}
	}
	return b
}

// The functions below need one population count where Bitboard.Count needs two:
// the set lies on one side of the river, or its halves fit side by side into one
// word.

// home returns the half of a set on c's side of the river, where its palace is.
func home(b board.Bitboard, c board.Color) uint64 {
	if c == board.Red {
		return b.Lo
	}
	return b.Hi
}

// ofHome is the inverse of home: the set whose squares are one half, on c's side of the river.
func ofHome(half uint64, c board.Color) board.Bitboard {
	if c == board.Red {
		return board.Bitboard{Lo: half}
	}
	return board.Bitboard{Hi: half}
}

// countHome counts the squares of a set on c's side of the river.
func countHome(b board.Bitboard, c board.Color) int { return bits.OnesCount64(home(b, c)) }

// countFile counts the squares of a set that lies on one file.
func countFile(b board.Bitboard) int { return bits.OnesCount64(b.Lo | b.Hi<<1) }

// tilt returns how many squares of a set are on files a-d less those on f-i.
func tilt(b board.Bitboard) int {
	return bits.OnesCount64(b.Lo&leftWing|b.Hi&leftWing<<4) - bits.OnesCount64(b.Lo&rightWing|b.Hi&rightWing>>4)
}

// relative returns s as us sees it: rank 0 is us's back rank.
func relative(s board.Square, us board.Color) board.Square {
	if us == board.Black {
		return s.Flip()
	}
	return s
}

// distance returns the steps from a square to a king. The king's square is the
// index of the row, so that few rows of the table are in use.
func distance(s, king board.Square) int { return int(steps[king&127][s&127]) }
