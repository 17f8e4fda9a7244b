package ui

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Table is what list commands print: aligned columns for people, tab-separated
// values if the output goes to a program.
type Table struct {
	Aligned bool
	Head    []string
	rows    [][]string
}

// NewTable starts a table for Out.
func (s *Streams) NewTable(head ...string) *Table {
	return &Table{Aligned: IsTerminal(s.Out), Head: head}
}

// Row adds one line of cells. Tabs and line ends inside them become spaces.
func (t *Table) Row(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		line[i] = strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, fmt.Sprint(c))
	}
	t.rows = append(t.rows, line)
}

// Print writes the table, indented if it is aligned.
func (t *Table) Print(w io.Writer, indent string) error {
	var buf bytes.Buffer
	lines := append([][]string{t.Head}, t.rows...)
	if !t.Aligned {
		for _, line := range lines {
			buf.WriteString(strings.Join(line, "\t") + "\n")
		}
		_, err := w.Write(buf.Bytes())
		return err
	}
	tw := tabwriter.NewWriter(&buf, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(tw, strings.Join(line, "\t"))
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(buf.String()) {
		if _, err := io.WriteString(w, strings.TrimRight(indent+line, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}
