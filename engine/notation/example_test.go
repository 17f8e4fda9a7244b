package notation_test

import (
	"fmt"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

func Example() {
	p := board.NewPosition()
	m, err := notation.Parse(p, "炮二平五", notation.Chinese)
	fmt.Println(m, err)
	fmt.Println(notation.Format(p, m, notation.WXF))

	_, err = notation.Parse(p, "马二进四", notation.Chinese)
	fmt.Println(err)
	// Output:
	// h2e2 <nil>
	// C2=5
	// illegal move "马二进四": the horse on h0 cannot go to f1: its leg is blocked by the elephant on g0
}
