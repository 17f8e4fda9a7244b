package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"
)

// maxLine is the longest command in bytes; a game of 200,000 moves fits.
const maxLine = 1 << 20

// line is what was read: a command without control characters, a line that is
// too long, or the end of the input.
type line struct {
	text    string
	tooLong bool
	err     error
}

// lineSource delivers the input line by line. The next line is read only when
// asked for on more, so that no read is under way after a "quit".
type lineSource struct {
	c     chan line
	more  chan struct{}
	stop  chan struct{}
	ended chan struct{}
}

func startReading(in io.Reader) *lineSource {
	l := &lineSource{make(chan line), make(chan struct{}), make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(l.ended)
		r := bufio.NewReaderSize(in, 1<<16)
		for first := true; ; first = false {
			next := readLine(r, first)
			select {
			case l.c <- next:
			case <-l.stop:
				return
			}
			select {
			case <-l.more:
			case <-l.stop:
				return
			}
		}
	}()
	return l
}

// close tells the reading goroutine to end; with wait, it returns only when it
// has.
func (l *lineSource) close(wait bool) {
	close(l.stop)
	if wait {
		<-l.ended
	}
}

// readLine reads up to the next line feed or the end of the input. The rest of a
// line that is too long is skipped. A last line without a line feed counts.
func readLine(r *bufio.Reader, first bool) line {
	var l line
	var b []byte
	for {
		part, err := r.ReadSlice('\n')
		b = append(b, part...)
		if len(bytes.TrimRight(b, "\r\n")) > maxLine {
			l.tooLong = true
			b = b[:0]
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && len(b) == 0 && !l.tooLong {
			l.err = err
		}
		break
	}
	if !l.tooLong {
		text := string(b)
		if first {
			text = strings.TrimPrefix(text, "\uFEFF")
		}
		l.text = clean(text)
	}
	return l
}

// clean replaces control characters, carriage return and NUL among them, by
// blanks and removes blanks at both ends.
func clean(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text), " ")
}

// output writes whole lines, flushed at once, from several goroutines.
type output struct {
	mu  sync.Mutex
	w   *bufio.Writer
	err error
}

// send writes lines together.
func (o *output) send(lines ...string) {
	if len(lines) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	for _, l := range lines {
		o.w.WriteString(l)
		o.w.WriteByte('\n')
	}
	o.err = o.w.Flush()
}

// failed returns the first error of writing.
func (o *output) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
