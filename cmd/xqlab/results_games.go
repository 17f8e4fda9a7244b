package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/board"
	"xqlab/results/store"
	"xqlab/selfplay"
)

// resultsGamesOptions select games of a run.
type resultsGamesOptions struct {
	player, winner, result, reason string
	opening, pair, game            int // from 0, 1 and 1; -1 and 0 mean any
	faults, void, moves            bool
	limit, offset                  int
}

func (o *resultsGamesOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "", "only games played by `NAME`")
	f.StringVar(&o.winner, "winner", "", "only games that `NAME` won")
	f.StringVar(&o.result, "result", "", "only games with the result `1-0`, 0-1 or 1/2-1/2")
	f.StringVar(&o.reason, "reason", "", "only games that ended for `REASON`, as printed by results show")
	f.IntVar(&o.opening, "opening", -1, "only games from opening number `N` of the set, counted from 0")
	f.IntVar(&o.pair, "pair", 0, "only pair `N`, counted from 1")
	f.IntVar(&o.game, "game", 0, "only the first (1) or second (2) game of the pairs")
	f.BoolVar(&o.faults, "faults", false, "only games that ended through a player's fault")
	f.BoolVar(&o.void, "void", false, "also games that do not count")
	f.IntVar(&o.limit, "limit", 0, "at most `N` games; 0: all")
	f.IntVar(&o.offset, "offset", 0, "leave out the first `N` games")
}

// filter checks the options against a run and returns them as a filter.
func (o *resultsGamesOptions) filter(run *store.Run) (f store.GameFilter, err error) {
	f = store.GameFilter{Run: run.ID, Faults: o.faults, Void: o.void, Limit: o.limit, Offset: o.offset,
		Reason: selfplay.EndReason(o.reason)}
	if f.Player, err = playerIndex(run, "--player", o.player); err != nil {
		return f, err
	}
	if f.Winner, err = playerIndex(run, "--winner", o.winner); err != nil {
		return f, err
	}
	switch o.result {
	case "":
	case "1-0":
		f.Result = selfplay.RedWins
	case "0-1":
		f.Result = selfplay.BlackWins
	case "1/2-1/2":
		f.Result = selfplay.Draw
	default:
		return f, ui.Usagef("--result %s: want 1-0, 0-1 or 1/2-1/2", o.result)
	}
	if o.game < 0 || o.game > 2 {
		return f, ui.Usagef("--game %d: want 1 or 2", o.game)
	}
	for name, n := range map[string]int{"--pair": o.pair, "--limit": o.limit, "--offset": o.offset} {
		if n < 0 {
			return f, ui.Usagef("%s %d: want 0 or more", name, n)
		}
	}
	if o.opening >= 0 {
		f.Opening = &o.opening
	}
	if o.pair > 0 {
		pair := o.pair - 1
		f.Pair = &pair
	}
	if o.game > 0 {
		game := o.game - 1
		f.InPair = &game
	}
	return f, nil
}

func playerIndex(run *store.Run, flag, name string) (*int, error) {
	if name == "" {
		return nil, nil
	}
	var names []string
	for i, p := range run.Players {
		if p.Name == name {
			return &i, nil
		}
		names = append(names, p.Name)
	}
	return nil, ui.Usagef("%s %s: the players of %s are %s", flag, name, run.Short, strings.Join(names, ", "))
}

func newResultsGamesCmd(a *app) *cobra.Command {
	o := resultsGamesOptions{}
	cmd := &cobra.Command{
		Use:   "games RUN",
		Short: "List the games of a run",
		Long: `List the games of a run. A game is named by its pair and its place in the pair:
12.2 is the second game (colours swapped) of the twelfth pair.

` + runHelp,
		Example: `  xqlab results games last --limit 20
  xqlab results games m12 --player builtin --reason "time forfeit"
  xqlab results games m12 --pair 7 --game 2 --moves`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withStore(func(st *store.Store) error { return runResultsGames(cmd.Context(), a, st, args[0], o) })
		},
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.moves, "moves", false, "show the moves with score, depth and time")
	return cmd
}

func runResultsGames(ctx context.Context, a *app, st *store.Store, arg string, o resultsGamesOptions) error {
	run, err := st.FindRun(ctx, arg)
	if err != nil {
		return err
	}
	f, err := o.filter(run)
	if err != nil {
		return err
	}
	f.Moves = o.moves
	if a.JSON {
		list := []store.GameJSON{}
		for g, err := range st.Games(ctx, f) {
			if err != nil {
				return err
			}
			list = append(list, g.JSON(run))
		}
		return a.PrintJSON(list)
	}
	t := a.NewTable("game", "red", "black", "result", "reason", "plies", "red s", "black s", "opening")
	for g, err := range st.Games(ctx, f) {
		if err != nil {
			return err
		}
		if o.moves {
			if err := printGame(a.Out, run, g); err != nil {
				return err
			}
			continue
		}
		t.Row(gameName(g), run.Players[g.Red].Name, run.Players[g.Black].Name, resultWord(g), g.Reason, g.Plies,
			fmt.Sprintf("%.1f", g.Thinking[board.Red].Time.Seconds()), fmt.Sprintf("%.1f", g.Thinking[board.Black].Time.Seconds()),
			openingName(g))
	}
	if o.moves {
		return nil
	}
	return t.Print(a.Out, "")
}

func gameName(g *store.Game) string { return fmt.Sprintf("%d.%d", g.Pair+1, g.InPair+1) }

// resultWord returns the result and marks games that do not count.
func resultWord(g *store.Game) string {
	if !g.Counted {
		return g.Result.String() + " (not counted)"
	}
	return g.Result.String()
}

func openingName(g *store.Game) string {
	if g.Opening.Name == "" {
		return fmt.Sprint(g.Opening.Index)
	}
	return fmt.Sprintf("%d %s", g.Opening.Index, g.Opening.Name)
}

// printGame prints one game with its moves.
func printGame(w io.Writer, run *store.Run, g *store.Game) error {
	p := ui.NewPrinter(w)
	p.F("%s game %s: %s (red) - %s (black)  %s\n", run.Short, gameName(g), run.Players[g.Red].Name, run.Players[g.Black].Name, resultWord(g))
	p.F("  end       %s\n", joinWords(string(g.Reason), g.Detail))
	if g.CyclePly > 0 {
		var squares []string
		for _, sq := range g.Offenders {
			squares = append(squares, sq.String())
		}
		p.F("  cycle     from ply %d; pieces %s\n", g.CyclePly, strings.Join(squares, " "))
	}
	if f := g.Fault; f != nil {
		p.F("  fault     %s at ply %d: %s\n", run.Players[f.Player].Name, f.Ply, f.Text)
		if f.Overrun > 0 {
			p.F("  overrun   %v\n", f.Overrun)
		}
		p.F("  position  %s\n", f.FEN)
		for _, line := range f.Stderr {
			p.F("  stderr    %s\n", line)
		}
	}
	p.F("  opening   %s\n  start     %s\n", openingName(g), g.Opening.FEN)
	t := &ui.Table{Head: []string{"ply", "move", "score", "depth", "nodes", "seconds"}}
	for i := range g.Moves {
		m := &g.Moves[i]
		if m.FromBook {
			t.Row(i+1, m.Move, "book", "", "", "")
			continue
		}
		t.Row(i+1, m.Move, store.ScoreText(m), m.Depth, m.Nodes, fmt.Sprintf("%.3f", m.Time.Seconds()))
	}
	p.Rows(t)
	p.F("\n")
	return p.Err()
}

func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), ": ")
}
