package rules

import (
	"fmt"

	"xqlab/engine/board"
)

// whyIllegal describes in a few words why a move is not legal.
func whyIllegal(p *board.Position, m board.Move) string {
	us := p.SideToMove()
	pc := board.NoPiece
	if m.From().Valid() {
		pc = p.At(m.From())
	}
	switch {
	case !m.From().Valid() || !m.To().Valid():
		return "not a move on the board"
	case pc == board.NoPiece:
		return fmt.Sprintf("no piece on %s", m.From())
	case pc.Color() != us:
		return fmt.Sprintf("%s is to move, but %s is %s's %s", us, m.From(), pc.Color(), pc.Type())
	case p.IsPseudoLegal(m):
		return fmt.Sprintf("it would leave %s's king attacked", us)
	case p.At(m.To()) != board.NoPiece && p.At(m.To()).Color() == us:
		return fmt.Sprintf("%s holds %s's own %s", m.To(), us, p.At(m.To()).Type())
	}
	return fmt.Sprintf("a %s cannot move so from %s", pc.Type(), m.From())
}
