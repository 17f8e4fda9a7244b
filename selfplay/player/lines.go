package player

import (
	"bufio"
	"bytes"
	"io"
)

const (
	// maxLine is how much of a line is kept; the rest is read and thrown away.
	maxLine = 16 << 10
	// readBuffer is the size of one read from an engine.
	readBuffer = 32 << 10
)

// lineReader cuts a stream into lines of bounded length.
type lineReader struct {
	r   *bufio.Reader
	buf []byte // holds a line that did not fit into r's buffer
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, readBuffer)}
}

// next returns the next line without its end, blanks and NULs trimmed, and the
// number of bytes that were dropped because the line was too long. The slice
// is valid until the next call. A last line without an end is a line. The error
// comes after the last line.
func (l *lineReader) next() (line []byte, dropped int, err error) {
	part, err := l.r.ReadSlice('\n')
	if err == nil {
		return trimLine(part, &dropped), dropped, nil
	}
	l.buf = l.buf[:0]
	for {
		keep := min(len(part), maxLine-len(l.buf))
		l.buf = append(l.buf, part[:keep]...)
		dropped += len(part) - keep
		if err != bufio.ErrBufferFull {
			break
		}
		part, err = l.r.ReadSlice('\n')
	}
	if err != nil && len(l.buf) == 0 {
		return nil, 0, err
	}
	return trimLine(l.buf, &dropped), dropped, nil
}

// trimLine cuts what no protocol means: line ends, blanks and NULs around the
// line. NULs inside become blanks.
func trimLine(line []byte, dropped *int) []byte {
	if len(line) > maxLine {
		*dropped += len(line) - maxLine
		line = line[:maxLine]
	}
	if i := bytes.IndexByte(line, 0); i >= 0 {
		for ; i < len(line); i++ {
			if line[i] == 0 {
				line[i] = ' '
			}
		}
	}
	return bytes.TrimSpace(line)
}
