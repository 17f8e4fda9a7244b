package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/report"
	"xqlab/results/store"
)

const reportLong = `Write a report on stored runs: win rate of matches, ratings of tournaments,
depth scaling of suites, and tunings. Several runs go into one report; a
regression test is reported with its parts.

  html   one self-contained page, for screen, phone and paper; -o is a file, or a
         folder to write report.html into
  md     the tables, for a README or a discussion
  csv    a folder with one file per table and per figure

` + runHelp

type reportOptions struct {
	runs     []string
	format   string
	out      string
	maxGames int
	now      func() time.Time
}

func newReportCmd(a *app) *cobra.Command {
	o := reportOptions{now: time.Now}
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Write a report on runs as HTML, Markdown or CSV",
		Long:  reportLong,
		Example: `  xqlab report last -o report.html
  xqlab report m12 s4 -o results/
  xqlab report s4 s5 --format csv -o depth-scaling
  xqlab report m12 --format md`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.runs = args
			return a.withStore(func(st *store.Store) error { return runReport(cmd.Context(), a, st, o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "html", "html, md or csv")
	f.StringVarP(&o.out, "out", "o", "", "`PATH` to write: a file or a folder (default stdout, for html and md)")
	f.IntVar(&o.maxGames, "max-games", report.DefaultGames, "maximum number of games of each run on the page")
	return cmd
}

// writtenReport is what the command prints with --json.
type writtenReport struct {
	Runs   []string `json:"runs"`
	Format string   `json:"format"`
	Files  []string `json:"files"`
}

func runReport(ctx context.Context, a *app, st *store.Store, o reportOptions) error {
	switch {
	case o.format != "html" && o.format != "md" && o.format != "csv":
		return ui.Usagef("--format %q: want html, md or csv", o.format)
	case o.maxGames < 1:
		return ui.Usagef("--max-games %d: want at least 1", o.maxGames)
	case o.format == "csv" && (o.out == "" || o.out == "-"):
		return ui.Usagef("--format csv writes several files: name their folder with -o")
	case a.JSON && (o.out == "" || o.out == "-"):
		return ui.Usagef("--json lists the files written: name them with -o")
	}
	runs, err := findRuns(ctx, st, o.runs)
	if err != nil {
		return err
	}
	d, err := report.Build(ctx, st, runs, report.Options{Program: currentVersion().Version, Generated: o.now(), MaxGames: o.maxGames})
	if err != nil {
		return err
	}
	w := writtenReport{Runs: d.Runs, Format: o.format}
	if o.format == "csv" {
		names, err := d.WriteCSV(o.out)
		if err != nil {
			return err
		}
		for _, name := range names {
			w.Files = append(w.Files, filepath.Join(o.out, name))
		}
	} else {
		write, path := d.WriteHTML, o.out
		if o.format == "md" {
			write = d.WriteMarkdown
		}
		if path, err = reportPath(path, o.format); err != nil {
			return err
		}
		if err := a.WriteOutput(path, write); err != nil {
			return err
		}
		if path == "" || path == "-" {
			return nil
		}
		w.Files = []string{path}
	}
	if a.JSON {
		return a.PrintJSON(w)
	}
	for _, f := range w.Files {
		fmt.Fprintln(a.Out, f)
	}
	return nil
}

// reportPath returns the path of a report; in a folder it gets a name of its own.
func reportPath(path, format string) (string, error) {
	info, err := os.Stat(path)
	folder := err == nil && info.IsDir()
	if strings.HasSuffix(path, "/") || strings.HasSuffix(path, string(filepath.Separator)) {
		if err := os.MkdirAll(path, 0o755); err != nil {
			return "", err
		}
		folder = true
	}
	if folder {
		return filepath.Join(path, "report."+format), nil
	}
	return path, nil
}
