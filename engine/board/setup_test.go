package board

import (
	"math/rand/v2"
	"testing"
)

// TestSetUp: the men of any position give that position, whatever was on the
// board before; only counters, history and table are not taken over.
func TestSetUp(t *testing.T) {
	var p Position
	randomPositions(t, 3000, 13, func(q *Position, _ *rand.Rand) {
		var men []Man
		for s := Square(0); s < NumSquares; s++ {
			if pc := q.At(s); pc != NoPiece {
				men = append(men, Man{pc, s})
			}
		}
		if err := p.SetUp(men, q.SideToMove()); err != nil {
			t.Fatalf("%s: %v", q.FEN(), err)
		}
		if got, want := p.FEN(), q.EPD()+" 0 1"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if p.Key() != q.Key() || p.InCheck() != q.InCheck() || p.CountLegalMoves() != q.CountLegalMoves() {
			t.Errorf("%s: another key, check or number of moves after setting up", q.FEN())
		}
		var l MoveList
		if p.LegalMoves(&l); l.N > 0 { // leave something behind for the next
			p.Make(l.Moves[0])
			checkConsistent(t, &p)
		}
	})
}

func TestSetUpRefused(t *testing.T) {
	red, black := MakePiece(Red, King), MakePiece(Black, King)
	for _, tc := range []struct {
		name string
		men  []Man
		side Color
		want string
	}{
		{"nothing", nil, Red, "FEN board: no red king"},
		{"no piece", []Man{{NoPiece, 4}}, Red, "FEN board: unknown piece 0"},
		{"no type", []Man{{8, 4}}, Red, "FEN board: unknown piece 8"},
		{"beyond the types", []Man{{16, 4}}, Red, "FEN board: unknown piece 16"},
		{"off the board", []Man{{red, 90}}, Red, "FEN board: square 90 is off the board"},
		{"twice on a square", []Man{{red, 4}, {red, 4}}, Red, "FEN board, e0: two pieces on one square"},
		{"second king", []Man{{red, 4}, {red, 5}}, Red, "FEN board, f0: a second red king"},
		{"pawn behind its line", []Man{{red, 4}, {black, 84}, {MakePiece(Red, Pawn), 0}}, Red,
			"FEN board, a0: red pawn on a point it cannot reach"},
		{"waiting side in check", []Man{{red, 4}, {black, 84}, {MakePiece(Red, Rook), 83}}, Red,
			"FEN side to move: black is not to move but in check by the rook on c9"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var p Position
			err := p.SetUp(tc.men, tc.side)
			if err == nil || err.Error() != tc.want {
				t.Errorf("%v: error %v, want %s", tc.men, err, tc.want)
			}
		})
	}
}
