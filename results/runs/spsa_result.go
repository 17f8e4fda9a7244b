package runs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// result stores the result of a run whose games are played.
func (j *SPSA) result(ctx context.Context, s *session) error {
	list := j.Config.Tuning.Params
	values := j.tuner.Average()
	for k := range values {
		values[k] = list[k].Round(values[k])
	}
	c, err := j.space.Config(list, values)
	if err != nil {
		return err
	}
	c.Name = "result"
	r := &SPSAResult{
		Run: s.run.Short, Played: len(j.tuner.Steps()) - j.before, Result: map[string]float64{}, Out: j.Config.Out,
		SPSASummary: SPSASummary{Diagnosis: j.tuner.Diagnose()},
	}
	for k, p := range list {
		r.Result[p.Name] = values[k]
	}
	if c.IsBuiltin() && !c.Loaded.Equal(j.space.Base.Loaded) {
		c.Weights = s.run.Short + "-result.toml"
		if j.Config.Out != "" {
			c.Weights = j.Config.Out
		}
	}
	engine := c // to be played under any limits, and by any name
	engine.Limits, engine.Name = player.Limits{}, ""
	r.Spec, r.Player = engine.Spec(), c
	if err := s.lab.Store.SetFinal(ctx, s.run.ID, values); err != nil {
		return err
	}
	if c.IsBuiltin() {
		w, err := storedWeights(c.Weights, c.Loaded)
		if err != nil {
			return err
		}
		if err := s.lab.Store.LinkWeights(ctx, s.run.ID, store.RoleAfter, w); err != nil {
			return err
		}
	}
	j.Result = r
	if j.OnResult != nil {
		return j.OnResult(r)
	}
	return nil
}

// WriteResult writes the result: weights as a weight file, search constants as a
// SPEC in its first lines or alone, options as setoption lines.
func (j *SPSA) WriteResult(w io.Writer) error {
	if j.Result == nil {
		return errors.New("there is no result yet")
	}
	c := &j.Result.Player
	weights, constants, options := j.space.Kinds(j.Config.Tuning.Params)
	switch {
	case options:
		for k := range j.Config.Tuning.Params {
			h, err := j.space.Find(j.Config.Tuning.Params[k].Name)
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

// isStart reports whether a player plays as the start does.
func (j *SPSA) isStart(c *player.Config) (bool, error) {
	start, err := j.start()
	return err == nil && (!c.IsBuiltin() || c.Loaded.Equal(start.Loaded)) &&
		slices.Equal(c.Options, start.Options) && maps.Equal(c.Search, start.Search), err
}

// verify plays the result against the start as a part of the run; a test of the
// same result that was begun before is continued.
func (j *SPSA) verify(ctx context.Context, s *session) error {
	parts, err := s.lab.Store.Runs(ctx, store.RunFilter{Parent: s.run.ID})
	if err != nil {
		return err
	}
	m := &Match{}
	var begun *store.Run
	for _, part := range parts {
		if part.Kind != store.Match {
			continue
		}
		same, err := j.tests(ctx, s, part)
		if err != nil {
			return err
		}
		if same {
			begun = part
		}
	}
	if begun == nil {
		if m.Config, err = j.testExperiment(ctx); err != nil {
			return err
		}
	}
	err = s.part(ctx, m, "test of "+s.run.Short, begun, Changes{})
	if m.run != nil {
		j.Result.TestRun = m.run.Short
	}
	if err == nil {
		j.Result.Test = m.Result.SPRT
	}
	return err
}

// tests reports whether a stored match tests the result: more pairs may have
// been tuned since.
func (j *SPSA) tests(ctx context.Context, s *session, part *store.Run) (bool, error) {
	run, err := s.lab.Store.Run(ctx, part.ID)
	if err != nil || len(run.Players) != 2 {
		return false, err
	}
	first, result := &run.Players[0], &j.Result.Player
	// Older versions stored the label as the SPEC.
	return (first.Spec == result.Spec() || first.Spec == result.Label()) && (first.Weights == nil || first.Weights.Hash == result.Loaded.Hash()), nil
}

// testExperiment describes the match of the result against the start.
func (j *SPSA) testExperiment(ctx context.Context) (selfplay.Experiment, error) {
	v := j.Config.Verify
	e := j.Config.Games
	start, err := j.start()
	if err != nil {
		return e, err
	}
	start.Name = "start"
	e.Players = []player.Config{j.Result.Player, start}
	test := v.SPRT
	e.SPRT, e.Recover = &test, true
	unseen := 0
	if v.Openings == e.Openings {
		use, held := selfplay.Holdout(j.ready.Set.List, e.Order, j.Config.Held)
		e.Order.Start, unseen = len(use), len(held)
	} else {
		set, err := selfplay.LoadOpenings(ctx, v.Openings, e.OpeningPlies)
		if err != nil {
			return e, err
		}
		e.Openings, e.OpeningsHash, unseen = v.Openings, set.Hash, len(set.List)
	}
	e.PerPair = unseen
	if v.Pairs > 0 {
		e.PerPair = min(v.Pairs, unseen)
	}
	return e, nil
}
