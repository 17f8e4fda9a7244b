package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/tune/spsa"
)

// spsaSummary is what is stored as the summary of a run.
type spsaSummary struct {
	Diagnosis *spsa.Diagnosis `json:"diagnosis"`
	Test      *sprtReport     `json:"test"` // of the result against the start; null if there was none
}

// spsaReport is what a run prints at its end.
type spsaReport struct {
	Run     string             `json:"run"`
	Played  int                `json:"iterations_played_now"`
	Result  map[string]float64 `json:"result"` // as played: whole numbers where the engine wants them
	Spec    string             `json:"spec"`   // the result as a SPEC
	Out     string             `json:"out,omitempty"`
	TestRun string             `json:"test_run,omitempty"`
	Note    string             `json:"note,omitempty"`
	spsaSummary
}

// finish stores and writes the result of a run whose games are played, tests
// it, and reports.
func (j *spsaJob) finish(ctx context.Context) error {
	after := context.WithoutCancel(ctx)
	params := j.config.Tuning.Params
	values := j.tuner.Average()
	for k := range values {
		values[k] = params[k].Round(values[k])
	}
	result, err := j.space.Config(params, values)
	if err != nil {
		return usagef("%w", err)
	}
	result.Name = "result"
	d := j.tuner.Diagnose()
	r := &spsaReport{Run: j.run.Short, Played: len(j.tuner.Steps()) - j.before, Result: map[string]float64{}, spsaSummary: spsaSummary{Diagnosis: d}}
	for k, p := range params {
		r.Result[p.Name] = values[k]
	}
	if result.IsBuiltin() && !result.Loaded.Equal(j.space.Base.Loaded) {
		result.Weights = j.run.Short + "-result.toml"
		if j.config.Out != "" {
			result.Weights = j.config.Out
		}
	}
	r.Spec = result.Spec()
	if err := j.st.SetFinal(after, j.run.ID, values); err != nil {
		return usagef("%w", err)
	}
	if result.IsBuiltin() {
		w, err := storedWeights(result.Weights, result.Loaded)
		if err != nil {
			return err
		}
		if err := j.st.LinkWeights(after, j.run.ID, store.RoleAfter, w); err != nil {
			return usagef("%w", err)
		}
	}
	if err := j.st.FinishRun(after, j.run.ID, store.Finish{Status: store.Finished, Verdict: j.verdict(nil), Summary: r.spsaSummary}); err != nil {
		return usagef("%w", err)
	}
	if j.config.Out != "" {
		r.Out = j.config.Out
		if err := j.a.writeOutput(r.Out, func(w io.Writer) error { return j.writeResult(w, &result) }); err != nil {
			return err
		}
	}
	var verifying error
	switch {
	case j.config.Verify == nil:
	case j.same(&result):
		r.Note = "the result is the start: there is nothing to test"
	default:
		verifying = j.verify(ctx, result, r)
	}
	if err := j.st.FinishRun(after, j.run.ID, store.Finish{Status: store.Finished, Verdict: j.verdict(r.Test), Summary: r.spsaSummary}); err != nil {
		return usagef("%w", err)
	}
	if verifying != nil {
		return verifying
	}
	if j.a.json {
		return j.a.printJSON(r)
	}
	return r.print(j)
}

func (j *spsaJob) verdict(test *sprtReport) string {
	text := fmt.Sprintf("%d pairs in %d iterations", j.tuner.PairsDone(), len(j.tuner.Steps()))
	if test != nil {
		text += fmt.Sprintf("; result against start: %s (LLR %.2f)", verdictText(test.Verdict), test.LLR)
	}
	return text
}

// same reports whether a result plays as the start does.
func (j *spsaJob) same(c *player.Config) bool {
	start, err := j.startConfig()
	return err == nil && (!c.IsBuiltin() || c.Loaded.Equal(start.Loaded)) &&
		slices.Equal(c.Options, start.Options) && maps.Equal(c.Search, start.Search)
}

// writeResult writes weights as a weight file, search constants as a SPEC in
// its first lines or alone, and options as setoption lines.
func (j *spsaJob) writeResult(w io.Writer, c *player.Config) error {
	weights, constants, options := j.space.Kinds(j.config.Tuning.Params)
	switch {
	case options:
		for k := range j.config.Tuning.Params {
			h, err := j.space.Find(j.config.Tuning.Params[k].Name)
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(w, h.OptionLine(c)); err != nil {
				return err
			}
		}
		return nil
	case constants:
		prefix := ""
		if weights {
			prefix = "# "
		}
		for _, name := range slices.Sorted(maps.Keys(c.Search)) {
			if _, err := fmt.Fprintf(w, "%ssearch.%s=%d\n", prefix, name, c.Search[name]); err != nil {
				return err
			}
		}
		if !weights {
			return nil
		}
	}
	return c.Loaded.WriteTOML(w)
}

// verify plays the result against the start and stores that as a part of the
// run; one that was begun before goes on.
func (j *spsaJob) verify(ctx context.Context, result player.Config, r *spsaReport) error {
	parts, err := j.st.Runs(ctx, store.RunFilter{Parent: j.run.ID})
	if err != nil {
		return usagef("%w", err)
	}
	job := playJob{flags: &playFlags{name: "test of " + j.run.Short}, kind: store.Match, parent: j.run.ID}
	again := false
	for _, part := range parts {
		if part.Kind == store.Match && j.testsThis(ctx, part, &result) {
			job.flags.resume, again = part.Short, true
		}
	}
	if !again {
		if job.exp, err = j.testExperiment(ctx, result); err != nil {
			return err
		}
	}
	cmd := &cobra.Command{Use: "match"}
	cmd.SetContext(ctx)
	inner := *j.a
	inner.json, inner.stdout = false, io.Discard
	err = runPlay(cmd, &inner, &job)
	if job.run != nil {
		r.TestRun = job.run.Short
	}
	var stopped *interruptedError
	if errors.As(err, &stopped) {
		return interruptedf("stopped in the test of the result; go on with\n  %s", j.resumeLine())
	}
	if err != nil {
		return err
	}
	r.Test = job.sprt()
	return nil
}

// testsThis reports whether a stored match tests this result: more pairs may
// have been tuned since. Older versions stored the label as the SPEC.
func (j *spsaJob) testsThis(ctx context.Context, part *store.Run, result *player.Config) bool {
	run, err := j.st.Run(ctx, part.ID)
	return err == nil && len(run.Players) == 2 && (run.Players[0].Spec == result.Spec() || run.Players[0].Spec == result.Label()) &&
		(run.Players[0].Weights == nil || run.Players[0].Weights.Hash == result.Loaded.Hash())
}

// testExperiment describes the match of result against start.
func (j *spsaJob) testExperiment(ctx context.Context, result player.Config) (selfplay.Experiment, error) {
	v := j.config.Verify
	e := j.config.Games
	start, err := j.startConfig()
	if err != nil {
		return e, usagef("%w", err)
	}
	start.Name = "start"
	e.Players = []player.Config{result, start}
	test := v.SPRT
	e.SPRT, e.Recover = &test, true
	set := j.ready.Set
	unseen := 0
	if v.Openings == e.Openings {
		use, held := selfplay.Holdout(set.List, e.Order, j.config.Held)
		e.Order.Start, unseen = len(use), len(held)
	} else {
		if set, err = selfplay.LoadOpenings(ctx, v.Openings, e.OpeningPlies); err != nil {
			return e, usagef("%w", err)
		}
		e.Openings, e.OpeningsHash, unseen = v.Openings, set.Hash, len(set.List)
	}
	e.PerPair = unseen
	if v.Pairs > 0 {
		e.PerPair = min(v.Pairs, unseen)
	}
	return e, nil
}
