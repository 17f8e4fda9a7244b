package record

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// PGNWriter writes games in PGN with LF line ends, UTF-8. Moves are written in
// one style; coordinates take the form H2-E2 that game files use.
type PGNWriter struct {
	w     *bufio.Writer
	style notation.Style
	pos   *board.Position
	buf   []byte
	col   int // bytes written on the current line
	count int
}

// NewPGNWriter returns a writer of PGN with moves in the given style.
func NewPGNWriter(w io.Writer, style notation.Style) *PGNWriter {
	if style == notation.ICCS {
		style = notation.ICCSHyphen
	}
	return &PGNWriter{w: bufio.NewWriterSize(w, 64<<10), style: style, pos: board.NewPosition()}
}

// Write appends one game. If the game is invalid (an illegal move, an impossible
// start position) nothing is written.
func (w *PGNWriter) Write(g *Game) error {
	start, err := g.Start()
	if err != nil {
		return fmt.Errorf("game %d of %s: %w", g.Number, g.Source, err)
	}
	w.buf, w.col = w.buf[:0], 0
	if w.count > 0 {
		w.newline()
	}
	w.writeTags(g, start)
	w.newline()
	w.pos.CopyFrom(start)
	w.comment(g.Comment)
	if err := w.line(g.Main, 0); err != nil {
		return fmt.Errorf("game %d of %s: %w", g.Number, g.Source, err)
	}
	w.word(g.Result.String())
	w.newline()
	w.count++
	_, err = w.w.Write(w.buf)
	return err
}

// Flush writes what is buffered.
func (w *PGNWriter) Flush() error { return w.w.Flush() }

func (w *PGNWriter) writeTags(g *Game, start *board.Position) {
	w.tag("Game", "Chinese Chess")
	for _, name := range pgnTags {
		value := tagValue(g.Tag(name))
		if name == "Result" {
			value = g.Result.String()
		}
		if value != "" || alwaysWritten[name] {
			w.tag(name, value)
		}
	}
	for _, t := range g.Tags {
		if value := tagValue(t.Value); !reservedTags[t.Name] && !isPGNTag(t.Name) && value != "" {
			w.tag(tagName(t.Name), value)
		}
	}
	switch w.style {
	case notation.WXF:
		w.tag("Format", "WXF")
	case notation.ICCSHyphen, notation.UCI10:
		w.tag("Format", "ICCS")
	}
	if fen := start.FEN(); fen != board.StartFEN {
		w.tag("FEN", fen)
	}
}

func isPGNTag(name string) bool {
	for _, n := range pgnTags {
		if n == name {
			return true
		}
	}
	return false
}

// tagValue turns any text into one line, as the reader returns it.
func tagValue(value string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, value))
}

func (w *PGNWriter) tag(name, value string) {
	value = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value)
	w.buf = append(w.buf, '[')
	w.buf = append(append(w.buf, name...), ` "`...)
	w.buf = append(append(w.buf, value...), `"]`...)
	w.newline()
}

func (w *PGNWriter) newline() {
	w.buf = append(w.buf, '\n')
	w.col = 0
}

// word appends a word after a blank, if the line has begun.
func (w *PGNWriter) word(text string) {
	if w.col > 0 {
		w.buf = append(w.buf, ' ')
	}
	w.buf = append(w.buf, text...)
	w.col += len(text) + 1
}

// comment writes a comment in braces. A closing brace inside becomes the
// full-width form, as PGN has no escape for it.
func (w *PGNWriter) comment(text string) {
	if text = commentText(text); text != "" {
		w.word("{" + text + "}")
	}
}

func commentText(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '}':
			return '｝'
		case r == '\r':
			return '\n'
		case r != '\n' && r != '\t' && r < ' ':
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	text = strings.TrimSpace(text)
	// A line that looks like the next game's first tag must not begin a line.
	for _, tag := range []string{"[Game \"", "[Event \""} {
		if strings.HasPrefix(text, tag) {
			text = " " + text
		}
		text = strings.ReplaceAll(text, "\n"+tag, "\n "+tag)
	}
	return text
}

// line writes moves and leaves the position as it was.
func (w *PGNWriter) line(nodes []Node, depth int) error {
	if depth > maxNesting {
		return fmt.Errorf("more than %d nested variations", maxNesting)
	}
	numbered := true // the next move needs its number
	for i := range nodes {
		n := &nodes[i]
		if !w.pos.IsLegal(n.Move) {
			return fmt.Errorf("ply %d: %s", w.pos.Plies()+1, notation.Explain(w.pos, n.Move))
		}
		red := w.pos.SideToMove() == board.Red
		if red && depth == 0 && w.col > 0 {
			w.newline()
		}
		if red || numbered {
			number := strconv.Itoa(w.pos.FullmoveNumber()) + "."
			if !red {
				number += ".."
			}
			w.word(number)
		}
		w.word("")
		w.buf = notation.Append(w.buf, w.pos, n.Move, w.style)
		for _, g := range n.Glyphs {
			w.word("$" + strconv.Itoa(int(g)))
		}
		col := w.col
		w.comment(n.Comment)
		commented := w.col > col
		for _, v := range n.Variations {
			if len(v) == 0 {
				continue
			}
			w.word("(")
			if err := w.line(v, depth+1); err != nil {
				return err
			}
			w.word(")")
		}
		numbered = commented || len(n.Variations) > 0
		w.pos.Make(n.Move)
	}
	for range nodes {
		w.pos.Unmake()
	}
	if depth == 0 && w.col > 0 {
		w.newline()
	}
	return nil
}
