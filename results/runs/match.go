package runs

import (
	"context"
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
	Tournament bool                // stored as a tournament
	Rating     stats.RatingOptions // how the players of a tournament are rated

	// Result sums up the whole run, even an unfinished one.
	Result *MatchResult

	run   *store.Run
	ready *selfplay.Prepared
	done  []selfplay.PairResult // of earlier processes
	seq   selfplay.Sequential
	score stats.Counts // of all pairs that have ended, from the first player's view
	cells stats.Pairs
	out   selfplay.Outcome
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
	return []change{changeConcurrency, changeRecover, changePause, changePin}
}

func (m *Match) change(_ *session, c Changes) error {
	c.setGames(&m.Config)
	return nil
}

func (m *Match) restore(ctx context.Context, s *session) (err error) {
	if err := restoreAll(ctx, s.lab.Store, m.Config.Players); err != nil {
		return err
	}
	m.run = s.run
	m.done, err = s.lab.Store.DonePairs(ctx, s.run.ID)
	return err
}

func (m *Match) prepare(ctx context.Context, s *session) (err error) {
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
	for _, note := range m.ready.Notes {
		s.warn.say(note)
	}
	warnBusy(s, m.ready.Concurrency)
	m.seq.Test = m.ready.SPRT
	for _, d := range m.done {
		m.count(d)
	}
	s.emit(RunStarted{
		Unit: Games, Done: int(m.score.Games()), Total: m.ready.Schedule.Games(),
		Players: len(s.run.Players), Pairs: m.ready.Schedule.Len(), PairsDone: len(m.done), Score: m.score, Cells: m.cells, Test: m.seq.Test,
	})
	hooks := gameHooks(s)
	hooks.Pair = func(p *selfplay.Pair) {
		if r, ok := p.Result(); ok {
			m.count(r)
		}
		s.emit(PairStored{Pair: p, Games: int(m.score.Games()), Score: m.score, Cells: m.cells})
	}
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
		h.Move = func(m selfplay.MovePlayed) { s.emit(MoveMade{m}) }
	}
	return h
}

// count adds a finished pair to the first player's score, which in a tournament
// only gives the number of games.
func (m *Match) count(p selfplay.PairResult) { p.AddTo(&m.score, &m.cells, 0) }

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
	shown, err := compare.LoadRun(ctx, s.lab.Store, run, m.Rating)
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

func (m *Match) close() {}
