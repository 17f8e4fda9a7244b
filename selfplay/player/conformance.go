package player

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Mark is the result of one step.
type Mark string

const (
	Passed  Mark = "ok"
	Noted   Mark = "note" // allowed, but worth knowing
	Failed  Mark = "FAIL"
	Skipped Mark = "skip" // does not apply, or an earlier failure forbids it
)

// CheckStep is one line of a CheckReport.
type CheckStep struct {
	Name   string        `json:"name"`
	Mark   Mark          `json:"mark"`
	Detail string        `json:"detail"`
	Time   time.Duration `json:"time_ns"`
}

// CheckReport is the result of a conformance test: how well an engine keeps to
// its protocol.
type CheckReport struct {
	Engine   string      `json:"engine"`
	Command  string      `json:"command"`
	Protocol Protocol    `json:"protocol"`
	Ranks    Ranks       `json:"ranks"`
	ID       string      `json:"id"`
	Author   string      `json:"author"`
	Steps    []CheckStep `json:"steps"`
}

// Count returns how many steps have a mark.
func (r *CheckReport) Count(m Mark) int {
	n := 0
	for _, s := range r.Steps {
		if s.Mark == m {
			n++
		}
	}
	return n
}

// checker runs the steps of one conformance test.
type checker struct {
	ctx     context.Context
	cfg     Config
	env     Env
	report  *CheckReport
	onStep  func(CheckStep)
	warned  []string
	factory *Factory
}

// errSkip makes a step count as skipped.
var errSkip = errors.New("skipped")

// notedError makes a step count as noted.
type notedError string

func (e notedError) Error() string { return string(e) }

// Check tests how an external engine conforms to its protocol: greeting,
// options, isready, stop, new games, legality of its moves, use of time, and its
// end. onStep, if not nil, is called with every step as soon as it has ended.
// The error is not nil only if ctx ends the test.
func Check(ctx context.Context, c Config, env Env, onStep func(CheckStep)) (*CheckReport, error) {
	k := &checker{ctx: ctx, cfg: c.clone(), env: env, onStep: onStep}
	k.report = &CheckReport{Engine: c.Name, Command: strings.Join(append([]string{c.Cmd}, c.Args...), " ")}
	k.env.Warn = func(_, text string) { k.warned = append(k.warned, text) }
	if k.cfg.Limits.IsZero() {
		k.cfg.Limits = Limits{Depth: 1}
	}
	for _, step := range []struct {
		name string
		run  func() (string, error)
	}{
		{"start and greeting", k.greeting},
		{"options", k.options},
		{"isready while idle", k.idle},
		{"isready while searching", k.readyInSearch},
		{"unknown commands", k.unknown},
		{"moves are legal", k.legality},
		{"follows a list of moves", k.follows},
		{"only move", k.onlyMove},
		{"no move left", k.noMove},
		{"new games", k.newGames},
		{"stop", k.stop},
		{"fixed time a move", k.moveTime},
		{"clock", k.clock},
		{"node limit", k.nodes},
		{"quit", k.quit},
		{"end of input", k.endOfInput},
	} {
		if ctx.Err() != nil {
			return k.report, ctx.Err()
		}
		k.step(step.name, step.run)
	}
	return k.report, ctx.Err()
}

// step runs one step and marks it. Steps after a failed start are skipped.
func (k *checker) step(name string, run func() (string, error)) {
	s := CheckStep{Name: name, Mark: Passed}
	if k.factory == nil && len(k.report.Steps) > 0 {
		s.Mark, s.Detail = Skipped, "the engine did not start"
	} else {
		start := time.Now()
		detail, err := run()
		s.Time, s.Detail = time.Since(start), detail
		var noted notedError
		switch {
		case errors.Is(err, errSkip):
			s.Mark = Skipped
		case errors.As(err, &noted):
			s.Mark, s.Detail = Noted, string(noted)
		case err != nil:
			s.Mark, s.Detail = Failed, err.Error()
		}
	}
	k.report.Steps = append(k.report.Steps, s)
	if k.onStep != nil {
		k.onStep(s)
	}
}
