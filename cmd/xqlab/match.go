package main

import (
	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/selfplay/player"
)

type matchOptions struct {
	playFlags
	a, b string
}

func newMatchCmd(a *app) *cobra.Command {
	o := &matchOptions{}
	cmd := &cobra.Command{
		Use:   "match --a SPEC --b SPEC",
		Short: "Play two engines against each other, all games stored",
		Long: `Play a match between two engines: pairs of games from one opening with the
colours swapped, many at a time, for a fixed number of pairs or until a
sequential test (SPRT) decides. Every pair is stored in the database as soon as
it has ended; --resume continues a match that was interrupted.

All figures are from the view of --a.

` + player.SpecHelp,
		Example: `  # seed weights against default weights at 3000 nodes per move
  xqlab match --a builtin:weights=seed --b builtin --pairs 60 --nodes 3000

  # is a change worth 5 Elo rather than 0? stop as soon as the test decides
  xqlab match --a builtin:weights=new.toml --b builtin --tc 5+0.05 --elo0 0 --elo1 5

  # a UCI engine against a UCCI engine with different limits
  xqlab match --a cmd=./pikafish,option.Hash=64,tc=10+0.1 \
      --b cmd=./eleeye,proto=ucci,option.usebook=false,tc=20+0.2 --pairs 50 --log lines.log

  # continue after Ctrl-C
  xqlab match --resume m12`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.resume == "" && (o.a == "" || o.b == "") {
				return ui.Usagef("want two engines: --a SPEC --b SPEC (see %s --help)", cmd.CommandPath())
			}
			return a.play(cmd, &runs.Match{}, &o.playFlags, o.a, o.b)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.a, "a", "", "`SPEC` of the engine under test")
	f.StringVar(&o.b, "b", "", "`SPEC` of its opponent")
	o.playFlags.add(f)
	o.sprt.add(f)
	o.runFlags.add(a, cmd)
	return cmd
}
