package record

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"xqlab/engine/board"
)

// moveListReader reads one game a line: an optional start position as in the
// UCI position command, moves in any notation, an optional result.
//
//	h2e2 h9g7 h0g2 1-0
//	position startpos moves h2e2 h9g7
//	fen 4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1 moves f0f9 *
type moveListReader struct {
	source string
	lines  *lineScanner
	number int
}

// NewMoveListReader returns a reader of move lists in UTF-8. Empty lines and
// lines that begin with # are skipped.
func NewMoveListReader(r io.Reader, source string) Reader {
	return &moveListReader{source: source, lines: newLineScanner(r)}
}

func (r *moveListReader) Next() (*Game, error) {
	text, err := r.lines.next()
	if errors.Is(err, errLongLine) {
		r.number++
		return nil, &BadGame{Problem{File: r.source, Line: r.lines.line, Game: r.number, Reason: err.Error()}}
	}
	if err != nil {
		return nil, err
	}
	r.number++
	g := &Game{Source: r.source, Number: r.number, Line: r.lines.line}
	words := strings.Fields(string(text))
	p, words, err := cutStart(words)
	if err != nil {
		return nil, g.bad(g.Line, 0, "%v", err)
	}
	g.FEN = p.FEN()
	if n := len(words); n > 0 {
		if res, ok := ParseResult(words[n-1]); ok {
			g.Result = res
			words = words[:n-1]
		}
	}
	moves := words[:0]
	for _, w := range words {
		if _, rest := cutMoveNumber(w); rest != "" {
			moves = append(moves, rest)
		}
	}
	if err := playList(g, p, moves, g.Line); err != nil {
		return nil, err
	}
	return g, nil
}

// cutStart reads the start position off the words of a line; without one it is
// the game's start position.
func cutStart(words []string) (*board.Position, []string, error) {
	if words[0] == "position" {
		words = words[1:]
	}
	for i, w := range words {
		if w == "moves" {
			fen := strings.Join(words[:i], " ")
			if fen == "startpos" || fen == "" {
				return board.NewPosition(), words[i+1:], nil
			}
			p, err := board.ParseFEN(fen)
			return p, words[i+1:], err
		}
	}
	switch {
	case len(words) > 0 && words[0] == "startpos":
		return board.NewPosition(), words[1:], nil
	case len(words) > 0 && (words[0] == "fen" || strings.Count(words[0], "/") >= 8):
		p, err := board.ParseFEN(strings.Join(words, " "))
		return p, nil, err
	}
	return board.NewPosition(), words, nil
}

// moveListWriter writes one game a line in ICCS. Tags, comments and variations
// are left out.
type moveListWriter struct {
	w   *bufio.Writer
	buf []byte
}

// NewMoveListWriter returns a writer of move lists.
func NewMoveListWriter(w io.Writer) Writer {
	return &moveListWriter{w: bufio.NewWriterSize(w, 64<<10)}
}

func (w *moveListWriter) Write(g *Game) error {
	b := w.buf[:0]
	if g.FEN != board.StartFEN {
		b = append(append(append(b, "fen "...), g.FEN...), " moves "...)
	}
	for i := range g.Main {
		b = append(append(b, g.Main[i].Move.String()...), ' ')
	}
	b = append(append(b, g.Result.String()...), '\n')
	w.buf = b
	_, err := w.w.Write(b)
	return err
}

func (w *moveListWriter) Flush() error { return w.w.Flush() }
