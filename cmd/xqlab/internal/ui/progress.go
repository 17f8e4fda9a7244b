package ui

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

// Progress shows how far a long command has got: a bar with the time left on a
// terminal, a plain line now and then elsewhere, nothing with --quiet. It is
// not safe for concurrent use.
type Progress struct {
	bar   *progressbar.ProgressBar
	w     io.Writer
	total int
	done  int
	label string
	start time.Time
	last  time.Time
}

// NewProgress starts a progress display for total steps.
func (s *Streams) NewProgress(total int, label string) *Progress {
	p := &Progress{total: total, label: label, start: time.Now(), last: time.Now()}
	switch {
	case s.Quiet:
	case IsTerminal(s.Err):
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(s.Err),
			progressbar.OptionSetDescription(label),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetWidth(20),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	default:
		p.w = s.Err
	}
	return p
}

// Set shows done of the total steps and a label.
func (p *Progress) Set(done int, label string) {
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

func (p *Progress) line() {
	left := "n/a"
	if p.done > 0 && p.total >= p.done {
		t := time.Since(p.start)
		left = (t * time.Duration(p.total-p.done) / time.Duration(p.done)).Round(time.Second).String()
	}
	fmt.Fprintf(p.w, "%d/%d  %s  left %s\n", p.done, p.total, p.label, left)
}

// Finish removes the bar.
func (p *Progress) Finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}

// SharedProgress is a progress display for several goroutines. It does not go
// backwards.
type SharedProgress struct {
	mu sync.Mutex
	p  *Progress
}

// NewSharedProgress starts a progress display that any goroutine may set.
func (s *Streams) NewSharedProgress(total int, label string) *SharedProgress {
	return &SharedProgress{p: s.NewProgress(total, label)}
}

// Set shows done of the total steps and a label, unless more was done before.
func (s *SharedProgress) Set(done int, label string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if done > s.p.done {
		s.p.Set(done, label)
	}
}

// Finish removes the bar.
func (s *SharedProgress) Finish() { s.p.Finish() }
