package main

import (
	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

type tournamentOptions struct {
	playFlags
	specs       []string
	format      string
	seeds       int
	anchors     []string
	simulations int
}

func newTournamentCmd(a *app) *cobra.Command {
	o := &tournamentOptions{}
	cmd := &cobra.Command{
		Use:   "tournament --engine SPEC --engine SPEC ...",
		Short: "Play many engines against each other and rate them",
		Long: `Play a tournament and rate the players: everyone against everyone, or a gauntlet
of the first engines against all others. All pairings play the same openings.
Ratings are fitted jointly with the advantage of having Red; their mean is 0
unless players are anchored.

` + player.SpecHelp,
		Example: `  # depth scaling of the built-in engine
  xqlab tournament --engine builtin:depth=3,name=d3 --engine builtin:depth=4,name=d4 \
      --engine builtin:depth=5,name=d5 --pairs 20

  # one new engine against the field, by names from engines.toml
  xqlab tournament --format gauntlet --engine new --engine old --engine pikafish --tc 10+0.1

  xqlab tournament --resume t3`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			job := &runs.Match{Tournament: true}
			if err := o.rate(cmd.Flags().Changed); err != nil {
				return err
			}
			if o.resume == "" && len(o.specs) < 2 {
				return ui.Usagef("%d engines: want at least two --engine SPEC (see %s --help)", len(o.specs), cmd.CommandPath())
			}
			o.exp.Format = selfplay.Format(o.format)
			if o.exp.Format == selfplay.Gauntlet {
				o.exp.Seeds = o.seeds
			}
			return a.play(cmd, job, &o.playFlags, o.specs...)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.specs, "engine", nil, "`SPEC` of a player (once for each)")
	f.StringVar(&o.format, "format", string(selfplay.RoundRobin), "roundrobin or gauntlet")
	f.IntVar(&o.seeds, "seeds", 1, "players at the front of the list that play the gauntlet")
	f.StringArrayVar(&o.anchors, "anchor", nil, "hold the rating of a player: `NAME[=RATING]` (may be repeated)")
	f.IntVar(&o.simulations, "simulations", selfplay.DefaultSimulations, "replays for the errors of the ratings; 0: analytic errors")
	o.playFlags.add(f)
	o.runFlags.add(a, cmd)
	return cmd
}

// rate reads the flags for the ratings, of a new tournament or of one that is
// resumed.
func (o *tournamentOptions) rate(changed func(string) bool) error {
	if n := o.simulations; n < 0 || n > selfplay.MaxSimulations {
		return ui.Usagef("--simulations %d: want 0 to %d", n, selfplay.MaxSimulations)
	}
	anchors, err := parseAnchors(o.anchors)
	if err != nil {
		return err
	}
	o.exp.Rating = &selfplay.Rating{Anchors: anchors, Simulations: o.simulations}
	if changed("anchor") {
		o.rating.Anchors = anchors
	}
	if changed("simulations") {
		o.rating.Simulations = &o.simulations
	}
	return nil
}
