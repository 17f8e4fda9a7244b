package eval

import "xqlab/engine/board"

// scene is what all groups look at: the pieces and the sets of attacked
// squares of both sides, computed once per evaluation.
type scene struct {
	pos   *board.Position
	occ   board.Bitboard
	sides [2]side
}

// side is one colour's part of a scene.
type side struct {
	own     board.Bitboard
	king    board.Square
	lines   board.Bitboard // what a rook on the king's square would attack
	pawns   board.Bitboard
	crossed board.Bitboard // pawns beyond the river
	rooks   board.Bitboard
	cannons board.Bitboard
	horses  board.Bitboard

	// attack holds, by piece type, the squares attacked or guarded; a cannon
	// attacks what lies behind its screen, empty or not, up to the next piece.
	attack      [board.NumPieceTypes]board.Bitboard
	all         board.Bitboard // attacked by any piece
	guarded     board.Bitboard // attacked by any piece but the king
	cannonMoves board.Bitboard // where cannons can go

	units    [maxUnits]unit // rooks, then cannons, then horses
	numUnits int
	count    [board.NumPieceTypes]int
}

// maxUnits is the number of rooks, cannons and horses in a full set.
const maxUnits = 6

// unit is a rook, cannon or horse.
type unit struct {
	attack board.Bitboard // as in side.attack
	moves  board.Bitboard // where it can go, its king's safety ignored
	sq     board.Square
	kind   unitKind
}

type unitKind uint8

const (
	rookUnit unitKind = iota
	cannonUnit
	horseUnit

	unitKinds = 4 // a power of two, for indexing without a check
)

func (s *scene) look(p *board.Position) {
	s.pos = p
	s.occ = p.Occupied()
	for c := board.Red; c <= board.Black; c++ {
		s.sides[c].look(p, c)
	}
}

func (d *side) look(p *board.Position, c board.Color) {
	d.own = p.ByColor(c)
	d.king = p.KingSquare(c)
	d.lines = p.RookAttacks(d.king)
	d.rooks = p.ByType(board.Rook).And(d.own)
	d.cannons = p.ByType(board.Cannon).And(d.own)
	d.horses = p.ByType(board.Horse).And(d.own)
	d.pawns = p.ByType(board.Pawn).And(d.own)
	d.crossed = d.pawns.AndNot(board.HalfOf(c))

	n := 0
	for b := d.rooks; !b.IsEmpty() && n < maxUnits; n++ {
		u := &d.units[n]
		u.sq, u.kind = b.Pop(), rookUnit
		u.attack = p.RookAttacks(u.sq)
		u.moves = u.attack.AndNot(d.own)
		d.attack[board.Rook] = d.attack[board.Rook].Or(u.attack)
	}
	d.count[board.Rook] = n
	for b := d.cannons; !b.IsEmpty() && n < maxUnits; n++ {
		u := &d.units[n]
		u.sq, u.kind = b.Pop(), cannonUnit
		u.attack = p.CannonShadow(u.sq)
		u.moves = p.CannonQuiets(u.sq).Or(p.CannonCaptures(u.sq).AndNot(d.own))
		d.attack[board.Cannon] = d.attack[board.Cannon].Or(u.attack)
		d.cannonMoves = d.cannonMoves.Or(u.moves)
	}
	d.count[board.Cannon] = n - d.count[board.Rook]
	for b := d.horses; !b.IsEmpty() && n < maxUnits; n++ {
		u := &d.units[n]
		u.sq, u.kind = b.Pop(), horseUnit
		u.attack = p.HorseAttacks(u.sq)
		u.moves = u.attack.AndNot(d.own)
		d.attack[board.Horse] = d.attack[board.Horse].Or(u.attack)
	}
	d.count[board.Horse] = n - d.count[board.Rook] - d.count[board.Cannon]
	d.numUnits = n

	for b := p.ByType(board.Elephant).And(d.own); !b.IsEmpty(); d.count[board.Elephant]++ {
		d.attack[board.Elephant] = d.attack[board.Elephant].Or(p.ElephantAttacks(b.Pop()))
	}
	for b := p.ByType(board.Advisor).And(d.own); !b.IsEmpty(); d.count[board.Advisor]++ {
		d.attack[board.Advisor] = d.attack[board.Advisor].Or(board.AdvisorAttacks(b.Pop()))
	}
	d.count[board.Pawn] = d.pawns.Count()
	d.attack[board.Pawn] = forward(d.pawns, c).Or(sideways(d.crossed))
	d.attack[board.King] = board.KingAttacks(d.king)

	d.guarded = d.attack[board.Rook].Or(d.attack[board.Cannon]).Or(d.attack[board.Horse]).
		Or(d.attack[board.Elephant]).Or(d.attack[board.Advisor]).Or(d.attack[board.Pawn])
	d.all = d.guarded.Or(d.attack[board.King])
}

const (
	half  = 1<<45 - 1
	fileA = 0x1008040201
	fileI = fileA << 8
)

// forward moves a set one rank ahead for c; squares past the last rank drop out.
func forward(b board.Bitboard, c board.Color) board.Bitboard {
	if c == board.Red {
		return board.Bitboard{Lo: b.Lo << 9 & half, Hi: (b.Hi<<9 | b.Lo>>36) & half}
	}
	return board.Bitboard{Lo: b.Lo>>9 | b.Hi<<36&half, Hi: b.Hi >> 9}
}

// sideways returns the left and right neighbours of a set.
func sideways(b board.Bitboard) board.Bitboard {
	left, right := neighbours(b)
	return left.Or(right)
}

// Fixed sets of squares.
var (
	centerZone = rectangle(3, 5, 3, 6)
	leftWing   = rectangle(0, 3, 0, 9)
	rightWing  = rectangle(5, 8, 0, 9)

	// next holds the squares orthogonally next to a square.
	next [128]board.Bitboard
)

func init() {
	for s := board.Square(0); s < board.NumSquares; s++ {
		one := board.SquareBB(s)
		next[s] = sideways(one).Or(forward(one, board.Red)).Or(forward(one, board.Black))
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

// relative returns s as us sees it: rank 0 is us's back rank.
func relative(s board.Square, us board.Color) board.Square {
	if us == board.Black {
		return s.Flip()
	}
	return s
}

// neighbours returns the left and the right neighbours of a set.
func neighbours(b board.Bitboard) (left, right board.Bitboard) {
	left = board.Bitboard{Lo: b.Lo &^ fileA >> 1, Hi: b.Hi &^ fileA >> 1}
	right = board.Bitboard{Lo: b.Lo &^ fileI << 1, Hi: b.Hi &^ fileI << 1}
	return left, right
}
