package ui

import (
	"encoding/json"
	"io"
	"os"

	"golang.org/x/term"
)

// Streams are what a command reads from and writes to, and how: results go to
// Out, progress and warnings to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	JSON     bool // one JSON document on Out instead of text
	Quiet    bool // no progress on Err
}

// NewStreams returns streams whose Out remembers the first write that failed;
// OutError returns it.
func NewStreams(in io.Reader, out, err io.Writer) Streams {
	return Streams{In: in, Out: &checkedWriter{w: out}, Err: err}
}

// OutError returns the first error of writing to Out. The program checks it at its
// end, so that a command whose output was lost, on a full disk for example, does not
// report success even if it ignored the error.
func (s *Streams) OutError() error {
	if c, ok := s.Out.(*checkedWriter); ok {
		return c.err()
	}
	return nil
}

// PrintJSON writes v as the single JSON document of a command.
func (s *Streams) PrintJSON(v any) error {
	enc := s.encoder()
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// PrintLine writes v as one line of JSON, for commands that print a stream of
// events.
func (s *Streams) PrintLine(v any) error { return s.encoder().Encode(v) }

func (s *Streams) encoder() *json.Encoder {
	enc := json.NewEncoder(s.Out)
	enc.SetEscapeHTML(false)
	return enc
}

// OpenInput opens a file named on the command line. "-" is In, which stays open when
// the result is closed.
func (s *Streams) OpenInput(path string) (io.ReadCloser, error) {
	if path == "-" {
		return io.NopCloser(s.In), nil
	}
	return os.Open(path)
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	if c, ok := w.(*checkedWriter); ok {
		w = c.w
	}
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
