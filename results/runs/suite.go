package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/selfplay/player"
	"xqlab/selfplay/stats"
	"xqlab/suites"
)

// Suite is a run of engines over test suites under several limits.
type Suite struct {
	once

	Config suites.Config
	Suites []*suites.Suite // of a new run; Config.Suites is filled in from them

	// Result sums up the whole run, even an unfinished one.
	Result *SuiteResult

	ids   []store.SuiteID
	ready []suites.Engine
}

// SuiteResult is the result of a suite run.
type SuiteResult struct {
	*store.Run
	Scores   []SuiteScore `json:"scores"`
	Faults   int64        `json:"faults"`
	Searches int          `json:"-"` // searches that are stored

	// Paired compares the engines position by position.
	Paired []compare.SuiteTest `json:"-"`
}

// SuiteScore is one engine on one suite under one limit.
type SuiteScore struct {
	Engine     string                    `json:"engine"`
	Suite      string                    `json:"suite"`
	Limit      store.SuiteLimit          `json:"limit"`
	Solved     stats.Proportion          `json:"solved"` // 95 % interval by Wilson
	Points     float64                   `json:"points"`
	MaxPoints  float64                   `json:"max_points"`
	Difficulty []compare.DifficultyScore `json:"by_difficulty"`
	Nodes      uint64                    `json:"nodes"`
	TimeUS     int64                     `json:"time_us"`
	Faults     int64                     `json:"faults"`
}

// Kind implements Job.
func (j *Suite) Kind() store.Kind { return store.Suite }

func (j *Suite) config() any { return &j.Config }

func (j *Suite) seed(uint64) {} // nothing is random

func (j *Suite) changeable() []change { return []change{changeConcurrency} }

func (j *Suite) change(c Changes) error {
	set(&j.Config.Concurrency, c.Concurrency)
	return nil
}

func (j *Suite) restore(ctx context.Context, s *session) error {
	if err := restoreAll(ctx, s.lab.Store, j.Config.Players); err != nil {
		return err
	}
	for _, ref := range j.Config.Suites {
		id, f, err := s.lab.Store.FindSuite(ctx, ref.Hash)
		if err != nil {
			return err
		}
		one, err := storedSuite(f)
		if err != nil {
			return fmt.Errorf("run %s: %w", s.run.Short, err)
		}
		one.Name = ref.Name
		j.Suites, j.ids = append(j.Suites, one), append(j.ids, id)
	}
	return nil
}

// storedSuite reads a suite from its stored lines.
func storedSuite(f *store.SuiteFile) (*suites.Suite, error) {
	var text strings.Builder
	for _, p := range f.Positions {
		text.WriteString(p.EPD + "\n")
	}
	return suites.Read(strings.NewReader(text.String()), f.Name)
}

// prepare starts every engine once to see whether it works.
func (j *Suite) prepare(ctx context.Context, s *session) error {
	if err := j.Config.Validate(); err != nil {
		return err
	}
	if len(j.Suites) == 0 {
		return errors.New("no suite: want at least one")
	}
	env := player.Env{Warn: s.warn.engine, Log: s.lab.Log}
	for i, c := range j.Config.Players {
		c.Limits = player.Limits{Depth: 1} // each search has its own
		f, err := player.Prepare(ctx, c, &env)
		if err != nil {
			return err
		}
		c = f.Config()
		c.Limits = player.Limits{}
		j.Config.Players[i] = c
		j.ready = append(j.ready, suites.Engine{Name: c.Name, New: f.New})
	}
	return nil
}

// describe stores the suites, which a run refers to.
func (j *Suite) describe(s *session) (n store.NewRun, err error) {
	j.Config.Suites = nil
	for _, one := range j.Suites {
		f := store.SuiteFile{Name: one.Name}
		for _, p := range one.Positions {
			f.Positions = append(f.Positions, store.SuitePosition{Ident: p.ID, EPD: p.EPD(), Difficulty: p.Difficulty})
		}
		id, err := s.lab.Store.PutSuite(context.Background(), f) // creating is not interrupted
		if err != nil {
			return n, err
		}
		j.ids = append(j.ids, id)
		j.Config.Suites = append(j.Config.Suites, suites.Ref{Name: one.Name, Hash: f.Hash(), Source: one.Source})
	}
	if n.Players, err = storedPlayers(j.Config.Players...); err != nil {
		return n, err
	}
	var limits []string
	for _, l := range j.Config.Limits {
		limits = append(limits, l.String())
	}
	for i := range n.Players {
		n.Players[i].Limits = strings.Join(limits, ", ")
	}
	return n, nil
}

// key returns the store's name of a search.
func (j *Suite) key(k suites.Key) store.SuiteKey {
	return store.SuiteKey{Player: k.Engine, Suite: j.ids[k.Suite], Position: k.Position, Limit: storedLimit(k.Limit)}
}

func storedLimit(l suites.Limit) store.SuiteLimit {
	return store.SuiteLimit{Kind: store.LimitKind(l.Kind), Value: l.Value}
}

// Results are stored in batches: a transaction costs more than a shallow
// search.
const (
	suiteBatch     = 64
	suiteBatchTime = 300 * time.Millisecond
)

// do carries out the searches that are not done yet.
func (j *Suite) do(ctx context.Context, s *session) error {
	done, err := s.lab.Store.DoneSuite(ctx, s.run.ID)
	if err != nil {
		return err
	}
	run := suites.Run{
		Suites: j.Suites, Engines: j.ready, Limits: j.Config.Limits, Concurrency: j.Config.Concurrency,
		StableFor: j.Config.StableFor, Margin: j.Config.Margin.Duration(), Stall: j.Config.Stall.Duration(),
		Done: func(k suites.Key) bool { return done[j.key(k)] },
	}
	s.emit(RunStarted{Unit: Positions, Done: len(done), Total: run.Count()})
	now, solved := 0, 0
	var batch []store.SuiteResult
	var events []PositionSearched // of the batch: told once it is stored
	last := time.Now()
	after := context.WithoutCancel(ctx) // what was found is stored even when stopped
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := s.lab.Store.RecordSuite(after, s.run.ID, batch...)
		if err == nil {
			for _, e := range events {
				s.emit(e)
			}
		}
		batch, events, last = batch[:0], events[:0], time.Now()
		return err
	}
	err = run.Do(ctx, func(r suites.Result) error {
		if r.Fault != "" {
			pos := j.Suites[r.Suite].Positions[r.Position]
			s.warn.say(fmt.Sprintf("%s, position %s, %s: %s", j.ready[r.Engine].Name, pos.ID, r.Limit, r.Fault))
		}
		now++
		if r.Solved {
			solved++
		}
		batch = append(batch, j.stored(r))
		events = append(events, PositionSearched{Result: r, Done: len(done) + now, Solved: solved, Now: now})
		if len(batch) >= suiteBatch || time.Since(last) >= suiteBatchTime {
			return flush()
		}
		return nil
	})
	return errors.Join(err, flush())
}

// stored converts a result.
func (j *Suite) stored(r suites.Result) store.SuiteResult {
	s := store.SuiteResult{
		SuiteKey: j.key(r.Key), Move: r.Move, Solved: r.Solved, Points: r.Points, HasScore: r.HasScore, Score: r.Score, Mate: r.Mate,
		Depth: r.Depth, Nodes: r.Nodes, Time: r.Time, PV: r.PV, Fault: r.Fault,
	}
	if len(s.PV) == 0 && r.Move != board.NoMove {
		s.PV = []board.Move{r.Move}
	}
	if r.Stable != nil {
		s.Stable = &store.Stable{Depth: r.Stable.Depth, Nodes: r.Stable.Nodes, Time: r.Stable.Time}
	}
	return s
}

func (j *Suite) stopped(s *session) string {
	if s.run == nil || j.ready == nil {
		return "before the first position"
	}
	return ""
}

func (j *Suite) finish(ctx context.Context, s *session, f *store.Finish) error {
	if f.Status == store.Finished {
		f.Verdict = "all positions searched"
	}
	run, err := s.lab.Store.Run(ctx, s.run.ID)
	if err != nil {
		return err
	}
	run.Status, run.Owner, run.Verdict = f.Status, nil, f.Verdict
	all, err := compare.LoadSuites(ctx, s.lab.Store, []*store.Run{run})
	if err != nil {
		return err
	}
	j.Result = j.sum(run, all)
	f.Summary = j.Result.Scores
	return nil
}

// sum puts the scores in the order of the configuration, suites first.
func (j *Suite) sum(run *store.Run, all *compare.Suites) *SuiteResult {
	r := &SuiteResult{Run: run, Searches: len(all.Answers)}
	most := map[[2]any]float64{} // by engine and limit, of the suite at hand
	for i, one := range j.Suites {
		clear(most)
		name := ""
		for _, a := range all.Answers {
			if a.Suite == j.ids[i] {
				name = a.File.Name
				most[[2]any{a.Engine, a.Limit}] += one.Positions[a.Position].MaxPoints()
			}
		}
		for _, p := range all.Paired {
			if p.Suite == name {
				p.Suite = one.Name // its content may have been stored under another name before
				r.Paired = append(r.Paired, p)
			}
		}
		for e := range j.ready {
			for _, l := range j.Config.Limits {
				for _, c := range all.Scores {
					if c.Engine != e || c.Suite != name || c.Limit != storedLimit(l) {
						continue
					}
					r.Faults += c.Faults
					r.Scores = append(r.Scores, SuiteScore{
						Engine: j.ready[e].Name, Suite: one.Name, Limit: c.Limit, Solved: c.Solved, Points: c.Points,
						MaxPoints: most[[2]any{e, c.Limit}], Difficulty: c.Difficulty, Nodes: c.Nodes, TimeUS: c.Time.Microseconds(), Faults: c.Faults,
					})
				}
			}
		}
	}
	return r
}
