package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"xqlab/results/store"
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
