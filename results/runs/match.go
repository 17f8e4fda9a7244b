package runs

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
)

// Match is a match between two players, or a tournament of more.
type Match struct {
	once

	Config     selfplay.Experiment
	Tournament bool // stored as a tournament

	// Result sums up the whole run, even an unfinished one.
	Result *MatchResult

	run    *store.Run
	rating Changes // asked for when the run is resumed
	ready  *selfplay.Prepared
	done   []selfplay.PairResult // of earlier processes
	seq    selfplay.Sequential
	score  tally // of all pairs that have ended
	out    selfplay.Outcome
}

// MatchResult is the result of a match or tournament.
type MatchResult struct {
	*compare.Run
	Planned Planned `json:"planned"`
	// Played counts the pairs of this process; the other figures are those of
	// the whole run.
	Played int      `json:"pairs_played_now"`
	SPRT   *TestEnd `json:"sprt"` // nil without a sequential test
}

// Planned is how much there was to play.
type Planned struct {
	Pairs int `json:"pairs"` // single games count as pairs
	Games int `json:"games"`
}

// TestEnd is the state of a sequential test over the pairs it has seen, in
// schedule order. Pairs that ended after the decision are not among them.
type TestEnd struct {
	Test stats.SPRT `json:"test"`
	stats.TestResult
	Pairs    stats.Pairs     `json:"pair_counts"`
	Games    stats.Counts    `json:"counts"`
	Unbiased *stats.Unbiased `json:"unbiased"` // Elo corrected for the stopping; nil before that
}

// Text puts the verdict into words.
func (t *TestEnd) Text() string {
	switch t.Verdict {
	case stats.AcceptH0:
		return t.Verdict.Text() + ", no improvement"
	case stats.AcceptH1:
		return t.Verdict.Text() + ", an improvement"
	}
	return t.Verdict.Text()
}

// matchSummary is what is stored as the summary of a match.
type matchSummary struct {
	Pairings []compare.Pairing `json:"pairings"`
	Ratings  *stats.Ratings    `json:"ratings,omitempty"`
	SPRT     *TestEnd          `json:"sprt,omitempty"`
}

// Kind implements Job.
func (m *Match) Kind() store.Kind {
	if m.Tournament {
		return store.Tournament
	}
	return store.Match
}

// Run returns the stored run, nil before it is created.
func (m *Match) Run() *store.Run { return m.run }

func (m *Match) config() any { return &m.Config }

func (m *Match) seed(seed uint64) { m.Config.Order.Seed = seed }

func (m *Match) changeable() []change {
	list := []change{changeConcurrency, changeRecover, changePause, changePin}
	if m.Tournament {
		list = append(list, changeRating)
	}
	return list
}

func (m *Match) change(c Changes) error {
	c.setGames(&m.Config)
	m.rating = c
	return nil
}

// ratingCheckpoint is the name of the checkpoint of a tournament whose ratings
// were asked for in another way than at first.
const ratingCheckpoint = "rating"

// RatingOptions returns how the players of a stored tournament are rated.
func RatingOptions(ctx context.Context, st *store.Store, run *store.Run) (stats.RatingOptions, error) {
	job, err := ReadConfig(run)
	m, ok := job.(*Match)
	if err != nil || !ok {
		return stats.RatingOptions{}, err
	}
	err = readRating(ctx, st, run, &m.Config.Rating)
	return m.Config.Rating.Options(run.Seed), err
}

// readRating takes in the checkpoint, if there is one.
func readRating(ctx context.Context, st *store.Store, run *store.Run, into **selfplay.Rating) error {
	r := &selfplay.Rating{}
	found, err := readCheckpoint(ctx, st, run, ratingCheckpoint, r)
	if found {
		*into = r
	}
	return err
}

// changeRating applies what is asked for of the ratings.
func (m *Match) changeRating(ctx context.Context, s *session) error {
	if err := readRating(ctx, s.lab.Store, s.run, &m.Config.Rating); err != nil {
		return err
	}
	if m.rating.Anchors == nil && m.rating.Simulations == nil {
		return nil
	}
	r := selfplay.Rating{Simulations: selfplay.DefaultSimulations}
	if m.Config.Rating != nil {
		r = *m.Config.Rating
	}
	if m.rating.Anchors != nil {
		r.Anchors = m.rating.Anchors
	}
	set(&r.Simulations, m.rating.Simulations)
	m.Config.Rating = &r
	return nil
}

// storeRating stores a change of the ratings, once it is known that the run continues.
func (m *Match) storeRating(ctx context.Context, s *session) error {
	if m.rating.Anchors == nil && m.rating.Simulations == nil {
		return nil
	}
	return writeCheckpoint(ctx, s.lab.Store, s.run, ratingCheckpoint, m.Config.Rating)
}

func (m *Match) restore(ctx context.Context, s *session) (err error) {
	if err := restoreAll(ctx, s.lab.Store, m.Config.Players); err != nil {
		return err
	}
	m.run = s.run
	if err := m.changeRating(ctx, s); err != nil {
		return err
	}
	m.done, err = s.lab.Store.DonePairs(ctx, s.run.ID)
	return err
}

func (m *Match) prepare(ctx context.Context, s *session) (err error) {
	switch n := len(m.Config.Players); {
	case !m.Tournament && n != 2:
		return fmt.Errorf("%d players: a match has two, a tournament more", n)
	case m.Tournament && m.Config.SPRT != nil:
		return errors.New("a tournament has no sequential test: want a match")
	}
	m.ready, err = m.Config.Prepare(ctx, &player.Env{Warn: s.warn.engine, Log: s.lab.Log})
	if err == nil {
		m.Config = m.ready.Experiment
	}
	return err
}

func (m *Match) describe(*session) (n store.NewRun, err error) {
	n.OpeningSet = openingSet(m.ready)
	n.Players, err = storedPlayers(m.Config.Players...)
	return n, err
}

// openingSet describes the openings for the database.
func openingSet(p *selfplay.Prepared) *store.OpeningSet {
	return &store.OpeningSet{Hash: p.OpeningsHash, Name: p.Set.Source, Size: len(p.Set.List)}
}

func (m *Match) do(ctx context.Context, s *session) (err error) {
	m.run = s.run
	if err := m.storeRating(context.WithoutCancel(ctx), s); err != nil {
		return err
	}
	for _, note := range m.ready.Notes {
		s.warn.say(note)
	}
	warnBusy(s, m.ready.Concurrency)
	m.seq.Test = m.ready.SPRT
	for _, d := range m.done {
		m.score.add(d)
	}
	s.emit(RunStarted{
		Unit: Games, Done: int(m.score.games.Games()), Total: m.ready.Schedule.Games(),
		Players: len(s.run.Players), Pairs: m.ready.Schedule.Len(), PairsDone: len(m.done), Score: m.score.games, Cells: m.score.pairs, Test: m.seq.Test,
	})
	hooks := gameHooks(s)
	hooks.Pair = m.score.hook(s)
	hooks.Decide = func(p selfplay.PairResult) bool {
		decided := m.seq.Add(p)
		if m.seq.Test != nil {
			s.emit(TestState{m.seq.Test, m.seq.Result})
		}
		return decided
	}
	rec := &safeRecorder{Recorder: s.lab.Store.Recorder(s.run.ID), run: s.run}
	m.out, err = selfplay.Run(ctx, m.ready.Entrants, m.ready.Schedule, m.ready.Settings, m.done, rec, hooks)
	if err == nil {
		err = m.seq.Err()
	}
	return err
}

// warnBusy warns if more games are played at a time than there are processors.
func warnBusy(s *session, concurrency int) {
	if n := runtime.NumCPU(); concurrency > n {
		s.warn.say(fmt.Sprintf("%d games at a time on %d processors: times and clocks are not to be trusted", concurrency, n))
	}
}

// gameHooks tells the observers about games while they are played, and warns
// about those that were lost by a fault.
func gameHooks(s *session) selfplay.Hooks {
	h := selfplay.Hooks{Game: func(g *selfplay.Game) {
		if f := g.Fault; f != nil {
			s.warn.say(fmt.Sprintf("pair %d, game %d: %s lost by %s", g.Pair+1, g.InPair+1, s.run.Players[f.Player].Name, g.Detail))
		}
		s.emit(GameEnded{g})
	}}
	if s.watched() {
		h.Start = func(g selfplay.GameStart) { s.emit(GameStarted{g}) }
	}
	if s.movesWatched() {
		h.Move = func(m selfplay.MovePlayed) { s.emit(MoveMade{m}) }
	}
	return h
}

// tally counts the pairs of a run that have ended, from the first player's view;
// of a tournament only the number of games means anything.
type tally struct {
	games stats.Counts
	pairs stats.Pairs
}

func (t *tally) add(p selfplay.PairResult) { p.AddTo(&t.games, &t.pairs, 0) }

// hook counts pairs as they are stored, and tells the observers of them.
func (t *tally) hook(s *session) func(*selfplay.Pair) {
	return func(p *selfplay.Pair) {
		if r, ok := p.Result(); ok {
			t.add(r)
		}
		s.emit(PairStored{Pair: p, Games: int(t.games.Games()), Score: t.games, Cells: t.pairs})
	}
}

func (m *Match) stopped(s *session) string {
	if m.run == nil || m.ready == nil {
		return "before the first game"
	}
	return ""
}

func (m *Match) finish(ctx context.Context, s *session, f *store.Finish) error {
	if f.Status == store.Finished {
		f.Verdict = m.verdict()
	}
	run, err := s.lab.Store.Run(ctx, s.run.ID)
	if err != nil {
		return err
	}
	run.Status, run.Owner, run.Verdict, run.Ended = f.Status, nil, f.Verdict, &f.Ended
	shown, err := compare.LoadRun(ctx, s.lab.Store, run, m.Config.Rating.Options(run.Seed))
	if err != nil {
		return err
	}
	r := &MatchResult{Run: shown, Played: m.out.Played, Planned: Planned{m.ready.Schedule.Len(), m.ready.Schedule.Games()}}
	if m.seq.Test != nil {
		r.SPRT = m.testEnd()
	}
	f.Summary = matchSummary{shown.Pairings, shown.Ratings, r.SPRT}
	m.Result = r
	return nil
}

// verdict returns one line about a finished run.
func (m *Match) verdict() string {
	if m.seq.Test == nil {
		return "all games played"
	}
	return fmt.Sprintf("%s after %d games (LLR %.2f)", m.seq.Result.Verdict, m.seq.Games.Games(), m.seq.Result.LLR)
}

func (m *Match) testEnd() *TestEnd {
	s := &m.seq
	r := &TestEnd{Test: *s.Test, TestResult: s.Result, Pairs: s.Pairs, Games: s.Games}
	if r.Verdict == stats.Continue {
		r.Lower, r.Upper = s.Test.Bounds()
		return r
	}
	if u, err := s.Test.Unbiased(s.Games, s.Pairs); err == nil {
		r.Unbiased = &u
	}
	return r
}
