package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
)

func newWeightsCmd(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "weights",
		Short: "Show, compare and check weight files",
		Long: `Show, compare and check files of evaluation weights. The names default (what the
engine plays with) and seed (what tuning starts from) stand for the built-in
files. Weights are identified by a hash of their content: two files with the
same values have the same hash, whatever their layout.`,
		Example: `  xqlab weights show default > my.toml
  xqlab weights check my.toml
  xqlab weights diff default my.toml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newWeightsShowCmd(a), newWeightsDiffCmd(a), newWeightsCheckCmd(a))
	return cmd
}

func loadWeights(path string) (*eval.Weights, weightsID, error) {
	w, err := eval.Load(path)
	if err != nil {
		return nil, weightsID{}, err
	}
	return w, weightsID{path, w.Hash()}, nil
}

type weightsShowOptions struct {
	file  string
	group string
}

func newWeightsShowCmd(a *app) *cobra.Command {
	o := weightsShowOptions{}
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Print weights as a commented file",
		Long: `Print weights as a commented file in standard layout, which can be edited and
given to any command; with --group, only one section of it. With --json every
parameter is listed by name.`,
		Example: `  xqlab weights show default
  xqlab weights show seed --group mobility
  xqlab weights show my.toml --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return runWeightsShow(a, o)
		},
	}
	cmd.Flags().StringVar(&o.group, "group", "", "only this group: material, position, king_safety, pins, guards, center, mobility")
	return cmd
}

// weightsResult is the JSON form of weights.
type weightsResult struct {
	weightsID
	Groups []weightsGroup `json:"groups"`
}

type weightsGroup struct {
	Group      string         `json:"group"`
	Percent    int            `json:"percent"`
	Parameters map[string]int `json:"parameters"`
}

func runWeightsShow(a *app, o weightsShowOptions) error {
	groups := eval.Groups()
	if o.group != "" {
		g, ok := eval.ParseGroup(o.group)
		if !ok {
			return ui.Usagef("--group %s: want one of %v", o.group, groups)
		}
		groups = []eval.Group{g}
	}
	w, id, err := loadWeights(o.file)
	if err != nil {
		return err
	}
	if a.JSON {
		r := weightsResult{weightsID: id}
		for _, g := range groups {
			values := map[string]int{}
			lo, hi := g.Range()
			for i := lo; i < hi; i++ {
				values[eval.Name(i)] = w.Get(i)
			}
			r.Groups = append(r.Groups, weightsGroup{g.String(), w.Percent(g), values})
		}
		return a.PrintJSON(r)
	}
	if o.group != "" {
		return w.WriteGroup(a.Out, groups[0])
	}
	if _, err := fmt.Fprintf(a.Out, "# %s\n# hash %s\n", id.Name, id.Hash); err != nil {
		return err
	}
	return w.WriteTOML(a.Out)
}

func newWeightsDiffCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "diff A B",
		Short: "List the parameters in which two weight files differ",
		Long: `List the parameters in which two weight files differ: value in A, value in B,
difference. Comments and layout do not matter. The exit code is always 0.`,
		Example: `  xqlab weights diff seed default
  xqlab weights diff default my.toml --json`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return runWeightsDiff(a, args[0], args[1]) },
	}
}

// weightsDiff is the JSON form of a comparison.
type weightsDiff struct {
	A       weightsID      `json:"a"`
	B       weightsID      `json:"b"`
	Of      int            `json:"parameters"`
	Changes []weightChange `json:"changes"`
}

type weightChange struct {
	Name string `json:"name"`
	A    int    `json:"a"`
	B    int    `json:"b"`
}

func runWeightsDiff(a *app, pathA, pathB string) error {
	wa, idA, err := loadWeights(pathA)
	if err != nil {
		return err
	}
	wb, idB, err := loadWeights(pathB)
	if err != nil {
		return err
	}
	r := weightsDiff{A: idA, B: idB, Of: eval.NumParams, Changes: []weightChange{}}
	for i, name := range eval.Names() {
		if wa.Get(i) != wb.Get(i) {
			r.Changes = append(r.Changes, weightChange{name, wa.Get(i), wb.Get(i)})
		}
	}
	if a.JSON {
		return a.PrintJSON(r)
	}
	for _, c := range r.Changes {
		fmt.Fprintf(a.Out, "%-36s %6d %6d %+6d\n", c.Name, c.A, c.B, c.B-c.A)
	}
	_, err = fmt.Fprintf(a.Out, "%d of %d parameters differ\n", len(r.Changes), r.Of)
	return err
}

func newWeightsCheckCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE...",
		Short: "Check that weight files are complete and in range",
		Long: `Check that weight files can be used: every value given once, nothing unknown,
everything in range. The first fault ends the check with exit code 2; the
message names the file, the line and what was expected.`,
		Example: `  xqlab weights check my.toml
  xqlab weights check default seed --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runWeightsCheck(a, args) },
	}
}

// weightsChecked is the JSON form of one valid file.
type weightsChecked struct {
	weightsID
	Of int `json:"parameters"`
}

func runWeightsCheck(a *app, paths []string) error {
	var checked []weightsChecked
	for _, path := range paths {
		_, id, err := loadWeights(path)
		if err != nil {
			return err
		}
		checked = append(checked, weightsChecked{id, eval.NumParams})
	}
	if a.JSON {
		return a.PrintJSON(checked)
	}
	for _, c := range checked {
		if _, err := fmt.Fprintf(a.Out, "%s: ok, %d parameters, hash %s\n", c.Name, c.Of, c.Hash); err != nil {
			return err
		}
	}
	return nil
}
