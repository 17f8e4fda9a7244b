package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// plainInterval is how often a line of progress is printed when stderr is not
// a terminal.
const plainInterval = 10 * time.Second

// progress shows how far a long command is: a bar with time left on a
// terminal, a plain line now and then elsewhere, nothing with --quiet. It is
// not safe for concurrent use.
type progress struct {
	bar   *progressbar.ProgressBar
	w     io.Writer
	total int
	done  int
	label string
	start time.Time
	last  time.Time
}

// newProgress starts a progress display of total steps.
func (a *app) newProgress(total int, label string) *progress {
	p := &progress{total: total, label: label, start: time.Now(), last: time.Now()}
	switch {
	case a.quiet:
	case isTerminal(a.stderr):
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(a.stderr),
			progressbar.OptionSetDescription(label),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetWidth(20),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	default:
		p.w = a.stderr
	}
	return p
}

// set shows done of the total steps and a label.
func (p *progress) set(done int, label string) {
	p.done, p.label = done, label
	if p.bar != nil {
		p.bar.Describe(label)
		_ = p.bar.Set(done)
		return
	}
	if p.w == nil || time.Since(p.last) < plainInterval {
		return
	}
	p.last = time.Now()
	p.line()
}

func (p *progress) line() {
	left := "n/a"
	if p.done > 0 && p.total >= p.done {
		t := time.Since(p.start)
		left = (t * time.Duration(p.total-p.done) / time.Duration(p.done)).Round(time.Second).String()
	}
	fmt.Fprintf(p.w, "%d/%d  %s  left %s\n", p.done, p.total, p.label, left)
}

// finish removes the bar.
func (p *progress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// sharedProgress is a progress display for several goroutines. It does not go
// backwards.
type sharedProgress struct {
	mu sync.Mutex
	p  *progress
}

// newSharedProgress starts a progress display that any goroutine may set.
func (a *app) newSharedProgress(total int, label string) *sharedProgress {
	return &sharedProgress{p: a.newProgress(total, label)}
}

func (s *sharedProgress) set(done int, label string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if done > s.p.done {
		s.p.set(done, label)
	}
}

func (s *sharedProgress) finish() { s.p.finish() }
