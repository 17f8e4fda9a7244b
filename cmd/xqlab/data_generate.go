package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/tune/dataset"
)

type dataGenerateOptions struct {
	out         string
	name        string
	weights     string
	resume      string
	resign      string
	draw        string
	concurrency int
	games       dataset.Generation
	filters     dataset.Filters
}

const dataGenerateLong = `Let the built-in engine play itself, a fixed number of nodes a move, from
openings of a set with random moves added, and take the labelled positions out
of the games. The games are stored as a run; after Ctrl-C it goes on with
--resume. The same seed and version give the same file, at any --concurrency.`

func newDataGenerateCmd(a *app) *cobra.Command {
	o := dataGenerateOptions{games: dataset.DefaultGeneration(), filters: dataset.DefaultFilters()}
	o.resign, o.draw = o.games.Resign.String(), o.games.Draw.String()
	o.filters.SkipPlies = 0
	cmd := &cobra.Command{
		Use:   "generate -o FILE",
		Short: "Make labelled positions by self-play",
		Long:  dataGenerateLong,
		Example: `  xqlab data generate --games 20000 --nodes 5000 -o selfplay.xqd
  xqlab data generate --resume d3 -o selfplay.xqd`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.resume != "" {
				if err := checkGenerateResume(cmd); err != nil {
					return err
				}
			}
			o.games.Seed, o.filters.Seed = a.seed, a.seed
			return runDataGenerate(cmd.Context(), a, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "data `FILE` to write (- is stdout)")
	f.StringVar(&o.name, "name", "", "name of the run, for people")
	f.StringVar(&o.resume, "resume", "", "go on with a stored `RUN`")
	f.StringVar(&o.weights, "weights", eval.DefaultName, "weights to play with: default, seed or a `FILE`")
	f.IntVar(&o.games.Games, "games", o.games.Games, "games to play")
	f.Uint64Var(&o.games.Nodes, "nodes", o.games.Nodes, "nodes a move")
	f.IntVar(&o.games.Hash, "hash", o.games.Hash, "table of each side in MiB")
	f.StringVar(&o.games.Openings, "openings", o.games.Openings, "`SET` balanced, popular or start, or a file")
	f.IntVar(&o.games.RandomPlies, "random-plies", o.games.RandomPlies, "random moves after each opening")
	f.IntVar(&o.games.Balance, "balance", o.games.Balance, "centipawns that an opening may be off level")
	f.StringVar(&o.resign, "resign", o.resign, "adjudicate wins: off, or `score=1500,moves=3,twosided=true`")
	f.StringVar(&o.draw, "draw", o.draw, "adjudicate draws: off, or `score=10,moves=10,from=50`")
	f.IntVar(&o.games.MaxPlies, "max-plies", o.games.MaxPlies, "draw after so many plies")
	f.IntVarP(&o.concurrency, "concurrency", "c", runtime.NumCPU(), "games at a time")
	addFilterFlags(cmd, &o.filters)
	return cmd
}

// checkGenerateResume refuses flags that would change the games of a stored
// run.
func checkGenerateResume(cmd *cobra.Command) error {
	return onlyWithResume(cmd, "out", "concurrency")
}

// generateConfig is what is stored of a run's configuration.
type generateConfig struct {
	Games   dataset.Generation `json:"games"`
	Filters dataset.Filters    `json:"filters"`
	Weights string             `json:"weights_name"`
}

// generation is one call of data generate.
type generation struct {
	a    *app
	o    dataGenerateOptions
	st   *store.Store
	run  *store.Run
	w    *eval.Weights
	done []selfplay.PairResult
}

func runDataGenerate(ctx context.Context, a *app, o dataGenerateOptions) (err error) {
	if o.out == "" {
		return usagef("--out: the name of a data file is needed")
	}
	if o.games.Resign, err = selfplay.ParseResignRule(o.resign); err != nil {
		return usagef("--%w", err)
	}
	if o.games.Draw, err = selfplay.ParseDrawRule(o.draw); err != nil {
		return usagef("--%w", err)
	}
	if o.concurrency < 1 {
		return usagef("--concurrency %d: want at least 1", o.concurrency)
	}
	g := &generation{a: a, o: o}
	if g.st, err = openStore(a.db, o.resume != ""); err != nil {
		return err
	}
	defer closeStore(g.st, &err)
	if o.resume != "" {
		err = g.load(ctx)
	} else {
		err = g.create(ctx)
	}
	if err != nil {
		return usagef("%w", err)
	}
	if err := g.play(ctx); err != nil {
		return err
	}
	return g.extract(ctx)
}

// load reads the run to be resumed, its weights from the database: their file
// may have changed or gone since.
func (g *generation) load(ctx context.Context) error {
	var c generateConfig
	run, err := takeUp(ctx, g.st, g.a.db, g.o.resume, store.Data, &c)
	if err != nil {
		return err
	}
	g.run = run
	g.o.games, g.o.filters, g.o.weights = c.Games, c.Filters, c.Weights
	if g.w, err = weightsOf(ctx, g.st, c.Games.WeightsHash); err != nil {
		return err
	}
	if g.done, err = donePairs(ctx, g.st, g.run.ID); err != nil {
		return err
	}
	return g.st.ResumeRun(ctx, g.run.ID)
}

// create stores a new run.
func (g *generation) create(ctx context.Context) error {
	var err error
	if err = g.o.games.Validate(); err != nil {
		return err
	}
	if err = g.o.filters.Validate(); err != nil {
		return err
	}
	if g.w, err = eval.Load(g.o.weights); err != nil {
		return fmt.Errorf("--weights: %w", err)
	}
	g.o.games.WeightsHash = g.w.Hash()
	if g.o.games.Openings, err = absolutePath(g.o.games.Openings); err != nil {
		return err
	}
	v := currentVersion()
	n := store.NewRun{
		Kind: store.Data, Name: g.o.name, Seed: g.a.seed, Version: v.Version, Commit: v.Commit,
		Config: generateConfig{g.o.games, g.o.filters, g.o.weights},
	}
	for _, name := range []string{"builtin", "builtin-2"} {
		c := g.o.games.Player(g.w)
		c.Name = name
		p, err := storedPlayer(&c)
		if err != nil {
			return err
		}
		n.Players = append(n.Players, p)
	}
	g.run, err = g.st.CreateRun(ctx, n)
	return err
}

// play plays what is left of the games.
func (g *generation) play(ctx context.Context) error {
	bar := g.a.newProgress(g.o.games.Games, "playing")
	n := len(g.done)
	err := g.o.games.Play(ctx, g.w, g.o.concurrency, g.done, g.st.Recorder(g.run.ID), selfplay.Hooks{Game: func(*selfplay.Game) {
		n++
		bar.set(n, "playing")
	}})
	bar.finish()
	after := context.WithoutCancel(ctx)
	f := store.Finish{Status: store.Finished, Verdict: "all games played"}
	if err != nil {
		f = store.Finish{Status: store.Interrupted, Verdict: err.Error()}
	}
	if storing := g.st.FinishRun(after, g.run.ID, f); err == nil && storing != nil {
		return usagef("%w", storing)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return interruptedf("stopped; %s", g.goOn())
	case err != nil:
		return usagef("%w\n%s", err, g.goOn())
	}
	return nil
}

// extract writes the positions of the games.
func (g *generation) extract(ctx context.Context) error {
	settings, err := json.Marshal(generateConfig{g.o.games, g.o.filters, g.o.weights})
	if err != nil {
		return err
	}
	meta := dataset.Meta{Source: "self-play of xqlab " + g.run.Version, Weights: g.w.Hash(), Settings: settings}
	err = g.a.extractTo(g.o.out, g.o.filters, g.w, meta, func(add func(*dataset.Game) error) error {
		_, err := eachGameOf(ctx, g.st, g.run, add)
		return err
	})
	if err != nil && ctx.Err() != nil {
		return interruptedf("stopped; %s", g.goOn())
	}
	return err
}

// goOn says how to go on with the run.
func (g *generation) goOn() string {
	return fmt.Sprintf("go on with\n  xqlab %s -o %s", resumeCommand(g.run, g.a.db), shellQuote(g.o.out))
}
