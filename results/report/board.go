package report

import (
	"fmt"
	"html/template"
	"strings"

	"xqlab/engine/board"
)

// The board is drawn with its points 20 units apart, Red at the bottom, and a
// margin of 12. Pieces are symbols of the page, so that hundreds of small
// boards cost little.
const (
	pointStep   = 20
	boardMargin = 12
	boardWidth  = 8*pointStep + 2*boardMargin
	boardHeight = 9*pointStep + 2*boardMargin
)

// pieceNames are the characters on the pieces by FEN letter.
var pieceNames = []struct {
	letter byte
	name   string
}{
	{'K', "帅"}, {'A', "仕"}, {'B', "相"}, {'N', "马"}, {'R', "车"}, {'C', "炮"}, {'P', "兵"},
	{'k', "将"}, {'a', "士"}, {'b', "象"}, {'n', "马"}, {'r', "车"}, {'c', "炮"}, {'p', "卒"},
}

// symbols returns the empty board and the pieces, to be placed once on a page.
func symbols() template.HTML {
	var b strings.Builder
	b.WriteString(`<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>`)
	b.WriteString(`<g id="board"><path class="lines" d="`)
	x := func(file int) int { return boardMargin + pointStep*file }
	y := func(rank int) int { return boardMargin + pointStep*(9-rank) }
	for rank := range 10 {
		fmt.Fprintf(&b, "M%d %dH%d", x(0), y(rank), x(8))
	}
	for file := range 9 {
		if file == 0 || file == 8 {
			fmt.Fprintf(&b, "M%d %dV%d", x(file), y(0), y(9))
			continue
		}
		fmt.Fprintf(&b, "M%d %dV%dM%d %dV%d", x(file), y(0), y(4), x(file), y(5), y(9))
	}
	for _, rank := range []int{0, 7} {
		fmt.Fprintf(&b, "M%d %dL%d %dM%d %dL%d %d", x(3), y(rank), x(5), y(rank+2), x(5), y(rank), x(3), y(rank+2))
	}
	b.WriteString(`"/></g>`)
	for _, p := range pieceNames {
		colour := "rp"
		if p.letter >= 'a' {
			colour = "bp"
		}
		fmt.Fprintf(&b, `<g id="p-%c" class="%s"><circle r="9"/><text y="4.6">%s</text></g>`, p.letter, colour, p.name)
	}
	b.WriteString(`</defs></svg>`)
	return template.HTML(b.String())
}

// boardSVG draws a position with a move as an arrow; NoMove draws none.
func boardSVG(p *board.Position, m board.Move) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 %d %d" role="img" aria-label="%s"><use href="#board"/>`, boardWidth, boardHeight,
		template.HTMLEscapeString(p.EPD()))
	at := func(s board.Square) (int, int) {
		return boardMargin + pointStep*s.File(), boardMargin + pointStep*(9-s.Rank())
	}
	for s := board.Square(0); s < 90; s++ {
		if pc := p.At(s); pc != 0 {
			x, y := at(s)
			fmt.Fprintf(&b, `<use href="#p-%c" x="%d" y="%d"/>`, pc.Letter(), x, y)
		}
	}
	if m != board.NoMove {
		x0, y0 := at(m.From())
		x1, y1 := at(m.To())
		fmt.Fprintf(&b, `<path class="arrow" d="M%d %dL%d %d"/><circle class="target" cx="%d" cy="%d" r="9.5"/>`, x0, y0, x1, y1, x1, y1)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
