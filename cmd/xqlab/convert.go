package main

import "github.com/spf13/cobra"

func newConvertCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "convert",
		Short: "Translate moves between notations and game files between formats",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(newConvertMoveCmd(a), newConvertGamesCmd(a))
	return cmd
}
