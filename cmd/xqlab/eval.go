package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/engine/eval"
)

type evalOptions struct {
	fen     string
	weights string
}

func newEvalCmd(a *app) *cobra.Command {
	o := evalOptions{}
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Show what each group of the evaluation contributes in a position",
		Long: `Show what each group of the evaluation contributes for each side in a position,
in centipawns (a rook is about 1000): with all pieces on the board (mg), on an
empty board (eg), and mixed by the phase of the game (tapered). The percentages
of the groups are included. There is no search.`,
		Example: `  xqlab eval --fen "3ak4/9/9/9/9/9/9/4C4/4A4/R3KA3 w - - 0 1"
  xqlab eval --weights seed --json
  xqlab eval --weights my.toml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runEval(a, o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position")
	f.StringVar(&o.weights, "weights", eval.DefaultName, "weights: default, seed or a `FILE`")
	return cmd
}

// evalResult is the JSON form of a breakdown; values are centipawns.
type evalResult struct {
	FEN      string      `json:"fen"`
	Weights  weightsID   `json:"weights"`
	Phase    int         `json:"phase"`
	MaxPhase int         `json:"max_phase"`
	Groups   []evalGroup `json:"groups"`
	Total    evalGroup   `json:"total"`
	Score    int         `json:"score"` // from the side to move
	ScoreRed int         `json:"score_red"`
	ToMove   string      `json:"side_to_move"`
}

// weightsID identifies weights by source and by content.
type weightsID struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

type evalGroup struct {
	Group      string     `json:"group"`
	Percent    int        `json:"percent"`
	Red        eval.Share `json:"red"`
	Black      eval.Share `json:"black"`
	Difference eval.Share `json:"difference"`
}

func runEval(a *app, o evalOptions) error {
	p, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	w, err := eval.Load(o.weights)
	if err != nil {
		return ui.Usagef("--weights: %w", err)
	}
	b := eval.New(w).Breakdown(p)
	r := evalResult{
		FEN:      p.FEN(),
		Weights:  weightsID{o.weights, w.Hash()},
		Phase:    b.Phase,
		MaxPhase: eval.MaxPhase,
		Total:    newEvalGroup("total", b.Total),
		Score:    b.Score,
		ScoreRed: b.Score,
		ToMove:   p.SideToMove().String(),
	}
	if p.SideToMove() == board.Black {
		r.Score = -b.Score
	}
	for g, s := range b.Groups {
		r.Groups = append(r.Groups, newEvalGroup(eval.Group(g).String(), s))
	}
	if a.JSON {
		return a.PrintJSON(r)
	}
	_, err = a.Out.Write(r.table())
	return err
}

func newEvalGroup(name string, s eval.GroupShare) evalGroup {
	return evalGroup{name, s.Percent, s.Red, s.Black, s.Diff}
}

// table formats the breakdown for people.
func (r *evalResult) table() []byte {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "fen      %s\nweights  %s (%.12s)\nphase    %d of %d\n\n", r.FEN, r.Weights.Name, r.Weights.Hash, r.Phase, r.MaxPhase)
	fmt.Fprintf(&buf, "%-11s %4s", "", "")
	for _, side := range []string{"red", "black", "difference"} {
		fmt.Fprintf(&buf, "  |%28s", side)
	}
	fmt.Fprintf(&buf, "\n%-11s %4s", "group", "%")
	for range 3 {
		fmt.Fprintf(&buf, "  |%9s %9s %8s", "mg", "eg", "tapered")
	}
	rule := strings.Repeat("-", 16) + strings.Repeat("--+"+strings.Repeat("-", 28), 3) + "\n"
	buf.WriteString("\n" + rule)
	for _, g := range r.Groups {
		g.row(&buf)
	}
	buf.WriteString(rule)
	r.Total.row(&buf)
	fmt.Fprintf(&buf, "\nscore    %+d cp for red, %+d cp for the side to move (%s)\n", r.ScoreRed, r.Score, r.ToMove)
	return buf.Bytes()
}

func (g *evalGroup) row(buf *bytes.Buffer) {
	fmt.Fprintf(buf, "%-11s %4d", g.Group, g.Percent)
	for _, s := range []eval.Share{g.Red, g.Black, g.Difference} {
		fmt.Fprintf(buf, "  |%9s %9s %8s", centipawns(s.MG, 2), centipawns(s.EG, 2), centipawns(s.Tapered, 1))
	}
	buf.WriteByte('\n')
}

// centipawns formats a value with the given number of decimals and without a
// negative zero.
func centipawns(v float64, decimals int) string {
	s := fmt.Sprintf("%.*f", decimals, v)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}
