package main

import "github.com/spf13/cobra"

func newTuneCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Tune weights and other parameters",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return cmd.Help()
		},
	}
	cmd.AddCommand(
		newTuneSPSACmd(a),
		newTuneTexelCmd(a),
	)
	return cmd
}
