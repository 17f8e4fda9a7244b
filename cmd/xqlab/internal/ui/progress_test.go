package ui

import (
	"bytes"
	"regexp"
	"testing"
	"time"
)

// TestProgressPlain: what is no terminal gets a plain line now and then.
func TestProgressPlain(t *testing.T) {
	var w bytes.Buffer
	a := &Streams{Err: &w}
	p := a.NewProgress(100, "starting")
	p.Set(1, "too soon to print")
	if w.Len() != 0 {
		t.Errorf("printed at once: %q", w.String())
	}
	p.last = p.last.Add(-plainInterval)
	p.start = p.start.Add(-30 * time.Second)
	p.Set(25, "W 3 D 1 L 2")
	p.Set(26, "too soon again")
	if got, want := w.String(), regexp.MustCompile(`^25/100  W 3 D 1 L 2  left 1m3[0-9]s\n$`); !want.MatchString(got) {
		t.Errorf("got %q, want %s", got, want)
	}
	w.Reset()
	p.last = p.last.Add(-plainInterval)
	p.Set(0, "nothing done")
	if got, want := w.String(), "0/100  nothing done  left n/a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.Finish()
	if w.Len() > len("0/100  nothing done  left n/a\n") {
		t.Errorf("finish prints %q", w.String())
	}
}

// TestProgressQuiet: --quiet prints nothing, however long it takes.
func TestProgressQuiet(t *testing.T) {
	var w bytes.Buffer
	a := &Streams{Err: &w, Quiet: true}
	p := a.NewProgress(10, "x")
	p.last = p.last.Add(-time.Hour)
	p.Set(5, "y")
	p.Finish()
	if w.Len() != 0 {
		t.Errorf("quiet, but printed %q", w.String())
	}
}

// TestProgressOfUnknownLength counts, and does not guess what is left.
func TestProgressOfUnknownLength(t *testing.T) {
	var w bytes.Buffer
	s := &Streams{Err: &w}
	p := s.NewProgress(-1, "reading")
	p.last = p.last.Add(-plainInterval)
	p.Set(5000, "reading")
	if got, want := w.String(), "5000  reading\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
