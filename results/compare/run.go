package compare

import (
	"context"
	"fmt"
	"slices"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// Run is one stored run with everything that can be said about it alone. It is
// what `results show` prints and what the reports of single runs are made from.
type Run struct {
	*store.Run
	Parts        []string       `json:"parts,omitempty"` // short ids of the runs that are parts of this one
	Size         store.RunSize  `json:"size"`
	Pairings     []Pairing      `json:"pairings"`
	Ratings      *stats.Ratings `json:"ratings,omitempty"`       // of runs with more than two players
	Anchored     bool           `json:"anchored,omitempty"`      // some ratings were held
	RatingsError string         `json:"ratings_error,omitempty"` // why there are none
	Reasons      []RunReason    `json:"end_reasons"`
	Length       *Plies         `json:"length"` // nil without games
	Use          []RunUse       `json:"use"`
	Suites       []RunSuite     `json:"suites,omitempty"`
	Tuning       *RunTuning     `json:"tuning,omitempty"`
	Events       []store.Event  `json:"events"`
}

// RunReason counts the games of a run that ended for one reason, and who lost
// them.
type RunReason struct {
	Reason selfplay.EndReason `json:"reason"`
	Games  int64              `json:"games"`
	Lost   map[string]int64   `json:"lost_by"` // by player; draws count for none
}

// RunUse is what a player spent in all games of a run.
type RunUse struct {
	Player string `json:"player_name"`
	store.Usage
	NPS   stats.Figure `json:"nps"`
	Depth stats.Figure `json:"mean_depth"`
	Time  stats.Figure `json:"mean_move_seconds"`
}

// RunSuite is the score of a player on one suite under one limit.
type RunSuite struct {
	Player string `json:"player_name"`
	store.SuiteScore
	Share stats.Proportion `json:"share"` // 95 % interval by Wilson
}

// RunTuning is the path of a tuning run in brief. Its steps come without theta,
// which may be hundreds of numbers each.
type RunTuning struct {
	Params  []store.Param            `json:"params"`
	Steps   int                      `json:"steps"`
	First   *store.Step              `json:"first"`
	Last    *store.Step              `json:"last"`
	Best    *store.Step              `json:"best"` // lowest validation loss
	Weights map[string]store.Weights `json:"weights"`
}

// LoadRun reads everything about a run. Runs with more than two players are
// rated with the options o.
func LoadRun(ctx context.Context, st *store.Store, run *store.Run, o stats.RatingOptions) (*Run, error) {
	r := &Run{Run: run}
	sizes, err := st.RunSizes(ctx)
	if err != nil {
		return nil, err
	}
	r.Size = sizes[run.ID]
	parts, err := st.Runs(ctx, store.RunFilter{Parent: run.ID})
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Backward(parts) { // the store lists the newest first
		r.Parts = append(r.Parts, p.Short)
	}
	tallies, err := st.Tally(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r.Pairings = pairings(run, tallies)
	if err := r.rate(ctx, o); err != nil {
		return nil, err
	}
	counts, err := st.Reasons(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r.Reasons = runReasons(run, counts)
	lengths, err := st.Lengths(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r.Length = SumPlies(lengths)
	usages, err := st.Usages(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	r.Use = []RunUse{}
	for _, u := range usages {
		r.Use = append(r.Use, RunUse{playerName(run, u.Player), u, u.NodesPerSecond(), u.MeanDepth(), u.MeanTime()})
	}
	scores, err := st.SuiteScores(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	for _, c := range scores {
		r.Suites = append(r.Suites, RunSuite{playerName(run, c.Player), c, stats.Wilson(c.Solved, c.Total, suiteConfidence)})
	}
	if err := r.loadTuning(ctx, st); err != nil {
		return nil, err
	}
	if r.Events, err = st.Events(ctx, run.ID); r.Events == nil {
		r.Events = []store.Event{}
	}
	return r, err
}

// rate fits ratings if more than two players have met. Groups that never met,
// or a lack of convergence, are noted in RatingsError: the rest can still be
// shown.
func (r *Run) rate(ctx context.Context, o stats.RatingOptions) error {
	var games []stats.Encounter
	for i := range r.Pairings {
		games = append(games, r.Pairings[i].Encounters()...)
	}
	if len(r.Players) < 3 || len(games) == 0 {
		return nil
	}
	ratings, err := stats.Rate(ctx, games, o)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r.RatingsError = err.Error()
	default:
		r.Ratings, r.Anchored = ratings, len(o.Anchors) > 0
	}
	return nil
}

func runReasons(run *store.Run, counts []store.ReasonCount) []RunReason {
	list := []RunReason{}
	for _, c := range counts {
		i := slices.IndexFunc(list, func(r RunReason) bool { return r.Reason == c.Reason })
		if i < 0 {
			i = len(list)
			list = append(list, RunReason{Reason: c.Reason, Lost: map[string]int64{}})
		}
		list[i].Games += c.Games
		if loser := c.Loser(); loser >= 0 {
			list[i].Lost[playerName(run, loser)] += c.Games
		}
	}
	slices.SortStableFunc(list, func(a, b RunReason) int { return int(b.Games - a.Games) })
	return list
}

func (r *Run) loadTuning(ctx context.Context, st *store.Store) error {
	params, err := st.Params(ctx, r.ID)
	if err != nil {
		return err
	}
	steps, err := st.Steps(ctx, r.ID, 0)
	if err != nil || len(params) == 0 && len(steps) == 0 {
		return err
	}
	t := &RunTuning{Params: params, Steps: len(steps)}
	if t.Weights, err = st.RunWeights(ctx, r.ID); err != nil {
		return err
	}
	for i := range steps {
		step := &steps[i]
		step.Theta = nil
		if step.ValidLoss != nil && (t.Best == nil || *step.ValidLoss < *t.Best.ValidLoss) {
			t.Best = step
		}
	}
	if len(steps) > 0 {
		t.First, t.Last = &steps[0], &steps[len(steps)-1]
	}
	r.Tuning = t
	return nil
}

// playerName names a player of a run.
func playerName(r *store.Run, index int) string {
	if index < 0 || index >= len(r.Players) {
		return fmt.Sprintf("player %d", index)
	}
	return r.Players[index].Name
}
