package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine"
	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/engine/notation"
	"xqlab/engine/rules"
	"xqlab/engine/search"
	"xqlab/selfplay/player"
)

type analyzeOptions struct {
	fen, moves             string
	depth, moveTime, nodes string
	multiPV, threads, hash int
	weights, ruleset       string
	notation               string
}

// analyzeTime is how long a position is searched if no limit is given.
const analyzeTime = 5 * time.Second

func newAnalyzeCmd(a *app) *cobra.Command {
	o := analyzeOptions{}
	cmd := &cobra.Command{
		Use:   "analyze",
		Short: "Search a position and show the best lines",
		Long: `Searches a position with the built-in engine and shows every new best line with
its depth (and that of the longest line searched), its score in centipawns from
the side to move (a rook is about 1000), nodes, nodes per second, and its moves
in ICCS and in Chinese notation. If several limits are given, the first one
reached ends the search; without any it lasts ` + analyzeTime.String() + `. After Ctrl-C the search ends
with what it has found.`,
		Example: `  xqlab analyze --fen "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1" --depth 8
  xqlab analyze --moves "h2e2 h9g7" --movetime 10s --multipv 3 --threads 2
  xqlab analyze --moves "炮二平五 马８进７" --nodes 500k --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runAnalyze(a, cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.fen, "fen", board.StartFEN, "position")
	f.StringVar(&o.moves, "moves", "", "`moves` to play from there first, in any notation")
	f.StringVarP(&o.depth, "depth", "d", "", "search to this depth in `plies`")
	f.StringVar(&o.moveTime, "movetime", "", "search for this `time`: 500ms, 2s, or seconds")
	f.StringVar(&o.nodes, "nodes", "", "search this `number` of nodes: 20000, 500k, 2m")
	f.IntVar(&o.multiPV, "multipv", 1, "lines to show")
	f.IntVar(&o.threads, "threads", 1, "search goroutines")
	f.IntVar(&o.hash, "hash", 64, "transposition table in `MiB`")
	f.StringVar(&o.weights, "weights", "default", "weight `file`, or default or seed")
	f.StringVar(&o.ruleset, "ruleset", rules.Chinese.String(), "repetition rules: "+strings.Join(rules.Rulesets(), ", "))
	f.StringVar(&o.notation, "notation", notation.Chinese.String(), "second notation of the moves: "+notationNames())
	return cmd
}

// analysis is one search: what `xqlab analyze --json` prints.
type analysis struct {
	FEN     string         `json:"fen"`  // the position searched
	Side    string         `json:"side"` // to move
	Options analysisConfig `json:"options"`

	Best        *string        `json:"best"` // null if there is no legal move
	BestText    string         `json:"best_text,omitempty"`
	Ponder      string         `json:"ponder,omitempty"`
	Score       analysisScore  `json:"score"`
	Depth       int            `json:"depth"`
	Nodes       uint64         `json:"nodes"`
	Millis      int64          `json:"ms"`
	NPS         uint64         `json:"nps"`
	Interrupted bool           `json:"interrupted"`
	Lines       []analysisLine `json:"lines"`   // best lines, ordered by rank
	History     []analysisLine `json:"history"` // every line reported, in order

	pos   *board.Position
	style notation.Style
}

// analysisConfig holds the settings of the search.
type analysisConfig struct {
	Depth    int    `json:"depth,omitempty"`
	Millis   int64  `json:"movetime_ms,omitempty"`
	Nodes    uint64 `json:"nodes,omitempty"`
	MultiPV  int    `json:"multipv"`
	Threads  int    `json:"threads"`
	Hash     int    `json:"hash_mib"`
	Weights  string `json:"weights"` // content hash
	Ruleset  string `json:"ruleset"`
	Notation string `json:"notation"`
}

// analysisScore is seen from the side to move; exactly one of the three is set.
type analysisScore struct {
	CP   *int   `json:"cp,omitempty"`
	Mate *int   `json:"mate,omitempty"` // moves, negative if being mated
	Rule string `json:"rule,omitempty"` // "win" or "loss" by the rules of repetition
}

// analysisLine is one reported line.
type analysisLine struct {
	Depth    int           `json:"depth"`
	SelDepth int           `json:"seldepth"`
	Rank     int           `json:"multipv"`
	Score    analysisScore `json:"score"`
	Bound    string        `json:"bound,omitempty"` // lowerbound or upperbound
	Nodes    uint64        `json:"nodes"`
	Millis   int64         `json:"ms"`
	NPS      uint64        `json:"nps"`
	PV       []string      `json:"pv"`   // ICCS
	Text     []string      `json:"text"` // in the second notation
}

func runAnalyze(a *app, ctx context.Context, o analyzeOptions) error {
	limits, err := o.limits()
	if err != nil {
		return err
	}
	pos, err := board.ParseFEN(o.fen)
	if err != nil {
		return ui.Usagef("--fen: %w", err)
	}
	if err := playMoves(pos, strings.Fields(o.moves)); err != nil {
		return ui.Usagef("--moves: %w", err)
	}
	ruleset, err := rules.ParseRuleset(o.ruleset)
	if err != nil {
		return ui.Usagef("--ruleset: %w", err)
	}
	style, err := notation.ParseStyle(o.notation)
	if err != nil {
		return ui.Usagef("--notation: %w", err)
	}
	for _, f := range []struct {
		name  string
		value int
	}{{"multipv", o.multiPV}, {"threads", o.threads}, {"hash", o.hash}} {
		if f.value < 1 {
			return ui.Usagef("--%s %d: want at least 1", f.name, f.value)
		}
	}
	w, err := eval.Load(o.weights)
	if err != nil {
		return ui.Usagef("--weights: %w", err)
	}
	e, err := engine.New(engine.Options{
		Hash: o.hash, Threads: o.threads, MultiPV: o.multiPV, Weights: w, Rules: rules.Options{Ruleset: ruleset},
	})
	if err != nil {
		return ui.Usagef("--%w", err) // "threads 1000: want ..."
	}
	e.SetGame(pos)
	an := &analysis{
		FEN: pos.FEN(), Side: pos.SideToMove().String(), pos: pos, style: style,
		Options: analysisConfig{
			Depth: limits.Depth, Millis: limits.MoveTime.Milliseconds(), Nodes: limits.Nodes,
			MultiPV: o.multiPV, Threads: o.threads, Hash: o.hash,
			Weights: w.Hash(), Ruleset: ruleset.String(), Notation: style.String(),
		},
		Lines: []analysisLine{}, History: []analysisLine{},
	}
	if !a.JSON {
		an.printHead(a)
	}
	r, err := e.Search(ctx, limits, func(i engine.Info) {
		l := an.line(i)
		an.History = append(an.History, l)
		if !a.JSON {
			l.print(a, o.multiPV > 1, style)
		}
	})
	if err != nil {
		return err
	}
	an.finish(r, ctx.Err() != nil)
	if a.JSON {
		err = a.PrintJSON(an)
	} else {
		err = an.printEnd(a)
	}
	if err == nil && an.Interrupted {
		return ui.Interruptedf("interrupted")
	}
	return err
}

// limits reads the limits, in the notation of player specs.
func (o *analyzeOptions) limits() (engine.Limits, error) {
	var l player.Limits
	for _, f := range []struct{ name, value string }{
		{"depth", o.depth}, {"movetime", o.moveTime}, {"nodes", o.nodes},
	} {
		if f.value == "" {
			continue
		}
		if _, err := l.Set(f.name, f.value); err != nil {
			return engine.Limits{}, ui.Usagef("--%s: %w", f.name, err)
		}
	}
	l = l.Or(player.Limits{MoveTime: analyzeTime})
	return engine.Limits{Depth: l.Depth, MoveTime: l.MoveTime, Nodes: l.Nodes}, nil
}

// playMoves plays moves in any notation.
func playMoves(pos *board.Position, texts []string) error {
	reader := notation.AutoReader(pos, texts)
	for i, text := range texts {
		m, err := reader.Parse(pos, text)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		pos.Make(m)
	}
	return nil
}

func (an *analysis) line(i engine.Info) analysisLine {
	l := analysisLine{
		Depth: i.Depth, SelDepth: i.SelDepth, Rank: i.MultiPV, Score: scoreOf(i.Score), Bound: i.Bound.String(),
		Nodes: i.Nodes, Millis: i.Time.Milliseconds(), NPS: i.NPS(), PV: []string{}, Text: []string{},
	}
	p := an.pos.Clone()
	for _, m := range i.PV {
		if !p.IsLegal(m) {
			break
		}
		l.PV = append(l.PV, m.String())
		l.Text = append(l.Text, notation.Format(p, m, an.style))
		p.Make(m)
	}
	return l
}

func scoreOf(s search.Score) analysisScore {
	if n, ok := s.MateDistance(); ok {
		return analysisScore{Mate: &n}
	}
	switch {
	case s.IsDecisive() && s > 0:
		return analysisScore{Rule: "win"}
	case s.IsDecisive():
		return analysisScore{Rule: "loss"}
	}
	cp := int(s)
	return analysisScore{CP: &cp}
}

// String formats the score for people: "+35", "mate -3", "rule win".
func (s analysisScore) String() string {
	switch {
	case s.Mate != nil:
		return fmt.Sprintf("mate %d", *s.Mate)
	case s.CP != nil:
		return fmt.Sprintf("%+d", *s.CP)
	}
	return "rule " + s.Rule
}

// finish fills in the result.
func (an *analysis) finish(r engine.Result, interrupted bool) {
	an.Interrupted = interrupted
	an.Score, an.Depth, an.Nodes, an.Millis = scoreOf(r.Score), r.Depth, r.Nodes, r.Time.Milliseconds()
	an.NPS = search.Info{Nodes: r.Nodes, Time: r.Time}.NPS()
	if r.Best == board.NoMove {
		return
	}
	best := r.Best.String()
	an.Best, an.BestText = &best, notation.Format(an.pos, r.Best, an.style)
	if r.Ponder != board.NoMove {
		an.Ponder = r.Ponder.String()
	}
	for _, i := range r.Lines {
		an.Lines = append(an.Lines, an.line(i))
	}
}

const analysisColumns = "%7s %9s %12s %10s %8s  "

func (an *analysis) printHead(a *app) {
	fmt.Fprintf(a.Out, "%s  (%s to move)\n", an.FEN, an.Side)
	fmt.Fprintf(a.Out, analysisColumns+"%s\n", "depth", "score", "nodes", "nodes/s", "time", "moves")
}

func (l analysisLine) print(a *app, several bool, style notation.Style) {
	score := map[string]string{"": "", "lowerbound": ">=", "upperbound": "<="}[l.Bound] + l.Score.String()
	seconds := fmt.Sprintf("%.2fs", float64(l.Millis)/1000)
	fmt.Fprintf(a.Out, analysisColumns, fmt.Sprintf("%d/%d", l.Depth, l.SelDepth), score,
		fmt.Sprint(l.Nodes), fmt.Sprint(l.NPS), seconds)
	if several {
		fmt.Fprintf(a.Out, "%d. ", l.Rank)
	}
	fmt.Fprintln(a.Out, strings.Join(l.PV, " "))
	if style != notation.ICCS {
		indent := fmt.Sprintf(analysisColumns, "", "", "", "", "")
		fmt.Fprintf(a.Out, "%s%s\n", indent, strings.Join(l.Text, " "))
	}
}

func (an *analysis) printEnd(a *app) error {
	if an.Best == nil {
		what := "stalemated, which loses"
		if an.pos.InCheck() {
			what = "mated"
		}
		_, err := fmt.Fprintf(a.Out, "no legal move: %s is %s\n", an.Side, what)
		return err
	}
	_, err := fmt.Fprintf(a.Out, "best %s %s  score %v  depth %d  nodes %d  nodes/s %d  time %.2fs\n",
		*an.Best, an.BestText, an.Score, an.Depth, an.Nodes, an.NPS, float64(an.Millis)/1000)
	return err
}
