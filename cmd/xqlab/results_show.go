package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

func newResultsShowCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN...",
		Short: "Show what a run was and what it found",
		Long:  "Show what a run was and what it found.\n\n" + runHelp,
		Example: `  xqlab results show last
  xqlab results show m12 --json`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: a.completeRuns,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withStore(func(st *store.Store) error { return runResultsShow(cmd.Context(), a, st, args) })
		},
	}
}

// shownRun is everything `results show` prints about a run.
type shownRun struct {
	*store.Run
	Parts        []string       `json:"parts,omitempty"` // runs that are parts of this one
	Size         store.RunSize  `json:"size"`
	Pairing      []shownPairing `json:"pairings"`
	Ratings      *stats.Ratings `json:"ratings,omitempty"` // of tournaments
	RatingsError string         `json:"ratings_error,omitempty"`
	Reasons      []shownReason  `json:"end_reasons"`
	Length       *shownLength   `json:"length"` // nil without games
	Use          []shownUse     `json:"use"`
	Suites       []shownSuite   `json:"suites,omitempty"`
	Tuning       *shownTuning   `json:"tuning,omitempty"`
	Events       []store.Event  `json:"events"`
}

// shownPairing is the score of two players.
type shownPairing struct {
	First  string `json:"first"` // all figures are from this player's view
	Second string `json:"second"`
	store.Tally
	stats.Summary `json:"summary"`
	// Red is the score of whoever had Red.
	Red stats.Counts `json:"red"`
}

// shownReason says how often games ended for a reason and who lost them.
type shownReason struct {
	Reason selfplay.EndReason `json:"reason"`
	Games  int64              `json:"games"`
	Lost   map[string]int64   `json:"lost_by"` // by player; draws are in none
}

type shownLength struct {
	Min, Median, Max int `json:"-"`
	Mean             float64
}

// MarshalJSON names the figures' unit.
func (l shownLength) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]float64{
		"min_plies": float64(l.Min), "median_plies": float64(l.Median), "max_plies": float64(l.Max), "mean_plies": l.Mean,
	})
}

type shownUse struct {
	Player string `json:"player_name"`
	store.Usage
	NPS   stats.Figure `json:"nps"`
	Depth stats.Figure `json:"mean_depth"`
	Time  stats.Figure `json:"mean_move_seconds"`
}

type shownSuite struct {
	Player string `json:"player_name"`
	store.SuiteScore
	Share stats.Proportion `json:"share"`
}

type shownTuning struct {
	Params  []store.Param            `json:"params"`
	Steps   int                      `json:"steps"`
	First   *store.Step              `json:"first"`
	Last    *store.Step              `json:"last"`
	Best    *store.Step              `json:"best"` // lowest validation loss
	Weights map[string]store.Weights `json:"weights"`
}

func runResultsShow(ctx context.Context, a *app, st *store.Store, args []string) error {
	runs, err := findRuns(ctx, st, args)
	if err != nil {
		return err
	}
	shown := []*shownRun{}
	for _, r := range runs {
		s, err := loadShown(ctx, st, r)
		if err != nil {
			return err
		}
		shown = append(shown, s)
	}
	if a.json {
		if len(args) == 1 {
			return a.printJSON(shown[0])
		}
		return a.printJSON(shown)
	}
	for i, s := range shown {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := s.print(a.stdout); err != nil {
			return err
		}
	}
	return nil
}

// loadShown reads everything about a run.
func loadShown(ctx context.Context, st *store.Store, run *store.Run) (*shownRun, error) {
	s := &shownRun{Run: run, Pairing: []shownPairing{}, Reasons: []shownReason{}, Use: []shownUse{}}
	sizes, err := st.RunSizes(ctx)
	if err != nil {
		return nil, err
	}
	s.Size = sizes[run.ID]
	parts, err := st.Runs(ctx, store.RunFilter{Parent: run.ID})
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Backward(parts) {
		s.Parts = append(s.Parts, p.Short)
	}
	for _, load := range []func(context.Context, *store.Store) error{
		s.loadPairings, s.loadReasons, s.loadLength, s.loadUse, s.loadSuites, s.loadTuning,
	} {
		if err := load(ctx, st); err != nil {
			return nil, err
		}
	}
	if s.Events, err = st.Events(ctx, run.ID); s.Events == nil {
		s.Events = []store.Event{}
	}
	return s, err
}

// player names a player of the run.
func (s *shownRun) player(index int) string {
	if index < 0 || index >= len(s.Players) {
		return fmt.Sprintf("player %d", index)
	}
	return s.Players[index].Name
}

func (s *shownRun) loadPairings(ctx context.Context, st *store.Store) error {
	tallies, err := st.Tally(ctx, s.ID)
	if err != nil {
		return err
	}
	var games []stats.Encounter
	for _, t := range tallies {
		s.Pairing = append(s.Pairing, shownPairing{
			First: s.player(t.A), Second: s.player(t.B), Tally: t,
			Summary: stats.Summarize(t.Games, t.Pairs), Red: t.AsRed.Plus(t.AsBlack.Flip()),
		})
		games = append(games, encounters(s.player(t.A), s.player(t.B), t)...)
	}
	if len(s.Players) < 3 || len(games) == 0 {
		return nil
	}
	ratings, err := stats.Rate(ctx, games, stats.RatingOptions{})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil: // groups that never met, no convergence: the rest can be shown
		s.RatingsError = err.Error()
		return nil
	}
	s.Ratings = ratings
	return nil
}

func (s *shownRun) loadReasons(ctx context.Context, st *store.Store) error {
	counts, err := st.Reasons(ctx, s.ID)
	for _, c := range counts {
		i := slices.IndexFunc(s.Reasons, func(r shownReason) bool { return r.Reason == c.Reason })
		if i < 0 {
			i = len(s.Reasons)
			s.Reasons = append(s.Reasons, shownReason{Reason: c.Reason, Lost: map[string]int64{}})
		}
		s.Reasons[i].Games += c.Games
		if loser := c.Loser(); loser >= 0 {
			s.Reasons[i].Lost[s.player(loser)] += c.Games
		}
	}
	slices.SortStableFunc(s.Reasons, func(a, b shownReason) int { return int(b.Games - a.Games) })
	return err
}

func (s *shownRun) loadLength(ctx context.Context, st *store.Store) error {
	lengths, err := st.Lengths(ctx, s.ID)
	if err != nil || len(lengths) == 0 {
		return err
	}
	var games, plies int64
	for _, l := range lengths {
		games += l.Games
		plies += l.Games * int64(l.Plies)
	}
	s.Length = &shownLength{Min: lengths[0].Plies, Max: lengths[len(lengths)-1].Plies, Mean: float64(plies) / float64(games)}
	seen := int64(0)
	for _, l := range lengths {
		if seen += l.Games; 2*seen >= games {
			s.Length.Median = l.Plies
			break
		}
	}
	return nil
}

func (s *shownRun) loadUse(ctx context.Context, st *store.Store) error {
	usages, err := st.Usages(ctx, s.ID)
	for _, u := range usages {
		s.Use = append(s.Use, shownUse{s.player(u.Player), u, u.NodesPerSecond(), u.MeanDepth(), u.MeanTime()})
	}
	return err
}

func (s *shownRun) loadSuites(ctx context.Context, st *store.Store) error {
	scores, err := st.SuiteScores(ctx, s.ID)
	for _, c := range scores {
		s.Suites = append(s.Suites, shownSuite{s.player(c.Player), c, stats.Wilson(c.Solved, c.Total, 0.95)})
	}
	return err
}

func (s *shownRun) loadTuning(ctx context.Context, st *store.Store) error {
	params, err := st.Params(ctx, s.ID)
	if err != nil {
		return err
	}
	steps, err := st.Steps(ctx, s.ID, 0)
	if err != nil || len(params) == 0 && len(steps) == 0 {
		return err
	}
	t := &shownTuning{Params: params, Steps: len(steps)}
	if t.Weights, err = st.RunWeights(ctx, s.ID); err != nil {
		return err
	}
	for i := range steps {
		step := &steps[i]
		step.Theta = nil // hundreds of numbers each; export has them
		if step.ValidLoss != nil && (t.Best == nil || *step.ValidLoss < *t.Best.ValidLoss) {
			t.Best = step
		}
	}
	if len(steps) > 0 {
		t.First, t.Last = &steps[0], &steps[len(steps)-1]
	}
	s.Tuning = t
	return nil
}

// encounters turns a tally into the results by colour that ratings are made
// of.
func encounters(a, b string, t store.Tally) (list []stats.Encounter) {
	if n := t.AsRed; n.Games() > 0 {
		list = append(list, stats.Encounter{Red: a, Black: b, Wins: n.Wins, Draws: n.Draws, Losses: n.Losses})
	}
	if n := t.AsBlack.Flip(); n.Games() > 0 {
		list = append(list, stats.Encounter{Red: b, Black: a, Wins: n.Wins, Draws: n.Draws, Losses: n.Losses})
	}
	return list
}

// print writes the run for people.
func (s *shownRun) print(w io.Writer) error {
	p := &printer{w: w}
	s.printHead(p)
	for i := range s.Pairing {
		s.Pairing[i].print(p)
	}
	if s.Ratings != nil {
		p.f("\nratings (mean 0, errors from the likelihood)\n%s", indented(s.Ratings.Report()))
	} else if s.RatingsError != "" {
		p.f("\nno ratings: %s\n", s.RatingsError)
	}
	s.printReasons(p)
	s.printUse(p)
	s.printSuites(p)
	if s.Tuning != nil {
		s.Tuning.print(p)
	}
	s.printEvents(p)
	return p.err
}
