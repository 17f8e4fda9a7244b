package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"xqlab/engine/board"
)

// EPDReader reads lists of positions, FEN or EPD, one a line. Empty lines and
// lines that begin with # are skipped.
type EPDReader struct {
	source string
	lines  *lineScanner
	number int
}

// NewEPDReader returns a reader of positions in UTF-8.
func NewEPDReader(r io.Reader, source string) *EPDReader {
	return &EPDReader{source: source, lines: newLineScanner(r)}
}

// NextEPD returns the next position and its line number. The errors are those
// of Next.
func (r *EPDReader) NextEPD() (e *EPD, line int, err error) {
	text, err := r.lines.next()
	if err != nil && !errors.Is(err, errLongLine) {
		return nil, r.lines.line, err
	}
	r.number++
	if err == nil {
		line := strings.TrimPrefix(strings.Trim(string(text), `'`), "fen ")
		if len(line) > 1 && line[0] == '"' && line[len(line)-1] == '"' {
			line = line[1 : len(line)-1]
		}
		e, err = ParseEPD(line)
	}
	if err != nil {
		return nil, r.lines.line, &BadGame{Problem{File: r.source, Line: r.lines.line, Game: r.number, Reason: err.Error()}}
	}
	return e, r.lines.line, nil
}

// Next implements Reader: each position is a game without moves whose
// operations have become tags.
func (r *EPDReader) Next() (*Game, error) {
	e, line, err := r.NextEPD()
	if err != nil {
		return nil, err
	}
	g := &Game{Source: r.source, Number: r.number, Line: line, FEN: e.Position.FEN()}
	for _, op := range e.Ops {
		if op.Code != "hmvc" && op.Code != "fmvn" {
			g.setTag(op.Code, strings.Join(op.Operands, " "))
		}
	}
	return g, nil
}

// EPDWriter writes positions of games as EPD.
type EPDWriter struct {
	w   *bufio.Writer
	sel Selection
}

// Selection is which positions of a game an EPDWriter writes.
type Selection struct {
	Every bool // every position, the start position first
	Plies int  // else the position after this many plies, 0 for the last; games too short are left out
}

// NewEPDWriter returns a writer of EPD.
func NewEPDWriter(w io.Writer, sel Selection) *EPDWriter {
	return &EPDWriter{bufio.NewWriterSize(w, 64<<10), sel}
}

// opcode is the shape of an EPD opcode; PGN tags begin with a capital letter.
var opcode = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Write writes the positions selected. Counters and tags that are operations are
// written with the start position only: they describe it, and equal positions of
// different games should give equal lines.
func (w *EPDWriter) Write(g *Game) error {
	p, err := g.Start()
	if err != nil {
		return fmt.Errorf("game %d of %s: %w", g.Number, g.Source, err)
	}
	last := len(g.Main)
	if w.sel.Plies > 0 {
		last = w.sel.Plies
	}
	for i := 0; ; i++ {
		if w.sel.Every || i == last {
			if err := w.position(g, p, i == 0); err != nil {
				return err
			}
		}
		if i == len(g.Main) || i == last && !w.sel.Every {
			return nil
		}
		if !p.IsLegal(g.Main[i].Move) {
			return fmt.Errorf("game %d of %s: ply %d: %v is not legal", g.Number, g.Source, i+1, g.Main[i].Move)
		}
		p.Make(g.Main[i].Move)
	}
}

func (w *EPDWriter) position(g *Game, p *board.Position, isStart bool) error {
	if !isStart {
		_, err := w.w.WriteString(p.EPD() + "\n")
		return err
	}
	e := EPD{Position: p}
	for _, t := range g.Tags {
		if !opcode.MatchString(t.Name) {
			continue
		}
		op := Op{Code: t.Name, Operands: strings.Fields(t.Value)}
		if opKinds[t.Name] == opString {
			op.Operands = []string{t.Value}
		}
		e.Ops = append(e.Ops, op)
	}
	_, err := w.w.WriteString(e.String() + "\n")
	return err
}

// Flush writes what is buffered.
func (w *EPDWriter) Flush() error { return w.w.Flush() }
