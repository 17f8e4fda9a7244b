package ui

import (
	"fmt"
	"io"
	"strings"
)

// Printer writes text and keeps the first error, so that a long report needs one
// check at its end. After an error it writes nothing more.
type Printer struct {
	w   io.Writer
	err error
}

// NewPrinter returns a Printer that writes to w.
func NewPrinter(w io.Writer) *Printer { return &Printer{w: w} }

// F writes formatted text, like fmt.Printf.
func (p *Printer) F(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}

// Table writes an empty line, a heading and a table, aligned and indented.
func (p *Printer) Table(title string, t *Table) {
	p.F("\n%s\n", title)
	p.Rows(t)
}

// Rows writes a table, aligned and indented, under what was written last.
func (p *Printer) Rows(t *Table) {
	if p.err == nil {
		t.Aligned = true
		p.err = t.Print(p.w, "  ")
	}
}

// Err returns the first error of a write.
func (p *Printer) Err() error { return p.err }

// Indented indents every line of a text by two spaces, as Rows does.
func Indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}
