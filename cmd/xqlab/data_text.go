package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/tune/dataset"
)

type dataTextOptions struct {
	in      string
	out     string
	format  string
	source  string
	licence string
}

func newDataImportCmd(a *app) *cobra.Command {
	o := dataTextOptions{}
	cmd := &cobra.Command{
		Use:   "import FILE -o FILE",
		Short: "Make a data file from labelled positions in CSV or EPD",
		Long: `Read positions with labels and write a data file. CSV needs a header line with
the columns fen and label; score (centipawns, Red's view), count, game and ply
are optional. EPD needs the operation label or c9 with a number from 0 to 1, the
expected score of Red, or a result; ce (side to move), count, game and ply are
read as well. Each position without a game counts as a game of its own. Equal
positions are merged into one with the mean label.`,
		Example: "  xqlab data import positions.csv -o positions.xqd",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.in = args[0]
			return runDataImport(a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "data `FILE` to write (- is stdout)")
	f.StringVar(&o.format, "format", string(dataset.CSV), "format of the input: csv or epd")
	f.StringVar(&o.source, "source", "", "where the positions come from, stored in the file (default: the input)")
	f.StringVar(&o.licence, "licence", "", "licence of the positions, stored in the file")
	return cmd
}

func runDataImport(a *app, o dataTextOptions) error {
	format, err := dataset.ParseTextFormat(o.format)
	if err != nil {
		return ui.Usagef("--format: %w", err)
	}
	if o.out == "" {
		return ui.Usagef("--out: the name of a data file is needed")
	}
	in, err := a.OpenInput(o.in)
	if err != nil {
		return err
	}
	defer in.Close()
	c := dataset.NewCollection()
	read := int64(0)
	if err := dataset.Import(in, o.in, format, func(r *dataset.Record) error {
		read++
		return c.Add(r)
	}); err != nil {
		return err
	}
	slices.SortStableFunc(c.Records(), func(a, b dataset.Record) int { return cmp.Compare(a.Game, b.Game) })
	meta := dataset.Meta{Source: o.source, Licence: o.licence, Program: "xqlab " + version, Filters: []dataset.FilterCount{
		{Filter: "positions read", Count: read},
		{Filter: "merged with equal positions", Count: c.Merged()},
		{Filter: "positions written", Count: int64(len(c.Records()))},
	}}
	if meta.Source == "" {
		meta.Source = o.in
	}
	if !a.JSON && !a.Quiet {
		printFilters(a.Err, meta.Filters)
	}
	if err := a.writeData(o.out, meta, c.Records()); err != nil {
		return err
	}
	if a.JSON && o.out != "-" {
		return a.PrintJSON(meta)
	}
	return nil
}

func newDataExportCmd(a *app) *cobra.Command {
	o := dataTextOptions{}
	cmd := &cobra.Command{
		Use:     "export FILE",
		Short:   "Write the positions of a data file as CSV or EPD",
		Example: "  xqlab data export sample --format epd -o sample.epd",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.in = args[0]
			return runDataExport(a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "-", "`FILE` to write (- is stdout)")
	f.StringVar(&o.format, "format", string(dataset.CSV), "format of the output: csv or epd")
	return cmd
}

func runDataExport(a *app, o dataTextOptions) error {
	format, err := dataset.ParseTextFormat(o.format)
	if err != nil {
		return ui.Usagef("--format: %w", err)
	}
	r, f, err := a.openData(o.in)
	if err != nil {
		return err
	}
	defer f.Close()
	return a.WriteOutput(o.out, func(w io.Writer) error {
		if err := dataset.Export(w, format, r); err != nil {
			return err
		}
		return nil
	})
}
