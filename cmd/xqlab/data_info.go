package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/tune/dataset"
)

func newDataInfoCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "info FILE",
		Short: "Sum up a data file and check every position",
		Example: `  xqlab data info sample
  xqlab data info selfplay.xqd --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runDataInfo(a, args[0])
		},
	}
}

func runDataInfo(a *app, path string) error {
	r, f, err := a.openData(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := dataset.Inspect(r)
	if err != nil {
		return err
	}
	if a.JSON {
		return a.PrintJSON(info)
	}
	return printDataInfo(a.Out, info)
}

// printDataInfo prints a summary for people.
func printDataInfo(w io.Writer, i *dataset.Info) error {
	var b strings.Builder
	fmt.Fprintf(&b, "source       %s\n", i.Meta.Source)
	if i.Meta.Licence != "" {
		fmt.Fprintf(&b, "licence      %s\n", i.Meta.Licence)
	}
	fmt.Fprintf(&b, "written by   %s, weights %.12s\n", i.Meta.Program, i.Meta.Weights)
	fmt.Fprintf(&b, "positions    %d of %d games, met %d times\n", i.Positions, i.Games, i.Occurrences)
	fmt.Fprintf(&b, "duplicates   %d\n", i.Duplicates)
	fmt.Fprintf(&b, "red to move  %d\n", i.RedToMove)
	fmt.Fprintf(&b, "with score   %d\n", i.Scored)
	fmt.Fprintf(&b, "mean label   %.4f\n", i.MeanLabel)
	for _, h := range []struct {
		title string
		bins  []dataset.Bin
	}{
		{"label (expected score of Red)", i.Labels},
		{"phase (66 full set, 0 bare kings)", i.Phases},
		{"pieces on the board", i.Men},
		{"material, Red less Black, exchange values in cp", i.Material},
		{"search score, cp, Red's view", i.Scores},
	} {
		if h.title[0] == 's' && i.Scored == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", h.title)
		for _, bin := range h.bins {
			share := 0.0
			if i.Positions > 0 {
				share = float64(bin.Count) / float64(i.Positions)
			}
			fmt.Fprintf(&b, "  %-14s %9d %5.1f%% %s\n", bin.Label, bin.Count, 100*share, strings.Repeat("#", int(40*share+0.5)))
		}
	}
	fmt.Fprintf(&b, "\nfilters\n")
	for _, c := range i.Meta.Filters {
		fmt.Fprintf(&b, "  %-28s %9d\n", c.Filter, c.Count)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
