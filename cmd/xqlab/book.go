package main

import "github.com/spf13/cobra"

// defaultBook is the file that book build writes and book show reads by default.
const defaultBook = "book.xqb"

func newBookCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book",
		Short: "Build and inspect opening books",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newBookBuildCmd(a), newBookShowCmd(a))
	return cmd
}
