package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"xqlab/engine/eval"
	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// playJob is one match or tournament from its flags to its report.
type playJob struct {
	flags  *playFlags
	kind   store.Kind
	parent store.RunID // of a match that is part of a regression test
	exp    selfplay.Experiment

	a     *app
	st    *store.Store
	run   *store.Run
	ready *selfplay.Prepared
	done  []selfplay.PairResult
	seq   selfplay.Sequential
	// pgnFile is the file of --pgn, nil without.
	pgnFile *os.File
	out     *playOutput
	warn    warnings
}

// runPlay plays a new run, or goes on with the one of --resume.
func runPlay(cmd *cobra.Command, a *app, j *playJob) (err error) {
	ctx := cmd.Context()
	j.a = a
	resuming := j.flags.resume != ""
	if j.st, err = openStore(a.db, resuming); err != nil {
		return err
	}
	defer closeStore(j.st, &err)
	if resuming {
		if err := j.load(ctx, cmd); err != nil {
			return err
		}
	}
	env := player.Env{Warn: j.warn.add}
	if path := j.flags.logFile; path != "" {
		if env.Log, err = player.OpenTranscript(path); err != nil {
			return usagef("%w", err)
		}
		defer func() {
			if closing := env.Log.Close(); err == nil && closing != nil {
				err = usagef("log: %w", closing)
			}
		}()
	}
	j.warn.start(a)
	if j.ready, err = j.exp.Prepare(ctx, &env); err != nil {
		if ctx.Err() != nil {
			return interruptedf("stopped before the first game")
		}
		return usagef("%w", err)
	}
	if path := j.flags.pgn; path != "" { // before there is a run: a bad path leaves none behind
		if j.pgnFile, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
			return usagef("--pgn: %w", err)
		}
		defer func() {
			if closing := j.pgnFile.Close(); err == nil && closing != nil {
				err = usagef("--pgn: %w", closing)
			}
		}()
	}
	if resuming {
		err = j.reopen(ctx)
	} else {
		err = j.create(ctx)
	}
	if err != nil {
		return err
	}
	j.warn.store(ctx, j.st, j.run.ID)
	j.warnSetup()
	return j.play(ctx)
}

// load reads the run to be resumed.
func (j *playJob) load(ctx context.Context, cmd *cobra.Command) error {
	run, err := takeUp(ctx, j.st, j.a.db, j.flags.resume, j.kind, &j.exp)
	if err != nil {
		return err
	}
	changed := cmd.Flags().Changed
	if changed("concurrency") {
		j.exp.Concurrency = j.flags.exp.Concurrency
	}
	if changed("recover") {
		j.exp.Recover = j.flags.exp.Recover
	}
	if changed("pause") {
		j.exp.Pause = millisUp(j.flags.pause)
	}
	if changed("affinity") {
		j.exp.Pin = j.flags.affinity
	}
	for i := range j.exp.Players {
		if err := restoreWeights(ctx, j.st, &j.exp.Players[i]); err != nil {
			return err
		}
	}
	if j.done, err = donePairs(ctx, j.st, run.ID); err != nil {
		return err
	}
	j.run = run
	return nil
}

// create stores a new run.
func (j *playJob) create(ctx context.Context) error {
	e := &j.ready.Experiment
	v := currentVersion()
	n := store.NewRun{
		Kind: j.kind, Name: j.flags.name, Parent: j.parent, Config: e, Seed: j.a.seed, Version: v.Version, Commit: v.Commit,
		OpeningSet: &store.OpeningSet{Hash: e.OpeningsHash, Name: j.ready.Set.Source, Size: len(j.ready.Set.List)},
	}
	for i := range e.Players {
		p, err := storedPlayer(&e.Players[i])
		if err != nil {
			return err
		}
		n.Players = append(n.Players, p)
	}
	var err error
	if j.run, err = j.st.CreateRun(ctx, n); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// storedPlayer describes a player for the database.
func storedPlayer(c *player.Config) (store.Player, error) {
	p := store.Player{Name: c.Name, Spec: c.Spec(), Limits: c.Limits.String(), Options: map[string]string{}}
	for _, o := range c.Options {
		p.Options[o.Name] = o.Value
	}
	if !c.IsBuiltin() {
		return p, nil
	}
	if c.Hash > 0 {
		p.Options["hash"] = strconv.Itoa(c.Hash)
	}
	if c.Threads > 0 {
		p.Options["threads"] = strconv.Itoa(c.Threads)
	}
	w, err := storedWeights(c.Weights, c.Loaded)
	p.Weights = &w
	return p, err
}

// storedWeights describes weights for the database. Their name is the last
// element of the path they came from, default if that is empty.
func storedWeights(path string, w *eval.Weights) (store.Weights, error) {
	name := "default"
	if path != "" {
		name = filepath.Base(path)
	}
	var text strings.Builder
	err := w.WriteTOML(&text)
	return store.Weights{Hash: w.Hash(), Name: name, TOML: text.String()}, err
}

// reopen sets a stored run back to running, unless nothing is left to do.
func (j *playJob) reopen(ctx context.Context) error {
	if err := j.st.ResumeRun(ctx, j.run.ID); err != nil {
		return usagef("%w", err)
	}
	return nil
}

// play runs the games and reports.
func (j *playJob) play(ctx context.Context) error {
	out, err := newPlayOutput(ctx, j)
	if err != nil {
		return err
	}
	j.out = out
	j.seq.Test = j.ready.SPRT
	hooks := selfplay.Hooks{
		Game:   out.game,
		Pair:   out.pair,
		Decide: func(p selfplay.PairResult) bool { return j.seq.Add(p) },
	}
	rec := &safeRecorder{Recorder: j.st.Recorder(j.run.ID), job: j}
	outcome, err := selfplay.Run(ctx, j.ready.Entrants, j.ready.Schedule, j.ready.Settings, j.done, rec, hooks)
	out.bar.finish()
	return j.finish(ctx, outcome, err)
}

// finish stores how the run ended, reports, and turns the end into an exit
// code.
func (j *playJob) finish(ctx context.Context, outcome selfplay.Outcome, err error) error {
	after := context.WithoutCancel(ctx)
	var broken *selfplay.EngineError
	var end error
	f := store.Finish{Status: store.Finished, Ended: time.Now()}
	switch {
	case err == nil:
		f.Verdict = j.verdict()
	case errors.As(err, &broken):
		f.Status, f.Verdict = store.Interrupted, broken.Error()
		end = answerNo("%v\nthe running pairs were finished, no new ones begun; go on with\n  xqlab %s --recover", broken, resumeCommand(j.run, j.a.db))
	case ctx.Err() != nil:
		f.Status, f.Verdict = store.Interrupted, "interrupted"
		end = interruptedf("stopped; go on with\n  xqlab %s", resumeCommand(j.run, j.a.db))
	default:
		f.Status, f.Verdict = store.Interrupted, err.Error()
		end = usagef("%w\ngo on with\n  xqlab %s", err, resumeCommand(j.run, j.a.db))
	}
	if j.seq.Err() != nil && end == nil {
		end = usagef("%w", j.seq.Err())
	}
	report, loadErr := j.report(after, f, outcome)
	if loadErr == nil {
		f.Summary = report.summary()
		loadErr = j.st.FinishRun(after, j.run.ID, f)
	}
	if loadErr != nil {
		if end == nil {
			end = usagef("%w", loadErr)
		}
		return end
	}
	if err := j.out.result(report, end == nil); err != nil && end == nil {
		end = err
	}
	return end
}

// verdict is one line about a finished run.
func (j *playJob) verdict() string {
	if j.seq.Test == nil {
		return "all games played"
	}
	return fmt.Sprintf("%s after %d games (LLR %.2f)", j.seq.Result.Verdict, j.seq.Games.Games(), j.seq.Result.LLR)
}

// shellQuote makes a word safe to paste.
func shellQuote(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@=", r))
	}) < 0 && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// safeRecorder writes a pair that cannot be stored to a PGN file, so that its
// games are not lost.
type safeRecorder struct {
	*store.Recorder
	job *playJob
}

// RecordPair implements selfplay.Recorder.
func (r *safeRecorder) RecordPair(p *selfplay.Pair) error {
	err := r.Recorder.RecordPair(p)
	if err == nil {
		return nil
	}
	path := filepath.Join(os.TempDir(), fmt.Sprintf("xqlab-%s-pair%d.pgn", r.job.run.UID, p.Number+1))
	f, createErr := os.Create(path)
	if createErr != nil {
		return err
	}
	pgn := store.NewPGN(f)
	writeErr := writePair(pgn, r.job.run, p)
	writeErr = errors.Join(writeErr, pgn.Close(), f.Close())
	if writeErr != nil {
		return err
	}
	return fmt.Errorf("%w (its games were written to %s)", err, path)
}

// writePair appends the games of a pair that ended.
func writePair(pgn *store.PGN, run *store.Run, p *selfplay.Pair) error {
	for _, g := range p.Games {
		if g == nil || g.Result == selfplay.NoResult {
			continue
		}
		if err := pgn.Write(run, &store.Game{Counted: true, Plies: len(g.Moves), Game: *g}); err != nil {
			return err
		}
	}
	return nil
}

// warnings tells people of oddities once each, and stores them.
type warnings struct {
	mu    sync.Mutex
	a     *app
	seen  map[string]bool
	early []string // before there was a run
	keep  func(text string)
}

// maxWarnings bounds the different warnings of one run.
const maxWarnings = 200

func (w *warnings) start(a *app) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.a, w.seen = a, map[string]bool{}
}

// store sends warnings to the run from now on, and those from before.
func (w *warnings) store(ctx context.Context, st *store.Store, run store.RunID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.keep = func(text string) {
		_ = st.AddEvent(context.WithoutCancel(ctx), run, store.Event{Level: store.Warning, Text: text})
	}
	for _, text := range w.early {
		w.keep(text)
	}
	w.early = nil
}

// add notes a warning; it is the Warn of player.Env.
func (w *warnings) add(engine, text string) { w.say(fmt.Sprintf("engine %s: %s", engine, text)) }

func (w *warnings) say(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen[text] || len(w.seen) >= maxWarnings {
		return
	}
	w.seen[text] = true
	if len(w.seen) == maxWarnings {
		text += " (further warnings are not shown)"
	}
	fmt.Fprintf(w.a.stderr, "warning: %s\n", text)
	if w.keep != nil {
		w.keep(text)
	} else {
		w.early = append(w.early, text)
	}
}

// warnSetup tells of settings that are allowed but may not be meant.
func (j *playJob) warnSetup() {
	for _, note := range j.ready.Notes {
		j.warn.say(note)
	}
	if n := runtime.NumCPU(); j.ready.Concurrency > n {
		j.warn.say(fmt.Sprintf("%d games at a time on %d processors: times and clocks are not to be trusted", j.ready.Concurrency, n))
	}
}
