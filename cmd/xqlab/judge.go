package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/rules"
	"xqlab/suites/tsv"
)

type judgeOptions struct {
	ruleset string
	rules   rules.Options
	fen     string
	moves   string
	file    string
}

func newJudgeCmd(a *app) *cobra.Command {
	o := judgeOptions{}
	cmd := &cobra.Command{
		Use:   "judge",
		Short: "Judge a game: repetition, long games, mate",
		Long: `Judge a game: play the moves from a position and tell whether the game is over,
who won, why, and which pieces offended in which plies. Moves after the end of
the game are still checked for legality, but change nothing.

Rule sets: chinese (perpetual check and chase lose, 120 plies without a capture
draw), asian (the same with finer distinctions between chases, 100 plies), basic
(perpetual check loses, no chases, 100 plies).`,
		Example: `  xqlab judge --fen "3k4n/9/9/9/9/9/9/9/9/4K2R1 w - - 0 1" \
    --moves "h0i0 i9h7 i0h0 h7i9 h0i0 i9h7 i0h0 h7i9"
  xqlab judge --ruleset basic --moves "h2e2 h9g7" --json
  xqlab judge --file repetition.tsv    # columns id ruleset fen moves verdict; exit 1 if a row differs`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.parse(); err != nil {
				return err
			}
			if o.file != "" {
				if cmd.Flags().Changed("fen") || cmd.Flags().Changed("moves") {
					return ui.Usagef("--file and --fen or --moves exclude each other")
				}
				return runJudgeFile(a, o)
			}
			return runJudge(a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.ruleset, "ruleset", rules.Chinese.String(), "rule set: "+strings.Join(rules.Rulesets(), ", "))
	f.StringVar(&o.fen, "fen", board.StartFEN, "start position")
	f.StringVar(&o.moves, "moves", "", "moves played from there, separated by spaces")
	f.IntVar(&o.rules.NFold, "nfold", rules.DefaultNFold, "which occurrence of a position is judged, 2 or more")
	f.IntVar(&o.rules.Limit, "limit", 0, "plies without a capture that draw; 0: the rule set's own, -1: none")
	f.BoolVar(&o.rules.LoneCannon, "lone-cannon", false, "also draw endings in which a lone cannon cannot win")
	f.StringVar(&o.file, "file", "", "check every row of a TSV `FILE` (- is stdin) with the columns id ruleset fen moves verdict")
	return cmd
}

func (o *judgeOptions) parse() error {
	var err error
	if o.rules.Ruleset, err = rules.ParseRuleset(o.ruleset); err != nil {
		return ui.Usagef("--ruleset: %w", err)
	}
	if o.rules.NFold < 2 {
		return ui.Usagef("--nfold %d: want 2 or more occurrences", o.rules.NFold)
	}
	if o.rules.Limit < rules.NoLimit {
		return ui.Usagef("--limit %d: want plies, 0 for the rule set's own, -1 for none", o.rules.Limit)
	}
	return nil
}

// judgedGame is the JSON form of a game and the verdict of the rules.
type judgedGame struct {
	rules.Report
	Ruleset string `json:"ruleset"`
	NFold   int    `json:"nfold"`
	Limit   int    `json:"limit"`   // plies, -1 is none
	FEN     string `json:"fen"`     // start position
	Plies   int    `json:"plies"`   // played until the game was over, or all
	Quiet   int    `json:"quiet"`   // plies counted towards the limit
	Ignored int    `json:"ignored"` // moves given after the end
	End     string `json:"end_fen"` // position after the last move played
}

func runJudge(a *app, o judgeOptions) error {
	start, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	moves, err := parseGame(o.moves)
	if err != nil {
		return ui.Usagef("--moves: %w", err)
	}
	g, rest, err := playGame(start, moves, o.rules)
	if err != nil {
		return ui.Usagef("--moves: %w", err)
	}
	opts, v := g.Options(), g.Verdict()
	if a.JSON {
		return a.PrintJSON(judgedGame{
			Report: v.Report(), Ruleset: opts.Ruleset.String(), NFold: opts.NFold, Limit: opts.Limit,
			FEN: start.FEN(), Plies: g.Plies(), Quiet: g.QuietPlies(), Ignored: rest, End: g.Position().FEN(),
		})
	}
	if !v.Over {
		fmt.Fprintf(a.Out, "none: the game goes on after %d plies, %d of them quiet\n", g.Plies(), g.QuietPlies())
		return nil
	}
	fmt.Fprintln(a.Out, strings.ReplaceAll(v.String(), "; ", "\n  "))
	if rest > 0 {
		fmt.Fprintf(a.Out, "  %d moves after the end ignored\n", rest)
	}
	return nil
}

// parseGame reads moves separated by spaces; the error names the ply.
func parseGame(text string) ([]board.Move, error) {
	fields := strings.Fields(text)
	moves := make([]board.Move, len(fields))
	for i, f := range fields {
		m, err := board.ParseMove(f)
		if err != nil {
			return nil, fmt.Errorf("ply %d, %s: not a move: %w", i+1, f, err)
		}
		moves[i] = m
	}
	return moves, nil
}

// playGame plays moves until the game is over and returns how many were left over.
// Those must be legal too, each in its position.
func playGame(start *board.Position, moves []board.Move, opts rules.Options) (*rules.Game, int, error) {
	g := rules.NewGame(start, opts)
	for i, m := range moves {
		if g.Verdict().Over {
			rest := moves[i:]
			return g, len(rest), checkRest(g, rest)
		}
		if err := g.Play(m); err != nil {
			return nil, 0, err
		}
	}
	return g, 0, nil
}

// checkRest reports the first illegal move among those after the game's end.
func checkRest(g *rules.Game, rest []board.Move) error {
	p := g.Position().Clone()
	for i, m := range rest {
		if !p.IsLegal(m) {
			return fmt.Errorf("ply %d, %s: illegal after the end of the game (%v)", g.Plies()+i+1, m, g.Verdict())
		}
		p.Make(m)
	}
	return nil
}

// judgedRow is the JSON form of a row that differs.
type judgedRow struct {
	Line int    `json:"line"`
	ID   string `json:"id"`
	Text string `json:"difference"`
}

// runJudgeFile checks the rows of a TSV file: after the last move the verdict must
// be that of the row, and after every earlier move there must be none.
func runJudgeFile(a *app, o judgeOptions) error {
	in, err := a.OpenInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := tsv.NewReader(in, o.file, "fen", "moves", "verdict")
	if err != nil {
		return err
	}
	var sum fileCheck[judgedRow]
	for t.Next() {
		text, err := judgeRow(t, o)
		if err != nil {
			return t.Errorf("%w", err)
		}
		sum.Checked++
		if text != "" {
			id := t.Get("id")
			sum.differs(a, t, judgedRow{t.Line(), id, text}, "%s: %s", id, text)
		}
	}
	return sum.finish(a, t)
}

// judgeRow describes how the row at t differs from the program's verdict; "" if it
// does not.
func judgeRow(t *tsv.Reader, o judgeOptions) (string, error) {
	opts := o.rules
	var err error
	if name := t.Get("ruleset"); name != "" {
		if opts.Ruleset, err = rules.ParseRuleset(name); err != nil {
			return "", err
		}
	}
	want := t.Get("verdict")
	switch want {
	case "red", "black", "draw", "none":
	default:
		return "", fmt.Errorf("verdict %q: want red, black, draw or none", want)
	}
	start, err := board.ParseFEN(t.Get("fen"))
	if err != nil {
		return "", err
	}
	moves, err := parseGame(t.Get("moves"))
	if err != nil {
		return "", err
	}
	g, rest, err := playGame(start, moves, opts)
	if err != nil {
		return "", err
	}
	switch got := g.Verdict(); {
	case rest > 0:
		return fmt.Sprintf("after %d of %d plies: got %s (%v), want none", g.Plies(), len(moves), got.Result(), got), nil
	case got.Result() != want:
		return fmt.Sprintf("got %s (%v), want %s", got.Result(), got, want), nil
	}
	return "", nil
}
