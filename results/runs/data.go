package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/tune/dataset"
)

// Data is a run of self-play games for labelled positions. Once the games are
// played, Extract takes the positions out of them.
type Data struct {
	once

	Config      dataset.SelfPlay
	Concurrency int // games at a time; 0: 1

	run  *store.Run
	st   *store.Store
	w    *eval.Weights
	done []selfplay.PairResult
}

// Kind implements Job.
func (j *Data) Kind() store.Kind { return store.Data }

// Run returns the stored run, nil before it is created.
func (j *Data) Run() *store.Run { return j.run }

func (j *Data) config() any { return &j.Config }

func (j *Data) seed(seed uint64) { j.Config.Games.Seed, j.Config.Filters.Seed = seed, seed }

func (j *Data) changeable() []change { return []change{changeConcurrency} }

func (j *Data) change(c Changes) error {
	set(&j.Concurrency, c.Concurrency)
	return nil
}

// restore takes the weights from the database: their file may have changed or
// vanished since.
func (j *Data) restore(ctx context.Context, s *session) (err error) {
	if j.w, err = weightsOf(ctx, s.lab.Store, j.Config.Games.WeightsHash); err != nil {
		return err
	}
	j.done, err = s.lab.Store.DonePairs(ctx, s.run.ID)
	return err
}

func (j *Data) prepare(_ context.Context, s *session) (err error) {
	if j.Concurrency == 0 {
		j.Concurrency = 1
	}
	if j.Concurrency < 1 {
		return fmt.Errorf("concurrency %d: want at least 1", j.Concurrency)
	}
	if err := j.Config.Validate(); err != nil {
		return err
	}
	if j.w == nil {
		if j.Config.Weights, err = absoluteWeights(j.Config.Weights); err != nil {
			return err
		}
		if j.w, err = eval.Load(j.Config.Weights); err != nil {
			return err
		}
		j.Config.Games.WeightsHash = j.w.Hash()
	}
	j.Config.Games.Openings, err = selfplay.AbsoluteOpenings(j.Config.Games.Openings)
	return err
}

func (j *Data) describe(*session) (n store.NewRun, err error) {
	first, second := j.Config.Games.Player(j.w), j.Config.Games.Player(j.w)
	first.Name, second.Name = "builtin", "builtin-2"
	n.Players, err = storedPlayers([]player.Config{first, second}...)
	return n, err
}

func (j *Data) do(ctx context.Context, s *session) error {
	j.run, j.st = s.run, s.lab.Store
	var score tally
	for _, d := range j.done {
		score.add(d)
	}
	s.emit(RunStarted{
		Unit: Games, Done: len(j.done), Total: j.Config.Games.Games, Players: len(s.run.Players),
		Pairs: j.Config.Games.Games, PairsDone: len(j.done), Score: score.games, Cells: score.pairs,
	})
	hooks := gameHooks(s)
	hooks.Pair = score.hook(s)
	return j.Config.Games.Play(ctx, j.w, j.Concurrency, j.done, s.lab.Store.Recorder(s.run.ID), hooks)
}

func (j *Data) stopped(*session) string { return "" }

func (j *Data) finish(_ context.Context, _ *session, f *store.Finish) error {
	if f.Status == store.Finished {
		f.Verdict = "all games played"
	}
	return nil
}

// Extract takes the positions out of the games of a finished run. It returns
// them with what is stored about them, except the program. If ctx is cancelled
// it returns *Interrupted: Resume and Extract find the same positions later.
func (j *Data) Extract(ctx context.Context) (*dataset.Collection, *dataset.Meta, error) {
	if j.run == nil {
		return nil, nil, errors.New("no games have been played")
	}
	settings, err := json.Marshal(j.Config)
	if err != nil {
		return nil, nil, err
	}
	meta := &dataset.Meta{Source: "self-play of xqlab " + j.run.Version, Weights: j.w.Hash(), Settings: settings}
	c, err := dataset.Extract(j.Config.Filters, j.w, meta, func(add func(*dataset.Game) error) error {
		_, err := EachGame(ctx, j.st, j.run, add)
		return err
	})
	if err != nil && ctx.Err() != nil {
		return nil, nil, &Interrupted{Run: j.run}
	}
	return c, meta, err
}

// EachGame passes the games of a stored run to add, in the form from which
// labelled positions are taken, and counts them.
func EachGame(ctx context.Context, st *store.Store, r *store.Run, add func(*dataset.Game) error) (n int, err error) {
	for g, err := range st.Games(ctx, store.GameFilter{Run: r.ID, Moves: true}) {
		if err != nil {
			return n, err
		}
		game, err := dataset.FromSelfplay(&g.Game)
		if err == nil {
			err = add(game)
		}
		if err != nil {
			return n, fmt.Errorf("%s pair %d game %d: %w", r.Short, g.Pair+1, g.InPair+1, err)
		}
		n++
	}
	return n, nil
}
