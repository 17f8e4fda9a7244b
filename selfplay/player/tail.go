package player

import (
	"io"
	"sync"
)

const (
	tailLines = 20
	tailWidth = 500 // bytes of each line
)

// tail keeps the last lines of an engine's standard error. The pipe is always
// emptied, so that an engine never blocks on it.
type tail struct {
	mu    sync.Mutex
	lines [][]byte
	next  int // where the next line goes
	ended chan struct{}
}

// newTail reads r to its end in a goroutine.
func newTail(r io.Reader, log func(line []byte, dropped int)) *tail {
	t := &tail{ended: make(chan struct{})}
	go func() {
		defer close(t.ended)
		lines := newLineReader(r)
		for {
			line, dropped, err := lines.next()
			if err != nil {
				return
			}
			if len(line) == 0 {
				continue
			}
			log(line, dropped)
			t.add(line)
		}
	}()
	return t
}

func (t *tail) add(line []byte) {
	if len(line) > tailWidth {
		line = line[:tailWidth]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) < tailLines {
		t.lines = append(t.lines, append([]byte(nil), line...))
		return
	}
	t.lines[t.next] = append(t.lines[t.next][:0], line...)
	t.next = (t.next + 1) % tailLines
}

// last returns the lines in the order they came, fit to be stored.
func (t *tail) last() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := make([]string, 0, len(t.lines))
	for i := range t.lines {
		out = append(out, cleanText(string(t.lines[(t.next+i)%len(t.lines)])))
	}
	return out
}
