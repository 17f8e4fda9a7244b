package suites

import (
	"errors"
	"fmt"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// parseHistory reads how a position came about, "fen FEN moves M M ..." as in
// the protocols' position command, and returns the position with that history.
// It must be the one of the line.
func parseHistory(text string, want *board.Position) (start string, pos *board.Position, err error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "fen ")
	fen, moves, found := strings.Cut(rest, " moves ")
	if !ok || !found {
		return "", nil, errors.New(`want "fen FEN moves M M ..."`)
	}
	if pos, err = board.ParseFEN(fen); err != nil {
		return "", nil, err
	}
	start = pos.FEN()
	for i, word := range strings.Fields(moves) {
		m, _, err := notation.ParseAny(pos, word)
		if err != nil {
			return "", nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		pos.Make(m)
	}
	if pos.EPD() != want.EPD() {
		return "", nil, fmt.Errorf("the moves lead to %s, not to the position of the line", pos.EPD())
	}
	return start, pos, nil
}

// history writes what parseHistory reads, "" for a position without.
func (p *Position) history() string {
	if p.Start == "" {
		return ""
	}
	moves := make([]string, p.Board.Plies())
	for i := range moves {
		moves[i] = p.Board.MoveAt(i).String()
	}
	return "fen " + p.Start + " moves " + strings.Join(moves, " ")
}

// startFEN is where the moves in the history of Board begin.
func (p *Position) startFEN() string {
	if p.Start != "" {
		return p.Start
	}
	return p.Board.FEN()
}
