package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
)

// app carries what every command needs: the streams and the global flags.
type app struct {
	ui.Streams

	db   string // path of the result database
	seed uint64 // seed of all randomness

	// onJob, if not nil, is given each job instead of the job being carried out, so
	// that tests can examine what the flags were turned into.
	onJob func(runs.Job, carry) error
}

// defaultDB is the database that is used unless --db or XQLAB_DB names another.
const defaultDB = "xqlab.db"

// Main runs one command line and returns its exit code; package ui lists them.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{Streams: ui.NewStreams(stdin, stdout, stderr)}
	root := newRootCmd(a)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if lost := a.OutError(); lost != nil && !errors.Is(err, lost) {
		err = errors.Join(err, lost)
	}
	if err == nil {
		return ui.ExitOK
	}
	if msg := strings.Trim(err.Error(), "\n"); msg != "" {
		fmt.Fprintf(stderr, "xqlab: %s\n", msg)
	}
	return ui.ExitCode(err)
}

const rootLong = `xqlab tests and tunes xiangqi (Chinese chess) engines: parallel matches with a
sequential test, tuning of evaluation weights, test suites at several depths,
and one SQLite file that keeps every result for comparison and reports.

It has an engine of its own ("builtin") and drives any UCI or UCCI engine.`

const rootExample = `  # seed weights against default weights, 60 pairs of games, stored in xqlab.db
  xqlab match --a builtin:weights=seed --b builtin --pairs 60 --nodes 3000

  # look at a position
  xqlab analyze --fen "4kab2/4a4/4b4/9/9/9/9/4B4/4A4/R3KAB2 w - - 0 1" --depth 8

  # speak UCI with a graphical board
  xqlab uci`

// newRootCmd builds the whole command tree around a.
func newRootCmd(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "xqlab",
		Short:         "Test and tune xiangqi engines",
		Long:          rootLong,
		Example:       rootExample,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return ui.Usagef("%s (see %s --help)", ui.FlagErrorText(err), cmd.CommandPath())
	})
	db := os.Getenv("XQLAB_DB")
	if db == "" {
		db = defaultDB
	}
	flags := root.PersistentFlags()
	flags.StringVar(&a.db, "db", db, "result database `PATH` (or set XQLAB_DB)")
	flags.BoolVar(&a.JSON, "json", false, "print one JSON document on stdout")
	flags.BoolVarP(&a.Quiet, "quiet", "q", false, "no progress on stderr")
	flags.Uint64Var(&a.seed, "seed", 1, "seed of all randomness")

	root.AddCommand(
		newAnalyzeCmd(a),
		newBookCmd(a),
		newConvertCmd(a),
		newDataCmd(a),
		newBenchCmd(a),
		newEngineCmd(a),
		newEvalCmd(a),
		newJudgeCmd(a),
		newMatchCmd(a),
		newPerftCmd(a),
		newRegressCmd(a),
		newReportCmd(a),
		newResultsCmd(a),
		newTournamentCmd(a),
		newUCCICmd(a),
		newUCICmd(a),
		newStatsCmd(a),
		newSuiteCmd(a),
		newTuneCmd(a),
		newVersionCmd(a),
		newWeightsCmd(a),
	)
	return root
}
