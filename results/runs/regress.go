package runs

import (
	"context"
	"fmt"
	"slices"

	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
)

// Regress asks whether an engine is weaker than another: both solve test suites
// and play a match. Its parts are runs of their own.
type Regress struct {
	once

	Config RegressConfig

	// Result is the verdict of a finished run, or what is known so far of
	// another.
	Result *RegressResult
}

// RegressConfig is the full configuration of a regression test.
type RegressConfig struct {
	New         player.Config `json:"new"`
	Base        player.Config `json:"base"`
	Profile     string        `json:"profile"` // name of the profile that filled the gaps
	Suites      []string      `json:"suites"`  // as suites.Load takes them
	Depths      string        `json:"depths"`  // of the suites, such as "4,6"
	Elo0        float64       `json:"elo0"`    // normalized Elo
	Elo1        float64       `json:"elo1"`
	Pairs       int           `json:"pairs"`  // at most
	Limits      player.Limits `json:"limits"` // of the match, for players without their own
	Openings    string        `json:"openings"`
	Concurrency int           `json:"concurrency"`
}

// RegressProfile is how thorough a regression test is.
type RegressProfile struct {
	Name       string
	Depths     string
	Elo0, Elo1 float64 // normalized Elo
	Pairs      int
	Nodes      uint64 // a move
}

// RegressProfiles lists the profiles, the quickest first.
func RegressProfiles() []RegressProfile {
	return []RegressProfile{
		{"quick", "3,4,5", -40, 0, 200, 2_000},
		{"standard", "4,6", -10, 0, 2_000, 10_000},
		{"long", "4,6,8", -3, 1, 20_000, 50_000},
	}
}

// Config returns the test of an engine against a reference as the profile has it:
// on WAC-Chinese and the usual openings, one search or game for each processor at a
// time. Players without limits get those of the profile; two of the same name are
// called name-new and name-base.
func (p RegressProfile) Config(engine, base player.Config) RegressConfig {
	usual := selfplay.NewExperiment()
	c := RegressConfig{
		New: engine, Base: base, Profile: p.Name, Suites: []string{"wac_chinese"}, Depths: p.Depths, Elo0: p.Elo0, Elo1: p.Elo1,
		Pairs: p.Pairs, Limits: player.Limits{Nodes: p.Nodes}, Openings: usual.Openings, Concurrency: usual.Concurrency,
	}
	if c.New.Name == c.Base.Name {
		c.New.Name += "-new"
		c.Base.Name += "-base"
	}
	return c
}

// Validate reports the first setting that makes no sense.
func (c *RegressConfig) Validate() error {
	switch {
	case c.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want at least 1", c.Concurrency)
	case c.Pairs < 1:
		return fmt.Errorf("%d pairs: want at least 1", c.Pairs)
	case c.New.Name == c.Base.Name:
		return fmt.Errorf("two engines are named %q: give one another name=", c.New.Name)
	}
	if _, err := suites.ParseLimits(suites.Depth, c.Depths); err != nil {
		return err
	}
	return stats.NewSPRT(c.Elo0, c.Elo1).Validate()
}

// RegressResult is the outcome of a regression test.
type RegressResult struct {
	Run       string              `json:"id"`
	Outcome   RegressOutcome      `json:"outcome"` // "" before there is one
	Reasons   []string            `json:"reasons"`
	New       string              `json:"new"`
	Base      string              `json:"base"`
	Suites    []RegressComparison `json:"suites"`
	Match     *TestEnd            `json:"match"`
	SuiteRun  string              `json:"suite_run"`
	MatchRun  string              `json:"match_run"`
	Threshold float64             `json:"p_threshold"` // of one suite comparison
}

// RegressOutcome is the verdict of a regression test.
type RegressOutcome string

const (
	RegressPass    RegressOutcome = "pass"
	RegressFail    RegressOutcome = "fail"
	RegressUnclear RegressOutcome = "inconclusive"
)

// RegressComparison compares the two engines on the same positions.
type RegressComparison struct {
	Suite     string              `json:"suite"`
	Limit     store.SuiteLimit    `json:"limit"`
	New       int64               `json:"solved_new"`
	Base      int64               `json:"solved_base"`
	Positions int64               `json:"positions"`
	Test      stats.McNemarResult `json:"mcnemar"` // A is the new engine
	Worse     bool                `json:"worse"`
}

// Kind implements Job.
func (j *Regress) Kind() store.Kind { return store.Regress }

func (j *Regress) config() any { return &j.Config }

func (j *Regress) seed(uint64) {} // goes into the match

func (j *Regress) changeable() []change { return []change{changeConcurrency} }

func (j *Regress) change(c Changes) error {
	set(&j.Config.Concurrency, c.Concurrency)
	return nil
}

func (j *Regress) restore(ctx context.Context, s *session) error {
	return restoreWeights(ctx, s.lab.Store, &j.Config.New, &j.Config.Base)
}

// prepare reads suites and openings and starts each engine once, although the parts
// do so again: what cannot work leaves no run behind.
func (j *Regress) prepare(ctx context.Context, s *session) error {
	if err := j.Config.Validate(); err != nil {
		return err
	}
	if s.run != nil {
		return nil
	}
	list, err := suites.LoadAll(j.Config.Suites)
	if err != nil {
		return err
	}
	j.Config.Suites = slices.Clone(j.Config.Suites)
	for i, one := range list {
		j.Config.Suites[i] = one.Source
	}
	for _, c := range []*player.Config{&j.Config.New, &j.Config.Base} {
		c.Limits = c.Limits.Or(j.Config.Limits)
		if err := c.Resolve(); err != nil {
			return err
		}
		if _, err := player.Prepare(ctx, *c, &player.Env{Warn: s.warn.engine, Log: s.lab.Log}); err != nil {
			return err
		}
	}
	if j.Config.Openings, err = selfplay.AbsoluteOpenings(j.Config.Openings); err != nil {
		return err
	}
	_, err = selfplay.LoadOpenings(ctx, j.Config.Openings, 0)
	return err
}

func (j *Regress) describe(*session) (n store.NewRun, err error) {
	n.Players, err = storedPlayers(j.Config.New, j.Config.Base)
	return n, err
}

// do runs the parts and gives the verdict.
func (j *Regress) do(ctx context.Context, s *session) error {
	j.Result = &RegressResult{Run: s.run.Short, New: j.Config.New.Name, Base: j.Config.Base.Name}
	parts := map[store.Kind]*store.Run{}
	list, err := s.lab.Store.Runs(ctx, store.RunFilter{Parent: s.run.ID})
	if err != nil {
		return err
	}
	for _, p := range list {
		parts[p.Kind] = p
	}
	s.emit(RunStarted{Unit: Parts, Done: 0, Total: 2})
	if err := j.solve(ctx, s, parts[store.Suite]); err != nil {
		return err
	}
	if err := j.play(ctx, s, parts[store.Match]); err != nil {
		return err
	}
	j.Result.decide()
	return nil
}

// solve runs both engines over the suites and compares them.
func (j *Regress) solve(ctx context.Context, s *session, begun *store.Run) error {
	part := &Suite{}
	c := &j.Config
	changes := Changes{}
	if begun == nil {
		limits, err := suites.ParseLimits(suites.Depth, c.Depths)
		if err != nil {
			return err
		}
		if part.Suites, err = suites.LoadAll(c.Suites); err != nil {
			return err
		}
		part.Config = suites.Config{
			Players: []player.Config{c.New, c.Base}, Limits: limits,
			Margin: suites.DefaultMargin, Stall: suites.DefaultStall, Concurrency: c.Concurrency,
		}
	} else {
		changes.Concurrency = &c.Concurrency
	}
	err := s.part(ctx, part, "", begun, changes)
	if part.Result != nil {
		j.Result.SuiteRun = part.Result.Short
	}
	if err == nil {
		j.Result.compare(part.Result)
	}
	return err
}

// play plays the match.
func (j *Regress) play(ctx context.Context, s *session, begun *store.Run) error {
	part := &Match{}
	c := &j.Config
	again := true
	changes := Changes{Recover: &again}
	if begun == nil {
		test := stats.NewSPRT(c.Elo0, c.Elo1)
		part.Config = selfplay.NewExperiment(c.New, c.Base)
		part.Config.PerPair, part.Config.Openings, part.Config.SPRT = c.Pairs, c.Openings, &test
		part.Config.Concurrency, part.Config.Recover = c.Concurrency, true
	} else {
		changes.Concurrency = &c.Concurrency
	}
	err := s.part(ctx, part, "", begun, changes)
	if part.run != nil {
		j.Result.MatchRun = part.run.Short
	}
	if err == nil {
		j.Result.Match = part.Result.SPRT
	}
	return err
}

// familyError is the probability of finding any suite worse by chance alone.
const familyError = 0.05

// compare pairs the answers of the two engines.
func (r *RegressResult) compare(s *SuiteResult) {
	for _, p := range s.inOrder() {
		r.Suites = append(r.Suites, RegressComparison{
			Suite: p.Suite, Limit: p.Limit, Positions: p.Positions, Test: p.McNemarResult,
			New: p.Both + int64(len(p.OnlyFirst)), Base: p.Both + int64(len(p.OnlySecond)),
		})
	}
	r.Threshold = familyError / float64(max(1, len(r.Suites)))
	for i := range r.Suites {
		c := &r.Suites[i]
		c.Worse = c.Test.OnlyB > c.Test.OnlyA && c.Test.ExactP < r.Threshold
	}
}

// inOrder lists the comparisons of the first two engines in the order of the
// scores.
func (s *SuiteResult) inOrder() (list []compare.SuiteTest) {
	if len(s.Players) < 2 {
		return nil
	}
	for _, c := range s.Scores {
		if c.Engine != s.Players[0].Name {
			continue
		}
		for _, p := range s.Paired {
			if p.A == 0 && p.B == 1 && p.Suite == c.Suite && p.Limit == c.Limit {
				list = append(list, p)
			}
		}
	}
	return list
}

// decide sets the overall verdict.
func (r *RegressResult) decide() {
	r.Outcome = RegressUnclear
	switch r.Match.Verdict {
	case stats.AcceptH1:
		r.Outcome = RegressPass
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match accepts H1, Elo %g or more", r.Match.Test.Elo1))
	case stats.AcceptH0:
		r.Outcome = RegressFail
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match accepts H0, Elo %g or less", r.Match.Test.Elo0))
	default:
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match ended undecided, LLR %.2f", r.Match.LLR))
	}
	for _, c := range r.Suites {
		if c.Worse {
			r.Outcome = RegressFail
			r.Reasons = append(r.Reasons, fmt.Sprintf("%s at %s is solved worse: %d only by %s, %d only by %s (p = %.2g)",
				c.Suite, c.Limit, c.Test.OnlyA, r.New, c.Test.OnlyB, r.Base, c.Test.ExactP))
		}
	}
}

func (j *Regress) stopped(s *session) string {
	if s.run == nil {
		return "before the first position"
	}
	return ""
}

func (j *Regress) finish(_ context.Context, _ *session, f *store.Finish) error {
	if f.Status == store.Finished {
		f.Verdict, f.Summary = string(j.Result.Outcome), j.Result
	}
	return nil
}
