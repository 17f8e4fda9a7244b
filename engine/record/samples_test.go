package record

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/notation"
)

// readAll reads every game of a reader and fails on a bad one.
func readAll(t testing.TB, r Reader) []*Game {
	t.Helper()
	var games []*Game
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// readPGN reads games from UTF-8 text.
func readPGN(t testing.TB, text string) []*Game {
	t.Helper()
	return readAll(t, NewPGNReader(strings.NewReader(text), "test.pgn"))
}

// sampleGames are the games of testdata/games.
func sampleGames(t testing.TB) []*Game {
	t.Helper()
	var games []*Game
	counts, err := Walk(context.Background(), []string{"testdata/games"}, Options{}, func(g *Game) error {
		games = append(games, g)
		return nil
	})
	if err != nil || counts.Bad+counts.Warned > 0 || len(games) != 12 || counts.Ignored != 1 {
		t.Fatalf("sample games: %v, %v", counts, err)
	}
	return games
}

// annotatedGame has everything PGN can hold.
const annotatedGame = `[Game "Chinese Chess"]
[Event "A \"quoted\" event, 象棋 \\ back slash"]
[Date "1921年"]
[Red "王嘉良"]
[Black "胡荣华"]
[Result "1/2-1/2"]
[Opening "中炮"]
[Annotator "somebody"]
[Odd_tag "odd"]

{ a comment on the
start position }
1. 炮二平五! {central (cannon} $14
(1. 兵七进一 卒７进１ (1... 炮２平３ {nested} 2. 炮二平五) (1... 象３进５)) (1. 马八进七)
马８进７ ; to the end of the line
2. 马二进三?? 车９平８ 1/2-1/2
`

// ordinary returns games with every feature, from and not from the start
// position, with and without moves, results of all kinds.
func ordinary(t testing.TB) []*Game {
	t.Helper()
	games := append(sampleGames(t), readPGN(t, annotatedGame)...)
	for i, fen := range []string{
		board.StartFEN,
		"4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 7 31",
		"3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1",
		"5k3/9/6P2/2P3P2/2P3P2/9/9/9/9/3K5 b - - 3 40",
	} {
		games = append(games, &Game{FEN: fen, Result: Result(i)})
	}
	p := board.NewPosition()
	var line []Node
	for i := range 200 {
		var l board.MoveList
		p.LegalMoves(&l)
		m := l.Slice()[(i*7)%l.N]
		line = append(line, Node{Move: m})
		p.Make(m)
		if !p.HasLegalMove() {
			break
		}
	}
	return append(games, &Game{FEN: board.StartFEN, Main: line, Tags: []Tag{{"Event", "long"}}})
}

// essence is what a format must bring back.
func essence(g *Game, f Format) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%v\n", g.FEN, g.Moves())
	if f != EPDList {
		fmt.Fprintln(&b, g.Result)
	}
	if f == PGN || f == JSONL {
		for _, t := range g.Tags {
			fmt.Fprintf(&b, "[%s %q]\n", t.Name, t.Value)
		}
	}
	if f == PGN {
		fmt.Fprintf(&b, "%q\n", g.Comment)
		writeTree(&b, g.Main)
	}
	return b.String()
}

func writeTree(b *strings.Builder, nodes []Node) {
	for _, n := range nodes {
		fmt.Fprintf(b, "%v %v %q", n.Move, n.Glyphs, n.Comment)
		for _, v := range n.Variations {
			b.WriteString("(")
			writeTree(b, v)
			b.WriteString(")")
		}
	}
}

// TestWriteRead: in every format, notation and encoding, games written read
// back as the same games.
func TestWriteRead(t *testing.T) {
	games := ordinary(t)
	check := func(name string, f Format, e Encoding, style notation.Style, games []*Game) {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			enc := NewEncoder(&buf, e)
			w, err := NewWriter(enc, f, style)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range games {
				if err := w.Write(g); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if err := enc.Close(); err != nil {
				t.Fatal(err)
			}
			if got := Sniff("file", buf.Bytes()[:min(buf.Len(), sniffLength)]); got != f {
				t.Errorf("sniffed as %v, want %v", got, f)
			}
			r, err := NewReader(&buf, f, Detect, "written")
			if err != nil {
				t.Fatal(err)
			}
			again := readAll(t, r)
			if len(again) != len(games) {
				t.Fatalf("%d games written, %d read", len(games), len(again))
			}
			for i, g := range again {
				if len(g.Warnings) > 0 {
					t.Errorf("game %d: %v", i+1, g.Warnings)
				}
				if got, want := essence(g, f), essence(games[i], f); got != want {
					t.Errorf("game %d read back as\n%s\nwant\n%s", i+1, got, want)
				}
			}
		})
	}
	for _, style := range notation.Styles() {
		check("pgn "+style.String(), PGN, UTF8, style, games)
	}
	for _, e := range []Encoding{UTF16LE, UTF16BE, GB18030} {
		check("pgn "+e.String(), PGN, e, notation.Chinese, games)
	}
	check("pgn big5", PGN, Big5, notation.Traditional, sampleGames(t))
	check("moves", MoveList, UTF8, 0, games)
	check("jsonl", JSONL, UTF8, 0, games)
	var positions []*Game
	for _, g := range games {
		if len(g.Main) == 0 {
			positions = append(positions, g)
		}
	}
	check("epd", EPDList, UTF8, 0, positions)
}

// TestEncodings: the same games in any encoding, with any line ends, are the
// same games, detected without help.
func TestEncodings(t *testing.T) {
	raw, err := os.ReadFile("testdata/games/00000005.pgn")
	if err != nil {
		t.Fatal(err)
	}
	text, err := Big5.codec().NewDecoder().Bytes(raw)
	if err != nil {
		t.Fatal(err)
	}
	want := readPGN(t, string(text))
	for _, e := range []Encoding{UTF8, UTF16LE, UTF16BE, GB18030, Big5} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			for _, tail := range []string{"\n", "", "\x1A", "\x00rest"} {
				var buf bytes.Buffer
				body := strings.TrimSuffix(string(text), "\n") + tail
				if e == UTF8 && tail == "\n" {
					buf.WriteString("\xEF\xBB\xBF")
				}
				enc := NewEncoder(&buf, e)
				if e == GB18030 || e == Big5 { // the encoder adds CR itself
					io.WriteString(enc, body)
				} else {
					io.WriteString(enc, strings.ReplaceAll(body, "\n", end))
				}
				enc.Close()
				got := readAll(t, NewPGNReader(NewDecoder(&buf, Detect), "test.pgn"))
				for _, g := range got {
					g.Line = want[0].Line
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%v with line end %q and tail %q: %d games, not the same", e, end, tail, len(got))
				}
			}
		}
	}
}
