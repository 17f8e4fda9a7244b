package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// tsv reads the rows of a tab-separated file with a header line.
type tsv struct {
	path   string
	header []string
	line   int // of the current row, 1 is the header
	row    []string
	sc     *bufio.Scanner
	fault  error
}

// maxTSVLine bounds one row.
const maxTSVLine = 16 << 20

// newTSV reads the header and requires the named columns.
func newTSV(r io.Reader, path string, want ...string) (*tsv, error) {
	t := &tsv{path: path, sc: bufio.NewScanner(r)}
	t.sc.Buffer(nil, maxTSVLine)
	if !t.scan() {
		if err := t.sc.Err(); err != nil {
			return nil, usagef("%s: %v", path, err)
		}
		return nil, usagef("%s: empty file: no header line", path)
	}
	t.header = t.row
	for _, name := range want {
		if !slices.Contains(t.header, name) {
			return nil, t.errorf("no column %q in the header (%.80q)", name, strings.Join(t.header, " "))
		}
	}
	return t, nil
}

func (t *tsv) scan() bool {
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
	return false
}

// next moves to the next row; blank lines are skipped. False at the end and
// on a fault, which err tells apart.
func (t *tsv) next() bool {
	if t.fault != nil || !t.scan() {
		return false
	}
	if len(t.row) != len(t.header) {
		t.fault = t.errorf("%d columns, want %d (%.80q)", len(t.row), len(t.header), strings.Join(t.header, " "))
		return false
	}
	return true
}

// get returns a column of the current row, "" if the file has no such column.
func (t *tsv) get(column string) string {
	if i := slices.Index(t.header, column); i >= 0 {
		return t.row[i]
	}
	return ""
}

func (t *tsv) err() error {
	if t.fault != nil {
		return t.fault
	}
	if err := t.sc.Err(); err != nil {
		return t.errorf("%v", err)
	}
	return nil
}

// errorf is an input error at the current row.
func (t *tsv) errorf(format string, args ...any) error {
	return usagef("%s: line %d: %w", t.path, t.line, fmt.Errorf(format, args...))
}
