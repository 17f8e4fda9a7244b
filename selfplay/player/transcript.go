package player

import (
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

const (
	transcriptSize  = 64 << 20 // bytes of one log file
	transcriptKeep  = 4        // older files FILE.1 .. FILE.4
	transcriptWidth = 4 << 10  // bytes of one line
)

// Transcript is a log file of every line to and from every engine:
//
//	12:34:56.789012 3 pikafish > go depth 6
//
// with the time of day, the number of the process, the engine's name, and a
// direction: > to the engine, < from it, ! its standard error, * a note of the
// runner. A full file is renamed to FILE.1 and so on, and the oldest is
// dropped.
type Transcript struct {
	mu    sync.Mutex
	path  string
	f     *os.File
	size  int64
	limit int64
	buf   []byte
	err   error
	ids   atomic.Int64
}

// OpenTranscript appends to the log file at path.
func OpenTranscript(path string) (*Transcript, error) {
	t := &Transcript{path: path, limit: transcriptSize}
	if err := t.open(); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return t, nil
}

func (t *Transcript) open() error {
	f, err := os.OpenFile(t.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return err
	}
	t.f, t.size = f, info.Size()
	return nil
}

// Close ends the log and returns the first error of writing it.
func (t *Transcript) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.f != nil {
		if err := t.f.Close(); t.err == nil {
			t.err = err
		}
		t.f = nil
	}
	return t.err
}

// rotate makes room for a new file.
func (t *Transcript) rotate() {
	_ = t.f.Close()
	t.f = nil
	for i := transcriptKeep; i > 1; i-- {
		_ = os.Rename(fmt.Sprintf("%s.%d", t.path, i-1), fmt.Sprintf("%s.%d", t.path, i))
	}
	if err := os.Rename(t.path, t.path+".1"); err != nil {
		t.fail(err)
		return
	}
	if err := t.open(); err != nil {
		t.fail(err)
	}
}

func (t *Transcript) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// wire is the part of a Transcript that belongs to one process. A nil wire
// logs nothing.
type wire struct {
	t    *Transcript
	name string
	id   int64
}

// wire returns a new process's part of the log; nil if there is no log.
func (t *Transcript) wire(name string) *wire {
	if t == nil {
		return nil
	}
	return &wire{t, name, t.ids.Add(1)}
}

// put logs one line.
func (w *wire) put(direction string, line []byte, dropped int) {
	if w == nil {
		return
	}
	t := w.t
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.f == nil {
		return
	}
	b := now.AppendFormat(t.buf[:0], "15:04:05.000000")
	b = fmt.Appendf(b, " %d %s %s ", w.id, w.name, direction)
	if len(line) > transcriptWidth {
		dropped += len(line) - transcriptWidth
		line = line[:transcriptWidth]
	}
	b = append(b, line...)
	if dropped > 0 {
		b = fmt.Appendf(b, " ... (%d bytes more)", dropped)
	}
	b = append(b, '\n')
	t.buf = b
	n, err := t.f.Write(b)
	if err != nil {
		t.fail(err)
	}
	if t.size += int64(n); t.size >= t.limit {
		t.rotate()
	}
}

// puts logs several lines at once.
func (w *wire) puts(direction string, text []byte) {
	if w == nil {
		return
	}
	for start, i := 0, 0; i < len(text); i++ {
		if text[i] == '\n' {
			w.put(direction, text[start:i], 0)
			start = i + 1
		}
	}
}

// note logs a remark of the runner.
func (w *wire) note(text string) { w.put("*", []byte(text), 0) }
