package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/store"
	"xqlab/selfplay/stats"
)

type resultsListOptions struct {
	kind, status string
	limit        int
}

func newResultsListCmd(a *app) *cobra.Command {
	o := resultsListOptions{}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the stored runs, the newest first",
		Example: `  xqlab results list
  xqlab results list --kind match --status interrupted --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.kind != "" && !slices.Contains(store.Kinds(), store.Kind(o.kind)) {
				return ui.Usagef("--kind %s: want one of %v", o.kind, store.Kinds())
			}
			switch store.Status(o.status) {
			case "", store.Running, store.Finished, store.Interrupted:
			default:
				return ui.Usagef("--status %s: want running, finished or interrupted", o.status)
			}
			if o.limit < 0 {
				return ui.Usagef("--limit %d: want 0 (all) or more", o.limit)
			}
			return a.withStore(func(st *store.Store) error { return runResultsList(cmd.Context(), a, st, o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.kind, "kind", "", fmt.Sprintf("only runs of one `KIND`: %v", store.Kinds()))
	f.StringVar(&o.status, "status", "", "only runs that are `running`, finished or interrupted")
	f.IntVar(&o.limit, "limit", 0, "only the newest `N`; 0: all")
	return cmd
}

// listedRun is the JSON form of a run in lists.
type listedRun struct {
	*store.Run
	Size    store.RunSize      `json:"size"`
	Tallies []store.Tally      `json:"tallies"`
	Suites  []store.SuiteScore `json:"suites,omitempty"`
}

func runResultsList(ctx context.Context, a *app, st *store.Store, o resultsListOptions) error {
	runs, err := st.Runs(ctx, store.RunFilter{Kind: store.Kind(o.kind), Status: store.Status(o.status), Limit: o.limit})
	if err != nil {
		return err
	}
	sizes, err := st.RunSizes(ctx)
	if err != nil {
		return err
	}
	list := []listedRun{}
	for _, r := range runs {
		l := listedRun{Run: r, Size: sizes[r.ID], Tallies: []store.Tally{}}
		if l.Size.Games > 0 || l.Size.Void > 0 {
			if l.Tallies, err = st.Tally(ctx, r.ID); err != nil {
				return err
			}
		}
		if l.Size.SuiteResults > 0 {
			if l.Suites, err = st.SuiteScores(ctx, r.ID); err != nil {
				return err
			}
		}
		list = append(list, l)
	}
	if a.JSON {
		return a.PrintJSON(list)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(a.Out, "no runs")
		return err
	}
	t := a.NewTable("id", "kind", "name", "status", "started (UTC)", "time", "players", "result")
	for i := range list {
		r := &list[i]
		t.Row(r.Short, r.Kind, r.Name, r.Status, stamp(r.Started), span(wallTime(r.Run)), r.players(), r.result())
	}
	return t.Print(a.Out, "")
}

func (l *listedRun) players() string {
	var names []string
	for _, p := range l.Players {
		names = append(names, p.Name)
	}
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, " - ")
}

// result summarises in a few words what a run has found.
func (l *listedRun) result() string {
	var words []string
	switch {
	case l.Size.Games > 0 && len(l.Tallies) == 1:
		t := l.Tallies[0]
		words = append(words, fmt.Sprintf("+%d =%d -%d", t.Games.Wins, t.Games.Draws, t.Games.Losses),
			stats.Summarize(t.Games, t.Pairs).Main.Text())
	case l.Size.Games > 0:
		words = append(words, fmt.Sprintf("%d games", l.Size.Games))
	}
	if n := len(l.Suites); n > 0 {
		last := l.Suites[n-1]
		words = append(words, fmt.Sprintf("%d/%d at %v", last.Solved, last.Total, last.Limit))
	}
	if l.Size.Steps > 0 {
		words = append(words, fmt.Sprintf("%d steps", l.Size.Steps))
	}
	if l.Verdict != "" {
		words = append(words, l.Verdict)
	}
	return strings.Join(words, ", ")
}
