// Package tsv reads tables of tab-separated columns with a header line.
//
// A row is one line, a field what stands between two tabs; there is no quoting
// and no escape. Package encoding/csv is not used because a field that begins
// with a quote would open a quoted field there, with LazyQuotes too, and take
// all lines up to the next quote with it: comments and notations of games do
// begin with quotes.
//
// Blank lines are skipped, a byte order mark at the start and carriage returns
// at the ends of lines are dropped. Every row has as many fields as the header.
package tsv

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxLine bounds one line in bytes.
const maxLine = 16 << 20

// Reader reads a table row by row.
type Reader struct {
	name   string
	header []string
	row    []string
	line   int // of row, from 1
	sc     *bufio.Scanner
	err    error
}

// NewReader reads the header, which must have the columns named. Errors begin with
// name.
func NewReader(r io.Reader, name string, columns ...string) (*Reader, error) {
	t := &Reader{name: name, sc: bufio.NewScanner(r)}
	t.sc.Buffer(nil, maxLine)
	if !t.scan() {
		if t.err == nil {
			t.err = fmt.Errorf("%s: empty file: no header line", name)
		}
		return nil, t.err
	}
	t.header = t.row
	if err := t.Require(columns...); err != nil {
		return nil, err
	}
	return t, nil
}

// scan reads the next line that is not blank.
func (t *Reader) scan() bool {
	for t.sc.Scan() {
		t.line++
		text := strings.TrimSuffix(t.sc.Text(), "\r")
		if t.line == 1 {
			text = strings.TrimPrefix(text, "\uFEFF")
		}
		if text != "" {
			t.row = strings.Split(text, "\t")
			return true
		}
	}
	if err := t.sc.Err(); err != nil {
		t.err = fmt.Errorf("%s: line %d: %w", t.name, t.line+1, err)
	}
	return false
}

// Name returns what errors begin with.
func (t *Reader) Name() string { return t.name }

// Header returns the names of the columns. It belongs to the Reader.
func (t *Reader) Header() []string { return t.header }

// Require reports the first of the columns that the table does not have.
func (t *Reader) Require(columns ...string) error {
	for _, name := range columns {
		if !slices.Contains(t.header, name) {
			return t.Errorf("no column %q in the header (%s)", name, t.headerText())
		}
	}
	return nil
}

// RequireExactly reports a header that differs from the columns.
func (t *Reader) RequireExactly(columns []string) error {
	if !slices.Equal(t.header, columns) {
		return t.Errorf("header %q, want %q", t.header, columns)
	}
	return nil
}

func (t *Reader) headerText() string { return fmt.Sprintf("%.80q", strings.Join(t.header, " ")) }

// Next moves to the next row. It returns false at the end of the table and at
// an error, which Err returns then.
func (t *Reader) Next() bool {
	if t.err != nil || !t.scan() {
		return false
	}
	if len(t.row) != len(t.header) {
		t.err = t.Errorf("%d columns, want %d (%s)", len(t.row), len(t.header), t.headerText())
		return false
	}
	return true
}

// Get returns a field of the current row, "" if there is no such column.
func (t *Reader) Get(column string) string {
	if i := slices.Index(t.header, column); i >= 0 {
		return t.row[i]
	}
	return ""
}

// Line returns the number of the current row's line, from 1 for the header.
func (t *Reader) Line() int { return t.line }

// Err returns the error that ended Next, nil at the end of the table.
func (t *Reader) Err() error { return t.err }

// Errorf returns an error about the current row, with its line.
func (t *Reader) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: line %d: %w", t.name, t.line, fmt.Errorf(format, args...))
}
