package record

import (
	"errors"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// playList plays the moves of a list format into g.Main. A move that cannot be
// played ends the game there with a warning; text that is no move spoils it.
// The style is found from the first move, the rank dialect from all.
func playList(g *Game, p *board.Position, moves []string, line int) error {
	if len(moves) == 0 {
		return nil
	}
	reader := notation.Reader{Style: notation.Detect(moves[0])}
	if reader.Style == notation.ICCS || reader.Style == notation.UCI10 {
		reader.Style = notation.RankDialect(p, moves)
	}
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
