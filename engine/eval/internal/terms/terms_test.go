package terms

import (
	"testing"

	"xqlab/engine/board"
)

// TestTable checks what the declarations cannot say by themselves: that terms
// are numbered without a gap, and that keys and constants are unique.
func TestTable(t *testing.T) {
	next := 0
	constants := map[string]bool{}
	for i := range Groups {
		g := &Groups[i]
		if g.First() != next {
			t.Errorf("%s begins at term %d, want %d", g.Key, g.First(), next)
		}
		keys := map[string]bool{"weight": true} // the group's percentage
		for j := range g.Blocks {
			b := &g.Blocks[j]
			if b.First != next {
				t.Errorf("%s.%s begins at term %d, want %d", g.Key, b.Key, b.First, next)
			}
			for row := range b.Rows {
				for col := range b.Cols {
					if n := b.Term(row, col); n >= 0 {
						if n != next {
							t.Errorf("%s is term %d, want %d", b.Name(row, col), n, next)
						}
						next++
					}
				}
			}
			if next == b.First || b.First+b.Len != next {
				t.Errorf("%s.%s has terms %d to %d, but length %d", g.Key, b.Key, b.First, next, b.Len)
			}
			if keys[b.Key] {
				t.Errorf("key %s.%s is taken twice", g.Key, b.Key)
			}
			keys[b.Key] = true
			if b.Const != "" && constants[b.Const] {
				t.Errorf("constant %s is taken twice", b.Const)
			}
			constants[b.Const] = true
			// [a, b] must mean mg and eg: a list of two would be read as one.
			if b.Shape == List && b.Rows == 2 {
				t.Errorf("%s.%s is a list of two", g.Key, b.Key)
			}
		}
	}
	if next != Count {
		t.Errorf("%d terms, Count is %d", next, Count)
	}
}

// TestTablesFollowTheBoard: a table has one term for each square on files a-e
// that the piece can reach.
func TestTablesFollowTheBoard(t *testing.T) {
	want := map[board.PieceType]int{
		board.King: 6, board.Advisor: 3, board.Elephant: 4, board.Horse: 50, board.Rook: 50, board.Cannon: 50, board.Pawn: 31,
	}
	for _, g := range Groups {
		for _, b := range g.Blocks {
			if b.Shape != Table {
				continue
			}
			if b.Len != want[b.Piece] {
				t.Errorf("%s: %d terms, want %d", b.Key, b.Len, want[b.Piece])
			}
			delete(want, b.Piece)
		}
	}
	if len(want) > 0 {
		t.Errorf("no table for %v", want)
	}
}
