package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/book"
	"xqlab/engine/notation"
)

type bookShowOptions struct {
	path  string
	fen   string
	moves string
}

func newBookShowCmd(a *app) *cobra.Command {
	o := bookShowOptions{}
	cmd := &cobra.Command{
		Use:   "show [BOOK]",
		Short: "List the book's moves in a position with counts and score",
		Long: `List the book's moves in a position, the most played first, with the results from
the view of the player making the move. BOOK is ` + defaultBook + ` if not given. In a position
that is its own mirror image, a move also stands for its reflection.`,
		Example: `  xqlab book show
  xqlab book show sound.xqb --moves "h2e2 h9g7"
  xqlab book show --fen "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.path = defaultBook
			if len(args) > 0 {
				o.path = args[0]
			}
			return runBookShow(a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position")
	f.StringVar(&o.moves, "moves", "", "moves played from there, in any notation")
	return cmd
}

// bookMove is the JSON form of a book move.
type bookMove struct {
	Move    string  `json:"move"`
	Chinese string  `json:"chinese"`
	Games   uint64  `json:"games"`
	Wins    uint32  `json:"wins"`
	Draws   uint32  `json:"draws"`
	Losses  uint32  `json:"losses"`
	Score   float64 `json:"score"`
}

func runBookShow(a *app, o bookShowOptions) error {
	p, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	if err := playMoves(p, strings.Fields(o.moves)); err != nil {
		return ui.Usagef("--moves: %w", err)
	}
	b, err := book.Open(o.path)
	if err != nil {
		return err
	}
	defer b.Close()
	moves := []bookMove{}
	for _, e := range b.Probe(p) {
		moves = append(moves, bookMove{
			e.Move.String(), notation.Format(p, e.Move, notation.Chinese),
			e.Games(), e.Wins, e.Draws, e.Losses, e.Score(),
		})
	}
	if a.JSON {
		return a.PrintJSON(struct {
			Book  string     `json:"book"`
			Info  book.Info  `json:"info"`
			FEN   string     `json:"fen"`
			Moves []bookMove `json:"moves"`
		}{o.path, b.Info(), p.FEN(), moves})
	}
	if len(moves) == 0 {
		_, err := fmt.Fprintf(a.Out, "%s has no move for %s\n", o.path, p.FEN())
		return err
	}
	t := a.NewTable("move", "chinese", "games", "wins", "draws", "losses", "score %")
	for _, m := range moves {
		t.Row(m.Move, m.Chinese, m.Games, m.Wins, m.Draws, m.Losses, fmt.Sprintf("%.1f", 100*m.Score))
	}
	return t.Print(a.Out, "")
}
