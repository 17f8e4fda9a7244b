package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/suites"
	"xqlab/tune/dataset"
)

type suiteMineOptions struct {
	inputs []string
	out    string
	known  []string
	max    int
	mine   suites.MineOptions
}

func newSuiteMineCmd(a *app) *cobra.Command {
	o := &suiteMineOptions{mine: suites.DefaultMine()}
	cmd := &cobra.Command{
		Use:   "mine GAMES|RUN... -o FILE",
		Short: "Find new positions in games: a chance that only one move takes",
		Long: `Find positions for a suite in game files, folders, archives or stored runs. The
built-in engine looks at every position; where the mover's score has just jumped
by --jump centipawns, it compares the best two moves, and keeps the position if
the best leads by --margin and a deeper search confirms both. Positions of the
shipped suites, of --known suites, and their mirror images are left out.`,
		Example: "  xqlab suite mine games.pgn m12 -o mined.epd --known mine.epd",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.inputs = args
			return runSuiteMine(cmd, a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "`FILE` to write (default: stdout)")
	f.StringArrayVar(&o.known, "known", nil, "`SUITE` whose positions are left out, besides the shipped ones")
	f.IntVar(&o.max, "max-games", 0, "look at only `N` games (0: all)")
	f.Uint64Var(&o.mine.Scan, "scan", o.mine.Scan, "nodes of the first search of every position")
	f.Uint64Var(&o.mine.Find, "find", o.mine.Find, "nodes of the search that compares the best two moves")
	f.Uint64Var(&o.mine.Verify, "verify", o.mine.Verify, "nodes of the search that confirms")
	f.IntVar(&o.mine.Jump, "jump", o.mine.Jump, "centipawns by which the mover's score must have grown")
	f.IntVar(&o.mine.Margin, "margin", o.mine.Margin, "centipawns by which the best move must lead")
	f.IntVar(&o.mine.MinPly, "skip-plies", o.mine.MinPly, "leave out the first `N` plies of each game")
	f.StringVar(&o.mine.Prefix, "prefix", o.mine.Prefix, "prefix of the positions' names")
	f.IntVarP(&o.mine.Concurrency, "concurrency", "c", runtime.NumCPU(), "games at a time")
	return cmd
}

// errEnoughGames stops the reading of games early.
var errEnoughGames = errors.New("enough games were read")

func runSuiteMine(cmd *cobra.Command, a *app, o *suiteMineOptions) error {
	if o.mine.Scan < 1 || o.mine.Find < 1 || o.mine.Verify < 1 {
		return ui.Usagef("--scan, --find and --verify want at least 1 node")
	}
	var err error
	if o.mine.Known, err = suites.LoadAll(append(suites.Shipped(), o.known...)); err != nil {
		return err
	}
	ro, err := a.recordOptions("auto", "auto", false)
	if err != nil {
		return err
	}
	var games []suites.MineGame
	enough := false
	counts, err := a.eachGame(cmd.Context(), o.inputs, ro, func(g *dataset.Game) error {
		if o.max > 0 && len(games) >= o.max {
			enough = true
			return errEnoughGames
		}
		mg := suites.MineGame{Start: g.Start, Source: fmt.Sprintf("game %d", len(games)+1)}
		for _, m := range g.Moves {
			mg.Moves = append(mg.Moves, m.Move)
		}
		games = append(games, mg)
		return nil
	})
	if !enough {
		if err := a.gamesError(counts, err); err != nil {
			return err
		}
	}
	bar := a.NewSharedProgress(len(games), "games")
	o.mine.OnGame = func(done int) { bar.Set(done, "games") }
	s, err := suites.Mine(cmd.Context(), games, o.mine)
	bar.Finish()
	if err != nil {
		if cmd.Context().Err() != nil {
			return ui.Interruptedf("stopped; nothing was written")
		}
		return err
	}
	if err := a.WriteOutput(o.out, func(w io.Writer) error { return s.Write(w) }); err != nil {
		return err
	}
	if !a.Quiet {
		fmt.Fprintf(a.Err, "%d positions from %d games\n", len(s.Positions), len(games))
	}
	return nil
}
