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

// line is what was read: a cleaned command, or the end of the input.
type line struct {
	text    string
	tooLong bool
	err     error
}

// lineSource hands out the input line by line. The next line is read only
// after more has been sent, so that at a "quit" no read is under way.
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

// close ends the reading goroutine; with wait, not before it has ended.
func (l *lineSource) close(wait bool) {
	close(l.stop)
	if wait {
		<-l.ended
	}
}

// readLine reads up to the next line feed or the end of the input. Of a line
// that is too long the rest is skipped. A last line without an end counts.
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

// clean makes blanks of control characters, carriage returns and NUL among
// them, and removes blanks at both ends.
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

func (o *output) say(lines ...string) {
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
