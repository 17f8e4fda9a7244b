package player

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// readLines reads everything; a dropped rest shows as "+n".
func readLines(t *testing.T, r io.Reader) (lines []string, dropped int) {
	t.Helper()
	l := newLineReader(r)
	for {
		line, d, err := l.next()
		if err != nil {
			return lines, dropped
		}
		lines, dropped = append(lines, string(line)), dropped+d
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("z", 3*readBuffer)
	for _, tc := range []struct {
		name, text string
		want       []string
		dropped    int
	}{
		{"LF", "a\nb\n", []string{"a", "b"}, 0},
		{"CRLF", "a\r\nb\r\n", []string{"a", "b"}, 0},
		{"no end", "a\nb", []string{"a", "b"}, 0},
		{"blanks", "  a b \t\n\n", []string{"a b", ""}, 0},
		{"NULs", "\x00a\x00b\x00\n", []string{"a b"}, 0},
		{"long", long + "\nb\n", []string{long[:maxLine], "b"}, len(long) + 1 - maxLine},
		{"a bit long", long[:maxLine+5] + "\nb\n", []string{long[:maxLine], "b"}, 6},
		{"long without end", long, []string{long[:maxLine]}, len(long) - maxLine},
		{"exactly the buffer", long[:readBuffer] + "\n" + "b", []string{long[:maxLine], "b"}, readBuffer + 1 - maxLine},
		{"empty", "", nil, 0},
	} {
		for _, r := range []io.Reader{strings.NewReader(tc.text), iotest.OneByteReader(strings.NewReader(tc.text)), iotest.HalfReader(strings.NewReader(tc.text))} {
			got, dropped := readLines(t, r)
			if strings.Join(got, "\x01") != strings.Join(tc.want, "\x01") || len(got) != len(tc.want) {
				t.Errorf("%s: got %d lines, want %d", tc.name, len(got), len(tc.want))
			}
			if dropped != tc.dropped {
				t.Errorf("%s: %d bytes dropped, want %d", tc.name, dropped, tc.dropped)
			}
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("info depth 1\r\nbestmove h2e2\n\x00"), 3)
	f.Fuzz(func(t *testing.T, data []byte, repeat int) {
		data = bytes.Repeat(data, max(1, min(repeat, 5000)))
		l := newLineReader(bytes.NewReader(data))
		total := 0
		for {
			line, dropped, err := l.next()
			if err != nil {
				break
			}
			if len(line) > maxLine || bytes.IndexByte(line, 0) >= 0 || bytes.IndexByte(line, '\n') >= 0 {
				t.Fatalf("line of %d bytes", len(line))
			}
			total += len(line) + dropped
		}
		if total > len(data) {
			t.Errorf("%d bytes came out of %d", total, len(data))
		}
	})
}

func TestTail(t *testing.T) {
	var text strings.Builder
	for i := range 50 {
		text.WriteString(strings.Repeat("x", i) + "line\n")
	}
	text.WriteString(strings.Repeat("w", 10*tailWidth) + "\n\x01\x02\n")
	tl := newTail(strings.NewReader(text.String()), func([]byte, int) {})
	<-tl.ended
	last := tl.last()
	if len(last) != tailLines || !strings.HasSuffix(last[0], "line") || len(last[tailLines-2]) > maxQuote+3 {
		t.Errorf("got %q", last)
	}
}

func TestTranscript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.log")
	log, err := OpenTranscript(path)
	if err != nil {
		t.Fatal(err)
	}
	log.limit = 4000
	w := log.wire("pika")
	w.puts(">", []byte("position startpos\ngo depth 1\n"))
	w.put("<", []byte(strings.Repeat("y", transcriptWidth+7)), 100)
	for range 200 {
		w.put("<", []byte("info depth 1 score cp 2"), 0)
	}
	w.note("the end")
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	w.note("after the end") // dropped
	all := ""
	for _, name := range []string{path + ".4", path + ".3", path + ".2", path + ".1", path} {
		data, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if len(data) > 4000+transcriptWidth+200 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		all += string(data)
	}
	for _, want := range []string{" 1 pika > go depth 1\n", "(107 bytes more)", "1 pika * the end\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	if strings.Contains(all, "after the end") || strings.Count(all, "score cp 2") != 200 {
		t.Errorf("%d info lines", strings.Count(all, "score cp 2"))
	}
	if _, err := OpenTranscript(filepath.Join(path, "no", "folder")); err == nil {
		t.Error("a log in no folder was opened")
	}
}
