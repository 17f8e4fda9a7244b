package board_test

import (
	"fmt"

	"xqlab/engine/board"
)

// List the legal moves of a position, and play one.
func Example() {
	p, err := board.ParseFEN("4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var moves board.MoveList
	p.LegalMoves(&moves)
	fmt.Println(moves.N, "moves") // the horse may not leave the file between the kings

	m, err := board.ParseMove("e0d0")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.IsLegal(m), p.GivesCheck(m))
	p.Make(m)
	fmt.Println(p.FEN())
	p.Unmake()
	fmt.Println(p.FEN())
	// Output:
	// 3 moves
	// true false
	// 4k4/9/9/9/9/9/4N4/9/9/3K5 b - - 1 1
	// 4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1
}

// Errors of a FEN name the field and the place.
func ExampleParseFEN() {
	_, err := board.ParseFEN("rnbakabn/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
	fmt.Println(err)
	_, err = board.ParseFEN("3k5/9/9/9/9/9/3R5/9/9/4K4 w")
	fmt.Println(err)
	p, err := board.ParseFEN("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
	fmt.Println(p.FEN(), err)
	// Output:
	// FEN board, row 1 (rank 9): too short: 8 points instead of 9
	// FEN side to move: black is not to move but in check by the rook on d3
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 <nil>
}

// A cannon that takes a guarded pawn loses more than it wins.
func ExamplePosition_SEE() {
	p := board.NewPosition()
	for _, text := range []string{"h2h9", "h2e2", "b2b9"} {
		m, err := board.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(text, p.SEE(m))
	}
	// Output:
	// h2h9 -50
	// h2e2 0
	// b2b9 -50
}

// Count move sequences to check a move generator.
func ExamplePosition_Perft() {
	p := board.NewPosition()
	for depth := range 4 {
		fmt.Println(depth, p.Perft(depth))
	}
	// Output:
	// 0 1
	// 1 44
	// 2 1920
	// 3 79666
}

// Walk the squares of a set.
func ExampleBitboard_Pop() {
	p := board.NewPosition()
	for b := p.HorseAttacks(p.Pieces(board.Red, board.Horse).First()); !b.IsEmpty(); {
		fmt.Println(b.Pop())
	}
	// Output:
	// a2
	// c2
}

// A table gives every piece on every square a number; the position keeps the
// sum while moves are made and taken back.
func ExamplePosition_SetTable() {
	var t board.Table
	for s := board.Square(0); s < board.NumSquares; s++ {
		t[board.MakePiece(board.Black, board.Pawn)][s] = -100
	}
	p := board.NewPosition()
	p.SetTable(&t)
	fmt.Println(p.TableSum())
	m, _ := board.ParseMove("h2e2")
	p.Make(m)
	m, _ = board.ParseMove("a9a8")
	p.Make(m)
	m, _ = board.ParseMove("e2e6")
	p.Make(m)
	fmt.Println(p.TableSum())
	p.Unmake()
	fmt.Println(p.TableSum())
	// Output:
	// -500
	// -400
	// -500
}
