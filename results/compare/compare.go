// Package compare puts stored runs side by side: matches and tournaments by
// their scores, suites by what each engine solved, tunings by their parameters
// and losses.
//
// Everything is read from the totals the store keeps beside the games, so that
// comparing runs of hundreds of thousands of games takes as long as comparing
// small ones.
package compare

import (
	"context"
	"fmt"

	"xqlab/results/store"
	"xqlab/results/table"
)

// Comparison is several runs side by side, by kind of measurement. A regression
// test counts as its parts.
type Comparison struct {
	Runs    []RunRef `json:"runs"`
	Matches []Match  `json:"matches,omitempty"`
	Suites  *Suites  `json:"suites,omitempty"`
	Tunings *Tunings `json:"tunings,omitempty"`
}

// RunRef names a run.
type RunRef struct {
	Run     string       `json:"run"` // short id
	UID     string       `json:"uid"`
	Kind    store.Kind   `json:"kind"`
	Name    string       `json:"name"`
	Status  store.Status `json:"status"`
	Verdict string       `json:"verdict"`
	Version string       `json:"version"`
	Seed    uint64       `json:"seed"`
}

func refOf(r *store.Run) RunRef {
	return RunRef{r.Short, r.UID, r.Kind, r.Name, r.Status, r.Verdict, r.Version, r.Seed}
}

// Load reads and compares runs. Parts of a run are included once, after the run
// they belong to.
func Load(ctx context.Context, st *store.Store, runs []*store.Run) (*Comparison, error) {
	runs, err := WithParts(ctx, st, runs)
	if err != nil {
		return nil, err
	}
	c := &Comparison{}
	var suites, tunings []*store.Run
	for _, r := range runs {
		c.Runs = append(c.Runs, refOf(r))
		switch r.Kind {
		case store.Match, store.Tournament:
			list, err := LoadMatches(ctx, st, r)
			if err != nil {
				return nil, fmt.Errorf("run %s: %w", r.Short, err)
			}
			c.Matches = append(c.Matches, list...)
		case store.Suite:
			suites = append(suites, r)
		case store.Texel, store.SPSA:
			tunings = append(tunings, r)
		}
	}
	if len(suites) > 0 {
		if c.Suites, err = LoadSuites(ctx, st, suites); err != nil {
			return nil, err
		}
	}
	if len(tunings) > 0 {
		if c.Tunings, err = LoadTunings(ctx, st, tunings); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// WithParts inserts the parts of each run after it, the oldest first.
func WithParts(ctx context.Context, st *store.Store, runs []*store.Run) ([]*store.Run, error) {
	var all []*store.Run
	seen := map[store.RunID]bool{}
	var add func([]*store.Run) error
	add = func(list []*store.Run) error {
		for _, r := range list {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			all = append(all, r)
			parts, err := st.Runs(ctx, store.RunFilter{Parent: r.ID})
			if err != nil {
				return err
			}
			for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
				parts[i], parts[j] = parts[j], parts[i]
			}
			if err := add(parts); err != nil {
				return err
			}
		}
		return nil
	}
	return all, add(runs)
}

// Tables returns the comparison as tables.
func (c *Comparison) Tables() []*table.Table {
	runs := table.New("runs", "Runs", "run", "kind", "name", "status", "verdict", "version", "seed")
	for _, r := range c.Runs {
		runs.Add(table.Text(r.Run), table.Text(string(r.Kind)), table.Text(r.Name), table.Text(string(r.Status)), table.Text(r.Verdict),
			table.Text(r.Version), table.Int(r.Seed))
	}
	list := []*table.Table{runs}
	if len(c.Matches) > 0 {
		list = append(list, matchTables(c.Matches)...)
	}
	if c.Suites != nil {
		list = append(list, c.Suites.Tables()...)
	}
	if c.Tunings != nil {
		list = append(list, c.Tunings.Tables()...)
	}
	return list
}
