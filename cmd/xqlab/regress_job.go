package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
)

// regressJob is a regression test from its configuration to its verdict.
type regressJob struct {
	a           *app
	name        string
	resume      string
	concurrency int // with resume; 0: as stored
	config      regressConfig

	st    *store.Store // holds the run while its parts are played
	run   *store.Run
	parts map[store.Kind]*store.Run // of a test that is resumed
}

// regressReport is what a regression test prints and stores.
type regressReport struct {
	Run       string            `json:"id"`
	Outcome   string            `json:"outcome"` // pass, fail or inconclusive
	Reasons   []string          `json:"reasons"`
	New       string            `json:"new"`
	Base      string            `json:"base"`
	Suites    []suiteComparison `json:"suites"`
	Match     *sprtReport       `json:"match"`
	SuiteRun  string            `json:"suite_run"`
	MatchRun  string            `json:"match_run"`
	Threshold float64           `json:"p_threshold"` // of one suite comparison
}

// suiteComparison compares the two engines on the same positions.
type suiteComparison struct {
	Suite     string              `json:"suite"`
	Limit     store.SuiteLimit    `json:"limit"`
	New       int64               `json:"solved_new"`
	Base      int64               `json:"solved_base"`
	Positions int64               `json:"positions"`
	Test      stats.McNemarResult `json:"mcnemar"` // A is the new engine
	Worse     bool                `json:"worse"`
}

// Outcomes of a regression test.
const (
	regressPass    = "pass"
	regressFail    = "fail"
	regressUnclear = "inconclusive"
)

// familyError is the probability of finding any suite worse by chance alone.
const familyError = 0.05

// do runs the parts and gives the verdict.
func (j *regressJob) do(ctx context.Context) (err error) {
	if j.st, err = openStore(j.a.db, j.resume != ""); err != nil {
		return err
	}
	defer closeStore(j.st, &err)
	if err := j.open(ctx); err != nil {
		return usagef("%w", err)
	}
	report := &regressReport{Run: j.run.Short, New: j.config.New.Name, Base: j.config.Base.Name}
	end := j.runSuites(ctx, report)
	if end == nil {
		end = j.runMatch(ctx, report)
	}
	if end == nil {
		report.decide()
	}
	return j.finish(ctx, report, end)
}

// open creates the run, or reads the one to be resumed with its parts.
func (j *regressJob) open(ctx context.Context) error {
	j.parts = map[store.Kind]*store.Run{}
	if j.resume == "" {
		return j.create(ctx)
	}
	run, err := takeUp(ctx, j.st, j.a.db, j.resume, store.Regress, &j.config)
	if err != nil {
		return err
	}
	if j.concurrency > 0 {
		j.config.Concurrency = j.concurrency
	}
	parts, err := j.st.Runs(ctx, store.RunFilter{Parent: run.ID})
	if err != nil {
		return err
	}
	for _, p := range parts {
		j.parts[p.Kind] = p
	}
	for _, c := range []*player.Config{&j.config.New, &j.config.Base} {
		if err := restoreWeights(ctx, j.st, c); err != nil {
			return err
		}
	}
	j.run = run
	return j.st.ResumeRun(ctx, run.ID)
}

func (j *regressJob) create(ctx context.Context) error {
	v := currentVersion()
	n := store.NewRun{
		Kind: store.Regress, Name: j.name, Config: j.config, Seed: j.a.seed, Version: v.Version, Commit: v.Commit,
	}
	for _, c := range []*player.Config{&j.config.New, &j.config.Base} {
		p, err := storedPlayer(c)
		if err != nil {
			return err
		}
		n.Players = append(n.Players, p)
	}
	run, err := j.st.CreateRun(ctx, n)
	j.run = run
	return err
}

// silent is the app of the parts: their reports are not printed.
func (j *regressJob) silent() *app {
	a := *j.a
	a.stdout, a.json, a.seed = io.Discard, false, j.run.Seed
	return &a
}

// runSuites solves the suites with both engines and compares them.
func (j *regressJob) runSuites(ctx context.Context, r *regressReport) error {
	s := &suiteJob{a: j.silent(), parent: j.run.ID, concurrency: j.config.Concurrency}
	if part := j.parts[store.Suite]; part != nil {
		s.resume = part.Short
	} else {
		var err error
		if s.suites, err = loadSuites(j.config.Suites); err != nil {
			return err
		}
		limits, err := suites.ParseLimits(suites.Depth, j.config.Depths)
		if err != nil {
			return usagef("%w", err)
		}
		s.config = suiteConfig{
			Players: []player.Config{j.config.New, j.config.Base}, Limits: limits,
			Margin: 1000, Stall: 600_000, Concurrency: j.config.Concurrency,
		}
	}
	err := s.do(ctx)
	if s.run != nil {
		r.SuiteRun = s.run.Short
	}
	if err != nil {
		return err
	}
	r.compareSuites(s)
	return nil
}

// compareSuites pairs the answers of the two engines.
func (r *regressReport) compareSuites(s *suiteJob) {
	type question struct {
		suite store.SuiteID
		limit store.SuiteLimit
		pos   int
	}
	base := map[question]bool{}
	for _, res := range s.report.results {
		if res.Player == 1 {
			base[question{res.Suite, res.Limit, res.Position}] = res.Solved
		}
	}
	for si, id := range s.ids {
		for _, l := range s.config.Limits {
			c := suiteComparison{Suite: s.suites[si].Name, Limit: store.SuiteLimit{Kind: store.LimitKind(l.Kind), Value: l.Value}}
			var onlyNew, onlyBase int64
			for _, res := range s.report.results {
				if res.Player != 0 || res.Suite != id || res.Limit != c.Limit {
					continue
				}
				was, ok := base[question{id, c.Limit, res.Position}]
				if !ok {
					continue
				}
				c.Positions++
				switch {
				case res.Solved && !was:
					onlyNew++
				case was && !res.Solved:
					onlyBase++
				}
				if res.Solved {
					c.New++
				}
				if was {
					c.Base++
				}
			}
			c.Test = stats.McNemar(onlyNew, onlyBase)
			r.Suites = append(r.Suites, c)
		}
	}
	r.Threshold = familyError / float64(max(1, len(r.Suites)))
	for i := range r.Suites {
		c := &r.Suites[i]
		c.Worse = c.Test.OnlyB > c.Test.OnlyA && c.Test.ExactP < r.Threshold
	}
}

// runMatch plays the match.
func (j *regressJob) runMatch(ctx context.Context, r *regressReport) error {
	a := j.silent()
	flags := &playFlags{}
	cmd := &cobra.Command{Use: "match"}
	cmd.SetContext(ctx)
	flags.add(cmd.Flags())
	flags.addSPRT(cmd.Flags())
	flags.exp.Format = selfplay.RoundRobin
	job := playJob{flags: flags, kind: store.Match, parent: j.run.ID}
	args := []string{"--concurrency", itoa(j.config.Concurrency)}
	part := j.parts[store.Match]
	if part != nil {
		args = append(args, "--resume", part.Short, "--recover")
	} else {
		args = append(args, "--pairs", itoa(j.config.Pairs), "--openings", j.config.Openings, "--recover",
			"--elo0", fmt.Sprint(j.config.Elo0), "--elo1", fmt.Sprint(j.config.Elo1))
	}
	if err := cmd.ParseFlags(args); err != nil {
		return usagef("%w", err)
	}
	if part == nil {
		var err error
		if job.exp, err = flags.experiment(a, cmd, []player.Config{j.config.New, j.config.Base}); err != nil {
			return err
		}
	}
	err := runPlay(cmd, a, &job)
	if job.run != nil {
		r.MatchRun = job.run.Short
	}
	if err != nil {
		return err
	}
	r.Match = job.sprt()
	return nil
}

// decide gives the one verdict.
func (r *regressReport) decide() {
	r.Outcome = regressUnclear
	switch r.Match.Verdict {
	case stats.AcceptH1:
		r.Outcome = regressPass
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match accepts H1, Elo %g or more", r.Match.Test.Elo1))
	case stats.AcceptH0:
		r.Outcome = regressFail
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match accepts H0, Elo %g or less", r.Match.Test.Elo0))
	default:
		r.Reasons = append(r.Reasons, fmt.Sprintf("the match ended undecided, LLR %.2f", r.Match.LLR))
	}
	for _, c := range r.Suites {
		if c.Worse {
			r.Outcome = regressFail
			r.Reasons = append(r.Reasons, fmt.Sprintf("%s at %s is solved worse: %d only by %s, %d only by %s (p = %.2g)",
				c.Suite, c.Limit, c.Test.OnlyA, r.New, c.Test.OnlyB, r.Base, c.Test.ExactP))
		}
	}
}

// finish stores and prints the verdict.
func (j *regressJob) finish(ctx context.Context, r *regressReport, end error) error {
	f := store.Finish{Status: store.Finished, Verdict: r.Outcome, Summary: r}
	if end != nil {
		f = store.Finish{Status: store.Interrupted, Verdict: "interrupted"}
		if ctx.Err() == nil {
			f.Verdict = end.Error()
		}
	}
	err := j.st.FinishRun(context.WithoutCancel(ctx), j.run.ID, f)
	if end != nil {
		command := resumeCommand(j.run, j.a.db)
		if ctx.Err() != nil {
			return interruptedf("stopped; go on with\n  xqlab %s", command)
		}
		var no *noError
		if errors.As(end, &no) {
			return end
		}
		return usagef("%w\nor go on with all parts by\n  xqlab %s", end, command)
	}
	if err != nil {
		return usagef("%w", err)
	}
	if err := r.print(j.a); err != nil {
		return err
	}
	if r.Outcome != regressPass {
		return answerNo("%s", r.Outcome)
	}
	return nil
}

func (r *regressReport) print(a *app) error {
	if a.json {
		return a.printJSON(r)
	}
	p := &printer{w: a.stdout}
	p.f("%s  %s against %s: %s\n", r.Run, r.New, r.Base, r.Outcome)
	for _, reason := range r.Reasons {
		p.f("  %s\n", reason)
	}
	t := &table{head: []string{"suite", "limit", "positions", "new", "base", "only new", "only base", "p", "worse"}}
	for _, c := range r.Suites {
		t.row(c.Suite, c.Limit, c.Positions, c.New, c.Base, c.Test.OnlyA, c.Test.OnlyB, fmt.Sprintf("%.3g", c.Test.ExactP), map[bool]string{true: "yes", false: "no"}[c.Worse])
	}
	p.table(fmt.Sprintf("suites (%s; worse if p < %.3g)", r.SuiteRun, r.Threshold), t)
	g := r.Match.Games
	p.f("\nmatch (%s): +%d =%d -%d\n", r.MatchRun, g.Wins, g.Draws, g.Losses)
	r.Match.print(p)
	return p.err
}
