package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"xqlab/results/compare"
	"xqlab/results/store"
)

// Options control what is built.
type Options struct {
	Program   string    // version of the program, for the page footer
	Generated time.Time // shown on the page
	// MaxGames bounds the games of a run that a page holds; 0 means
	// DefaultGames.
	MaxGames int
}

// DefaultGames is how many games of one run a page holds by default.
const DefaultGames = 500

// Build reads runs, with their parts, and makes the document.
func Build(ctx context.Context, st *store.Store, runs []*store.Run, o Options) (*Document, error) {
	if o.MaxGames == 0 {
		o.MaxGames = DefaultGames
	}
	all, err := compare.WithParts(ctx, st, runs)
	if err != nil {
		return nil, err
	}
	b := &builder{ctx: ctx, st: st, opt: o, doc: &Document{Program: o.Program, Generated: o.Generated}}
	var names []string
	for _, r := range runs {
		b.doc.Runs = append(b.doc.Runs, r.Short)
		names = append(names, titleOf(r))
	}
	b.doc.Title = strings.Join(names, ", ")
	if err := b.overview(all); err != nil {
		return nil, err
	}
	var suites []*store.Run
	for _, r := range all {
		switch r.Kind {
		case store.Match, store.Tournament:
			err = b.games(r)
		case store.Suite:
			suites = append(suites, r)
		case store.Texel, store.SPSA:
			err = b.tuning(r)
		}
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", r.Short, err)
		}
	}
	if err := b.suites(suites); err != nil {
		return nil, err
	}
	return b.doc, b.repeats(all)
}

type builder struct {
	ctx context.Context
	st  *store.Store
	opt Options
	doc *Document
}

func titleOf(r *store.Run) string {
	if r.Name != "" {
		return fmt.Sprintf("%s %s (%s)", r.Kind, r.Name, r.Short)
	}
	return fmt.Sprintf("%s %s", r.Kind, r.Short)
}

// overview compares the runs if there are several.
func (b *builder) overview(runs []*store.Run) error {
	if len(runs) < 2 {
		return nil
	}
	c, err := compare.Load(b.ctx, b.st, runs)
	if err != nil {
		return err
	}
	s := Section{ID: "overview", Title: "Overview"}
	for _, t := range c.Tables() {
		switch t.Name {
		case "runs", "matches", "suite-scores", "tunings":
			s.table(t)
		}
	}
	b.doc.Sections = append(b.doc.Sections, s)
	return nil
}
