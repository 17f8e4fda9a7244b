package rules

import (
	"math/bits"

	"xqlab/engine/board"
)

// A scene is a placement in which every piece has an identity, so that pieces
// can be followed through a window of moves. Moves of a window never capture:
// captures are only tried (see capture) and taken back. Legality and turn are
// not its business; any piece may be asked about at any time.
type scene struct {
	man  [128]board.Piece // what stands on a square
	id   [128]uint8       // who stands there, where man is not NoPiece
	at   [32]board.Square // where a piece stands
	who  [32]board.Piece  // what a piece is
	side [2]men           // the pieces on the board, by colour
	kind [8]men           // the pieces by type, captured ones included
	king [2]uint8         // the kings' identities
}

// men is a set of identities.
type men uint32

func (m men) has(id uint8) bool { return m>>id&1 != 0 }

// pop removes the lowest identity from m and returns it.
func (m *men) pop() uint8 {
	id := uint8(bits.TrailingZeros32(uint32(*m)))
	*m &= *m - 1
	return id & 31
}

// load sets the scene to p's placement and numbers the pieces in the order of
// their squares. A full set has 32 pieces, so that every piece gets a number.
func (s *scene) load(p *board.Position) {
	*s = scene{}
	id := uint8(0)
	for occ := p.Occupied(); !occ.IsEmpty(); id++ {
		sq := occ.Pop()
		pc := p.At(sq)
		s.man[sq&127] = pc
		s.id[sq&127] = id
		s.at[id&31] = sq
		s.who[id&31] = pc
		s.side[pc.Color()] |= 1 << id
		s.kind[pc.Type()] |= 1 << id
		if pc.Type() == board.King {
			s.king[pc.Color()] = id
		}
	}
}

// shift moves the piece on from to the empty square to.
func (s *scene) shift(from, to board.Square) {
	from, to = from&127, to&127
	id := s.id[from]
	s.man[to], s.id[to] = s.man[from], id
	s.man[from] = board.NoPiece
	s.at[id&31] = to
}

// capture lets the piece on from take the piece on to and returns the victim.
func (s *scene) capture(from, to board.Square) (victim uint8) {
	victim = s.id[to&127]
	s.side[s.man[to&127].Color()] &^= 1 << victim
	s.shift(from, to)
	return victim
}

// takeBack undoes capture.
func (s *scene) takeBack(from, to board.Square, victim uint8) {
	s.shift(to, from)
	pc := s.who[victim&31]
	s.man[to&127], s.id[to&127] = pc, victim
	s.side[pc.Color()] |= 1 << victim
}

// reaches reports whether the piece on from can capture on to as it moves,
// whatever stands on to and whatever becomes of its king.
func (s *scene) reaches(from, to board.Square) bool {
	pc := s.man[from&127]
	if relation[from&127][to&127]&relationOf[pc&15] == 0 {
		return false
	}
	switch pc.Type() {
	case board.Rook:
		return s.between(from, to) == 0
	case board.Cannon:
		return s.between(from, to) == 1
	case board.Horse:
		return s.man[board.HorseLeg(from, to)&127] == board.NoPiece
	case board.Elephant:
		return s.man[(from+to)/2&127] == board.NoPiece
	}
	return true
}

// between counts the pieces strictly between two squares of one line.
func (s *scene) between(a, b board.Square) int {
	if a > b {
		a, b = b, a
	}
	step := board.Square(1)
	if relation[a&127][b&127]&sameFile != 0 {
		step = 9
	}
	n := 0
	for a += step; a < b; a += step {
		if s.man[a&127] != board.NoPiece {
			n++
		}
	}
	return n
}

// attackersOfKing returns the enemy pieces attacking c's king, the enemy king
// on an open file included.
func (s *scene) attackersOfKing(c board.Color) men {
	k := s.at[s.king[c&1]&31]
	var attackers men
	strikers := s.kind[board.Rook] | s.kind[board.Cannon] | s.kind[board.Horse] | s.kind[board.Pawn]
	for m := s.side[(c^1)&1] & strikers; m != 0; {
		id := m.pop()
		if s.reaches(s.at[id], k) {
			attackers |= 1 << id
		}
	}
	if s.kingsFace(k, s.at[s.king[(c^1)&1]&31]) {
		attackers |= 1 << s.king[(c^1)&1]
	}
	return attackers
}

// kingsFace reports whether kings on these squares would face each other.
func (s *scene) kingsFace(a, b board.Square) bool {
	return relation[a&127][b&127]&sameFile != 0 && s.between(a, b) == 0
}

// attackedKingSquare reports whether any piece of colour by, its king on an open file
// included, attacks the square on which a king of the other colour stands.
func (s *scene) attackedKingSquare(sq board.Square, by board.Color) bool {
	strikers := s.kind[board.Rook] | s.kind[board.Cannon] | s.kind[board.Horse] | s.kind[board.Pawn]
	for m := s.side[by&1] & strikers; m != 0; {
		if s.reaches(s.at[m.pop()], sq) {
			return true
		}
	}
	return s.kingsFace(sq, s.at[s.king[by&1]&31])
}

// pinnedByHorse reports whether the piece on sq stands on the leg of an enemy
// horse that would otherwise attack the king of the piece's colour.
func (s *scene) pinnedByHorse(sq board.Square) bool {
	c := s.man[sq&127].Color()
	k := s.at[s.king[c]&31]
	for m := s.side[c^1] & s.kind[board.Horse]; m != 0; {
		h := s.at[m.pop()]
		if relation[h&127][k&127]&horseLeap != 0 && board.HorseLeg(h, k) == sq {
			return true
		}
	}
	return false
}

// Geometry of two squares: how a piece on the first could reach the second on
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
	nearKing // on the lines of the second square or on its diagonal neighbours
)

// relation[from][to] holds what a piece on from can be to a target on to.
var relation [128][128]uint16

// relationOf says, by piece, which relations let it capture.
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
