package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/engine/record"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/tune/dataset"
)

type dataExtractOptions struct {
	inputs   []string
	out      string
	weights  string
	source   string
	licence  string
	encoding string
	format   string
	strict   bool
	filters  dataset.Filters
}

const dataExtractLong = `Take labelled positions out of games. Inputs are game files, folders, .zip and
.gz of any format that "convert games" reads, or stored runs ("m12", "last", a
name). A position's label is the result of its game from Red's view; equal
positions of all inputs are merged into one with the mean label. The players'
scores are kept, if there are any.

Left out are games without a result or lost on time, by a crash or an illegal
move, the first plies and book moves, repetitions, and positions that are in
check, have a mate score, in which a capture was played, or in which a capture
gains material (judged by a capture search with --weights). What each filter
removed is printed and stored in the file.`

func newDataExtractCmd(a *app) *cobra.Command {
	o := dataExtractOptions{filters: dataset.DefaultFilters()}
	cmd := &cobra.Command{
		Use:   "extract GAMES|RUN ... -o FILE",
		Short: "Take labelled positions out of game files or stored runs",
		Long:  dataExtractLong,
		Example: `  xqlab data extract master-big5.zip --weights seed -o master.xqd
  xqlab data extract m12 m13 --per-game 20 -o selfplay.xqd`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.inputs = args
			o.filters.Seed = a.seed
			return runDataExtract(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "data `FILE` to write (- is stdout)")
	f.StringVar(&o.weights, "weights", eval.DefaultName, "weights for judging what is quiet: default, seed or a `FILE`")
	f.StringVar(&o.source, "source", "", "where the games come from, stored in the file (default: the inputs)")
	f.StringVar(&o.licence, "licence", "", "licence of the games, stored in the file")
	f.StringVar(&o.encoding, "encoding", "auto", "encoding of text input: auto, utf-8, utf-16le, utf-16be, gb18030 or big5")
	f.StringVar(&o.format, "format", "auto", "format of all inputs, if it cannot be detected from their content")
	f.BoolVar(&o.strict, "strict", false, "stop at the first game that cannot be read whole")
	addFilterFlags(cmd, &o.filters)
	return cmd
}

// addFilterFlags adds the flags that select positions from games.
func addFilterFlags(cmd *cobra.Command, f *dataset.Filters) {
	fl := cmd.Flags()
	fl.IntVar(&f.SkipPlies, "skip-plies", f.SkipPlies, "leave out the first `N` plies of each game")
	fl.IntVar(&f.TailPlies, "tail-plies", f.TailPlies, "leave out the last `N` plies of adjudicated games")
	fl.IntVar(&f.PerGame, "per-game", f.PerGame, "keep at most `N` positions of each game, chosen by --seed (0: all)")
	fl.BoolVar(&f.Captures, "keep-captures", f.Captures, "keep positions in which a capture was played")
	fl.BoolVar(&f.Unquiet, "keep-unquiet", f.Unquiet, "keep positions in which a capture gains material")
	fl.IntVar(&f.Margin, "margin", f.Margin, "centipawns that a capture may gain in a quiet position")
}

func runDataExtract(ctx context.Context, a *app, o dataExtractOptions) error {
	ro, err := a.recordOptions(o.encoding, o.format, o.strict)
	if err != nil {
		return err
	}
	if o.out == "" {
		return ui.Usagef("--out: the name of a data file is needed")
	}
	w, err := eval.Load(o.weights)
	if err != nil {
		return ui.Usagef("--weights: %w", err)
	}
	meta := dataset.Meta{Source: o.source, Licence: o.licence, Weights: w.Hash()}
	if meta.Source == "" {
		meta.Source = strings.Join(o.inputs, " ")
	}
	if meta.Settings, err = json.Marshal(o.filters); err != nil {
		return err
	}
	positions, err := dataset.Extract(o.filters, w, &meta, func(add func(*dataset.Game) error) error {
		return a.gamesError(a.eachGame(ctx, o.inputs, ro, add))
	})
	if err != nil {
		return err
	}
	return a.finishData(o.out, positions, &meta)
}

// finishData writes positions to a file and prints what was left out.
func (a *app) finishData(out string, positions *dataset.Collection, meta *dataset.Meta) error {
	meta.Program = "xqlab " + version
	if !a.JSON && !a.Quiet {
		printFilters(a.Err, meta.Filters)
	}
	if err := a.writeData(out, *meta, positions.Records()); err != nil {
		return err
	}
	if a.JSON && out != "-" {
		return a.PrintJSON(meta)
	}
	return nil
}

// eachGame reads all games of files and stored runs. A game that cannot be
// used is reported and skipped.
func (a *app) eachGame(ctx context.Context, inputs []string, ro record.Options, add func(*dataset.Game) error) (total record.Counts, err error) {
	for _, in := range inputs {
		if in != "-" && !exists(in) {
			n, err := a.eachStoredGame(ctx, in, add)
			total.Games += n
			if err != nil {
				return total, err
			}
			continue
		}
		counts, err := a.walkGames(ctx, []string{in}, ro, func(g *record.Game) error {
			game, err := dataset.FromRecord(g)
			if err != nil {
				return err
			}
			return add(game)
		})
		total.Files += counts.Files
		total.Ignored += counts.Ignored
		total.Games += counts.Games
		total.Bad += counts.Bad
		total.Warned += counts.Warned
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// eachStoredGame reads the games of a stored run.
func (a *app) eachStoredGame(ctx context.Context, run string, add func(*dataset.Game) error) (n int, err error) {
	s, err := store.OpenExisting(a.db)
	if err != nil {
		return 0, fmt.Errorf("%s is no file, and as a run: %w", run, err)
	}
	defer s.Close()
	r, err := s.FindRun(ctx, run)
	if err != nil {
		return 0, fmt.Errorf("%s is no file, and as a run: %w", run, err)
	}
	return runs.EachGame(ctx, s, r, add)
}
