package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"xqlab/engine/board"
	"xqlab/results/store"
	"xqlab/selfplay/player"
	"xqlab/suites"
)

// suiteJob is a suite run from its configuration to its report.
type suiteJob struct {
	a           *app
	name        string
	parent      store.RunID // of a regression test
	resume      string      // run to go on with
	concurrency int         // with resume; 0: as stored
	show        bool        // print the report

	config suiteConfig
	suites []*suites.Suite

	st     *store.Store
	run    *store.Run
	ids    []store.SuiteID
	ready  []suites.Engine
	warn   warnings
	report *suiteReport
}

// do runs the suites, stores and reports.
func (j *suiteJob) do(ctx context.Context) (err error) {
	if j.st, err = openStore(j.a.db, j.resume != ""); err != nil {
		return err
	}
	defer closeStore(j.st, &err)
	if j.resume != "" {
		if err := j.load(ctx); err != nil {
			return err
		}
	}
	j.warn.start(j.a)
	if err := j.prepare(ctx); err != nil {
		return err
	}
	if j.run == nil {
		err = j.create(ctx)
	} else {
		err = j.st.ResumeRun(ctx, j.run.ID)
	}
	if err != nil {
		return usagef("%w", err)
	}
	j.warn.store(ctx, j.st, j.run.ID)
	return j.finish(ctx, j.search(ctx))
}

// load reads the run to be resumed.
func (j *suiteJob) load(ctx context.Context) error {
	run, err := takeUp(ctx, j.st, j.a.db, j.resume, store.Suite, &j.config)
	if err != nil {
		return err
	}
	if j.concurrency > 0 {
		j.config.Concurrency = j.concurrency
	}
	for i := range j.config.Players {
		if err := restoreWeights(ctx, j.st, &j.config.Players[i]); err != nil {
			return err
		}
	}
	for _, ref := range j.config.Suites {
		id, f, err := j.st.FindSuite(ctx, ref.Hash)
		if err != nil {
			return usagef("%w", err)
		}
		s, err := storedSuite(f)
		if err != nil {
			return usagef("run %s: %w", run.Short, err)
		}
		s.Name = ref.Name
		j.suites, j.ids = append(j.suites, s), append(j.ids, id)
	}
	j.run = run
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

// prepare starts every engine once to see that it works.
func (j *suiteJob) prepare(ctx context.Context) error {
	env := player.Env{Warn: j.warn.add}
	for i, c := range j.config.Players {
		c.Limits = player.Limits{Depth: 1} // each search has its own
		f, err := player.Prepare(ctx, c, &env)
		if err != nil {
			if ctx.Err() != nil {
				return interruptedf("stopped before the first position")
			}
			return usagef("%w", err)
		}
		c = f.Config()
		c.Limits = player.Limits{}
		j.config.Players[i] = c
		j.ready = append(j.ready, suites.Engine{Name: c.Name, New: f.New})
	}
	return nil
}

// create stores the suites and a new run.
func (j *suiteJob) create(ctx context.Context) error {
	for _, s := range j.suites {
		f := store.SuiteFile{Name: s.Name}
		for _, p := range s.Positions {
			f.Positions = append(f.Positions, store.SuitePosition{Ident: p.ID, EPD: p.EPD(), Difficulty: p.Difficulty})
		}
		id, err := j.st.PutSuite(ctx, f)
		if err != nil {
			return err
		}
		j.ids = append(j.ids, id)
		j.config.Suites = append(j.config.Suites, suiteRef{s.Name, f.Hash()})
	}
	var limits []string
	for _, l := range j.config.Limits {
		limits = append(limits, l.String())
	}
	v := currentVersion()
	n := store.NewRun{
		Kind: store.Suite, Name: j.name, Parent: j.parent, Config: j.config, Seed: j.a.seed, Version: v.Version, Commit: v.Commit,
	}
	for i := range j.config.Players {
		p, err := storedPlayer(&j.config.Players[i])
		if err != nil {
			return err
		}
		p.Limits = strings.Join(limits, ", ")
		n.Players = append(n.Players, p)
	}
	var err error
	j.run, err = j.st.CreateRun(ctx, n)
	return err
}

// key returns the store's name of a search.
func (j *suiteJob) key(k suites.Key) store.SuiteKey {
	return store.SuiteKey{
		Player: k.Engine, Suite: j.ids[k.Suite], Position: k.Position,
		Limit: store.SuiteLimit{Kind: store.LimitKind(k.Limit.Kind), Value: k.Limit.Value},
	}
}

// Results are stored some at a time: a transaction costs more than a shallow
// search.
const (
	suiteBatch     = 64
	suiteBatchTime = 300 * time.Millisecond
)

// search does what is not done yet.
func (j *suiteJob) search(ctx context.Context) error {
	done, err := j.st.DoneSuite(ctx, j.run.ID)
	if err != nil {
		return err
	}
	run := suites.Run{
		Suites: j.suites, Engines: j.ready, Limits: j.config.Limits, Concurrency: j.config.Concurrency,
		StableFor: j.config.StableFor, Margin: j.config.Margin.Duration(), Stall: j.config.Stall.Duration(),
		Done: func(k suites.Key) bool { return done[j.key(k)] },
	}
	total, count, solved := run.Count(), len(done), 0
	bar := j.a.newProgress(total, "positions")
	defer bar.finish()
	bar.set(count, "positions")
	now := 0
	var batch []store.SuiteResult
	last := time.Now()
	after := context.WithoutCancel(ctx) // what was found is stored even when stopped
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := j.st.RecordSuite(after, j.run.ID, batch...)
		batch, last = batch[:0], time.Now()
		return err
	}
	err = run.Do(ctx, func(r suites.Result) error {
		if r.Fault != "" {
			pos := j.suites[r.Suite].Positions[r.Position]
			j.warn.say(fmt.Sprintf("%s, position %s, %s: %s", j.ready[r.Engine].Name, pos.ID, r.Limit, r.Fault))
		}
		now++
		if r.Solved {
			solved++
		}
		bar.set(count+now, fmt.Sprintf("%s  solved %d of %d", r.Limit, solved, now))
		batch = append(batch, j.stored(r))
		if len(batch) >= suiteBatch || time.Since(last) >= suiteBatchTime {
			return flush()
		}
		return nil
	})
	return errors.Join(err, flush())
}

// stored converts a result.
func (j *suiteJob) stored(r suites.Result) store.SuiteResult {
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

// finish stores how the run ended, reports, and turns the end into an exit
// code.
func (j *suiteJob) finish(ctx context.Context, err error) error {
	after := context.WithoutCancel(ctx)
	f := store.Finish{Status: store.Finished, Verdict: "all positions searched"}
	goOn := resumeCommand(j.run, j.a.db)
	var end error
	switch {
	case ctx.Err() != nil:
		f.Status, f.Verdict = store.Interrupted, "interrupted"
		end = interruptedf("stopped; go on with\n  xqlab %s", goOn)
	case err != nil:
		f.Status, f.Verdict = store.Interrupted, err.Error()
		end = usagef("%w\ngo on with\n  xqlab %s", err, goOn)
	}
	report, reportErr := j.makeReport(after, f)
	if reportErr == nil {
		f.Summary = report.Scores
		reportErr = j.st.FinishRun(after, j.run.ID, f)
	}
	if reportErr != nil {
		if end == nil {
			end = usagef("%w", reportErr)
		}
		return end
	}
	if end != nil {
		report.Resume = goOn
	}
	j.report = report
	if !j.show {
		return end
	}
	if printErr := report.print(j.a); printErr != nil && end == nil {
		end = printErr
	}
	return end
}
