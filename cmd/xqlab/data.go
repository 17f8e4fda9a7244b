package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/tune/dataset"
)

func newDataCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "Labelled positions for tuning: extract, generate, inspect, convert",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(
		newDataExtractCmd(a),
		newDataScoreCmd(a),
		newDataGenerateCmd(a),
		newDataInfoCmd(a),
		newDataImportCmd(a),
		newDataExportCmd(a),
	)
	return cmd
}

// openData opens a file of labelled positions; "sample" is the embedded one,
// "-" stdin.
func (a *app) openData(path string) (*dataset.Reader, io.Closer, error) {
	if path != "-" {
		return dataset.Open(path)
	}
	r, err := dataset.NewReader(a.In, path)
	return r, io.NopCloser(nil), err
}

// writeData writes records as a data file that appears only when it is complete.
func (a *app) writeData(path string, m dataset.Meta, records []dataset.Record) error {
	if path == "" {
		return ui.Usagef("--out: the name of a data file is needed")
	}
	if len(records) == 0 {
		return ui.Usagef("no position is left: nothing was written")
	}
	if path == "-" && ui.IsTerminal(a.Out) {
		return ui.Usagef("--out: will not write a data file to a terminal")
	}
	return a.WriteOutput(path, func(w io.Writer) error {
		d, err := dataset.NewWriter(w, m)
		if err != nil {
			return err
		}
		for i := range records {
			if err := d.Write(&records[i]); err != nil {
				return err
			}
		}
		return d.Close()
	})
}

// printFilters prints what was read and how much each filter removed.
func printFilters(w io.Writer, counts []dataset.FilterCount) {
	for _, c := range counts {
		fmt.Fprintf(w, "%-30s %10d\n", c.Filter, c.Count)
	}
}

// exists reports whether a path names something in the file system.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}
