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
terminal it asks first; elsewhere --yes is needed. The file does not shrink until
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
		// A run that was part of one just deleted is already gone.
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

// confirmDelete asks for confirmation on the terminal.
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
