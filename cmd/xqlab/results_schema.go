package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"xqlab/results/store"
)

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
