package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

type resultsExportOptions struct {
	resultsGamesOptions
	format, out string
}

func newResultsExportCmd(a *app) *cobra.Command {
	o := resultsExportOptions{}
	cmd := &cobra.Command{
		Use:   "export RUN...",
		Short: "Write the games of runs as PGN or JSON lines",
		Long: `Write the games of runs as PGN with moves in ICCS, or as JSON lines with every
figure that is stored. Games that do not count are left out unless --void is
given, so that the games in the file are those in the tally.

` + runHelp,
		Example: `  xqlab results export last -o games.pgn
  xqlab results export m12 m13 --format jsonl | jq .reason`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.parse(); err != nil {
				return err
			}
			return a.withStore(func(st *store.Store) error { return runResultsExport(cmd.Context(), a, st, args, o) })
		},
	}
	o.addFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "", "pgn or jsonl; by default from the extension of --out, else pgn")
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write, replaced only when everything is written; - is stdout")
	return cmd
}

func (o *resultsExportOptions) parse() error {
	if o.format == "" {
		o.format = "pgn"
		if ext := strings.ToLower(filepath.Ext(o.out)); ext == ".jsonl" || ext == ".ndjson" {
			o.format = "jsonl"
		}
	}
	if o.format != "pgn" && o.format != "jsonl" {
		return ui.Usagef("--format %s: want pgn or jsonl", o.format)
	}
	return nil
}

// exportReport is what `results export --json` prints after writing a file.
type exportReport struct {
	File   string   `json:"file"`
	Format string   `json:"format"`
	Runs   []string `json:"runs"`
	Games  int      `json:"games"`
}

func runResultsExport(ctx context.Context, a *app, st *store.Store, args []string, o resultsExportOptions) error {
	runs, err := findRuns(ctx, st, args)
	if err != nil {
		return err
	}
	if a.JSON && (o.out == "" || o.out == "-") {
		return exportJSON(ctx, a, st, runs, o)
	}
	report := exportReport{File: o.out, Format: o.format}
	err = a.WriteOutput(o.out, func(w io.Writer) error {
		for _, run := range runs {
			report.Runs = append(report.Runs, run.Short)
		}
		report.Games, err = o.write(ctx, a, st, runs, w)
		return err
	})
	switch {
	case errors.Is(err, context.Canceled):
		return ui.Interruptedf("export stopped, %s is not written", o.out)
	case err != nil:
		return err
	case a.JSON:
		return a.PrintJSON(report)
	}
	return nil
}

// gameWriter is a format of games.
type gameWriter interface {
	Write(*store.Run, *store.Game) error
}

func (o *resultsExportOptions) write(ctx context.Context, a *app, st *store.Store, runs []*store.Run, w io.Writer) (games int, err error) {
	buf := bufio.NewWriterSize(w, 1<<16)
	var out gameWriter = store.NewJSONL(buf)
	var pgn *store.PGN
	if o.format == "pgn" {
		pgn = store.NewPGN(buf)
		out = pgn
	}
	sizes, err := st.RunSizes(ctx)
	if err != nil {
		return 0, err
	}
	total := int64(0)
	for _, run := range runs {
		total += sizes[run.ID].Games
	}
	bar := a.NewProgress(int(total), "games")
	defer bar.Finish()
	for _, run := range runs {
		f, err := o.filter(run)
		if err != nil {
			return games, err
		}
		f.Moves = true
		for g, err := range st.Games(ctx, f) {
			if err == nil {
				err = out.Write(run, g)
			}
			if err != nil {
				return games, err
			}
			if games++; games%100 == 0 {
				bar.Set(games, "games")
			}
		}
	}
	if pgn != nil {
		if err := pgn.Close(); err != nil {
			return games, err
		}
	}
	return games, buf.Flush()
}

// exportJSON prints all games as one JSON document.
func exportJSON(ctx context.Context, a *app, st *store.Store, runs []*store.Run, o resultsExportOptions) error {
	list := []store.GameJSON{}
	for _, run := range runs {
		f, err := o.filter(run)
		if err != nil {
			return err
		}
		f.Moves = true
		for g, err := range st.Games(ctx, f) {
			if err != nil {
				return err
			}
			list = append(list, g.JSON(run))
		}
	}
	return a.PrintJSON(list)
}
