package main

import (
	"fmt"
	"io"
	"strings"

	"xqlab/results/runs"
)

// printTexel prints a result for people.
func printTexel(w io.Writer, s *runs.TexelSummary) error {
	var b strings.Builder
	fmt.Fprintf(&b, "run %s  %d parameters, %d coefficients, K %.4f, data %.12s\n", s.Run, s.Tuning, s.Coefs, s.K, s.DataHash)
	fmt.Fprintf(&b, "%-6s %8s %10s %10s %10s %10s\n", "part", "games", "positions", "start", "tuned", "rounded")
	row := func(part string, games, positions int, losses ...*float64) {
		if positions == 0 {
			return
		}
		fmt.Fprintf(&b, "%-6s %8d %10d", part, games, positions)
		for _, l := range losses {
			fmt.Fprintf(&b, " %10.6f", *l)
		}
		fmt.Fprintln(&b)
	}
	row("train", s.Games.Train, s.Positions.Train, s.Start.Train, s.Tuned.Train, s.Rounded.Train)
	row("valid", s.Games.Valid, s.Positions.Valid, s.Start.Valid, s.Tuned.Valid, s.Rounded.Valid)
	row("test", s.Games.Test, s.Positions.Test, s.Start.Test, s.Tuned.Test, s.Rounded.Test)
	why := "all epochs walked"
	if s.EarlyStop {
		why = "validation loss got no better"
	}
	fmt.Fprintf(&b, "%d epochs, the best %d (%s)\n", s.Epochs, s.BestEpoch, why)
	for _, g := range s.Groups {
		fmt.Fprintf(&b, "%-12s changed by %6.1f (root mean square), worth %+.6f of validation loss\n", g.Group, g.Moved, g.Loss-*s.Rounded.Valid)
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			fmt.Fprintf(&b, "%s (%d):\n  %s\n", title, len(items), strings.Join(items, "\n  "))
		}
	}
	var frozen, twins []string
	for _, f := range s.Frozen {
		frozen = append(frozen, fmt.Sprintf("%s %.0f", f.Param, f.Positions))
	}
	for _, t := range s.Collinear {
		twins = append(twins, fmt.Sprintf("%s and %s, correlation %.3f", t.A, t.B, t.Correlation))
	}
	list("left alone: too few positions speak for them", frozen)
	list("left alone: their group counts nothing", s.Idle)
	list("at the end of their range", s.AtBound)
	list("collinear by construction", s.Aliased)
	list("moved to what they add up to", s.Redistributed)
	list("hardly told apart", twins)
	fmt.Fprintf(&b, "weights %.12s", s.Weights)
	if s.Out != "" {
		fmt.Fprintf(&b, " written to %s", s.Out)
	}
	fmt.Fprintln(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
