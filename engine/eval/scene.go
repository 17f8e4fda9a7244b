package eval

import (
	"math/bits"

	"xqlab/engine/board"
)

// scene is what all groups look at: the pieces of both sides and the squares
// they attack. It is filled step by step, cheap pieces first, because what a
// rook may safely enter depends on what lesser pieces attack.
type scene struct {
	pos   *board.Position
	occ   board.Bitboard
	sides [2]side
}

// side is one colour's part of a scene.
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

	// How many pieces of a type there are.
	numRooks, numCannons, numHorses int

	units int // weight of the pieces that attack the enemy palace, see dangerUnits
}

// look fills in the pieces, and the attacks of pawns, guards and kings.
func (s *scene) look(p *board.Position) {
	s.pos = p
	s.occ = p.Occupied()
	s.sides[board.Red].look(p, board.Red)
	s.sides[board.Black].look(p, board.Black)
}

func (d *side) look(p *board.Position, c board.Color) {
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
	d.pawnAttack = forward(d.pawns, c).Or(sideways(d.crossed))
}

// finish unites the attacks once all types have been looked at.
func (d *side) finish() {
	d.guarded = d.rookAttack.Or(d.cannonAttack).Or(d.horseAttack).
		Or(d.elephantAttack).Or(d.advisorAttack).Or(d.pawnAttack)
	d.all = d.guarded.Or(d.kingAttack)
}

const (
	half  = 1<<45 - 1
	fileA = 0x1008040201
	fileI = fileA << 8

	wingAD = 15 * fileA // files a-d of one half of the board
	wingFI = wingAD << 5
)

// forward moves a set one rank ahead for c; squares past the last rank drop out.
func forward(b board.Bitboard, c board.Color) board.Bitboard {
	if c == board.Red {
		return board.Bitboard{Lo: b.Lo << 9 & half, Hi: (b.Hi<<9 | b.Lo>>36) & half}
	}
	return board.Bitboard{Lo: b.Lo>>9 | b.Hi<<36&half, Hi: b.Hi >> 9}
}

// neighbours returns the left and the right neighbours of a set.
func neighbours(b board.Bitboard) (left, right board.Bitboard) {
	left = board.Bitboard{Lo: b.Lo &^ fileA >> 1, Hi: b.Hi &^ fileA >> 1}
	right = board.Bitboard{Lo: b.Lo &^ fileI << 1, Hi: b.Hi &^ fileI << 1}
	return left, right
}

// sideways returns the left and right neighbours of a set.
func sideways(b board.Bitboard) board.Bitboard {
	left, right := neighbours(b)
	return left.Or(right)
}

// Fixed sets of squares and distances.
var (
	centerZone = rectangle(3, 5, 3, 6)
	centerFile = rectangle(4, 4, 0, 9)

	// next holds the squares orthogonally next to a square.
	next [128]board.Bitboard
	// steps holds the distance of two squares, in files or ranks, whichever is
	// more.
	steps [128][128]uint8
)

func init() {
	for s := board.Square(0); s < board.NumSquares; s++ {
		one := board.SquareBB(s)
		next[s] = sideways(one).Or(forward(one, board.Red)).Or(forward(one, board.Black))
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

// The functions below save half of the counting where a set lies on one side of
// the river, or leaves room for the other half.

// home returns the half of a set on c's side of the river, where its palace is.
func home(b board.Bitboard, c board.Color) uint64 {
	if c == board.Red {
		return b.Lo
	}
	return b.Hi
}

// ofHome is the opposite of home: a set from its half on c's side of the river.
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
	return bits.OnesCount64(b.Lo&wingAD|b.Hi&wingAD<<4) - bits.OnesCount64(b.Lo&wingFI|b.Hi&wingFI>>4)
}

// relative returns s as us sees it: rank 0 is us's back rank.
func relative(s board.Square, us board.Color) board.Square {
	if us == board.Black {
		return s.Flip()
	}
	return s
}

// distance returns the steps from a square to a king: of the kings' squares the
// table has few rows in use.
func distance(s, king board.Square) int { return int(steps[king&127][s&127]) }
