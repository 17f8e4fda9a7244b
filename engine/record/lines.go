package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine bounds one line of the line formats.
const maxLine = 16 << 20

// errLongLine is returned for a line over maxLine, which is skipped.
var errLongLine = errors.New("line longer than 16 MiB")

// lineScanner reads lines of any ending (LF, CRLF, CR), trimmed of blanks.
type lineScanner struct {
	r    *bufio.Reader
	line int
	buf  []byte
}

func newLineScanner(r io.Reader) *lineScanner {
	return &lineScanner{r: bufio.NewReaderSize(r, 64<<10)}
}

// next returns the next line that is neither empty nor a comment ("#"). The
// text is valid until the next call.
func (s *lineScanner) next() ([]byte, error) {
	for {
		text, err := s.read()
		if err != nil {
			return nil, err
		}
		text = bytes.TrimSpace(text)
		if len(text) > 0 && text[0] != '#' {
			return text, nil
		}
	}
}

func (s *lineScanner) read() ([]byte, error) {
	s.line++
	s.buf = s.buf[:0]
	long := false
	for {
		b, err := s.r.ReadByte()
		switch {
		case err == io.EOF && len(s.buf) > 0:
			return s.buf, nil
		case err != nil:
			return nil, err
		case b == '\r':
			if next, err := s.r.ReadByte(); err == nil && next != '\n' {
				s.r.UnreadByte()
			}
			b = '\n'
		}
		switch {
		case b == '\n' && long:
			return nil, errLongLine
		case b == '\n':
			return s.buf, nil
		case len(s.buf) >= maxLine:
			long = true
		default:
			s.buf = append(s.buf, b)
		}
	}
}
