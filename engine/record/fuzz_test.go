package record

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// seedBadRecords adds the bad-input vectors of a kind, and broken FENs.
func seedBadRecords(f *testing.F, kind string) {
	data, err := os.ReadFile("testdata/bad-records.tsv")
	if err != nil {
		f.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if row := strings.Split(line, "\t"); len(row) > 3 && row[1] == kind {
			f.Add([]byte(strings.ReplaceAll(row[3], `\n`, "\n")))
		}
	}
}

// exhaust reads everything from a reader: it must come to an end without a
// panic, and what it returns must survive writing and reading as PGN.
func exhaust(t *testing.T, r Reader, size int) {
	for n := 0; ; n++ {
		if n > size+10 {
			t.Fatalf("%d results from %d bytes", n, size)
		}
		g, err := r.Next()
		if err == io.EOF {
			return
		}
		var bad *BadGame
		if errors.As(err, &bad) {
			if bad.Reason == "" {
				t.Fatal("bad game without a reason")
			}
			continue
		}
		if err != nil {
			return
		}
		if n < 20 { // each takes longer than reading a thousand
			checkGame(t, g)
		}
	}
}

// checkGame writes a game as PGN and reads it back.
func checkGame(t *testing.T, g *Game) {
	if _, err := g.Final(); err != nil {
		t.Fatalf("read a game that cannot be played: %v", err)
	}
	var buf bytes.Buffer
	w := NewPGNWriter(&buf, notation.Chinese)
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	text := buf.String()
	again, err := NewPGNReader(&buf, "written").Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var second bytes.Buffer
	w = NewPGNWriter(&second, notation.Chinese)
	if err := w.Write(again); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	if second.String() != text {
		t.Fatalf("written\n%q\nread and written\n%q", text, second.String())
	}
}

func FuzzPGN(f *testing.F) {
	seedBadRecords(f, "pgn")
	f.Add([]byte(annotatedGame))
	f.Add([]byte(annotatedGame + annotatedGame))
	names, _ := filepath.Glob("testdata/games/*.pgn")
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		exhaust(t, NewPGNReader(NewDecoder(bytes.NewReader(data), Detect), "fuzz"), len(data))
	})
}

func FuzzLists(f *testing.F) {
	seedBadRecords(f, "epd")
	f.Add([]byte("h2e2 h9g7 1-0\nposition startpos moves h3e3 h10g8\n"))
	f.Add([]byte("{\"moves\":[\"h2e2\"],\"result\":\"1-0\",\"tags\":{\"Red\":\"x\"}}\n"))
	f.Add([]byte("4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 3 4 bm f0f9; id \"x\";\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []Format{MoveList, EPDList, JSONL, Sniff("fuzz", data)} {
			r, err := NewReader(bytes.NewReader(data), format, Detect, "fuzz")
			if err == nil {
				exhaust(t, r, len(data))
			}
		}
	})
}

func FuzzEPD(f *testing.F) {
	seedBadRecords(f, "epd")
	f.Add([]byte(board.StartFEN + " bm h2e2; am c3c4; id \"a \\\" b\"; ce -3; pv h2e2 h9g7;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := ParseEPD(string(data))
		if err != nil {
			return
		}
		text := e.String()
		again, err := ParseEPD(text)
		if err != nil {
			t.Fatalf("%q written as %q: %v", data, text, err)
		}
		if again.String() != text {
			t.Fatalf("%q written as %q, then %q", data, text, again.String())
		}
	})
}

func FuzzBinary(f *testing.F) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, version := range []byte{0x0A, 0x12} {
		f.Add(writeXQF(f, branchy(rng), version, [13]byte{1: 3, 5: 200, 9: 7, 10: 11, 11: 13, 12: 17}))
	}
	cbr := writeCBR(f, branchy(rng))
	f.Add(cbr)
	f.Add(append([]byte(cblMagic+strings.Repeat("\x00", 600)), cbr...))
	cbf, err := os.ReadFile("testdata/sample.cbf")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(cbf)
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range []Format{XQF, CBR, CBL, CBF} {
			r, err := NewReader(bytes.NewReader(data), format, Detect, "fuzz")
			if err == nil {
				exhaust(t, r, len(data))
			}
		}
	})
}

func FuzzDecoder(f *testing.F) {
	f.Add([]byte("炮二平五"))
	f.Add([]byte("\xFF\xFE[\x00"))
	f.Add([]byte("[Red \"\xac\xb6\xa4G\xa5\xad\xa4\xad\"]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for e := Detect; e <= Big5; e++ {
			out, err := io.ReadAll(NewDecoder(bytes.NewReader(data), e))
			if err != nil {
				t.Fatalf("%v: %v", e, err)
			}
			if len(out) > 4*len(data)+16 {
				t.Fatalf("%v: %d bytes of %d", e, len(out), len(data))
			}
		}
	})
}
