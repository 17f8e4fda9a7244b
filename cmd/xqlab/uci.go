package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/protocol"
)

type serveOptions struct {
	weights string
	expose  bool
}

const uciLong = `Speaks UCI on standard input and output, for boards and match programs made for
Pikafish and its like: moves as h2e2 (ranks 0 to 9), wtime is Red's clock.

Besides the usual commands it accepts "fen ..." and "startpos ..." without
"position" (UCI-Cyclone), "banmoves", and, for people, "d" and "eval". Wrong
input is answered with "info string" and otherwise ignored.`

func newUCICmd(a *app) *cobra.Command {
	return newServeCmd(a, protocol.UCI, &cobra.Command{
		Use:   "uci",
		Short: "Run as an engine for a graphical board that speaks UCI",
		Long:  uciLong,
		Example: `  xqlab uci
  xqlab uci --weights tuned.toml
  printf 'position startpos moves h2e2\nd\neval\n' | xqlab uci`,
	})
}

// newServeCmd returns a command that serves one protocol; the two share everything
// else.
func newServeCmd(a *app, d protocol.Dialect, cmd *cobra.Command) *cobra.Command {
	o := serveOptions{}
	cmd.Args = cobra.NoArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runServe(a, cmd.Context(), d, o) }
	f := cmd.Flags()
	f.StringVar(&o.weights, "weights", "default", "weight `file` to start with, or default or seed")
	f.BoolVar(&o.expose, "expose", false, "list the search constants among the options, for external tuning")
	return cmd
}

func runServe(a *app, ctx context.Context, d protocol.Dialect, o serveOptions) error {
	err := protocol.Serve(ctx, a.In, a.Out, protocol.Config{
		Dialect: d, Name: "xqlab", Version: version, Weights: o.weights, Expose: o.expose, Seed: a.seed,
	})
	if errors.Is(err, context.Canceled) {
		return ui.Interruptedf("interrupted")
	}
	return err
}
