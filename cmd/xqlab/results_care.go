package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

func newResultsDeleteCmd(a *app) *cobra.Command {
	yes, force := false, false
	cmd := &cobra.Command{
		Use:   "delete RUN...",
		Short: "Delete runs with all their results",
		Long: `Delete runs with all their results and the runs that are parts of them. On a
terminal it asks first; elsewhere --yes is needed. The file keeps its size until
xqlab results vacuum.

` + runHelp,
		Example:           `  xqlab results delete m12 m13 --yes`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withStore(func(st *store.Store) error { return runResultsDelete(cmd.Context(), a, st, args, yes, force) })
		},
	}
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&force, "force", false, "also delete runs that are still running")
	return cmd
}

func runResultsDelete(ctx context.Context, a *app, st *store.Store, args []string, yes, force bool) error {
	runs, err := findRuns(ctx, st, args)
	if err != nil {
		return err
	}
	sizes, err := st.RunSizes(ctx)
	if err != nil {
		return err
	}
	for _, r := range runs {
		if r.Status == store.Running && !force {
			return ui.Usagef("%s is being played by %v (last result %s UTC); stop that first, or delete it with --force", r.Short, r.Owner, stamp(r.Updated))
		}
	}
	if !yes {
		if err := a.confirmDelete(runs, sizes); err != nil {
			return err
		}
	}
	deleted := []string{}
	for _, r := range runs {
		// A run that was part of one deleted before is gone already.
		if err := st.DeleteRun(ctx, r.ID); err != nil && !(errors.Is(err, store.ErrNoRun) && len(deleted) > 0) {
			return err
		}
		deleted = append(deleted, r.Short)
	}
	if a.JSON {
		return a.PrintJSON(map[string][]string{"deleted": deleted})
	}
	_, err = fmt.Fprintf(a.Out, "deleted %s\n", strings.Join(deleted, " "))
	return err
}

// confirmDelete asks on the terminal.
func (a *app) confirmDelete(runs []*store.Run, sizes map[store.RunID]store.RunSize) error {
	stdin, ok := a.In.(*os.File)
	if !ok || !ui.IsTerminal(stdin) {
		return ui.Usagef("delete needs --yes when it cannot ask")
	}
	for _, r := range runs {
		fmt.Fprintf(a.Err, "%s %s %q: %d games, %d suite results, %d tuning steps\n",
			r.Short, r.Kind, r.Name, sizes[r.ID].Games, sizes[r.ID].SuiteResults, sizes[r.ID].Steps)
	}
	fmt.Fprint(a.Err, "delete? [y/N] ")
	answer, _ := bufio.NewReader(stdin).ReadString('\n')
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return ui.No("nothing deleted")
	}
	return nil
}

func newResultsImportCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import DATABASE...",
		Short: "Merge other databases into this one",
		Long: `Merge other result databases into this one (--db, made if it does not exist).
Runs have ids that are unique everywhere: nothing comes twice, and importing
again adds nothing. A run that both databases have gets the pairs it lacks,
unless it is being played at the moment.
The other databases are only read.`,
		Example: `  xqlab results import laptop.db server.db`,
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return runResultsImport(cmd.Context(), a, args) },
	}
}

// importReport is what was taken from one database.
type importReport struct {
	File string              `json:"file"`
	Runs []store.ImportedRun `json:"runs"`
}

func runResultsImport(ctx context.Context, a *app, files []string) (err error) {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return ui.Usagef("%s: %w", file, store.ErrNoDatabase) // before an empty database is made
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

func newResultsVacuumCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "vacuum",
		Short: "Give space of deleted results back to the disk",
		Long: `Rewrite the database without holes and without contents that no run refers to.
It needs as much free space as the database has, and waits for other processes.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withStore(func(st *store.Store) error {
				r, err := st.Vacuum(cmd.Context())
				switch {
				case err != nil:
					return err
				case a.JSON:
					return a.PrintJSON(r)
				}
				_, err = fmt.Fprintf(a.Out, "%s: %d bytes before, %d after\n", a.db, r.Before, r.After)
				return err
			})
		},
	}
}

func newResultsDoctorCmd(a *app) *cobra.Command {
	deep := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the database: integrity, references, tallies, moves",
		Long: `Check the whole database: SQLite's own integrity check, references between
tables, results of pairs against their games, tallies against games, packed
moves against lengths. --deep also replays every game. Exit code 1 if anything
is wrong; notes are untidy, not wrong.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := a.withStore(func(st *store.Store) error { return runResultsDoctor(cmd.Context(), a, st, deep) })
			if errors.Is(err, store.ErrDamaged) { // too broken to be opened
				return printFindings(a, []store.Finding{{Check: "integrity", Text: a.db + " is damaged so that it cannot be opened: take a copy from before, or save what sqlite3's .recover finds"}})
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&deep, "deep", false, "replay every game and check that its moves are legal")
	return cmd
}

// doctorReport is what `results doctor --json` prints.
type doctorReport struct {
	OK       bool            `json:"ok"`
	Findings []store.Finding `json:"findings"`
}

func runResultsDoctor(ctx context.Context, a *app, st *store.Store, deep bool) error {
	findings, err := st.Doctor(ctx, deep)
	if err != nil {
		return err
	}
	return printFindings(a, findings)
}

// printFindings reports what the doctor found; exit code 1 if anything is wrong.
func printFindings(a *app, findings []store.Finding) (err error) {
	r := doctorReport{OK: true, Findings: append([]store.Finding{}, findings...)}
	for _, f := range findings {
		r.OK = r.OK && f.Note
	}
	switch {
	case a.JSON:
		err = a.PrintJSON(r)
	default:
		for _, f := range findings {
			kind := "problem"
			if f.Note {
				kind = "note"
			}
			fmt.Fprintf(a.Out, "%s: %s: %s\n", kind, f.Check, f.Text)
		}
		if r.OK {
			_, err = fmt.Fprintf(a.Out, "%s is sound\n", a.db)
		}
	}
	if err == nil && !r.OK {
		return ui.No("")
	}
	return err
}

func newResultsSchemaCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the tables of the database with their meaning",
		Example: "  xqlab results schema | less",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := store.Schema()
			switch {
			case err != nil:
				return err
			case a.JSON:
				return a.PrintJSON(struct {
					Version int    `json:"version"`
					SQL     string `json:"sql"`
				}{store.SchemaVersion(), text})
			}
			_, err = fmt.Fprint(a.Out, text)
			return err
		},
	}
}
