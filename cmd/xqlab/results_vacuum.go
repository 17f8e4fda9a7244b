package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"xqlab/results/store"
)

func newResultsVacuumCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "vacuum",
		Short: "Return the space of deleted results to the disk",
		Long: `Rewrite the database without holes and without contents that no run refers to.
It needs as much free disk space as the database takes, and waits for other
processes.`,
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
