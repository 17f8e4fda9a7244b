package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
)

// play carries out a match or tournament of the engines, or resumes one.
func (a *app) play(cmd *cobra.Command, job *runs.Match, o *playFlags, specs ...string) (err error) {
	changed := cmd.Flags().Changed
	c := carry{runFlags: o.runFlags, log: o.log}
	if o.resume != "" {
		if err := onlyWithResume(cmd, "concurrency", "recover", "pause", "affinity", "pgn", "log", "report", "events", "anchor", "simulations"); err != nil {
			return err
		}
		c.changes = o.changes(changed)
	} else {
		players, err := o.players(specs...)
		if err != nil {
			return err
		}
		if job.Config, err = o.experiment(a.seed, changed, players); err != nil {
			return err
		}
	}
	out := &playOutputs{a: a, o: o}
	if err := out.open(); err != nil {
		return err
	}
	defer out.close(nil) // if it did not come to the end
	c.observers = out.observers
	c.after = func(end error) error {
		if job.Result != nil {
			if err := a.printMatch(job, o.events, end); err != nil && end == nil {
				end = err
			}
		}
		if err := out.close(job.Run()); err != nil && end == nil {
			end = err
		}
		return a.ended(end, again(cmd, "pgn", "log", "report", "events"))
	}
	return a.carryOut(cmd.Context(), job, c)
}

// playOutputs are what a match writes besides its report: --pgn, --events,
// --report.
type playOutputs struct {
	a       *app
	o       *playFlags
	file    *os.File // of --pgn; nil without
	created bool     // it was not there before
	games   *runs.PGN
}

// open opens the file of --pgn before there is a run, so that a bad path leaves
// none behind.
func (w *playOutputs) open() (err error) {
	if w.o.pgn == "" {
		return nil
	}
	if sameFile(w.o.pgn, w.a.db) {
		return ui.Usagef("--pgn %s: this is the database", w.o.pgn)
	}
	w.created = !exists(w.o.pgn)
	if w.file, err = os.OpenFile(w.o.pgn, os.O_WRONLY|os.O_CREATE, 0o644); err != nil {
		return ui.Usagef("--pgn: %w", err)
	}
	return nil
}

// sameFile reports whether two names stand for one file that is there.
func sameFile(a, b string) bool {
	first, errA := os.Stat(a)
	second, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(first, second)
}

func (w *playOutputs) observers(st *store.Store) (list []runs.Observer) {
	if w.file != nil {
		w.games = runs.NewPGN(st, w.file)
		list = append(list, w.games)
	}
	switch {
	case w.o.events:
		list = append(list, runs.NewJSONEvents(w.a.Out))
	case w.o.report > 0 && !w.a.JSON:
		list = append(list, &reporter{w: w.a.Out, every: w.o.report})
	}
	return list
}

// close closes the file of --pgn, and removes it if it was made for a run that
// never began. Calling it again does nothing.
func (w *playOutputs) close(run *store.Run) error {
	if w.file == nil {
		return nil
	}
	file := w.file
	w.file = nil
	err := file.Close()
	switch {
	case run == nil && w.created:
		return os.Remove(file.Name())
	case w.games != nil && w.games.Err() != nil:
		return ui.Usagef("--pgn: %w (xqlab results export %s -o FILE makes it again)", w.games.Err(), run.Short)
	case err != nil:
		return ui.Usagef("--pgn: %w", err)
	}
	return nil
}

// matchReport is what a match or tournament prints as JSON.
type matchReport struct {
	*runs.MatchResult
	Resume string `json:"resume,omitempty"` // arguments that continue an unfinished run
}

// printMatch prints the result of a match; with --events as the last event.
func (a *app) printMatch(job *runs.Match, events bool, end error) error {
	r := &matchReport{MatchResult: job.Result}
	if r.Status != store.Finished {
		r.Resume = a.resumeCommand(r.Run.Run)
	}
	switch {
	case events:
		return a.PrintLine(struct {
			Event string `json:"event"`
			*matchReport
		}{"result", r})
	case a.JSON:
		return a.PrintJSON(r)
	}
	p := ui.NewPrinter(a.Out)
	printMatchResult(p, job.Result)
	if end == nil {
		if r.Played == 0 {
			p.F("\nnothing to do: all games of this run are played\n")
		}
		p.F("\nlook further: xqlab results show %s, xqlab results games %s\n", r.Short, r.Short)
	}
	return p.Err()
}

// printMatchResult prints the result of a match for people.
func printMatchResult(p *ui.Printer, r *runs.MatchResult) {
	of := "of"
	if r.SPRT != nil {
		of = "of at most"
	}
	p.F("%s  %s %s %d, seed %d\n", r.Short, gamesText(r.Size.Games), of, r.Planned.Games, r.Seed)
	for i := range r.Pairings {
		printPairing(p, &r.Pairings[i])
	}
	if r.Ratings != nil {
		p.F("\nratings\n%s", ui.Indented(r.Ratings.Report()))
	} else if r.RatingsError != "" {
		p.F("\nno ratings: %s\n", r.RatingsError)
	}
	if r.SPRT != nil {
		printTest(p, r.SPRT)
	}
	printReasons(p, r.Run)
	printUse(p, r.Run)
}

// printTest prints the state of a sequential test for people.
func printTest(p *ui.Printer, s *runs.TestEnd) {
	p.F("\nsequential test, %s Elo [%g, %g], alpha %g, beta %g\n", s.Test.Model, s.Test.Elo0, s.Test.Elo1, s.Test.Alpha, s.Test.Beta)
	p.F("  LLR       %.2f (%.2f, %.2f): %s\n", s.LLR, s.Lower, s.Upper, s.Text())
	p.F("  seen      %d games", s.Games.Games())
	if n := s.Pairs.Count(); n > 0 {
		p.F(" in %d pairs", n)
	}
	p.F("\n")
	if s.Unbiased != nil {
		p.F("  corrected for the stopping: Elo %v\n", *s.Unbiased)
	}
	if s.Warning != "" {
		p.F("  warning: %s\n", s.Warning)
	}
}

// gamesText returns "1 game" or "n games".
func gamesText(n int64) string {
	if n == 1 {
		return "1 game"
	}
	return fmt.Sprintf("%d games", n)
}
