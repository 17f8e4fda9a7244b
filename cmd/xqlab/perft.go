package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/suites/tsv"
)

// maxPerftDepth is deeper than anyone can wait for, except in positions with hardly
// any moves.
const maxPerftDepth = 20

type perftOptions struct {
	fen     string
	depth   int
	divide  bool
	threads int
	file    string
}

const perftHelp = `Counts the sequences of legal moves of a given length in plies. The last ply is
counted, not played, as in other engines. The counts of many positions are known,
so a wrong one reveals a fault of the move generator; the time shows its speed.

With --file, every row of a TSV file with the columns fen, depth and nodes is
checked; rows that differ are printed, and the exit code is 1 if any does.`

func newPerftCmd(a *app) *cobra.Command {
	o := perftOptions{}
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count legal move sequences, to check and time the move generator",
		Long:  perftHelp,
		Example: `  xqlab perft --depth 5
  xqlab perft --fen "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1" --depth 4 --divide
  xqlab perft --file perft.tsv --threads 2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.threads < 1 {
				return ui.Usagef("--threads %d: want at least 1", o.threads)
			}
			if o.file == "" {
				return runPerft(cmd.Context(), a, o)
			}
			for _, name := range []string{"fen", "depth", "divide"} {
				if cmd.Flags().Changed(name) {
					return ui.Usagef("--%s does not go with --file, whose rows have their own", name)
				}
			}
			return runPerftFile(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position")
	f.IntVarP(&o.depth, "depth", "d", 5, fmt.Sprintf("length of the sequences in plies, 0 to %d", maxPerftDepth))
	f.BoolVar(&o.divide, "divide", false, "show the count below each legal move")
	f.IntVar(&o.threads, "threads", 1, "goroutines to count with")
	f.StringVar(&o.file, "file", "", "check every row of a TSV `FILE` (- is stdin)")
	return cmd
}

// perftResult is the JSON form of a count.
type perftResult struct {
	FEN    string            `json:"fen"`
	Depth  int               `json:"depth"`
	Nodes  uint64            `json:"nodes"`
	Millis int64             `json:"ms"`
	NPS    float64           `json:"nps"`
	Divide map[string]uint64 `json:"divide,omitempty"`
}

func runPerft(ctx context.Context, a *app, o perftOptions) error {
	if o.depth < 0 || o.depth > maxPerftDepth {
		return ui.Usagef("--depth %d: want 0 to %d plies", o.depth, maxPerftDepth)
	}
	p, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	start := time.Now()
	nodes, counts, err := countPerft(ctx, p, o.depth, o.threads)
	if err != nil {
		return err
	}
	elapsed := time.Since(start)
	r := perftResult{FEN: p.FEN(), Depth: o.depth, Nodes: nodes, Millis: elapsed.Milliseconds()}
	r.NPS = float64(r.Nodes) / max(elapsed.Seconds(), 1e-9)
	if a.JSON {
		if o.divide {
			r.Divide = map[string]uint64{}
			for _, c := range counts {
				r.Divide[c.Move.String()] = c.Nodes
			}
		}
		return a.PrintJSON(r)
	}
	if o.divide {
		for _, c := range counts {
			fmt.Fprintf(a.Out, "%s: %d\n", c.Move, c.Nodes)
		}
	}
	_, err = fmt.Fprintf(a.Out, "nodes %d  time %d ms  %.1f Mn/s\n", r.Nodes, r.Millis, r.NPS/1e6)
	return err
}

// countPerft returns the count and its shares by root move; depth 0 has no shares.
func countPerft(ctx context.Context, p *board.Position, depth, threads int) (uint64, []board.DivideCount, error) {
	if depth == 0 {
		return 1, nil, nil
	}
	counts, err := p.Divide(ctx, depth, threads)
	if err != nil {
		return 0, nil, ui.Interruptedf("stopped before the count of depth %d was complete", depth)
	}
	var nodes uint64
	for _, c := range counts {
		nodes += c.Nodes
	}
	return nodes, counts, nil
}

// perftRow is the JSON form of a row that differs.
type perftRow struct {
	Line  int    `json:"line"`
	FEN   string `json:"fen"`
	Depth int    `json:"depth"`
	Got   uint64 `json:"got"`
	Want  uint64 `json:"want"`
}

// runPerftFile checks rows "fen depth nodes".
func runPerftFile(ctx context.Context, a *app, o perftOptions) error {
	in, err := a.OpenInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := tsv.NewReader(in, o.file, "fen", "depth", "nodes")
	if err != nil {
		return err
	}
	var sum fileCheck[perftRow]
	for t.Next() {
		row, err := readPerftRow(t)
		if err != nil {
			return t.Errorf("%w", err)
		}
		p, err := board.ParseFEN(row.FEN)
		if err != nil {
			return t.Errorf("%w", err)
		}
		if row.Got, _, err = countPerft(ctx, p, row.Depth, o.threads); err != nil {
			return err
		}
		sum.Checked++
		if row.Got != row.Want {
			sum.differs(a, t, row, "%s depth %d: got %d, want %d", row.FEN, row.Depth, row.Got, row.Want)
		}
	}
	return sum.finish(a, t)
}

// readPerftRow reads the current row, except for the count computed here.
func readPerftRow(t *tsv.Reader) (perftRow, error) {
	row := perftRow{Line: t.Line(), FEN: t.Get("fen")}
	var err error
	if row.Depth, err = strconv.Atoi(t.Get("depth")); err != nil || row.Depth < 0 || row.Depth > maxPerftDepth {
		return row, fmt.Errorf("depth %q: want 0 to %d plies", t.Get("depth"), maxPerftDepth)
	}
	if row.Want, err = strconv.ParseUint(t.Get("nodes"), 10, 64); err != nil {
		return row, fmt.Errorf("nodes %q: want a count", t.Get("nodes"))
	}
	return row, nil
}
