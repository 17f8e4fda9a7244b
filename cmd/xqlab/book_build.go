package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/book"
	"xqlab/engine/record"
)

type bookBuildOptions struct {
	inputs   []string
	out      string
	encoding string
	format   string
	strict   bool
	build    book.BuildOptions
}

const bookBuildLong = `Build an opening book from game files of any format that "convert games" reads.

For each position in the first plies of each game, the book holds how often each
move was played and how the games ended. Mirror images count as one position.
Games without a result, copies of a game already counted, and games from another
start position are left out.`

func newBookBuildCmd(a *app) *cobra.Command {
	o := bookBuildOptions{}
	cmd := &cobra.Command{
		Use:   "build GAMES ...",
		Short: "Build an opening book from game files",
		Long:  bookBuildLong,
		Example: `  xqlab book build master-big5.zip -o book.xqb
  xqlab book build games/ --plies 20 --min-games 5 --min-score 0.4 -o sound.xqb`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.inputs = args
			return runBookBuild(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", defaultBook, "book `FILE` to write")
	f.IntVar(&o.build.Plies, "plies", book.DefaultPlies, "plies to take from each game")
	f.IntVar(&o.build.MinGames, "min-games", 3, "keep moves that were played in at least `N` games")
	f.Float64Var(&o.build.MinScore, "min-score", 0, "keep moves that scored at least this many points per game for their player, 0 to 1")
	f.BoolVar(&o.build.AnyStart, "any-start", false, "also take games from other start positions")
	f.BoolVar(&o.build.KeepDuplicates, "keep-duplicates", false, "count copies of a game as well")
	f.StringVar(&o.encoding, "encoding", "auto", "encoding of text input: auto, utf-8, utf-16le, utf-16be, gb18030 or big5")
	f.StringVar(&o.format, "format", "auto", "format of all inputs, if it cannot be detected from their content")
	f.BoolVar(&o.strict, "strict", false, "stop at the first game that cannot be read whole")
	return cmd
}

// outcomes maps the results of game records to those that the book counts.
var outcomes = map[record.Result]book.Outcome{
	record.RedWins: book.RedWon, record.BlackWins: book.BlackWon, record.Draw: book.Drawn,
}

func runBookBuild(ctx context.Context, a *app, o bookBuildOptions) error {
	ro, err := a.recordOptions(o.encoding, o.format, o.strict)
	if err != nil {
		return err
	}
	b, err := book.NewBuilder(o.build)
	if err != nil {
		return err
	}
	defer b.Close()
	var counts record.Counts
	start := board.NewPosition()
	err = a.WriteOutput(o.out, func(w io.Writer) error {
		counts, err = a.walkGames(ctx, o.inputs, ro, func(g *record.Game) error {
			p := start
			if g.FEN != board.StartFEN {
				if p, err = g.Start(); err != nil {
					return err
				}
			}
			return b.Add(p, g.Moves(), outcomes[g.Result])
		})
		if err != nil {
			return err
		}
		if b.Stats().Games == 0 {
			return ui.Usagef("no game for a book in %s", strings.Join(o.inputs, " "))
		}
		_, err = b.WriteTo(w)
		return err
	})
	a.printCounts(counts)
	if err := a.gamesError(counts, err); err != nil {
		return err
	}
	s := b.Stats()
	if a.JSON {
		return a.PrintJSON(struct {
			Book  string        `json:"book"`
			Read  record.Counts `json:"read"`
			Build book.Stats    `json:"build"`
		}{o.out, counts, s})
	}
	_, err = fmt.Fprintf(a.Out, "%s: %d moves from %d games; left out: %d copies, %d without result, %d from other positions; %d moves below the thresholds\n",
		o.out, s.Entries, s.Games, s.Duplicates, s.NoResult, s.OtherStart, s.Dropped)
	return err
}
