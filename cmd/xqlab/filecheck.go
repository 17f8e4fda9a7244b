package main

import (
	"fmt"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/suites/tsv"
)

// fileCheck is the outcome of comparing the rows of a TSV file with the program's
// answers, as --json prints it.
type fileCheck[R any] struct {
	Checked int `json:"checked"`
	Differ  int `json:"differ"`
	Rows    []R `json:"rows"` // those that differ
}

// differs records that the current row of t differs. Without --json it prints a
// line about it at once.
func (c *fileCheck[R]) differs(a *app, t *tsv.Reader, row R, format string, args ...any) {
	c.Differ++
	c.Rows = append(c.Rows, row)
	if !a.JSON {
		fmt.Fprintf(a.Out, "%s: line %d: %s\n", t.Name(), t.Line(), fmt.Sprintf(format, args...))
	}
}

// finish ends the check of the rows of t and reports the outcome.
func (c *fileCheck[R]) finish(a *app, t *tsv.Reader) error {
	if err := t.Err(); err != nil {
		return err
	}
	if c.Rows == nil {
		c.Rows = []R{} // an empty list in JSON, not null
	}
	return finishCheck(a, c, c.Checked, c.Differ)
}

// finishCheck ends a check with a closing line, or the summary with --json. With
// differences the exit code is 1 in either case.
func finishCheck(a *app, summary any, checked, differ int) error {
	if a.JSON {
		if err := a.PrintJSON(summary); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.Out, "%d checked, %d differ\n", checked, differ)
	}
	if differ > 0 {
		return ui.No("")
	}
	return nil
}
