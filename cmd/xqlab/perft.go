package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xqlab/engine/board"
)

type perftOptions struct {
	fen     string
	depth   int
	divide  bool
	threads int
	file    string
}

func newPerftCmd(a *app) *cobra.Command {
	o := perftOptions{}
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count legal move sequences, to check and time the move generator",
		Example: `  xqlab perft --depth 5
  xqlab perft --fen "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1" --depth 4 --divide
  xqlab perft --file perft.tsv      # columns fen depth nodes; exit 1 if a row differs`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.threads < 1 {
				return usagef("--threads %d: want at least 1", o.threads)
			}
			if o.file != "" {
				return runPerftFile(a, o)
			}
			return runPerft(a, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position")
	f.IntVarP(&o.depth, "depth", "d", 5, "length of the sequences in plies")
	f.BoolVar(&o.divide, "divide", false, "show the count below each legal move")
	f.IntVar(&o.threads, "threads", 1, "goroutines to count with")
	f.StringVar(&o.file, "file", "", "check every row of a TSV `FILE` with the columns fen depth nodes (- is stdin)")
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

func runPerft(a *app, o perftOptions) error {
	if o.depth < 0 || o.depth > 20 {
		return usagef("--depth %d: want 0 to 20 plies", o.depth)
	}
	p, err := board.ParseFEN(o.fen)
	if err != nil {
		return usagef("--fen: %w", err)
	}
	start := time.Now()
	r := perftResult{FEN: p.FEN(), Depth: o.depth}
	var counts []board.DivideCount
	if o.depth == 0 || !o.divide && o.threads == 1 {
		r.Nodes = p.Perft(o.depth)
	} else {
		counts = p.Divide(o.depth, o.threads)
		for _, c := range counts {
			r.Nodes += c.Nodes
		}
	}
	elapsed := time.Since(start)
	r.Millis = elapsed.Milliseconds()
	r.NPS = float64(r.Nodes) / max(elapsed.Seconds(), 1e-9)
	if a.json {
		if o.divide {
			r.Divide = map[string]uint64{}
			for _, c := range counts {
				r.Divide[c.Move.String()] = c.Nodes
			}
		}
		return a.printJSON(r)
	}
	if o.divide {
		for _, c := range counts {
			fmt.Fprintf(a.stdout, "%s: %d\n", c.Move, c.Nodes)
		}
	}
	_, err = fmt.Fprintf(a.stdout, "nodes %d  time %d ms  %.1f Mn/s\n", r.Nodes, r.Millis, r.NPS/1e6)
	return err
}

// runPerftFile checks rows "fen depth nodes".
func runPerftFile(a *app, o perftOptions) error {
	in, err := a.openInput(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	sc := bufio.NewScanner(in)
	checked, differ := 0, 0
	for line := 1; sc.Scan(); line++ {
		text := strings.TrimRight(sc.Text(), "\r")
		if text == "" || line == 1 && strings.HasPrefix(text, "fen\t") {
			continue
		}
		cols := strings.Split(text, "\t")
		if len(cols) < 3 {
			return usagef("%s: line %d: %d columns, want fen, depth, nodes", o.file, line, len(cols))
		}
		p, err := board.ParseFEN(cols[0])
		if err != nil {
			return usagef("%s: line %d: %w", o.file, line, err)
		}
		depth, err := strconv.Atoi(cols[1])
		if err != nil || depth < 0 {
			return usagef("%s: line %d: depth %q is not a number of plies", o.file, line, cols[1])
		}
		want, err := strconv.ParseUint(cols[2], 10, 64)
		if err != nil {
			return usagef("%s: line %d: nodes %q is not a count", o.file, line, cols[2])
		}
		var got uint64
		if depth == 0 || o.threads == 1 {
			got = p.Perft(depth)
		} else {
			for _, c := range p.Divide(depth, o.threads) {
				got += c.Nodes
			}
		}
		checked++
		if got != want {
			differ++
			fmt.Fprintf(a.stdout, "%s depth %d: got %d, want %d\n", cols[0], depth, got, want)
		}
	}
	if err := sc.Err(); err != nil {
		return usagef("%s: %v", o.file, err)
	}
	return reportChecked(a, checked, differ)
}

// reportChecked prints the closing line of every batch check and turns
// differences into exit code 1.
func reportChecked(a *app, checked, differ int) error {
	fmt.Fprintf(a.stdout, "%d checked, %d differ\n", checked, differ)
	if differ > 0 {
		return answerNo("")
	}
	return nil
}
