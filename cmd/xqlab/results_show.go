package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/compare"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/selfplay/stats"
)

func newResultsShowCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN...",
		Short: "Show what a run was and what it found",
		Long:  "Show what a run was and what it found.\n\n" + runHelp,
		Example: `  xqlab results show last
  xqlab results show m12 --json`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withStore(func(st *store.Store) error { return runResultsShow(cmd.Context(), a, st, args) })
		},
	}
}

func runResultsShow(ctx context.Context, a *app, st *store.Store, args []string) error {
	list, err := findRuns(ctx, st, args)
	if err != nil {
		return err
	}
	shown := []*compare.Run{}
	for _, r := range list {
		s, err := loadShown(ctx, st, r)
		if err != nil {
			return err
		}
		shown = append(shown, s)
	}
	if a.JSON {
		if len(args) == 1 {
			return a.PrintJSON(shown[0])
		}
		return a.PrintJSON(shown)
	}
	for i, s := range shown {
		if i > 0 {
			fmt.Fprintln(a.Out)
		}
		if err := printRun(a.Out, s); err != nil {
			return err
		}
	}
	return nil
}

// loadShown reads a run. The errors of ratings are analytic here: replays would
// take longer than people like to wait for a look.
func loadShown(ctx context.Context, st *store.Store, r *store.Run) (*compare.Run, error) {
	o, err := runs.RatingOptions(ctx, st, r)
	if err != nil { // the rest can be shown
		o = stats.RatingOptions{}
	}
	o.Simulations = 0
	return compare.LoadRun(ctx, st, r, o)
}

// printRun prints a run for people.
func printRun(w io.Writer, s *compare.Run) error {
	p := ui.NewPrinter(w)
	printHead(p, s)
	for i := range s.Pairings {
		printPairing(p, &s.Pairings[i])
	}
	if s.Ratings != nil {
		scale := "mean 0"
		if s.Anchored {
			scale = "anchored"
		}
		p.F("\nratings (%s, errors from the likelihood)\n%s", scale, ui.Indented(s.Ratings.Report()))
	} else if s.RatingsError != "" {
		p.F("\nno ratings: %s\n", s.RatingsError)
	}
	printReasons(p, s)
	printUse(p, s)
	printSuites(p, s)
	if s.Tuning != nil {
		printTuning(p, s.Tuning)
	}
	printEvents(p, s)
	return p.Err()
}
