package main

import (
	"io"

	"xqlab/cmd/xqlab/internal/ui"
	tsvfile "xqlab/suites/tsv"
)

// tsv reads a tab-separated file with a header line; faults in it are input
// errors.
type tsv struct {
	r      *tsvfile.Reader
	path   string
	header []string
	line   int // of the current row, 1 is the header
}

// newTSV reads the header and requires the named columns.
func newTSV(r io.Reader, path string, want ...string) (*tsv, error) {
	t, err := tsvfile.NewReader(r, path)
	if err == nil {
		err = t.Require(want...)
	}
	if err != nil {
		return nil, err
	}
	return &tsv{r: t, path: path, header: t.Header(), line: t.Line()}, nil
}

// next moves to the next row. It returns false at the end and after an error, which
// err returns.
func (t *tsv) next() bool {
	ok := t.r.Next()
	t.line = t.r.Line()
	return ok
}

// get returns a column of the current row, "" if the file has no such column.
func (t *tsv) get(column string) string { return t.r.Get(column) }

func (t *tsv) err() error {
	if err := t.r.Err(); err != nil {
		return err
	}
	return nil
}

// errorf is an input error at the current row.
func (t *tsv) errorf(format string, args ...any) error {
	return ui.Usagef("%w", t.r.Errorf(format, args...))
}
