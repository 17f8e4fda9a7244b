package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/results/table"
)

const compareLong = `Put runs side by side: matches and tournaments by score, Elo, colour, opening,
end of games, length and time; suites by what each engine solved, with the
positions that only one of two engines solved and McNemar's p-value; tunings by
parameters and loss. Runs of different kinds may be mixed; a regression test
counts as its parts.

With --format csv each table begins with a line with its name and ends with an
empty line; xqlab report --format csv writes one file per table instead.

` + runHelp

type compareOptions struct {
	runs   []string
	format string
	out    string
}

func newResultsCompareCmd(a *app) *cobra.Command {
	o := compareOptions{}
	cmd := &cobra.Command{
		Use:   "compare RUN RUN...",
		Short: "Put runs side by side",
		Long:  compareLong,
		Example: `  xqlab results compare m12 m13
  xqlab results compare s4 s5 --format md -o comparison.md`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.runs = args
			return a.withStore(func(st *store.Store) error { return runResultsCompare(cmd.Context(), a, st, o) })
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "text", "text, csv or md")
	cmd.Flags().StringVarP(&o.out, "out", "o", "", "`FILE` to write instead of stdout")
	return cmd
}

func runResultsCompare(ctx context.Context, a *app, st *store.Store, o compareOptions) error {
	write, ok := map[string]func(io.Writer, []*table.Table) error{
		"text": a.writeTextTables, "csv": writeCSVTables, "md": writeMarkdownTables,
	}[o.format]
	if !ok {
		return ui.Usagef("--format %q: want text, csv or md", o.format)
	}
	runs, err := findRuns(ctx, st, o.runs)
	if err != nil {
		return err
	}
	c, err := compare.Load(ctx, st, runs)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.PrintJSON(c)
	}
	return a.WriteOutput(o.out, func(w io.Writer) error { return write(w, c.Tables()) })
}

func (a *app) writeTextTables(w io.Writer, list []*table.Table) error {
	p := ui.NewPrinter(w)
	for i, t := range list {
		if len(t.Rows) == 0 {
			continue
		}
		if i > 0 {
			p.F("\n")
		}
		p.F("%s\n", t.Title)
		if t.Note != "" {
			p.F("%s\n", t.Note)
		}
		t = t.Shown()
		text := &ui.Table{Head: t.Head}
		for _, row := range t.Rows {
			cells := make([]any, len(row))
			for j, c := range row {
				cells[j] = c.Text
			}
			text.Row(cells...)
		}
		p.Rows(text)
	}
	return p.Err()
}

func writeCSVTables(w io.Writer, list []*table.Table) error {
	for _, t := range list {
		if len(t.Rows) == 0 {
			continue
		}
		if _, err := fmt.Fprintln(w, t.Name); err != nil {
			return err
		}
		if err := t.WriteCSV(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

func writeMarkdownTables(w io.Writer, list []*table.Table) error {
	if _, err := fmt.Fprint(w, "# Comparison of runs\n\n"); err != nil {
		return err
	}
	for _, t := range list {
		if len(t.Rows) == 0 {
			continue
		}
		if err := t.WriteMarkdown(w, 2); err != nil {
			return err
		}
	}
	return nil
}
