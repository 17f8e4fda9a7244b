package record

import (
	"errors"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// playList plays the moves of a list format, in any notation, into g.Main. A
// move that cannot be played ends the game there with a warning; text that is
// not a move makes the whole game invalid.
func playList(g *Game, p *board.Position, moves []string, line int) error {
	if len(moves) == 0 {
		return nil
	}
	reader := notation.AutoReader(p, moves)
	g.Main = make([]Node, 0, len(moves))
	for i, text := range moves {
		m, err := reader.Parse(p, text)
		if err != nil {
			var e *notation.Error
			if !errors.As(err, &e) || e.Kind == notation.BadText {
				return g.bad(line, i+1, "%v", err)
			}
			g.cut(line, i+1, "%v; the game is kept up to there", err)
			return nil
		}
		g.Main = append(g.Main, Node{Move: m})
		p.Make(m)
	}
	return nil
}
