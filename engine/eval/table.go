package eval

import "xqlab/engine/board"

// Piece values and piece-square tables are not counted in each evaluation: the
// position keeps their sum while moves are made, see [board.Table].

// fillTable folds the worth of a piece and of its square, and what the piece
// adds to the phase, into one number.
func (e *Evaluator) fillTable() {
	for t := board.King; t <= board.Pawn; t++ {
		for s := board.Square(0); s < board.NumSquares; s++ {
			square, value := squareTerm(t, s), valueTerm(t, s)
			if square < 0 {
				continue
			}
			worth := e.w[square]
			if value >= 0 {
				worth += e.w[value]
			}
			phase := Score(phaseValue[t]) << phaseShift
			e.table[board.MakePiece(board.Red, t)][s] = int64(phase + worth)
			e.table[board.MakePiece(board.Black, t)][s.Flip()] = int64(phase - worth)
		}
	}
}

// valueTerm returns the term of the value of a red piece on s, -1 for a king.
func valueTerm(t board.PieceType, s board.Square) int {
	if t == board.Pawn && s.Crossed(board.Red) {
		return matPawnCrossed
	}
	return valueTerms[t&7]
}

var valueTerms = [board.NumPieceTypes]int{
	board.King: -1, board.Advisor: matAdvisor, board.Elephant: matElephant, board.Horse: matHorse,
	board.Rook: matRook, board.Cannon: matCannon, board.Pawn: matPawn,
}

// squareTerm returns the piece-square term of a red piece on s, -1 where such a
// piece cannot stand.
func squareTerm(t board.PieceType, s board.Square) int { return int(squareTerms[t&7][s]) }

var squareTerms = makeSquareTerms()

func makeSquareTerms() (of [board.NumPieceTypes][board.NumSquares]int16) {
	for t := range of {
		for s := range of[t] {
			of[t][s] = -1
		}
	}
	for i := range Position.blocks() {
		b := &Position.blocks()[i]
		for row := range b.Rows {
			for col := range b.Cols {
				s := board.SquareAt(b.FromCol+col, b.FromRow+row)
				of[b.Piece][s] = int16(b.Term(row, col))
				of[b.Piece][s.Mirror()] = of[b.Piece][s]
			}
		}
	}
	return of
}
