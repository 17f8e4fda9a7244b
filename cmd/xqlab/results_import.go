package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

func newResultsImportCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import DATABASE...",
		Short: "Merge other databases into this one",
		Long: `Merge other result databases into this one (--db, created if it does not exist).
Runs have globally unique ids: nothing is stored twice, and importing again adds
nothing. A run that is in both databases gets the pairs it lacks, unless it is
being played at the moment. The other databases are only read.`,
		Example: `  xqlab results import laptop.db server.db`,
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runResultsImport(cmd.Context(), a, args) },
	}
}

// importReport is what was imported from one database.
type importReport struct {
	File string              `json:"file"`
	Runs []store.ImportedRun `json:"runs"`
}

func runResultsImport(ctx context.Context, a *app, files []string) (err error) {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return ui.Usagef("%s: %w", file, store.ErrNoDatabase) // before an empty database is created
		}
	}
	st, err := openStore(a.db, false)
	if err != nil {
		return err
	}
	defer closeStore(st, &err)
	reports := []importReport{}
	for _, file := range files {
		runs, err := st.Import(ctx, file)
		switch {
		case errors.Is(err, context.Canceled):
			return ui.Interruptedf("import stopped in %s after %d runs; importing again goes on", file, len(runs))
		case err != nil:
			return err
		}
		reports = append(reports, importReport{file, append([]store.ImportedRun{}, runs...)})
	}
	if a.JSON {
		return a.PrintJSON(reports)
	}
	for _, r := range reports {
		if err := r.print(a); err != nil {
			return err
		}
	}
	return nil
}

func (r *importReport) print(a *app) error {
	added := 0
	t := a.NewTable("id", "kind", "name", "", "pairs", "games", "suite results", "steps", "conflicts")
	for _, run := range r.Runs {
		state := "known"
		switch {
		case run.New:
			state = "new"
			added++
		case run.Played:
			state = "being played: nothing added"
		}
		t.Row(run.Short, run.Kind, run.Name, state, run.Pairs, run.Games, run.SuiteResults, run.Steps, run.Conflicts)
	}
	fmt.Fprintf(a.Out, "%s: %d runs, %d new\n", r.File, len(r.Runs), added)
	if len(r.Runs) == 0 {
		return nil
	}
	return t.Print(a.Out, "")
}
