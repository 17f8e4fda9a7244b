// Package table holds the tables that comparisons and reports consist of: each
// cell has a text for people and a plain form for programs, so that one table
// can be written as Markdown, CSV or HTML without being computed twice.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"xqlab/selfplay/stats"
)

// Cell is one value of a table.
type Cell struct {
	Text   string // for people: rounded, with unit, "n/a" if the value does not exist
	Raw    string // for programs: full precision, no unit, "" if the value does not exist
	Number bool   // aligned right and sorted by Raw
}

// Table is a list of rows under named columns. Every row has one cell per
// column.
type Table struct {
	Name  string // short and unique within a report; names the CSV file
	Title string // for people
	Note  string // what a reader must know to understand it; may be empty
	Head  []string
	Rows  [][]Cell
}

// New starts a table.
func New(name, title string, head ...string) *Table {
	return &Table{Name: name, Title: title, Head: head}
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// Text is a cell of words.
func Text(s string) Cell { return Cell{Text: s, Raw: s} }

// Textf is Text with a format.
func Textf(format string, args ...any) Cell { return Text(fmt.Sprintf(format, args...)) }

// Int is a whole number.
func Int[T ~int | ~int64 | ~uint64](n T) Cell {
	s := fmt.Sprint(n)
	return Cell{Text: s, Raw: s, Number: true}
}

// Number shows x with the given number of decimals; NaN and infinities count as
// not existing.
func Number(x float64, decimals int) Cell { return Figure(finite(x), decimals) }

// Optional is Number for a value that may be missing.
func Optional(x *float64, decimals int) Cell {
	if x == nil {
		return NA()
	}
	return Number(*x, decimals)
}

// Figure shows a figure with the given number of decimals.
func Figure(f stats.Figure, decimals int) Cell { return figure(f, f.Text(decimals)) }

// Signed is Figure with its sign.
func Signed(f stats.Figure, decimals int) Cell { return figure(f, f.Signed(decimals)) }

// Percent shows a share, 0..1, as a percentage; its raw form remains the share.
func Percent(f stats.Figure, decimals int) Cell { return figure(f, f.Percent(decimals)) }

// None is a missing number whose absence needs no mention.
func None() Cell { return Cell{Number: true} }

// NA is a number that does not exist.
func NA() Cell { return Cell{Text: "n/a", Number: true} }

// Exact shows x with as many digits as it has.
func Exact(x float64) Cell {
	s := strconv.FormatFloat(x, 'g', -1, 64)
	return Cell{Text: s, Raw: s, Number: true}
}

func figure(f stats.Figure, text string) Cell {
	c := Cell{Text: text, Number: true}
	x, ok := f.Value()
	switch {
	case !ok:
	case math.IsInf(x, 1):
		c.Raw = "+inf"
	case math.IsInf(x, -1):
		c.Raw = "-inf"
	default:
		c.Raw = strconv.FormatFloat(x, 'g', 10, 64)
	}
	return c
}

func finite(x float64) stats.Figure {
	if math.IsInf(x, 0) {
		return stats.Figure{}
	}
	return stats.Known(x)
}

// WriteCSV writes the head and the plain form of the rows (RFC 4180).
func (t *Table) WriteCSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	if err := cw.Write(t.Head); err != nil {
		return err
	}
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = c.Raw
		}
		if err := cw.Write(line); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// WriteMarkdown writes the table with its title as a heading of the given
// level.
func (t *Table) WriteMarkdown(w io.Writer, level int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", level), EscapeMarkdown(t.Title))
	if t.Note != "" {
		fmt.Fprintf(&b, "%s\n\n", EscapeMarkdown(t.Note))
	}
	t.Shown().markdownRows(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *Table) markdownRows(b *strings.Builder) {
	for _, h := range t.Head {
		b.WriteString("| " + EscapeMarkdown(h) + " ")
	}
	b.WriteString("|\n")
	for _, number := range t.Numeric() {
		if number {
			b.WriteString("|---:")
		} else {
			b.WriteString("|---")
		}
	}
	b.WriteString("|\n")
	for _, row := range t.Rows {
		for _, c := range row {
			b.WriteString("| " + EscapeMarkdown(c.Text) + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
}

// Numeric reports which columns hold only numbers.
func (t *Table) Numeric() []bool {
	list := make([]bool, len(t.Head))
	for i := range t.Head {
		list[i] = len(t.Rows) > 0
		for _, row := range t.Rows {
			list[i] = list[i] && row[i].Number
		}
	}
	return list
}

// Shown returns the table for people, without the columns that have no text in
// any row.
func (t *Table) Shown() *Table {
	s := &Table{Name: t.Name, Title: t.Title, Note: t.Note, Rows: make([][]Cell, len(t.Rows))}
	for i, h := range t.Head {
		used := false
		for _, row := range t.Rows {
			used = used || row[i].Text != ""
		}
		if !used {
			continue
		}
		s.Head = append(s.Head, h)
		for j, row := range t.Rows {
			s.Rows[j] = append(s.Rows[j], row[i])
		}
	}
	return s
}

var markdownEscapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "*", "\\*", "_", "\\_", "`", "\\`", "[", "\\[", "<", "&lt;", "&", "&amp;", "\n", " ", "\r", " ")

// EscapeMarkdown makes text from outside safe for a line or cell of Markdown.
func EscapeMarkdown(s string) string { return markdownEscapes.Replace(s) }
