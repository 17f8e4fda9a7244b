package main

import (
	"github.com/spf13/cobra"

	"xqlab/engine/protocol"
)

const ucciLong = `Speaks UCCI 3.0 on standard input and output, for boards such as XQWizard. Times
are in seconds until "setoption usemillisec true". "go draw" asks whether the
engine accepts a draw; it does if it stands worse. It never offers a draw and
never resigns.

Besides the usual commands it accepts those of UCI ("fen ...", "movetime", ...)
and, for people, "d" and "eval". Wrong input is answered with "info string" and
otherwise ignored.`

func newUCCICmd(a *app) *cobra.Command {
	return newServeCmd(a, protocol.UCCI, &cobra.Command{
		Use:   "ucci",
		Short: "Run as an engine for a graphical board that speaks UCCI",
		Long:  ucciLong,
		Example: `  xqlab ucci
  (printf 'ucci\nposition startpos\ngo depth 8\n'; sleep 1) | xqlab ucci   # end of input stops a search`,
	})
}
