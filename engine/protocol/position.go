package protocol

import (
	"errors"
	"fmt"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// position sets up "startpos" or "fen ...", then plays "moves ...". If anything
// is wrong, the old position stays.
func (s *server) position(text string) {
	kind, rest := cutWord(text)
	words := strings.Fields(rest)
	setup, moves := words, []string(nil)
	for i, w := range words {
		if w == "moves" {
			setup, moves = words[:i], words[i+1:]
			break
		}
	}
	var pos *board.Position
	switch strings.ToLower(kind) {
	case "startpos":
		if len(setup) > 0 {
			s.infoString("position: unexpected %s after startpos, want moves; the position stays", quote(setup[0]))
			return
		}
		pos = board.NewPosition()
	case "fen":
		var err error
		if pos, err = board.ParseFEN(strings.Join(setup, " ")); err != nil {
			s.infoString("position: %v; the position stays", err)
			return
		}
	default:
		s.infoString("position: %s is neither startpos nor fen; the position stays", quote(kind))
		return
	}
	for i, text := range moves {
		m, err := notation.Parse(pos, text, notation.ICCS)
		if err != nil {
			s.infoString("position: ply %d, %s; the position stays", i+1, refusal(text, err))
			return
		}
		pos.Make(m)
	}
	s.pos, s.banned = pos, nil
}

// ban forbids moves in the present position; it replaces an earlier ban.
func (s *server) ban(text string) {
	s.banned = nil
	for _, text := range strings.Fields(text) {
		m, err := notation.Parse(s.pos, text, notation.ICCS)
		if err != nil {
			s.infoString("banmoves: %s; ignored", refusal(text, err))
			continue
		}
		s.banned = append(s.banned, m)
	}
}

// refusal describes what is wrong with a move: "h2h9: illegal: ...".
func refusal(text string, err error) string {
	what, reason := "illegal", err.Error()
	var e *notation.Error
	if errors.As(err, &e) {
		reason = e.Reason
		if e.Kind == notation.BadText {
			what = "not a move"
		}
	}
	return fmt.Sprintf("%s: %s: %s", shorten(text, maxQuote), what, reason)
}
