package main

import (
	"context"

	"xqlab/results/store"
	"xqlab/selfplay"
	"xqlab/selfplay/stats"
)

// playReport is what a match or tournament prints at its end.
type playReport struct {
	*shownRun
	Planned plannedGames `json:"planned"`
	// Played counts the pairs of this process; the other figures are those of
	// the whole run.
	Played int         `json:"pairs_played_now"`
	SPRT   *sprtReport `json:"sprt"`
	Resume string      `json:"resume,omitempty"` // arguments that go on with an unfinished run
}

type plannedGames struct {
	Pairs int `json:"pairs"` // single games count as pairs
	Games int `json:"games"`
}

// sprtReport is the state of a sequential test over the pairs it has seen, in
// schedule order. Pairs that ended after the decision are not among them.
type sprtReport struct {
	Test stats.SPRT `json:"test"`
	stats.TestResult
	Pairs    stats.Pairs     `json:"pair_counts"`
	Games    stats.Counts    `json:"counts"`
	Unbiased *stats.Unbiased `json:"unbiased"` // Elo corrected for the stopping; null before
}

// report reads what the whole run has come to.
func (j *playJob) report(ctx context.Context, f store.Finish, outcome selfplay.Outcome) (*playReport, error) {
	run, err := j.st.Run(ctx, j.run.ID)
	if err != nil {
		return nil, err
	}
	run.Status, run.Owner, run.Verdict, run.Ended = f.Status, nil, f.Verdict, &f.Ended
	shown, err := loadShown(ctx, j.st, run)
	if err != nil {
		return nil, err
	}
	if err := j.rate(ctx, shown); err != nil {
		return nil, err
	}
	r := &playReport{
		shownRun: shown, Played: outcome.Played,
		Planned: plannedGames{j.ready.Schedule.Len(), j.ready.Schedule.Games()},
	}
	if f.Status != store.Finished {
		r.Resume = resumeCommand(run, j.a.db)
	}
	if j.seq.Test != nil {
		r.SPRT = j.sprt()
	}
	return r, nil
}

// rate rates the players of a tournament as its flags say.
func (j *playJob) rate(ctx context.Context, shown *shownRun) error {
	if len(shown.Players) < 3 || shown.Ratings == nil {
		return nil
	}
	var games []stats.Encounter
	for _, p := range shown.Pairing {
		games = append(games, encounters(p.First, p.Second, p.Tally)...)
	}
	ratings, err := stats.Rate(ctx, games, j.flags.rating)
	if err != nil {
		shown.Ratings, shown.RatingsError = nil, err.Error()
		return ctx.Err()
	}
	shown.Ratings = ratings
	return nil
}

func (j *playJob) sprt() *sprtReport {
	s := &j.seq
	r := &sprtReport{Test: *s.Test, TestResult: s.Result, Pairs: s.Pairs, Games: s.Games}
	if r.Verdict == stats.Continue {
		r.Lower, r.Upper = s.Test.Bounds()
		return r
	}
	if u, err := s.Test.Unbiased(s.Games, s.Pairs); err == nil {
		r.Unbiased = &u
	}
	return r
}

// runSummary is what is stored as the summary of a finished run.
type runSummary struct {
	Pairings []shownPairing `json:"pairings"`
	Ratings  *stats.Ratings `json:"ratings,omitempty"`
	SPRT     *sprtReport    `json:"sprt,omitempty"`
}

func (r *playReport) summary() runSummary {
	return runSummary{r.Pairing, r.Ratings, r.SPRT}
}

// print writes the report for people.
func (r *playReport) print(p *printer, finished bool) {
	of := "of"
	if r.SPRT != nil {
		of = "of at most"
	}
	p.f("%s  %s %s %d, seed %d\n", r.Short, gamesText(r.Size.Games), of, r.Planned.Games, r.Seed)
	for i := range r.Pairing {
		r.Pairing[i].print(p)
	}
	if r.Ratings != nil {
		p.f("\nratings\n%s", indented(r.Ratings.Report()))
	} else if r.RatingsError != "" {
		p.f("\nno ratings: %s\n", r.RatingsError)
	}
	if s := r.SPRT; s != nil {
		s.print(p)
	}
	r.printReasons(p)
	r.printUse(p)
	if finished {
		if r.Played == 0 {
			p.f("\nnothing to do: all games of this run are played\n")
		}
		p.f("\nlook further: xqlab results show %s, xqlab results games %s\n", r.Short, r.Short)
	}
}

func (s *sprtReport) print(p *printer) {
	p.f("\nsequential test, %s Elo [%g, %g], alpha %g, beta %g\n", s.Test.Model, s.Test.Elo0, s.Test.Elo1, s.Test.Alpha, s.Test.Beta)
	p.f("  LLR       %.2f (%.2f, %.2f): %s\n", s.LLR, s.Lower, s.Upper, verdictText(s.Verdict))
	p.f("  seen      %d games", s.Games.Games())
	if n := s.Pairs.Count(); n > 0 {
		p.f(" in %d pairs", n)
	}
	p.f("\n")
	if s.Unbiased != nil {
		p.f("  corrected for the stopping: Elo %v\n", *s.Unbiased)
	}
	if s.Warning != "" {
		p.f("  warning: %s\n", s.Warning)
	}
}

func verdictText(v stats.Verdict) string {
	switch v {
	case stats.AcceptH0:
		return "H0 accepted, no improvement"
	case stats.AcceptH1:
		return "H1 accepted, an improvement"
	}
	return "not decided"
}
