package main

import (
	"github.com/spf13/cobra"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

type tournamentOptions struct {
	playFlags
	specs   []string
	format  string
	anchors []string
}

func newTournamentCmd(a *app) *cobra.Command {
	o := &tournamentOptions{}
	cmd := &cobra.Command{
		Use:   "tournament --engine SPEC --engine SPEC ...",
		Short: "Play many engines against each other and rate them",
		Long: `Play a tournament and rate the players: everybody against everybody, or a
gauntlet of the first engines against all others. All pairings meet the same
openings. Ratings are fitted jointly with the advantage of having Red; their
mean is 0 unless players are anchored.

` + player.SpecHelp,
		Example: `  # depth scaling of the built-in engine
  xqlab tournament --engine builtin:depth=3,name=d3 --engine builtin:depth=4,name=d4 \
      --engine builtin:depth=5,name=d5 --pairs 20

  # one new engine against the field, by names of engines.toml
  xqlab tournament --format gauntlet --engine new --engine old --engine pikafish --tc 10+0.1

  xqlab tournament --resume t3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			job := playJob{flags: &o.playFlags, kind: store.Tournament}
			if err := o.ratingOptions(a); err != nil {
				return err
			}
			if o.resume != "" {
				if err := o.checkResume(cmd); err != nil {
					return err
				}
				return runPlay(cmd, a, &job)
			}
			if len(o.specs) < 2 {
				return usagef("%d engines: want at least two --engine SPEC (see %s --help)", len(o.specs), cmd.CommandPath())
			}
			o.exp.Format = selfplay.Format(o.format)
			if o.exp.Format != selfplay.Gauntlet {
				o.exp.Seeds = 0
			}
			players, err := o.players(o.specs)
			if err != nil {
				return err
			}
			if job.exp, err = o.experiment(a, cmd, players); err != nil {
				return err
			}
			return runPlay(cmd, a, &job)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.specs, "engine", nil, "`SPEC` of a player (once for each)")
	f.StringVar(&o.format, "format", string(selfplay.RoundRobin), "roundrobin or gauntlet")
	f.IntVar(&o.exp.Seeds, "seeds", 1, "players at the front of the list that play the gauntlet")
	f.StringArrayVar(&o.anchors, "anchor", nil, "hold the rating of a player: `NAME[=RATING]` (may be repeated)")
	f.IntVar(&o.rating.Simulations, "simulations", 300, "replays for the errors of the ratings; 0: analytic errors")
	o.add(f)
	_ = cmd.RegisterFlagCompletionFunc("resume", a.completeRuns)
	return cmd
}

// ratingOptions reads the flags that say how the players are rated.
func (o *tournamentOptions) ratingOptions(a *app) (err error) {
	o.rating.Seed = a.seed
	if n := o.rating.Simulations; n < 0 || n > 1e6 {
		return usagef("--simulations %d: want 0 to 1000000", n)
	}
	o.rating.Anchors, err = parseAnchors(o.anchors)
	return err
}
