package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/notation"
	"xqlab/engine/record"
)

type convertGamesOptions struct {
	inputs      []string
	to          string
	notation    string
	encoding    string
	format      string
	out         string
	outEncoding string
	strict      bool
	selection   record.Selection
}

const convertGamesLong = `Translate game files between formats. Inputs are files, folders, .zip and .gz;
"-" is stdin. PGN (Chinese, WXF or coordinate moves), XQF, CBR, CBL, CBF, move
lists, FEN/EPD lists and JSONL are recognised by content, as are text encodings.

A game that cannot be read is reported on stderr with file, line, ply and
reason, and skipped; of a game with an illegal move, the moves before it are
kept. With --strict either of these stops the command. Counts are printed at the
end.

Output formats: pgn; jsonl, one object per line with source, fen, moves, result
and tags; epd, the last position of each game (see --plies, --every); moves,
one game per line. Only pgn keeps comments and variations.`

func newConvertGamesCmd(a *app) *cobra.Command {
	o := convertGamesOptions{}
	cmd := &cobra.Command{
		Use:   "games IN ...",
		Short: "Translate game files between formats and notations",
		Long:  convertGamesLong,
		Example: `  xqlab convert games master-big5.zip --to jsonl -o master.jsonl
  xqlab convert games games/ lesson.xqf --to pgn --notation wxf -o all.pgn
  xqlab convert games master.pgn.gz --to epd --plies 8 -o openings.epd`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.inputs = args
			return runConvertGames(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.to, "to", "pgn", "output format: pgn, jsonl, epd or moves")
	f.StringVar(&o.notation, "notation", "chinese", "notation of moves in pgn: "+notationNames())
	f.StringVarP(&o.out, "out", "o", "-", "output `FILE` (- is stdout)")
	f.StringVar(&o.encoding, "encoding", "auto", "encoding of text input: auto, utf-8, utf-16le, utf-16be, gb18030 or big5")
	f.StringVar(&o.outEncoding, "out-encoding", "utf-8", "encoding of the output; gb18030 and big5 have CRLF line ends")
	f.StringVar(&o.format, "format", "auto", "format of all inputs, if it cannot be detected from their content")
	f.BoolVar(&o.strict, "strict", false, "stop at the first game that cannot be read whole")
	f.IntVar(&o.selection.Plies, "plies", 0, "epd: the position after `N` plies instead of the last")
	f.BoolVar(&o.selection.Every, "every", false, "epd: every position of each game")
	return cmd
}

// recordOptions reads the input flags that all readers of games share.
func (a *app) recordOptions(encoding, format string, strict bool) (record.Options, error) {
	ro := record.Options{Strict: strict, Stdin: a.In}
	var err error
	if ro.Encoding, err = record.ParseEncoding(encoding); err != nil {
		return ro, ui.Usagef("--encoding: %w", err)
	}
	if format != "auto" {
		if ro.Format, err = record.ParseFormat(format); err != nil {
			return ro, ui.Usagef("--format: %w", err)
		}
	}
	ro.OnProblem = func(p record.Problem, skipped bool) {
		word := "warning"
		if skipped {
			word = "skipped"
		}
		fmt.Fprintf(a.Err, "%s: %s\n", word, p)
	}
	return ro, nil
}

func runConvertGames(ctx context.Context, a *app, o convertGamesOptions) error {
	ro, err := a.recordOptions(o.encoding, o.format, o.strict)
	if err != nil {
		return err
	}
	style, err := notation.ParseStyle(o.notation)
	if err != nil {
		return ui.Usagef("--notation: %w", err)
	}
	to, err := record.ParseFormat(o.to)
	if err != nil {
		return ui.Usagef("--to: %w", err)
	}
	outEncoding, err := record.ParseEncoding(o.outEncoding)
	if err != nil {
		return ui.Usagef("--out-encoding: %w", err)
	}
	switch sel := o.selection; {
	case sel.Plies < 0:
		return ui.Usagef("--plies %d: want 0 or more", sel.Plies)
	case to != record.EPDList && (sel.Plies > 0 || sel.Every):
		return ui.Usagef("--plies and --every choose positions for --to epd")
	case sel.Plies > 0 && sel.Every:
		return ui.Usagef("--plies and --every exclude each other")
	}
	var counts record.Counts
	err = a.WriteOutput(o.out, func(w io.Writer) error {
		enc := record.NewEncoder(w, outEncoding)
		out, err := record.NewWriter(enc, to, style)
		if err != nil {
			return ui.Usagef("--to: %w", err)
		}
		if to == record.EPDList {
			out = record.NewEPDWriter(enc, o.selection)
		}
		counts, err = a.walkGames(ctx, o.inputs, ro, out.Write)
		if err == nil && counts.Games == 0 {
			err = ui.Usagef("no game could be read") // an existing output file stays
		}
		if err == nil {
			err = out.Flush()
		}
		if err == nil {
			err = enc.Close()
		}
		return err
	})
	if counts.Games+counts.Bad > 0 {
		a.printCounts(counts)
	}
	if err := a.gamesError(counts, err); err != nil || !a.JSON || o.out == "-" {
		return err
	}
	return a.PrintJSON(counts)
}

// walkGames is record.Walk with a running count of games if stderr is a terminal,
// where a person may be waiting.
func (a *app) walkGames(ctx context.Context, inputs []string, ro record.Options, visit func(*record.Game) error) (record.Counts, error) {
	if a.Quiet || !ui.IsTerminal(a.Err) {
		return record.Walk(ctx, inputs, ro, visit)
	}
	bar := a.NewProgress(-1, "reading")
	defer bar.Finish()
	n := 0
	return record.Walk(ctx, inputs, ro, func(g *record.Game) error {
		n++
		bar.Set(n, g.Source)
		return visit(g)
	})
}

// printCounts reports on stderr what was read.
func (a *app) printCounts(c record.Counts) {
	if !a.Quiet {
		fmt.Fprintln(a.Err, c)
	}
}

// gamesError gives the error that ended the reading of games its exit code.
func (a *app) gamesError(c record.Counts, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return ui.Interruptedf("interrupted after %d games", c.Games)
	case err != nil:
		return err
	case c.Games == 0 && c.Bad > 0:
		return ui.Usagef("no game could be read")
	}
	return nil
}
