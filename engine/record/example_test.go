package record_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"xqlab/engine/record"
)

func ExampleReader() {
	text := "[Red \"甲\"]\n\n1. 炮二平五 马８进７ 1-0\n\n[Red \"乙\"]\n\n1. 炮二跳五 *\n\n[Red \"丙\"]\n\n1. 兵七进一 *\n"
	r := record.NewPGNReader(record.NewDecoder(strings.NewReader(text), record.Detect), "games.pgn")
	for {
		g, err := r.Next()
		var bad *record.BadGame
		switch {
		case err == io.EOF:
			return
		case errors.As(err, &bad):
			fmt.Println("skipped:", bad)
			continue
		case err != nil:
			fmt.Println(err)
			return
		}
		fmt.Println(g.Tag("Red"), g.Moves(), g.Result)
	}
	// Output:
	// 甲 [h2e2 h9g7] 1-0
	// skipped: games.pgn: line 7: game 2: ply 1: unreadable move at move 1 Red: 炮二跳五 (unknown direction word '跳' (want 进, 平 or 退))
	// 丙 [c3c4] *
}

func ExampleParseEPD() {
	e, err := record.ParseEPD(`4k4/9/9/9/9/9/9/9/9/3K1R3 w - - bm f0f9; id "rook ending";`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.ID(), e.Moves("bm"))
	// Output: rook ending [f0f9]
}
