package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/tune/spsa"
)

// spsaConfig is what is stored of a run's configuration.
type spsaConfig struct {
	Games  selfplay.Experiment `json:"games"` // how games are played; both players are the start
	Tuning spsa.Options        `json:"tuning"`
	Method spsa.Method         `json:"method"`
	Held   float64             `json:"held_openings"` // share of the openings kept for the test
	Verify *spsaVerify         `json:"verify"`        // nil: no test
	Out    string              `json:"out,omitempty"`
}

// spsaVerify is the test of the result.
type spsaVerify struct {
	Openings string     `json:"openings"`
	Pairs    int        `json:"pairs"` // 0: as many as there are openings
	SPRT     stats.SPRT `json:"sprt"`
}

// spsaJob is one tuning run from its flags to its report.
type spsaJob struct {
	a      *app
	o      *tuneSPSAOptions
	st     *store.Store
	run    *store.Run
	config spsaConfig
	ready  *selfplay.Prepared
	space  *spsa.Space
	tuner  *spsa.Tuner
	arena  *spsa.Arena
	warn   warnings
	show   *spsaProgress
	before int // iterations that were done when this process began
}

func runTuneSPSA(cmd *cobra.Command, a *app, o *tuneSPSAOptions) (err error) {
	ctx := cmd.Context()
	j := &spsaJob{a: a, o: o}
	j.warn.start(a)
	resuming := o.resume != ""
	if resuming {
		if err := checkSPSAResume(cmd); err != nil {
			return err
		}
	}
	if resuming || !o.dryRun {
		if j.st, err = openStore(a.db, resuming); err != nil {
			return err
		}
		defer closeStore(j.st, &err)
	}
	if resuming {
		err = j.load(cmd)
	} else {
		err = j.describeGames(cmd)
	}
	if err != nil {
		return err
	}
	env := player.Env{Warn: j.warn.add}
	if o.logFile != "" {
		if env.Log, err = player.OpenTranscript(o.logFile); err != nil {
			return usagef("%w", err)
		}
		defer env.Log.Close()
	}
	if err := j.prepare(ctx, cmd, &env, resuming); err != nil {
		if ctx.Err() != nil {
			return interruptedf("stopped before the first game")
		}
		return err
	}
	defer j.arena.Close()
	if o.dryRun {
		return j.printPlan(a.stdout)
	}
	if !resuming {
		if err := j.create(ctx); err != nil {
			return usagef("%w", err)
		}
	} else if err := j.st.ResumeRun(ctx, j.run.ID); err != nil {
		return usagef("%w", err)
	}
	j.warn.store(ctx, j.st, j.run.ID)
	return j.tune(ctx)
}

// describeGames turns the flags into what is played.
func (j *spsaJob) describeGames(cmd *cobra.Command) (err error) {
	o := j.o
	list, err := o.players([]string{o.engine})
	if err != nil {
		return err
	}
	base := list[0]
	if base.IsBuiltin() && base.Hash == 0 && base.Limits.Nodes > 0 && base.Limits.Nodes <= smallHashNodes {
		base.Hash = 1
	}
	base.Name = "start"
	o.sprt = false
	if j.config.Games, err = o.experiment(j.a, cmd, []player.Config{base, base}); err != nil {
		return err
	}
	j.config.Games.SPRT = nil
	if !o.noVerify {
		v := &spsaVerify{Pairs: o.verifyPairs, SPRT: o.test}
		if v.SPRT.Model, err = stats.ParseModel(o.model); err != nil {
			return usagef("--model: %w", err)
		}
		if err := v.SPRT.Validate(); err != nil {
			return usagef("%w", err)
		}
		j.config.Verify = v
		if err := j.chooseOpenings(v); err != nil {
			return err
		}
	}
	if j.config.Out = o.out; o.out != "" {
		if j.config.Out, err = absolutePath(o.out); err != nil {
			return err
		}
	}
	return nil
}

// chooseOpenings finds openings for the test that tuning does not see.
func (j *spsaJob) chooseOpenings(v *spsaVerify) (err error) {
	wanted := ""
	if j.o.verifyOpenings != "" {
		if wanted, err = absolutePath(j.o.verifyOpenings); err != nil {
			return err
		}
	}
	v.Openings, j.config.Held = spsa.TestOpenings(j.config.Games.Openings, wanted)
	return nil
}

// load reads the run to be resumed.
func (j *spsaJob) load(cmd *cobra.Command) (err error) {
	ctx, changed := cmd.Context(), cmd.Flags().Changed
	if j.run, err = takeUp(ctx, j.st, j.a.db, j.o.resume, store.SPSA, &j.config); err != nil {
		return err
	}
	games := &j.config.Games
	for i := range games.Players {
		if err := restoreWeights(ctx, j.st, &games.Players[i]); err != nil {
			return err
		}
	}
	if changed("concurrency") {
		games.Concurrency = j.o.exp.Concurrency
	}
	if changed("pause") {
		games.Pause = millisUp(j.o.pause)
	}
	if changed("affinity") {
		games.Pin = j.o.affinity
	}
	if changed("out") {
		if j.config.Out, err = absolutePath(j.o.out); err != nil {
			return err
		}
	}
	if j.o.noVerify {
		j.config.Verify = nil
	}
	return j.loadBudget(ctx, changed("pairs"))
}

// spsaBudget is the checkpoint of a run whose number of pairs was changed.
type spsaBudget struct {
	Pairs int `json:"pairs"`
}

const budgetCheckpoint = "budget"

func (j *spsaJob) loadBudget(ctx context.Context, change bool) error {
	s := &j.config.Tuning.Schedule
	data, err := j.st.Checkpoint(ctx, j.run.ID, budgetCheckpoint)
	if err != nil {
		return usagef("%w", err)
	}
	if data != nil {
		var b spsaBudget
		if err := json.Unmarshal(data, &b); err != nil {
			return usagef("run %s: checkpoint %s: %w", j.run.Short, budgetCheckpoint, err)
		}
		s.Pairs = b.Pairs
	}
	if !change || j.o.pairs == s.Pairs {
		return nil
	}
	if j.o.pairs < 1 {
		return usagef("--pairs %d: want at least 1", j.o.pairs)
	}
	text := fmt.Sprintf("pairs changed from %d to %d", s.Pairs, j.o.pairs)
	s.Pairs = j.o.pairs
	if data, err = json.Marshal(spsaBudget{s.Pairs}); err != nil {
		return err
	}
	if err := j.st.SetCheckpoint(ctx, j.run.ID, store.Checkpoint{Name: budgetCheckpoint, Data: data}); err != nil {
		return usagef("%w", err)
	}
	return j.st.AddEvent(ctx, j.run.ID, store.Event{Level: store.Info, Text: text})
}

// prepare checks engine, openings and parameters, before anything is stored.
func (j *spsaJob) prepare(ctx context.Context, cmd *cobra.Command, env *player.Env, resuming bool) (err error) {
	if j.ready, err = j.config.Games.Prepare(ctx, env); err != nil {
		return usagef("%w", err)
	}
	concurrency := j.config.Games.Concurrency
	j.config.Games = j.ready.Experiment
	f, err := player.Prepare(ctx, j.config.Games.Players[0], env)
	if err != nil {
		return usagef("%w", err)
	}
	j.space = spsa.NewSpace(f)
	if !resuming {
		plan, err := j.o.plan(cmd, j.space)
		if err != nil {
			return err
		}
		if j.config.Tuning, err = plan.Options(j.space, j.a.seed); err != nil {
			return usagef("%w", err)
		}
		if j.config.Method, err = spsa.ParseMethod(j.o.method); err != nil {
			return usagef("--%w", err)
		}
		if n := j.config.Tuning.InFlight; n > 1 && j.config.Method != spsa.MethodSPSA {
			return usagef("--inflight %d: %s plays one iteration at a time", n, j.config.Method)
		}
		j.config.Games.PerPair = j.config.Tuning.Schedule.Pairs
	}
	if j.tuner, err = spsa.NewTuner(j.config.Tuning); err != nil {
		return usagef("%w", err)
	}
	order := j.ready.Order
	use, held := selfplay.Holdout(j.ready.Set.List, order, j.config.Held)
	if v := j.config.Verify; v != nil {
		if err := j.checkUnseen(ctx, v, use, held); err != nil {
			return err
		}
	}
	j.arena = &spsa.Arena{
		Space: j.space, Factory: f, Params: j.config.Tuning.Params, Settings: j.ready.Settings, Entrant: j.ready.Entrants[0],
		Openings: use, Seed: order.Seed, InFlight: j.config.Tuning.InFlight,
		Dropped: func(pair int, why string) { j.warn.say(fmt.Sprintf("pair %d does not count: %s", pair+1, why)) },
	}
	if n := j.config.Tuning.InFlight; n > concurrency {
		j.warn.say(fmt.Sprintf("%d iterations in flight need %d games at a time (--concurrency %d)", n, n, concurrency))
	}
	if resuming {
		return j.restore(ctx)
	}
	return nil
}

// checkUnseen makes sure that the test has openings, and that tuning has none
// of them.
func (j *spsaJob) checkUnseen(ctx context.Context, v *spsaVerify, use, held []selfplay.Opening) error {
	if v.Openings == j.config.Games.Openings {
		if len(held) == 0 {
			return usagef("openings %s: there are too few to keep some for the test of the result: want another set (--verify-openings) or --no-verify", v.Openings)
		}
		return nil
	}
	set, err := selfplay.LoadOpenings(ctx, v.Openings, j.config.Games.OpeningPlies)
	if err != nil {
		return usagef("--verify-openings: %w", err)
	}
	if err := spsa.CheckUnseen(use, set.List); err != nil {
		return usagef("--verify-openings %s: %w", v.Openings, err)
	}
	return nil
}

// create stores the new run.
func (j *spsaJob) create(ctx context.Context) (err error) {
	v := currentVersion()
	start, err := j.startConfig()
	if err != nil {
		return err
	}
	p, err := storedPlayer(&start)
	if err != nil {
		return err
	}
	n := store.NewRun{
		Kind: store.SPSA, Name: j.o.name, Config: j.config, Seed: j.a.seed, Version: v.Version, Commit: v.Commit,
		OpeningSet: &store.OpeningSet{Hash: j.config.Games.OpeningsHash, Name: j.ready.Set.Source, Size: len(j.ready.Set.List)},
		Players:    []store.Player{p}, Origin: j.tuner.Theta(0), Weights: map[string]store.Weights{},
	}
	for _, p := range j.config.Tuning.Params {
		n.Params = append(n.Params, store.Param{Name: p.Name, Start: p.Start, Low: &p.Min, High: &p.Max, CEnd: &p.CEnd, REnd: &p.REnd})
	}
	if start.IsBuiltin() {
		if n.Weights[store.RoleBefore], err = storedWeights("start", start.Loaded); err != nil {
			return err
		}
		// A resumed run needs the weights as given, whatever the start is.
		if base := &j.space.Base; base.WeightsHash != start.WeightsHash {
			if n.Weights[store.RoleGiven], err = storedWeights("given", base.Loaded); err != nil {
				return err
			}
		}
	}
	j.run, err = j.st.CreateRun(ctx, n)
	return err
}

// startConfig returns the engine at the start of the path, which need not be
// the engine as given: a configuration may state other values.
func (j *spsaJob) startConfig() (player.Config, error) {
	c, err := j.space.Config(j.config.Tuning.Params, j.tuner.Theta(0))
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

// restore takes the path so far from the database.
func (j *spsaJob) restore(ctx context.Context) error {
	steps, err := j.st.Steps(ctx, j.run.ID, 1)
	if err != nil {
		return usagef("%w", err)
	}
	for _, s := range steps {
		if s.Wins == nil || s.Draws == nil || s.Losses == nil {
			return usagef("run %s: step %d has no tally", j.run.Short, s.Number)
		}
		var extra spsaExtra
		if s.Extra != nil {
			if err := json.Unmarshal(s.Extra, &extra); err != nil {
				return usagef("run %s: step %d: %w", j.run.Short, s.Number, err)
			}
		}
		err := j.tuner.Restore(spsa.Step{
			Iteration: s.Number - 1, Theta: s.Theta, Equal: extra.Equal,
			Tally: spsa.Tally{Wins: int(*s.Wins), Draws: int(*s.Draws), Losses: int(*s.Losses)},
		})
		if err != nil {
			return usagef("run %s: %w", j.run.Short, err)
		}
	}
	j.before = len(steps)
	return nil
}

// RecordStep implements spsa.Recorder: the path and the games' tally in one
// transaction.
func (j *spsaJob) RecordStep(s spsa.Step) error {
	extra, err := json.Marshal(spsaExtra{s.Equal})
	if err != nil {
		return err
	}
	n := func(x int) *int64 { y := int64(x); return &y }
	err = j.st.RecordStep(context.Background(), j.run.ID, store.Step{
		Number: s.Iteration + 1, Time: time.Now(), Pairs: n(s.Tally.Pairs()),
		Wins: n(s.Tally.Wins), Draws: n(s.Tally.Draws), Losses: n(s.Tally.Losses), Extra: extra, Theta: slices.Clone(s.Theta),
	})
	j.show.step(j.tuner)
	return err
}

// resumeLine is the command that goes on with the run.
func (j *spsaJob) resumeLine() string { return "xqlab " + resumeCommand(j.run, j.a.db) }

// tune plays, stores the result, and tests it.
func (j *spsaJob) tune(ctx context.Context) error {
	if !j.a.quiet {
		if err := j.printPlan(j.a.stderr); err != nil {
			return err
		}
	}
	j.show = newSPSAProgress(j.a, j.tuner)
	j.arena.Game = j.show.game
	err := spsa.RunMethod(ctx, j.config.Method, j.tuner, j.arena, j)
	j.show.finish()
	after := context.WithoutCancel(ctx)
	if err != nil {
		text := err.Error()
		if ctx.Err() != nil {
			text = "interrupted"
		}
		f := store.Finish{Status: store.Interrupted, Verdict: text, Summary: spsaSummary{Diagnosis: j.tuner.Diagnose()}}
		if storing := j.st.FinishRun(after, j.run.ID, f); storing != nil {
			return usagef("%w", errors.Join(err, storing))
		}
		if ctx.Err() != nil {
			return interruptedf("stopped after %d of %d iterations; go on with\n  %s", len(j.tuner.Steps()), j.config.Tuning.Iterations(), j.resumeLine())
		}
		return usagef("%w\ngo on with\n  %s", err, j.resumeLine())
	}
	return j.finish(ctx)
}
