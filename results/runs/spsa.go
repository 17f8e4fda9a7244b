package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/tune/spsa"
)

// SPSA is a tuning of parameters by self-play, with a test of the result.
type SPSA struct {
	once

	Config spsa.Experiment
	// Plan says what is tuned in a new run; its gaps are filled in for the
	// engine, which gives Config.Tuning. If it is nil, Config.Tuning is used as
	// it is.
	Plan *spsa.Plan
	// OnResult, if not nil, is called once the result is stored, before it is
	// tested, because a test takes long. An error breaks the run.
	OnResult func(*SPSAResult) error

	// Result is set once all iterations are played.
	Result *SPSAResult

	run    *store.Run
	ready  *selfplay.Prepared
	space  *spsa.Space
	tuner  *spsa.Tuner
	arena  *spsa.Arena
	before int    // iterations that were done when this process started
	where  string // for stopped
	pairs  *int   // wanted when the run is resumed; nil: as planned
	budget string // what was changed of the number of pairs
}

// SPSAResult is the result of a tuning.
type SPSAResult struct {
	Run     string             `json:"run"`
	Played  int                `json:"iterations_played_now"`
	Result  map[string]float64 `json:"result"` // as played: whole numbers where the engine wants them
	Spec    string             `json:"spec"`   // the result as a SPEC
	Out     string             `json:"out,omitempty"`
	TestRun string             `json:"test_run,omitempty"`
	Note    string             `json:"note,omitempty"`
	SPSASummary

	Player player.Config `json:"-"` // the engine with the result
}

// SPSASummary is what is stored as the summary of a run.
type SPSASummary struct {
	Diagnosis *spsa.Diagnosis `json:"diagnosis"`
	Test      *TestEnd        `json:"test"` // of the result against the start; nil if there was none
}

// Kind implements Job.
func (j *SPSA) Kind() store.Kind { return store.SPSA }

// Run returns the stored run, nil before it is created.
func (j *SPSA) Run() *store.Run { return j.run }

// Space returns what can be tuned in the engine, nil before the run is
// prepared.
func (j *SPSA) Space() *spsa.Space { return j.space }

// Tuner returns the state of the tuning, nil before the run is prepared.
func (j *SPSA) Tuner() *spsa.Tuner { return j.tuner }

// Openings returns the openings of the run and how many of them are used for
// tuning; nil before the run is prepared.
func (j *SPSA) Openings() (set *selfplay.Openings, used int) {
	if j.arena == nil {
		return nil, 0
	}
	return j.ready.Set, len(j.arena.Openings)
}

func (j *SPSA) config() any { return &j.Config }

func (j *SPSA) seed(seed uint64) {
	j.Config.Games.Order.Seed, j.Config.Tuning.Seed = seed, seed
}

func (j *SPSA) changeable() []change {
	return []change{changeConcurrency, changePause, changePin, changePairs, changeOut, changeVerify}
}

func (j *SPSA) change(c Changes) error {
	c.setGames(&j.Config.Games)
	set(&j.Config.Out, c.Out)
	if c.Verify != nil && !*c.Verify {
		j.Config.Verify = nil
	}
	if j.pairs = c.Pairs; c.Pairs != nil && *c.Pairs < 1 {
		return fmt.Errorf("%d pairs: want at least 1", *c.Pairs)
	}
	return nil
}

// spsaBudget is the checkpoint of a run whose number of pairs was changed.
type spsaBudget struct {
	Pairs int `json:"pairs"`
}

const budgetCheckpoint = "budget"

func (j *SPSA) restore(ctx context.Context, s *session) error {
	if err := restoreAll(ctx, s.lab.Store, j.Config.Games.Players); err != nil {
		return err
	}
	j.run = s.run
	planned := &j.Config.Tuning.Schedule.Pairs
	b := spsaBudget{*planned}
	if _, err := readCheckpoint(ctx, s.lab.Store, s.run, budgetCheckpoint, &b); err != nil {
		return err
	}
	*planned = b.Pairs
	if j.pairs != nil && *j.pairs != *planned {
		j.budget = fmt.Sprintf("pairs changed from %d to %d", *planned, *j.pairs)
		*planned = *j.pairs
	}
	return nil
}

// storeBudget stores that the number of pairs was changed, once it is known that the
// run continues.
func (j *SPSA) storeBudget(ctx context.Context, s *session) error {
	if j.budget == "" {
		return nil
	}
	b := spsaBudget{j.Config.Tuning.Schedule.Pairs}
	if err := writeCheckpoint(ctx, s.lab.Store, s.run, budgetCheckpoint, b); err != nil {
		return err
	}
	return s.lab.Store.AddEvent(ctx, s.run.ID, store.Event{Level: store.Info, Text: j.budget})
}

// chooseOpenings finds openings for the test that the tuning does not see.
func (j *SPSA) chooseOpenings(v *spsa.Verify) (err error) {
	wanted := v.Openings
	if wanted != "" {
		if wanted, err = selfplay.AbsoluteOpenings(wanted); err != nil {
			return err
		}
	}
	v.Openings, j.Config.Held = spsa.TestOpenings(j.Config.Games.Openings, wanted)
	return nil
}

// prepare checks engine, openings and parameters.
func (j *SPSA) prepare(ctx context.Context, s *session) (err error) {
	j.where = "before the first game"
	if err := j.Config.Validate(); err != nil {
		return err
	}
	isNew := s.run == nil
	if isNew {
		if j.Config.Games.Openings, err = selfplay.AbsoluteOpenings(j.Config.Games.Openings); err != nil {
			return err
		}
		if v := j.Config.Verify; v != nil {
			if err := j.chooseOpenings(v); err != nil {
				return err
			}
		}
	}
	env := &player.Env{Warn: s.warn.engine, Log: s.lab.Log}
	concurrency := j.Config.Games.Concurrency
	if j.ready, err = j.Config.Games.Prepare(ctx, env); err != nil {
		return err
	}
	j.Config.Games = j.ready.Experiment
	f, err := player.Prepare(ctx, j.Config.Games.Players[0], env)
	if err != nil {
		return err
	}
	j.space = spsa.NewSpace(f)
	if isNew && j.Plan != nil {
		if j.Config.Tuning, err = j.Plan.Options(j.space, j.Config.Tuning.Seed); err != nil {
			return err
		}
	}
	if n := j.Config.Tuning.InFlight; n > 1 && j.Config.Method != spsa.MethodSPSA {
		return fmt.Errorf("%d iterations in flight: %s plays one iteration at a time", n, j.Config.Method)
	}
	if isNew {
		j.Config.Games.PerPair = j.Config.Tuning.Schedule.Pairs
	}
	if j.tuner, err = spsa.NewTuner(j.Config.Tuning); err != nil {
		return err
	}
	order := j.ready.Order
	use, held := selfplay.Holdout(j.ready.Set.List, order, j.Config.Held)
	if v := j.Config.Verify; v != nil {
		if err := j.checkUnseen(ctx, v, use, held); err != nil {
			return err
		}
	}
	j.arena = &spsa.Arena{
		Space: j.space, Factory: f, Params: j.Config.Tuning.Params, Settings: j.ready.Settings, Entrant: j.ready.Entrants[0],
		Openings: use, Seed: order.Seed, InFlight: j.Config.Tuning.InFlight,
		Dropped: func(pair int, why string) { s.warn.say(fmt.Sprintf("pair %d does not count: %s", pair+1, why)) },
	}
	if n := j.Config.Tuning.InFlight; n > concurrency {
		s.warn.say(fmt.Sprintf("%d iterations in flight need %d games at a time (concurrency %d)", n, n, concurrency))
	}
	if isNew {
		return nil
	}
	return j.restoreSteps(ctx, s)
}

// checkUnseen makes sure that the test has openings, and that the tuning uses
// none of them.
func (j *SPSA) checkUnseen(ctx context.Context, v *spsa.Verify, use, held []selfplay.Opening) error {
	if v.Openings == j.Config.Games.Openings {
		if len(held) == 0 {
			return fmt.Errorf("openings %s: there are too few to keep some for the test of the result: want another set for it, or no test", v.Openings)
		}
		return nil
	}
	set, err := selfplay.LoadOpenings(ctx, v.Openings, j.Config.Games.OpeningPlies)
	if err != nil {
		return fmt.Errorf("openings of the test: %w", err)
	}
	if err := spsa.CheckUnseen(use, set.List); err != nil {
		return fmt.Errorf("openings of the test, %s: %w", v.Openings, err)
	}
	return nil
}

func (j *SPSA) describe(*session) (n store.NewRun, err error) {
	start, err := j.start()
	if err != nil {
		return n, err
	}
	if n.Players, err = storedPlayers(start); err != nil {
		return n, err
	}
	n.OpeningSet, n.Origin, n.Weights = openingSet(j.ready), j.tuner.Theta(0), map[string]store.Weights{}
	for _, p := range j.Config.Tuning.Params {
		n.Params = append(n.Params, store.Param{Name: p.Name, Start: p.Start, Low: &p.Min, High: &p.Max, CEnd: &p.CEnd, REnd: &p.REnd})
	}
	if start.IsBuiltin() {
		if n.Weights[store.RoleBefore], err = storedWeights("start", start.Loaded); err != nil {
			return n, err
		}
		// A resumed run needs the weights as given, whatever the start is.
		if base := &j.space.Base; base.WeightsHash != start.WeightsHash {
			if n.Weights[store.RoleGiven], err = storedWeights("given", base.Loaded); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

// start returns the engine at the start of the path, which need not be the
// engine as given: a plan may state other values.
func (j *SPSA) start() (player.Config, error) {
	c, err := j.space.Config(j.Config.Tuning.Params, j.tuner.Theta(0))
	if err != nil || !c.IsBuiltin() {
		return c, err
	}
	if !c.Loaded.Equal(j.space.Base.Loaded) {
		c.Weights = "start.toml"
	}
	return c, c.LoadWeights() // notes their hash
}

// spsaExtra are figures of a step that have no column.
type spsaExtra struct {
	Equal int `json:"equal"` // parameters that were the same on both sides
}

// restoreSteps reads the path so far from the database.
func (j *SPSA) restoreSteps(ctx context.Context, s *session) error {
	steps, err := s.lab.Store.Steps(ctx, s.run.ID, 1)
	if err != nil {
		return err
	}
	for _, one := range steps {
		if one.Wins == nil || one.Draws == nil || one.Losses == nil {
			return fmt.Errorf("run %s: step %d has no tally", s.run.Short, one.Number)
		}
		var extra spsaExtra
		if one.Extra != nil {
			if err := json.Unmarshal(one.Extra, &extra); err != nil {
				return fmt.Errorf("run %s: step %d: %w", s.run.Short, one.Number, err)
			}
		}
		err := j.tuner.Restore(spsa.Step{
			Iteration: one.Number - 1, Theta: one.Theta, Equal: extra.Equal,
			Tally: spsa.Tally{Wins: int(*one.Wins), Draws: int(*one.Draws), Losses: int(*one.Losses)},
		})
		if err != nil {
			return fmt.Errorf("run %s: %w", s.run.Short, err)
		}
	}
	j.before = len(steps)
	return nil
}

// spsaRecorder implements spsa.Recorder.
type spsaRecorder struct {
	ctx context.Context
	s   *session
	t   *spsa.Tuner
}

// RecordStep implements spsa.Recorder: the path and the games' tally in one
// transaction.
func (r *spsaRecorder) RecordStep(one spsa.Step) error {
	extra, err := json.Marshal(spsaExtra{one.Equal})
	if err != nil {
		return err
	}
	n := func(x int) *int64 { y := int64(x); return &y }
	err = r.s.lab.Store.RecordStep(r.ctx, r.s.run.ID, store.Step{
		Number: one.Iteration + 1, Time: time.Now(), Pairs: n(one.Tally.Pairs()),
		Wins: n(one.Tally.Wins), Draws: n(one.Tally.Draws), Losses: n(one.Tally.Losses), Extra: extra, Theta: slices.Clone(one.Theta),
	})
	if err == nil {
		r.s.emit(StepTaken{Number: one.Iteration + 1, Of: r.t.Options().Iterations(), Tuner: r.t})
	}
	return err
}

// do plays the iterations, stores their result and tests it.
func (j *SPSA) do(ctx context.Context, s *session) error {
	j.run = s.run
	if err := j.storeBudget(context.WithoutCancel(ctx), s); err != nil {
		return err
	}
	t := &j.Config.Tuning
	s.emit(RunStarted{
		Unit: Games, Done: 2 * min(j.before*t.Batch, t.Schedule.Pairs), Total: 2 * t.Schedule.Pairs,
		Pairs: t.Schedule.Pairs, PairsDone: j.tuner.PairsDone(),
	})
	hooks := gameHooks(s)
	hooks.Game = func(g *selfplay.Game) { s.emit(GameEnded{g}) } // faults are told by Dropped
	j.arena.Hooks = hooks
	rec := &spsaRecorder{ctx: context.WithoutCancel(ctx), s: s, t: j.tuner}
	err := spsa.RunMethod(ctx, j.Config.Method, j.tuner, j.arena, rec)
	j.arena.Close()
	j.where = fmt.Sprintf("after %d of %d iterations", len(j.tuner.Steps()), t.Iterations())
	if err != nil {
		return err
	}
	after := context.WithoutCancel(ctx)
	if err := j.result(after, s); err != nil {
		return err
	}
	if j.Config.Verify == nil {
		return nil
	}
	same, err := j.isStart(&j.Result.Player)
	if err != nil {
		return err
	}
	if same {
		j.Result.Note = "the result is the start: there is nothing to test"
		return nil
	}
	j.where = "in the test of the result"
	return j.verify(ctx, s)
}

func (j *SPSA) stopped(*session) string { return j.where }

func (j *SPSA) finish(_ context.Context, _ *session, f *store.Finish) error {
	if j.Result == nil { // not all iterations are played
		f.Summary = SPSASummary{Diagnosis: j.tuner.Diagnose()}
		return nil
	}
	f.Summary = j.Result.SPSASummary
	if f.Status == store.Finished {
		f.Verdict = j.verdict(j.Result.Test)
	}
	return nil
}

func (j *SPSA) verdict(test *TestEnd) string {
	text := fmt.Sprintf("%d pairs in %d iterations", j.tuner.PairsDone(), len(j.tuner.Steps()))
	if test != nil {
		text += fmt.Sprintf("; result against start: %s (LLR %.2f)", test.Text(), test.LLR)
	}
	return text
}
