package main

import (
	"fmt"
	"slices"
	"strings"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/compare"
	"xqlab/results/store"
	"xqlab/selfplay/stats"
)

const (
	shownEvents = 10 // last events of a run that are printed
	shownParams = 40 // parameters of a tuning that are printed
)

func printHead(p *ui.Printer, s *compare.Run) {
	p.F("%s  %s", s.Short, s.Kind)
	if s.Name != "" {
		p.F(" %q", s.Name)
	}
	p.F("  %s\n", s.Status)
	if s.Owner != nil {
		p.F("  played by %v\n", s.Owner)
	}
	took := span(wallTime(s.Run))
	if s.Ended == nil {
		took += " up to the last result"
	}
	p.F("  started   %s UTC on %s, took %s\n", stamp(s.Started), s.Host, took)
	p.F("  program   xqlab %s (commit %s), seed %d\n", s.Version, s.Commit, s.Seed)
	p.F("  uid       %s\n", s.UID)
	if o := s.OpeningSet; o != nil {
		p.F("  openings  %s, %d of them, hash %s\n", o.Name, o.Size, shortHash(o.Hash))
	}
	if s.PartOf != "" {
		p.F("  part of   %s\n", s.PartOf)
	}
	if len(s.Parts) > 0 {
		p.F("  parts     %s\n", strings.Join(s.Parts, " "))
	}
	if s.Verdict != "" {
		p.F("  verdict   %s\n", s.Verdict)
	}
	if len(s.Players) > 0 {
		t := &ui.Table{Head: []string{"player", "spec", "limits", "weights"}}
		for _, pl := range s.Players {
			weights := ""
			if pl.Weights != nil {
				weights = pl.Weights.Name + " " + shortHash(pl.Weights.Hash)
			}
			t.Row(pl.Name, pl.Spec, pl.Limits, weights)
		}
		p.Table("players", t)
	}
}

// shortHash shows enough of a content hash to tell contents apart.
func shortHash(hash string) string { return hash[:min(len(hash), 12)] }

func printPairing(p *ui.Printer, g *compare.Pairing) {
	p.F("\n%s against %s\n", g.First, g.Second)
	if g.Games.Games() == 0 {
		p.F("  no games yet\n")
		return
	}
	main := g.Main
	p.F("  games     %d: +%d =%d -%d, score %s, drawn %s\n", g.Games.Games(), g.Games.Wins, g.Games.Draws, g.Games.Losses,
		g.Trinomial.Score.Percent(1), g.DrawRatio.Percent(1))
	if main.Pairs > 0 {
		c := g.PairCells
		p.F("  pairs     %d: WW %d, WD %d, WL %d, DD %d, LD %d, LL %d; pair ratio %s\n",
			main.Pairs, c.WW, c.WD, c.WL, c.DD, c.LD, c.LL, g.PairRatio.Text(2))
	}
	p.F("  strength  %s, LOS %s (%s)\n", main.Text(), stats.Known(main.LOS).Percent(1), main.Method)
	p.F("  nElo      %s +/- %s\n", main.NElo.Signed(1), main.NEloError.Text(1))
	p.F("  as red    +%d =%d -%d\n", g.AsRed.Wins, g.AsRed.Draws, g.AsRed.Losses)
	p.F("  as black  +%d =%d -%d\n", g.AsBlack.Wins, g.AsBlack.Draws, g.AsBlack.Losses)
	p.F("  red side  +%d =%d -%d, score %s\n", g.Red.Wins, g.Red.Draws, g.Red.Losses, g.Red.Estimate().Score.Percent(1))
	if g.Void > 0 {
		p.F("  void      %d games, not counted\n", g.Void)
	}
}

func printReasons(p *ui.Printer, s *compare.Run) {
	if len(s.Reasons) == 0 {
		return
	}
	t := &ui.Table{Head: []string{"reason", "games", "share", "lost by"}}
	for _, r := range s.Reasons {
		var lost []string
		for _, pl := range s.Players {
			if n := r.Lost[pl.Name]; n > 0 {
				lost = append(lost, fmt.Sprintf("%s %d", pl.Name, n))
			}
		}
		t.Row(r.Reason, r.Games, percent(r.Games, s.Size.Games), strings.Join(lost, ", "))
	}
	p.Table("ends of games", t)
	if l := s.Length; l != nil {
		p.F("  length in plies: shortest %d, median %d, mean %.1f, longest %d\n", l.Min, l.Median, l.Mean, l.Max)
	}
}

func printUse(p *ui.Printer, s *compare.Run) {
	if len(s.Use) == 0 {
		return
	}
	t := &ui.Table{Head: []string{"player", "games", "moves", "seconds/move", "depth", "nodes/s"}}
	for _, u := range s.Use {
		t.Row(u.Player, u.Games, u.Moves, u.Time.Text(3), u.Depth.Text(1), u.NPS.Text(0))
	}
	p.Table("thinking", t)
}

func printSuites(p *ui.Printer, s *compare.Run) {
	if len(s.Suites) == 0 {
		return
	}
	t := &ui.Table{Head: []string{"player", "suite", "limit", "solved", "of", "share", "95 %", "seconds", "faults"}}
	for _, c := range s.Suites {
		t.Row(c.Player, c.Name, c.Limit, c.Solved, c.Total, c.Share.Share.Percent(1),
			c.Share.Lo.Percent(1)+" to "+c.Share.Hi.Percent(1), fmt.Sprintf("%.1f", c.Time.Seconds()), c.Faults)
	}
	p.Table("suites", t)
}

func printTuning(p *ui.Printer, t *compare.RunTuning) {
	p.F("\ntuning: %d parameters, %d steps\n", len(t.Params), t.Steps)
	for _, s := range []struct {
		name string
		step *store.Step
	}{{"first", t.First}, {"best", t.Best}, {"last", t.Last}} {
		if s.step != nil && s.step.TrainLoss != nil {
			p.F("  %-5s step %d: loss %.6f, validation %s\n", s.name, s.step.Number, *s.step.TrainLoss, optional(s.step.ValidLoss, "%.6f"))
		}
	}
	var roles []string
	for role := range t.Weights {
		roles = append(roles, role)
	}
	slices.Sort(roles)
	for _, role := range roles {
		p.F("  weights %s: %s %s\n", role, t.Weights[role].Name, shortHash(t.Weights[role].Hash))
	}
	if len(t.Params) == 0 {
		return
	}
	tab := &ui.Table{Head: []string{"parameter", "start", "final", "low", "high"}}
	for _, pa := range t.Params[:min(len(t.Params), shownParams)] {
		tab.Row(pa.Name, fmt.Sprintf("%g", pa.Start), optional(pa.Final, "%g"), optional(pa.Low, "%g"), optional(pa.High, "%g"))
	}
	p.Table("parameters", tab)
	if n := len(t.Params) - shownParams; n > 0 {
		p.F("  and %d more (--json shows all)\n", n)
	}
}

func optional(x *float64, format string) string {
	if x == nil {
		return "n/a"
	}
	return fmt.Sprintf(format, *x)
}

func printEvents(p *ui.Printer, s *compare.Run) {
	if len(s.Events) == 0 {
		return
	}
	from := max(0, len(s.Events)-shownEvents)
	p.F("\nevents")
	if from > 0 {
		p.F(" (last %d of %d)", shownEvents, len(s.Events))
	}
	p.F("\n")
	for _, e := range s.Events[from:] {
		p.F("  %s  %-7s  %s\n", stamp(e.Time), e.Level, e.Text)
	}
}
