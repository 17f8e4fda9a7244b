package board

// Man is a piece on a square.
type Man struct {
	Piece  Piece
	Square Square
}

// blank is the board SetUp begins with; it is only read.
var blank = newEmpty()

// SetUp makes p the position with these men and this side to move, without
// history, its counters 0 and 1, no table attached. It reuses p's memory, which
// makes it several times faster than ParseFEN; p may be a zero Position.
// Positions that ParseFEN refuses are refused with the same errors; p must
// then be set up again before anything else is done with it.
func (p *Position) SetUp(men []Man, side Color) error {
	p.CopyFrom(blank)
	for _, m := range men {
		switch {
		case m.Piece.Type() == NoPieceType || m.Piece > MakePiece(Black, Pawn):
			return boardError("", "unknown piece %d", m.Piece)
		case m.Square >= NumSquares:
			return boardError("", "square %d is off the board", m.Square)
		case p.At(m.Square) != NoPiece:
			return boardError(m.Square.String(), "two pieces on one square")
		case m.Piece.Type() == King && p.king[m.Piece.Color()] != NoSquare:
			return boardError(m.Square.String(), "a second %s king", m.Piece.Color())
		}
		p.put(m.Piece, m.Square)
	}
	if side == Black {
		p.side = Black
		p.now().key ^= sideKey
	}
	p.startSide = p.side
	if p.fits() {
		return nil
	}
	return p.checkPlacement()
}

// fits reports whether checkPlacement would accept the position, in a fraction of
// its time.
func (p *Position) fits() bool {
	for c := Red; c <= Black; c++ {
		if p.king[c] == NoSquare {
			return false
		}
		for t := King; t <= Pawn; t++ {
			b := p.Pieces(c, t)
			if !b.AndNot(standable[MakePiece(c, t)]).IsEmpty() || b.Count() > setSize[t] {
				return false
			}
		}
	}
	return p.KingAttackers(p.side.Other()).IsEmpty()
}
