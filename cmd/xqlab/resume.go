package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// resumeWords are the commands that go on with a run of each kind.
var resumeWords = map[store.Kind]string{
	store.Match: "match", store.Tournament: "tournament", store.Suite: "suite run", store.Regress: "regress",
	store.Data: "data generate", store.Texel: "tune texel", store.SPSA: "tune spsa",
}

// resumeCommand returns the arguments of xqlab that go on with a run.
func resumeCommand(run *store.Run, db string) string {
	command := fmt.Sprintf("%s --resume %s", resumeWords[run.Kind], run.Short)
	if db != "xqlab.db" {
		command += " --db " + shellQuote(db)
	}
	return command
}

// onlyWithResume refuses flags that would change a stored run: all but --resume
// itself, the global ones but --seed, and those named.
func onlyWithResume(cmd *cobra.Command, names ...string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "resume", "db", "json", "quiet":
			return
		}
		if !slices.Contains(names, f.Name) && err == nil {
			err = usagef("--%s cannot be changed by --resume: the run goes on as it was begun", f.Name)
		}
	})
	return err
}

// takeUp finds the run to be resumed, which must be of the kind, claims it, so
// that nobody else changes what is left to do, and reads its configuration.
func takeUp(ctx context.Context, st *store.Store, db, name string, kind store.Kind, config any) (*store.Run, error) {
	run, err := st.FindRun(ctx, name)
	if err != nil {
		return nil, usagef("%w", err)
	}
	if run.Kind != kind {
		return nil, usagef("%s is a %s run: resume it with xqlab %s", run.Short, run.Kind, resumeCommand(run, db))
	}
	if err := st.ClaimRun(ctx, run.ID); err != nil {
		return nil, usagef("%w", err)
	}
	if err := json.Unmarshal(run.Config, config); err != nil {
		return nil, usagef("run %s: its configuration cannot be read: %w", run.Short, err)
	}
	return run, nil
}

// restoreWeights takes the weights of a built-in player from the database: their
// file may have changed or gone since.
func restoreWeights(ctx context.Context, st *store.Store, c *player.Config) error {
	if !c.IsBuiltin() || c.WeightsHash == "" {
		return nil
	}
	w, err := weightsOf(ctx, st, c.WeightsHash)
	c.Loaded = w
	return err
}

// weightsOf reads stored weights.
func weightsOf(ctx context.Context, st *store.Store, hash string) (*eval.Weights, error) {
	stored, err := st.Weights(ctx, hash)
	if err != nil {
		return nil, usagef("%w", err)
	}
	w, err := eval.Read(strings.NewReader(stored.TOML), stored.Name)
	if err != nil {
		return nil, usagef("stored weights %s: %w", stored.Name, err)
	}
	return w, nil
}

// donePairs returns the stored pairs of a run: they are not played again.
func donePairs(ctx context.Context, st *store.Store, run store.RunID) (pairs []selfplay.PairResult, err error) {
	done, err := st.DonePairs(ctx, run)
	if err != nil {
		return nil, usagef("%w", err)
	}
	for _, d := range done {
		pairs = append(pairs, selfplay.PairResult{Number: d.Number, A: d.A, B: d.B, Outcomes: d.Outcomes})
	}
	return pairs, nil
}
