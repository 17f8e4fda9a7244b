package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"xqlab/results/store"
)

const runHelp = `A RUN is its short id (m12), its number, "last", a unique beginning of its UID,
or a name that only one run has.`

func newResultsCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Show, export and maintain the stored results",
		Long:  "Show, export and maintain the result database (--db).\n\n" + runHelp,
		Example: `  xqlab results list
  xqlab results show last
  xqlab results games m12 --reason "time forfeit"
  xqlab results export m12 -o games.pgn`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newResultsListCmd(a),
		newResultsShowCmd(a),
		newResultsCompareCmd(a),
		newResultsGamesCmd(a),
		newResultsExportCmd(a),
		newResultsImportCmd(a),
		newResultsDeleteCmd(a),
		newResultsVacuumCmd(a),
		newResultsDoctorCmd(a),
		newResultsSchemaCmd(a),
	)
	return cmd
}

// findRuns returns the runs named by the arguments, each one once.
func findRuns(ctx context.Context, st *store.Store, args []string) ([]*store.Run, error) {
	var runs []*store.Run
	seen := map[store.RunID]bool{}
	for _, arg := range args {
		run, err := st.FindRun(ctx, arg)
		if err != nil {
			return nil, err
		}
		if !seen[run.ID] {
			seen[run.ID] = true
			runs = append(runs, run)
		}
	}
	return runs, nil
}

// completeRuns lists the runs of the database for the shell's completion.
func (a *app) completeRuns(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	words := []string{"last"}
	_ = a.withStore(func(st *store.Store) error {
		runs, err := st.Runs(cmd.Context(), store.RunFilter{Limit: 100})
		for _, r := range runs {
			words = append(words, r.Short+"\t"+string(r.Kind)+" "+r.Name)
		}
		return err
	})
	return words, cobra.ShellCompDirectiveNoFileComp
}

// stamp formats a time as all commands show it: UTC, to the second.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

// span formats a duration to the second, short ones to the millisecond.
func span(d time.Duration) string {
	if d < 10*time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

// wallTime is how long a run took, or has taken up to its last result.
func wallTime(r *store.Run) time.Duration {
	if r.Ended != nil {
		return r.Ended.Sub(r.Started)
	}
	return r.Updated.Sub(r.Started)
}

// percent formats part/whole with one decimal, n/a if whole is 0.
func percent(part, whole int64) string {
	if whole == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
