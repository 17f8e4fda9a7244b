package ui

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestOpenInput(t *testing.T) {
	a := &Streams{In: strings.NewReader("from stdin")}
	path := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(path, []byte("from a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ path, want string }{{"-", "from stdin"}, {path, "from a file"}} {
		in, err := a.OpenInput(tc.path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %q, %v", tc.path, got, err)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := a.OpenInput(path + ".none"); err == nil || ExitCode(err) != ExitUsage {
		t.Errorf("missing file: %v", err)
	}
}

func TestIsTerminal(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if IsTerminal(f) || IsTerminal(&bytes.Buffer{}) || IsTerminal(nil) {
		t.Error("a device or a buffer counts as a terminal")
	}
}

// TestPrintJSON: one indented document, texts as they are.
func TestPrintJSON(t *testing.T) {
	var w bytes.Buffer
	a := &Streams{Out: &w}
	if err := a.PrintJSON(map[string]string{"move": "炮二平五 <&>"}); err != nil {
		t.Fatal(err)
	}
	if got, want := w.String(), "{\n  \"move\": \"炮二平五 <&>\"\n}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// failingWriter fails from the second write on.
type failingWriter struct{ writes int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.writes++; w.writes > 1 {
		return 0, os.ErrClosed
	}
	return len(p), nil
}

// TestOutErrorIsTheFirst: a write that failed is remembered, whoever made it.
func TestOutErrorIsTheFirst(t *testing.T) {
	s := NewStreams(nil, &failingWriter{}, nil)
	io.WriteString(s.Out, "a")
	if err := s.OutError(); err != nil {
		t.Errorf("after a good write: %v", err)
	}
	io.WriteString(s.Out, "b")
	if err := s.OutError(); !errors.Is(err, os.ErrClosed) || ExitCode(err) != ExitFault {
		t.Errorf("after a bad one: %v, exit %d", err, ExitCode(err))
	}
}

// TestWriteOutput: a file appears whole or stays as it was, and no temporary
// file is left.
func TestWriteOutput(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	var out bytes.Buffer
	s := NewStreams(nil, &out, nil)
	write := func(text string, err error) func(io.Writer) error {
		return func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		}
	}
	if err := s.WriteOutput(path, write("first", nil)); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteOutput(path, write("half", errors.New("broke"))); err == nil || err.Error() != "broke" {
		t.Errorf("error %v", err)
	}
	err := s.WriteOutput(path, func(w io.Writer) error {
		io.WriteString(w, "second")
		if text, err := os.ReadFile(path); err != nil || string(text) != "first" {
			t.Errorf("while it is written it holds %q, %v", text, err)
		}
		return errors.New("broke")
	})
	if err == nil || ExitCode(err) != ExitUsage {
		t.Errorf("an error of the content: %v, exit %d", err, ExitCode(err))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 && runtime.GOOS != "windows" {
		t.Errorf("mode %v, %v", info, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "first" {
		t.Errorf("holds %q, %v", text, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("folder holds %v, %v", list, err)
	}
	for _, name := range []string{"", "-"} {
		out.Reset()
		if err := s.WriteOutput(name, write("text", nil)); err != nil || out.String() != "text" {
			t.Errorf("%q: %q, %v", name, out.String(), err)
		}
	}
	if err := s.WriteOutput(filepath.Join(dir, "none", "x"), write("", nil)); err == nil || ExitCode(err) != ExitUsage {
		t.Errorf("folder that is not there: %v, exit %d", err, ExitCode(err))
	}
	if runtime.GOOS != "linux" {
		return
	}
	if err := s.WriteOutput("/dev/null", write("text", nil)); err != nil {
		t.Errorf("device: %v", err)
	}
	err = s.WriteOutput("/dev/full", func(w io.Writer) error { _, err := io.WriteString(w, "text"); return err })
	if err == nil || ExitCode(err) != ExitFault {
		t.Errorf("full device: %v, exit %d, want %d", err, ExitCode(err), ExitFault)
	}
}

// TestTable: aligned for people, tab-separated for programs, and no cell breaks
// a line.
func TestTable(t *testing.T) {
	for _, tc := range []struct {
		aligned bool
		want    string
	}{
		{true, "  a   long\n  1   x y\n  炮炮  z\n"},
		{false, "a\tlong\n1\tx y\n炮炮\tz\n"},
	} {
		table := &Table{Aligned: tc.aligned, Head: []string{"a", "long"}}
		table.Row(1, "x\ty")
		table.Row("炮炮", "z")
		var w bytes.Buffer
		if err := table.Print(&w, "  "); err != nil || w.String() != tc.want {
			t.Errorf("aligned %v: %q, %v; want %q", tc.aligned, w.String(), err, tc.want)
		}
	}
}

// TestPrinterKeepsTheFirstError and writes nothing after it.
func TestPrinterKeepsTheFirstError(t *testing.T) {
	w := &failingWriter{}
	p := NewPrinter(w)
	p.F("a")
	p.F("b")
	p.F("c")
	p.Table("title", &Table{Head: []string{"x"}})
	if !errors.Is(p.Err(), os.ErrClosed) || w.writes != 2 {
		t.Errorf("error %v after %d writes", p.Err(), w.writes)
	}
}
