package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
)

func newResultsDoctorCmd(a *app) *cobra.Command {
	deep := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the database: integrity, references, tallies, moves",
		Long: `Check the whole database: SQLite's own integrity check, references between
tables, results of pairs against their games, tallies against games, packed
moves against lengths. --deep also replays every game. The exit code is 1 if
anything is wrong; notes mark what is untidy, not wrong.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := a.withStore(func(st *store.Store) error { return runResultsDoctor(cmd.Context(), a, st, deep) })
			if errors.Is(err, store.ErrDamaged) { // too damaged to be opened
				return printFindings(a, []store.Finding{{Check: "integrity", Text: a.db + " is damaged so that it cannot be opened: take a copy from before, or save what sqlite3's .recover finds"}})
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&deep, "deep", false, "replay every game and check that its moves are legal")
	return cmd
}

// doctorReport is what `results doctor --json` prints.
type doctorReport struct {
	OK       bool            `json:"ok"`
	Findings []store.Finding `json:"findings"`
}

func runResultsDoctor(ctx context.Context, a *app, st *store.Store, deep bool) error {
	findings, err := st.Doctor(ctx, deep)
	if err != nil {
		return err
	}
	return printFindings(a, findings)
}

// printFindings reports what the doctor found; exit code 1 if anything is wrong.
func printFindings(a *app, findings []store.Finding) (err error) {
	r := doctorReport{OK: true, Findings: append([]store.Finding{}, findings...)}
	for _, f := range findings {
		r.OK = r.OK && f.Note
	}
	switch {
	case a.JSON:
		err = a.PrintJSON(r)
	default:
		for _, f := range findings {
			kind := "problem"
			if f.Note {
				kind = "note"
			}
			fmt.Fprintf(a.Out, "%s: %s: %s\n", kind, f.Check, f.Text)
		}
		if r.OK {
			_, err = fmt.Fprintf(a.Out, "%s is sound\n", a.db)
		}
	}
	if err == nil && !r.OK {
		return ui.No("")
	}
	return err
}
