package main

import (
	"fmt"
	"io"
	"strings"

	"xqlab/tune/texel"
)

// texelLosses are mean losses by part of the data; null for a part without
// positions.
type texelLosses struct {
	Train *float64 `json:"train"`
	Valid *float64 `json:"valid"`
	Test  *float64 `json:"test"`
}

// texelCounts count something by part of the data.
type texelCounts struct {
	Train int `json:"train"`
	Valid int `json:"valid"`
	Test  int `json:"test"`
}

// texelSummary is what is stored, and printed as JSON, of a result.
type texelSummary struct {
	Run        string                `json:"run"`
	Data       []string              `json:"data"`
	DataHash   string                `json:"data_hash"`
	Games      texelCounts           `json:"games"`
	Positions  texelCounts           `json:"positions"`
	Scored     int                   `json:"scored"`
	Coefs      int64                 `json:"coefficients"` // that are not 0
	Bytes      int64                 `json:"bytes"`        // of memory for positions
	Loss       texel.Loss            `json:"loss"`
	K          float64               `json:"k"`
	Prediction string                `json:"prediction"`
	Start      texelLosses           `json:"start_loss"`
	Tuned      texelLosses           `json:"tuned_loss"`
	Rounded    texelLosses           `json:"rounded_loss"`
	Epochs     int                   `json:"epochs"`
	BestEpoch  int                   `json:"best_epoch"`
	EarlyStop  bool                  `json:"early_stop"`
	From       string                `json:"from_weights"`
	Weights    string                `json:"weights"`
	Out        string                `json:"out,omitempty"`
	Tuning     int                   `json:"parameters"`
	Groups     []texel.GroupLoss     `json:"groups"`
	Frozen     []texel.Support       `json:"frozen"`
	Idle       []string              `json:"idle"`
	AtBound    []string              `json:"at_bound"`
	Collinear  []string              `json:"collinear"`
	Settled    []string              `json:"settled"`
	Twins      []texel.CollinearPair `json:"twins"`
}

func (j *texelJob) summary(res *texel.Result) texelSummary {
	d, o := j.data, &j.o.config.Options
	losses := func(l texel.Losses) (t texelLosses) {
		for p, to := range map[texel.Part]**float64{texel.Train: &t.Train, texel.Valid: &t.Valid, texel.Test: &t.Test} {
			if d.Positions(p) > 0 {
				x := l[p]
				*to = &x
			}
		}
		return t
	}
	return texelSummary{
		Run: j.run.Short, Data: j.o.config.Data, DataHash: d.Hash,
		Games:     texelCounts{d.Games[texel.Train], d.Games[texel.Valid], d.Games[texel.Test]},
		Positions: texelCounts{d.Positions(texel.Train), d.Positions(texel.Valid), d.Positions(texel.Test)},
		Scored:    d.Scored, Coefs: d.Counts(), Bytes: d.Bytes(),
		Loss: o.Loss, K: res.K, Prediction: "1/(1+exp(-k*cp/400))",
		Start: losses(res.Start), Tuned: losses(res.Tuned), Rounded: losses(res.Rounded),
		Epochs: res.Epochs, BestEpoch: res.BestEpoch, EarlyStop: res.Early,
		From: o.Start.Hash(), Weights: res.Weights.Hash(), Out: j.o.out, Tuning: o.Set.Len(),
		Groups: res.Groups, Frozen: res.Frozen, Idle: res.Idle, AtBound: res.AtBound,
		Collinear: res.Aliased, Settled: res.Redistributed, Twins: res.Collinear,
	}
}

// print prints a result for people.
func (s *texelSummary) print(w io.Writer) error {
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
	for _, t := range s.Twins {
		twins = append(twins, fmt.Sprintf("%s and %s, correlation %.3f", t.A, t.B, t.Correlation))
	}
	list("left alone: too few positions speak for them", frozen)
	list("left alone: their group counts nothing", s.Idle)
	list("at the end of their range", s.AtBound)
	list("collinear by construction", s.Collinear)
	list("moved to what they add up to", s.Settled)
	list("hardly told apart", twins)
	fmt.Fprintf(&b, "weights %.12s", s.Weights)
	if s.Out != "" {
		fmt.Fprintf(&b, " written to %s", s.Out)
	}
	fmt.Fprintln(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
