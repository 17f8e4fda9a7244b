package main

import (
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/engine/eval"
	"xqlab/engine/search"
)

type benchOptions struct {
	depth, hash int
	weights     string
	disable     []string
	cpuProfile  string
}

func newBenchCmd(a *app) *cobra.Command {
	o := benchOptions{}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions: speed and a signature of the search",
		Long: `Searches ` + fmt.Sprint(len(search.BenchPositions)) + ` fixed positions with one thread. The signature changes only if the
search or the evaluation does, which tells a change of play from a mere
refactoring.

--disable switches search features off, singly or together, to see what each is
worth.`,
		Example: `  xqlab bench
  xqlab bench --depth 10 --disable lmr,null-move`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runBench(a, cmd, o) },
	}
	f := cmd.Flags()
	f.IntVarP(&o.depth, "depth", "d", search.BenchDepth, "depth in plies")
	f.IntVar(&o.hash, "hash", 16, "transposition table in `MiB`")
	f.StringVar(&o.weights, "weights", "default", "weight file, or default or seed")
	f.StringSliceVar(&o.disable, "disable", nil, "search `features` to switch off: "+fmt.Sprint(search.Features()))
	f.StringVar(&o.cpuProfile, "cpuprofile", "", "write a CPU profile to `FILE`, for profile-guided builds")
	return cmd
}

// benchReport is what `xqlab bench --json` prints.
type benchReport struct {
	Positions int      `json:"positions"`
	Depth     int      `json:"depth"`
	Nodes     uint64   `json:"nodes"`
	Millis    int64    `json:"ms"`
	NPS       float64  `json:"nps"`
	Signature string   `json:"signature"`
	Weights   string   `json:"weights"`
	Disabled  []string `json:"disabled,omitempty"`
}

func runBench(a *app, cmd *cobra.Command, o benchOptions) error {
	if o.depth < 1 || o.depth >= search.MaxPly {
		return ui.Usagef("--depth %d: want 1 to %d plies", o.depth, search.MaxPly-1)
	}
	w, err := eval.Load(o.weights)
	if err != nil {
		return err
	}
	params := search.DefaultParams()
	if err := params.Disable(o.disable...); err != nil {
		return ui.Usagef("--disable: %w", err)
	}
	if o.cpuProfile != "" {
		f, err := os.Create(o.cpuProfile)
		if err != nil {
			return ui.Usagef("--cpuprofile: %w", err)
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	r, err := search.Bench(cmd.Context(), eval.New(w), params, o.depth, o.hash)
	if err != nil {
		if cmd.Context().Err() != nil {
			return ui.Interruptedf("interrupted")
		}
		return err
	}
	rep := benchReport{
		Positions: r.Positions, Depth: o.depth, Nodes: r.Nodes, Millis: r.Time.Milliseconds(),
		NPS: r.NPS(), Signature: fmt.Sprintf("%016x", r.Signature), Weights: w.Hash(), Disabled: o.disable,
	}
	if a.JSON {
		return a.PrintJSON(rep)
	}
	_, err = fmt.Fprintf(a.Out, "positions %d  depth %d  time %d ms\nnodes %d\nnodes/s %.0f\nsignature %s\n",
		rep.Positions, rep.Depth, rep.Millis, rep.Nodes, rep.NPS, rep.Signature)
	return err
}
