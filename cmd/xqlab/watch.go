package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"xqlab/cmd/xqlab/internal/ui"
	"xqlab/results/runs"
	"xqlab/results/store"
	"xqlab/selfplay/stats"
	"xqlab/tune/spsa"
)

// watcher shows runs on stderr: a progress line while they are carried out, and
// warnings. It implements runs.Observer.
type watcher struct {
	a       *app
	reading *ui.Progress // reading of data, before there is a run
	shown   []*runLine
}

// runLine is the progress line of one run.
type runLine struct {
	bar  *ui.Progress
	line liner // nil for runs that only have parts
}

// liner follows the events of a run and describes its state in one line. update
// returns changed as false for an event that leaves the line as it was.
type liner interface {
	update(runs.Event) (done int, label string, changed bool)
}

// Observe implements runs.Observer.
func (w *watcher) Observe(run *store.Run, e runs.Event) {
	switch e := e.(type) {
	case runs.Warning:
		fmt.Fprintf(w.a.Err, "warning: %s\n", e.Text)
		return
	case runs.PositionsRead:
		if w.reading == nil {
			w.reading = w.a.NewProgress(-1, "reading")
		}
		w.reading.Set(e.Count, "reading")
		return
	case runs.RunStarted:
		w.start(run, e)
	case runs.RunEnded:
		if last := len(w.shown) - 1; last >= 0 {
			w.shown[last].finish()
			w.shown = w.shown[:last]
		}
		return
	}
	if len(w.shown) == 0 {
		return // of a run that nobody said had started
	}
	top := w.shown[len(w.shown)-1]
	if top.line == nil {
		return
	}
	if done, label, changed := top.line.update(e); changed {
		top.bar.Set(done, label)
	}
}

// start begins the line of a run. The lines of the runs that it is a part of end.
func (w *watcher) start(run *store.Run, e runs.RunStarted) {
	if w.reading != nil {
		w.reading.Finish()
		w.reading = nil
	}
	for _, outer := range w.shown {
		outer.finish()
	}
	top := &runLine{}
	switch run.Kind {
	case store.Match, store.Tournament:
		top.line = &matchLine{}
	case store.Suite:
		top.line = &suiteLine{}
	case store.Texel:
		top.line = &texelLine{}
	case store.SPSA:
		top.line = &spsaLine{}
	case store.Data:
		top.line = &dataLine{}
	}
	w.shown = append(w.shown, top)
	if top.line != nil {
		_, label, _ := top.line.update(e)
		top.bar = w.a.NewProgress(e.Total, label)
	}
}

func (l *runLine) finish() {
	if l.bar != nil {
		l.bar.Finish()
		l.bar = nil
		l.line = nil
	}
}

// matchLine is the line of a match: score, Elo, state of the test, speed.
type matchLine struct {
	start   time.Time
	players int
	games   int // done and planned, of the whole run
	planned int
	played  int // games of this process
	score   stats.Counts
	cells   stats.Pairs
	test    *stats.SPRT
	llr     float64
}

func (m *matchLine) update(e runs.Event) (int, string, bool) {
	switch e := e.(type) {
	case runs.RunStarted:
		*m = matchLine{start: time.Now(), players: e.Players, games: e.Done, planned: e.Total, score: e.Score, cells: e.Cells, test: e.Test}
	case runs.GameEnded:
		m.played++
		return 0, "", false
	case runs.TestState:
		m.llr = e.LLR
		return 0, "", false
	case runs.PairStored:
		m.games, m.score, m.cells = e.Games, e.Score, e.Cells
	default:
		return 0, "", false
	}
	return m.games, m.label(), true
}

func (m *matchLine) label() string {
	speed := ""
	if minutes := time.Since(m.start).Minutes(); m.played > 0 && minutes > 0 {
		speed = fmt.Sprintf("  %.0f games/min", float64(m.played)/minutes)
	}
	if m.players > 2 {
		return "games" + speed
	}
	s := stats.Summarize(m.score, m.cells)
	text := fmt.Sprintf("+%d =%d -%d  %s", m.score.Wins, m.score.Draws, m.score.Losses, s.Main.Text())
	if m.test != nil {
		lower, upper := m.test.Bounds()
		text += fmt.Sprintf("  LLR %.2f (%.2f, %.2f)", m.llr, lower, upper)
	}
	return text + speed
}

// reporter prints the state of a match at a fixed interval of games. It implements
// runs.Observer.
type reporter struct {
	w       io.Writer
	every   int
	line    matchLine
	reports int
}

// Observe implements runs.Observer.
func (r *reporter) Observe(_ *store.Run, e runs.Event) {
	done, label, changed := r.line.update(e)
	if _, stored := e.(runs.PairStored); stored && changed && done/r.every > r.reports {
		r.reports = done / r.every
		fmt.Fprintf(r.w, "%d/%d games  %s\n", done, r.line.planned, label)
	}
}

// suiteLine is the line of a suite run.
type suiteLine struct{}

func (suiteLine) update(e runs.Event) (int, string, bool) {
	switch e := e.(type) {
	case runs.RunStarted:
		return e.Done, "positions", true
	case runs.PositionSearched:
		return e.Done, fmt.Sprintf("%s  solved %d of %d", e.Result.Limit, e.Solved, e.Now), true
	}
	return 0, "", false
}

// texelLine is the line of a Texel run.
type texelLine struct{}

func (texelLine) update(e runs.Event) (int, string, bool) {
	switch e := e.(type) {
	case runs.RunStarted:
		return e.Done, "tuning", true
	case runs.StepTaken:
		return e.Number, fmt.Sprintf("train %.6f valid %.6f", *e.Train, *e.Valid), true
	}
	return 0, "", false
}

// dataLine is the line of self-play for data.
type dataLine struct{ games int }

func (d *dataLine) update(e runs.Event) (int, string, bool) {
	switch e := e.(type) {
	case runs.RunStarted:
		d.games = e.Done
	case runs.GameEnded:
		d.games++
	default:
		return 0, "", false
	}
	return d.games, "playing", true
}

// spsaLine is the line of an SPSA run.
type spsaLine struct {
	start time.Time
	games int // of the whole run
	mine  int // of this process
	done  int // iterations
	of    int
	path  string // how theta has moved
}

func (s *spsaLine) update(e runs.Event) (int, string, bool) {
	switch e := e.(type) {
	case runs.RunStarted:
		*s = spsaLine{start: time.Now(), games: e.Done}
		return s.games, "tuning", true
	case runs.GameEnded:
		s.games++
		s.mine++
		return s.games, s.label(), true
	case runs.StepTaken:
		s.done, s.of, s.path = e.Number, e.Of, pathText(e.Tuner)
	}
	return 0, "", false
}

func (s *spsaLine) label() string {
	rate := float64(s.mine) / time.Since(s.start).Minutes()
	text := fmt.Sprintf("games, iteration %d/%d, %.0f games/min", s.done, s.of, rate)
	if s.path != "" {
		text += ", in c_end: " + s.path
	}
	return text
}

// shownMoves is how many parameters the progress line has room for.
const shownMoves = 2

// pathText describes the parameters that moved farthest, in units of c_end, with
// their drift over the last fifth of the iterations.
func pathText(t *spsa.Tuner) string {
	list := slices.Clone(t.Diagnose().Params)
	params := t.Options().Params
	change := func(p *spsa.ParamPath) float64 {
		return (p.Now - p.Start) / params[slices.IndexFunc(params, func(q spsa.Param) bool { return q.Name == p.Name })].CEnd
	}
	slices.SortStableFunc(list, func(a, b spsa.ParamPath) int {
		return int(math.Copysign(1, math.Abs(change(&b))-math.Abs(change(&a))))
	})
	var words []string
	for i := range list[:min(shownMoves, len(list))] {
		p := &list[i]
		text := fmt.Sprintf("%s %+.2f", p.Name, change(p))
		if p.Drift != nil {
			text += fmt.Sprintf(" (drift %+.2f ± %.2f)", *p.Drift, *p.DriftError)
		}
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}
