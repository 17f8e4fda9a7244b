package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/notation"
	"xqlab/suites/tsv"
)

type convertMoveOptions struct {
	fen      string
	from, to string
	file     string
}

// notationNames lists the notations for help texts.
func notationNames() string {
	var names []string
	for _, s := range notation.Styles() {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}

func newConvertMoveCmd(a *app) *cobra.Command {
	o := convertMoveOptions{}
	cmd := &cobra.Command{
		Use:   "move [MOVE ...]",
		Short: "Translate moves between notations",
		Long: `Translate moves between notations. If there are several, they are played one
after the other. Notations: ` + notationNames() + `.`,
		Example: `  xqlab convert move --to chinese h2e2 h9g7
  xqlab convert move --fen "5k3/9/9/4R4/9/9/9/4R4/9/3K5 w" --from wxf --to iccs R++1
  xqlab convert move --file notation.tsv    # columns fen iccs wxf chinese; exit 1 if a row differs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.file != "" {
				if len(args) > 0 {
					return ui.Usagef("--file and moves on the command line exclude each other")
				}
				return runConvertMoveFile(a, o.file)
			}
			if len(args) == 0 {
				return ui.Usagef("no move given (see %s --help)", cmd.CommandPath())
			}
			return runConvertMove(a, o, args)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position of the first move")
	f.StringVar(&o.from, "from", "auto", "notation of the input, or auto")
	f.StringVar(&o.to, "to", "iccs", "notation of the output")
	f.StringVar(&o.file, "file", "", "check every row of a TSV `FILE` (- is stdin) with the columns fen iccs wxf chinese (a column for any notation, checked both ways), or fen iccs convention text (reading only)")
	return cmd
}

// convertedMove is the JSON form of one translated move.
type convertedMove struct {
	FEN  string `json:"fen"`  // before the move
	Move string `json:"move"` // in ICCS
	From string `json:"from"` // the notation it was read in
	Text string `json:"text"` // the move as given
	To   string `json:"to"`   // the notation it is written in
	Out  string `json:"out"`  // the move as translated
}

func runConvertMove(a *app, o convertMoveOptions, moves []string) error {
	p, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	to, err := notation.ParseStyle(o.to)
	if err != nil {
		return ui.Usagef("--to: %w", err)
	}
	reader := notation.AutoReader(p, moves)
	if o.from != "auto" {
		style, err := notation.ParseStyle(o.from)
		if err != nil {
			return ui.Usagef("--from: %w", err)
		}
		reader = &notation.Reader{Style: style}
	}
	var out []convertedMove
	for i, text := range moves {
		m, err := reader.Parse(p, text)
		if err != nil {
			return ui.Usagef("ply %d: %w", i+1, err)
		}
		out = append(out, convertedMove{
			FEN: p.FEN(), Move: m.String(), From: reader.Style.String(), Text: text,
			To: to.String(), Out: notation.Format(p, m, to),
		})
		p.Make(m)
	}
	if a.JSON {
		return a.PrintJSON(out)
	}
	for _, m := range out {
		fmt.Fprintln(a.Out, m.Out)
	}
	return nil
}

// misspeltMove is the JSON form of a row that differs.
type misspeltMove struct {
	Line int      `json:"line"`
	FEN  string   `json:"fen"`
	Move string   `json:"move"` // in ICCS
	Text []string `json:"differences"`
}

// runConvertMoveFile checks the notations of a TSV file against the program's own.
// The header names the columns: fen, iccs, and either one column for each notation,
// checked in both directions, or convention and text for spellings that are only
// read.
func runConvertMoveFile(a *app, path string) error {
	in, err := a.OpenInput(path)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := tsv.NewReader(in, path, "fen", "iccs")
	if err != nil {
		return err
	}
	styles := map[string]notation.Style{}
	for _, name := range t.Header() {
		if s, err := notation.ParseStyle(name); err == nil {
			styles[name] = s
		}
	}
	var sum fileCheck[misspeltMove]
	for t.Next() {
		p, err := board.ParseFEN(t.Get("fen"))
		if err != nil {
			return t.Errorf("%w", err)
		}
		move := t.Get("iccs")
		m, err := notation.Parse(p, move, notation.ICCS)
		var wrong []string
		if err != nil {
			wrong = append(wrong, err.Error())
		}
		for _, name := range t.Header() {
			s, ok := styles[name]
			if ok && err == nil {
				wrong = append(wrong, compareNotation(p, m, t.Get(name), s)...)
			}
		}
		if text := t.Get("text"); text != "" && err == nil {
			if got, _, err := notation.ParseAny(p, text); err != nil {
				wrong = append(wrong, err.Error())
			} else if got != m {
				wrong = append(wrong, fmt.Sprintf("%s (%s): read as %v", text, t.Get("convention"), got))
			}
		}
		sum.Checked++
		if len(wrong) > 0 {
			fen := t.Get("fen")
			sum.differs(a, t, misspeltMove{t.Line(), fen, move, wrong}, "%s %s: %s", fen, move, strings.Join(wrong, "; "))
		}
	}
	return sum.finish(a, t)
}

// compareNotation reports how a move's text differs from the program's, both when
// the move is written and when the text is read.
func compareNotation(p *board.Position, m board.Move, text string, s notation.Style) (wrong []string) {
	if got := notation.Format(p, m, s); got != text && s != notation.ICCS {
		wrong = append(wrong, fmt.Sprintf("%v: written %s, want %s", s, got, text))
	}
	got, err := notation.Parse(p, text, s)
	switch {
	case err != nil:
		wrong = append(wrong, err.Error())
	case got != m:
		wrong = append(wrong, fmt.Sprintf("%v: %s read as %v", s, text, got))
	}
	return wrong
}
