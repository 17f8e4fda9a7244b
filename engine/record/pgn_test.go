package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// line writes the main line and its variations in a short form.
func short(g *Game) string {
	var b strings.Builder
	var write func(nodes []Node)
	write = func(nodes []Node) {
		for i, n := range nodes {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(n.Move.String())
			for _, glyph := range n.Glyphs {
				fmt.Fprintf(&b, " $%d", glyph)
			}
			if n.Comment != "" {
				fmt.Fprintf(&b, " {%s}", n.Comment)
			}
			for _, v := range n.Variations {
				b.WriteString(" (")
				write(v)
				b.WriteString(")")
			}
		}
	}
	write(g.Main)
	return b.String()
}

// TestPGNForms reads movetext as programs and people write it.
func TestPGNForms(t *testing.T) {
	const two = "h2e2 h9g7"
	for _, tt := range []struct {
		name, text string
		want       string // main line
		warnings   int
	}{
		{"plain", "1. 炮二平五 马８进７ *", two, 0},
		{"padded, one ply a line", "  1. 炮二平五\n     马８进７\n*", two, 0},
		{"no blank after the number", "1.炮二平五 马８进７ *", two, 0},
		{"wide blanks and dots", "１．炮二平五　马８进７　*", two, 0},
		{"numbers repeated", "1. 炮二平五 1... 马８进７ *", two, 0},
		{"red's column blank", "1. 炮二平五 {x}\n  1.          马８进７ *", "h2e2 {x} h9g7", 0},
		{"wrong numbers", "7. 炮二平五 3. 马８进７ *", two, 0},
		{"dots for nothing", "1. 炮二平五 …… 马８进７ *", two, 0},
		{"comma", "1. 炮二平五，马８进７ *", two, 0},
		{"wxf", "1. C2=5 H8+7 *", two, 0},
		{"wxf with dots", "1. C2.5 H8+7 *", two, 0},
		{"iccs", "1. H2-E2 H9-G7 *", two, 0},
		{"iccs lower case", "h2e2 h9g7 *", two, 0},
		{"ranks 1..10", "1. h3e3 h10g8 *", two, 0},
		{"ranks 1..10 told by replay", "1. a4a5 a7a6 2. i4i5 *", "a3a4 a6a5 i3i4", 0},
		{"format tag", "[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *", two, 0},
		{"unknown format tag", "[Format \"Klingon\"]\n\n1. H2-E2 H9-G7 *", two, 1},
		{"no result", "1. 炮二平五 马８进７", two, 0},
		{"marks", "1. 炮二平五!? 马８进７+ ?? *", "h2e2 $5 h9g7 $4", 0},
		{"glyph", "1. 炮二平五 $1 $14 马８进７ *", "h2e2 $1 $14 h9g7", 0},
		{"glyph at the move", "1. 炮二平五$1 马８进７ *", "h2e2 $1 h9g7", 0},
		{"comment to the end of line", "1. 炮二平五 ; 马８进７ * (\n 马８进７ *", "h2e2 {马８进７ * (} h9g7", 0},
		{"escape line", "1. 炮二平五\n% 马２进３\n马８进７ *", two, 0},
		{"variation", "1. 炮二平五 (1. 兵七进一 卒７进１) 马８进７ *", "h2e2 (c3c4 g6g5) h9g7", 0},
		{"variation of black's move", "1. 炮二平五 马８进７ (1... 炮８平５) *", "h2e2 h9g7 (h7e7)", 0},
		{"variation with a result", "1. 炮二平五 (1. 兵七进一 1-0) 马８进７ *", "h2e2 (c3c4) h9g7", 0},
		{"full-width brackets", "1. 炮二平五（1. 兵七进一）马８进７ *", "h2e2 (c3c4) h9g7", 0},
		{"comment in brackets", "1. 炮二平五 (好棋 (真的)) 马８进７ *", "h2e2 {好棋 (真的)} h9g7", 0},
		{"number in brackets", "1. 炮二平五 (1) 马８进７ *", "h2e2 {1} h9g7", 0},
		{"comment first in a variation", "1. 炮二平五 ({alt} 1. 兵七进一) 马８进７ *", "h2e2 (c3c4 {alt}) h9g7", 0},
		{"illegal in a variation", "1. 炮二平五 (1. 炮二进八 卒７进１ (1... 卒３进１)) 马８进７ *", "h2e2 h9g7", 1},
		{"nonsense in a variation", "1. 炮二平五 (1. 兵七进一 云云) 马８进７ *", "h2e2 (c3c4) h9g7", 1},
		{"illegal move", "1. 炮二平五 马８进９ 2. 马二进四 车９进１ *", "h2e2 h9i7", 1},
		{"black moves first", "1. ... 马８进７ 2. 炮二平五 *", "h9g7 h2e2", 1},
		{"only black can", "1. h9g7 2. h2e2 *", "h9g7 h2e2", 1},
		{"position says black", "[FEN \"" + strings.Replace(board.StartFEN, " w", " b", 1) + "\"]\n\n1. 马８进７ *", "h9g7", 0},
		{"result words", "[Result \"红胜\"]\n\n1. 炮二平五 1-0", "h2e2", 0},
		{"half points", "[Result \"0.5-0.5\"]\n\n1. 炮二平五 1/2-1/2", "h2e2", 0},
		{"empty result tag", "[Result \"\"]\n\n1. 炮二平五 1-0", "h2e2", 1},
		{"other tags", "[White \"甲\"]\n[ Black  \"乙\" ] [Variant \"xiangqi\"]\n1. 炮二平五 *", "h2e2", 0},
		{"quotes in a value", "[Event \"the \"big\" one\"]\n1. 炮二平五 *", "h2e2", 0},
		{"text before the tags", "象棋谱大全\n\n[Event \"x\"]\n1. 炮二平五 *", "h2e2", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			games := readPGN(t, tt.text)
			if len(games) != 1 {
				t.Fatalf("%d games", len(games))
			}
			g := games[0]
			if got := short(g); got != tt.want {
				t.Errorf("read as %s, want %s", got, tt.want)
			}
			if len(g.Warnings) != tt.warnings {
				t.Errorf("warnings %v, want %d", g.Warnings, tt.warnings)
			}
		})
	}
}

// TestPGNBoundaries: where one game ends and the next begins.
func TestPGNBoundaries(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       string // moves of each game
	}{
		{"two games", "[Event \"a\"]\n1. 炮二平五 1-0\n\n[Event \"b\"]\n1. 炮八平五 *", "[h2e2] [b2e2]"},
		{"advertising between", "[Event \"a\"]\n1. 炮二平五 1-0\n====\n欢迎访问\nhttp://example.org/ [x]\n[Event \"b\"]\n1. 炮八平五 *", "[h2e2] [b2e2]"},
		{"no terminator", "[Event \"a\"]\n\n1. 炮二平五\n[Event \"b\"]\n1. 炮八平五", "[h2e2] [b2e2]"},
		{"no moves", "[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n1. 炮八平五", "[] [] [b2e2]"},
		{"no moves but terminators", "[Event \"a\"]\n*\n[Event \"b\"]\n0-1", "[] []"},
		{"tag right after the result", "[Event \"a\"]\n1. 炮二平五 [Event \"b\"]\n1. 炮八平五 *", "[h2e2] [b2e2]"},
		{"empty", "", ""},
		{"moves only", "炮二平五 马８进７", "[h2e2 h9g7]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			r := NewPGNReader(strings.NewReader(tt.text), "test.pgn")
			for {
				g, err := r.Next()
				var bad *BadGame
				if err == io.EOF || errors.As(err, &bad) && tt.want == "" {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(g.Moves()))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %s, want %s", s, tt.want)
			}
		})
	}
}

// TestBadRecords holds the vectors of bad PGN and EPD to their cause and place.
func TestBadRecords(t *testing.T) {
	want := map[string]string{
		"17": "column 60: side to move is missing",
		"18": "bm: operation is not closed by a semicolon",
		"19": "bm: move is not legal in the position",
		"20": "id: quoted operand is not closed",
		"21": `ce: operand "abc" is not an integer`,
		"22": "line 1: game 1: tag Game: value is not closed (quote missing)",
		"23": "line 1: game 1: tag Game is not closed (bracket missing)",
		"24": `line 1: game 1: not a xiangqi game: Game tag is "Chess"`,
		"25": `line 2: game 1: unknown result value "2-0"`,
		"26": "line 2: game 1: FEN tag is not a valid position: FEN board: too few rows",
		"27": "line 5: game 1: ply 3: illegal move at move 2 Red: 马二进四 (the horse on h0 cannot go to f1: its leg is blocked by the elephant on g0)",
		"28": "line 3: game 1: comment is not closed at end of input",
		"29": "line 3: game 1: ply 3: variation is not closed before the result",
		"30": "line 3: game 1: ply 2: closing bracket without an open variation",
		"31": "line 4: game 1: ply 1: move text is not in the notation named by the Format tag",
		"32": "Result tag (1-0) and game terminator (0-1) disagree; the tag is kept",
	}
	data, err := os.ReadFile("testdata/bad-records.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		row := strings.Split(line, "\t")
		t.Run(row[0]+" "+row[4], func(t *testing.T) {
			text := strings.ReplaceAll(row[3], `\n`, "\n")
			var got string
			if row[1] == "epd" {
				_, err := ParseEPD(text)
				got = fmt.Sprint(err)
			} else {
				g, err := NewPGNReader(strings.NewReader(text), "").Next()
				got = fmt.Sprint(err)
				if err == nil {
					got = fmt.Sprint(g.Warnings)
				}
			}
			if w := want[row[0]]; w == "" || !strings.Contains(got, w) {
				t.Errorf("got  %s\nwant %s", got, w)
			}
		})
	}
}

// TestPGNGoesOn: after a bad game the next one is read.
func TestPGNGoesOn(t *testing.T) {
	good := "[Event \"good\"]\n\n1. 炮二平五 *\n\n"
	for _, bad := range []string{
		"[Event \"x]\n[Result \"*\"]\n\n1. 炮二平五 *",
		"[Event \"x\"]\n[FEN \"nonsense\"]\n\n1. 炮二平五 *",
		"[Event \"x\"]\n\n1. 云云 炮二平五 *",
		"[Event \"x\"]\n\n1. 炮二平五 { open",
		"[Event \"x\"]\n\n1. 炮二平五 ( 1. 兵七进一",
		"[Event \"x\"]\n\n1. 炮二平五 ) *",
		"[Event \"x\"]\n\n( 1. 兵七进一 ) *",
		"[Event \"x\"]\n\n1. 炮二平五 } *",
		"[Event \"x\"]\n\n1. 炮二平五 $ *",
		"[Event \"x\"]\n\n1. " + strings.Repeat("炮", 1000) + " *",
		"[Event \"x\"]\n\n1. 炮二\uFFFD五 *",
	} {
		text := good + bad + "\n\n" + good
		r := NewPGNReader(strings.NewReader(text), "test.pgn")
		var got []string
		for {
			g, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				got = append(got, "bad")
			} else {
				got = append(got, g.Tag("Event"))
			}
		}
		if s := strings.Join(got, " "); s != "good bad good" {
			t.Errorf("%.60q: %s, want good bad good", bad, s)
		}
	}
}

// endless serves the same game again and again.
type endless struct {
	game string
	left int64
	rest string
}

func (e *endless) Read(b []byte) (int, error) {
	if e.rest == "" {
		if e.left <= 0 {
			return 0, io.EOF
		}
		e.rest = e.game
		e.left -= int64(len(e.game))
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}
