package record

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/board"
)

const oneGame = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. 炮二平五 1-0\n"

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func gzipped(t *testing.T, data string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	w.Write([]byte(data))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func zipped(t *testing.T, members ...[2]string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m[0], NonUTF8: true, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		f.Write([]byte(m[1]))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestWalk(t *testing.T) {
	dir := t.TempDir()
	gbk, err := GB18030.codec().NewEncoder().String("名局.pgn")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "a.pgn"), []byte(oneGame))
	writeFile(t, filepath.Join(dir, "b", "c.txt"), []byte("\n"+oneGame))
	writeFile(t, filepath.Join(dir, "b", "notes.txt"), []byte("nothing of interest\n"))
	writeFile(t, filepath.Join(dir, "d.pgn.gz"), gzipped(t, oneGame+oneGame))
	writeFile(t, filepath.Join(dir, "e.zip"), zipped(t, [2]string{gbk, oneGame}, [2]string{"in/README", "x"},
		[2]string{"in/list.moves", "h2e2 h9g7 *\n"}, [2]string{"in/z.pgn.gz", string(gzipped(t, oneGame))}))
	writeFile(t, filepath.Join(dir, "f.epd"), []byte(board.StartFEN+"\nnonsense w - -\n4k4/9/9/9/9/9/9/9/9/3K1R3 w - - bm f0f9;\n"))
	writeFile(t, filepath.Join(dir, "g.pgn"), []byte("[Event \"x\"]\n\n1. 炮二平五 马８进７ 2. 马二进四 *\n"))

	var sources, problems []string
	counts, err := Walk(context.Background(), []string{dir}, Options{
		OnProblem: func(p Problem, skipped bool) { problems = append(problems, fmt.Sprint(skipped, " ", p)) },
	}, func(g *Game) error {
		name := strings.TrimPrefix(filepath.ToSlash(g.Source), filepath.ToSlash(dir)+"/")
		sources = append(sources, fmt.Sprintf("%s#%d", name, g.Number))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "a.pgn#1 b/c.txt#1 d.pgn#1 d.pgn#2 名局.pgn#1 in/list.moves#1 in/z.pgn#1 f.epd#1 f.epd#3 g.pgn#1"
	if got := strings.Join(sources, " "); got != want {
		t.Errorf("sources %s\nwant    %s", got, want)
	}
	if c := (Counts{Files: 8, Ignored: 2, Games: 10, Bad: 1, Warned: 1}); counts != c {
		t.Errorf("counts %+v, want %+v", counts, c)
	}
	if len(problems) != 2 || !strings.Contains(problems[0], "f.epd: line 2: game 2:") || !strings.HasPrefix(problems[0], "true") ||
		!strings.Contains(problems[1], "g.pgn: line 3: game 1: ply 3: illegal move") || !strings.HasPrefix(problems[1], "false") {
		t.Errorf("problems %q", problems)
	}
}

func TestWalkStops(t *testing.T) {
	dir := t.TempDir()
	ignore := func(*Game) error { return nil }
	illegal := filepath.Join(dir, "illegal.pgn")
	writeFile(t, illegal, []byte("[Event \"x\"]\n\n1. 炮二平五 马８进７ 2. 马二进四 *\n"))
	var bad *BadGame
	if _, err := Walk(context.Background(), []string{illegal}, Options{Strict: true}, ignore); !errors.As(err, &bad) || bad.Ply != 3 || bad.Line != 3 {
		t.Errorf("strict: %v", err)
	}
	if _, err := Walk(context.Background(), []string{filepath.Join(dir, "none.pgn")}, Options{}, ignore); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	unknown := filepath.Join(dir, "unknown")
	writeFile(t, unknown, []byte("\x7fELF"))
	if counts, err := Walk(context.Background(), []string{unknown}, Options{}, ignore); err != nil || counts.Bad != 1 {
		t.Errorf("unknown format: %+v, %v", counts, err)
	}
	for name, data := range map[string][]byte{
		"cut.zip": zipped(t, [2]string{"a.pgn", oneGame})[:60],
		"cut.gz":  gzipped(t, oneGame)[:30],
		"bad.gz":  []byte("\x1f\x8bnothing"),
	} {
		path := filepath.Join(dir, name)
		writeFile(t, path, data)
		if counts, err := Walk(context.Background(), []string{path}, Options{}, ignore); err != nil || counts.Bad != 1 {
			t.Errorf("%s: %+v, %v", name, counts, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Walk(ctx, []string{illegal}, Options{}, ignore); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	stop := errors.New("stop")
	if _, err := Walk(context.Background(), []string{illegal}, Options{}, func(*Game) error { return stop }); err != stop {
		t.Errorf("visit's error: %v", err)
	}
	counts, err := Walk(context.Background(), []string{"-"}, Options{Stdin: strings.NewReader(oneGame)}, ignore)
	if err != nil || counts.Games != 1 {
		t.Errorf("stdin: %+v, %v", counts, err)
	}
}

func TestSniff(t *testing.T) {
	for _, tt := range []struct {
		name, head string
		want       Format
	}{
		{"x.txt", "[Event \"x\"]", PGN},
		{"x.txt", "\uFEFF\r\n[Game \"Chinese Chess\"]", PGN},
		{"x.txt", "1. 炮二平五 马８进７", PGN},
		{"x.txt", "炮二平五 马８进７", PGN},
		{"x.txt", "1. h2e2 h9g7", PGN},
		{"x.txt", "h2e2 h9g7", MoveList},
		{"x.txt", "# openings\nposition startpos moves h2e2", MoveList},
		{"x.txt", board.StartFEN + " moves h2e2", MoveList},
		{"x.txt", board.StartFEN, EPDList},
		{"x.txt", "fen " + board.StartFEN, EPDList},
		{"x.txt", board.StartFEN + "\n炮二平五\n", UnknownFormat},
		{"x.txt", `{"source":"a","fen":"","moves":[]}`, JSONL},
		{"x.pgn", "", PGN},
		{"x.EPD", "anything", EPDList},
		{"x.pgn", "XQ\x12", XQF},
		{"x", "Dear reader,", UnknownFormat},
		{"x", "\x00\x01\x02", UnknownFormat},
		{"x", "", UnknownFormat},
	} {
		if got := Sniff(tt.name, []byte(tt.head)); got != tt.want {
			t.Errorf("Sniff(%s, %q) = %v, want %v", tt.name, tt.head, got, tt.want)
		}
	}
}
