package record

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"xqlab/engine/board"
)

func TestParseEPD(t *testing.T) {
	const start4 = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -"
	for _, tt := range []struct{ line, want string }{
		{start4, start4},
		{start4 + " 0 1", start4},
		{start4 + " 7 31", start4 + " hmvc 7; fmvn 31;"},
		{start4 + " hmvc 7; fmvn 31;", start4 + " hmvc 7; fmvn 31;"},
		{start4 + " bm h2e2 b2e2; id \"a \\\"b\\\" c\"; ce -12;", start4 + " bm h2e2 b2e2; id \"a \\\"b\\\" c\"; ce -12;"},
		{start4 + " bm 炮二平五; am C2=6; id one two;", start4 + " bm h2e2; am h2d2; id \"one two\";"},
		{start4 + "  pv h2e2 h9g7 h0g2 ;", start4 + " pv h2e2 h9g7 h0g2;"},
		{start4 + " 0 1 acd 12; x-op; c0 \"text\";;", start4 + " acd 12; x-op; c0 \"text\";"},
		{strings.TrimSuffix(start4, " - -"), start4},
		{strings.TrimSuffix(start4, " w - -"), start4},
		{strings.TrimSuffix(start4, "- -") + "0 1", start4},
		{strings.Replace(start4, " w", " r", 1), start4},
	} {
		e, err := ParseEPD(tt.line)
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		if got := e.String(); got != tt.want {
			t.Errorf("%s\nwritten %s\nwant    %s", tt.line, got, tt.want)
		}
		if again, err := ParseEPD(e.String()); err != nil || again.String() != e.String() {
			t.Errorf("%s: read back as %v, %v", e, again, err)
		}
	}
	e, err := ParseEPD(start4 + " bm h2e2; id \"x\"; ce 31; dm 3;")
	if err != nil {
		t.Fatal(err)
	}
	ce, ok := e.Int("ce")
	if fmt.Sprint(e.Moves("bm")) != "[h2e2]" || e.ID() != "x" || ce != 31 || !ok || e.Moves("am") != nil {
		t.Errorf("fields of %s", e)
	}
	if _, ok := e.Int("acd"); ok {
		t.Error("missing acd has a value")
	}
	for line, want := range map[string]string{
		"":                            "empty line",
		"9/9 w - -":                   "too few rows",
		start4 + " bm;":               "no move given",
		start4 + " bm h2e9;":          "not legal",
		start4 + " bm 炮二跳五;":          "unknown direction word",
		start4 + " ce 1 2;":           "want one integer",
		start4 + " \"id\" x;":         "where an opcode is expected",
		start4 + " hmvc 99999999;":    "hmvc",
		start4 + " pv h2e2 h2e2;":     "not legal",
		start4 + " bm h2e2; id \"x\"": "not closed by a semicolon",
	} {
		var e *EPDError
		if _, err := ParseEPD(line); !errors.As(err, &e) || !strings.Contains(err.Error(), want) || e.Column < 1 {
			t.Errorf("%q: error %v, want %s", line, err, want)
		}
	}
}

func TestMoveLists(t *testing.T) {
	text := `# two openings and an ending
h2e2 h9g7 1-0
position startpos moves h3e3 h10g8

fen 4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1 moves f0f9 *
4k4/9/9/9/9/9/9/9/9/3K1R3 w
1. 炮二平五 马８进７ 和棋
startpos
1/2-1/2
h2e2 h2e2
h2e2 what
`
	r := NewMoveListReader(strings.NewReader(text), "x.moves")
	var got []string
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, fmt.Sprintf("%d %v %v %v", g.Line, g.Moves(), g.Result, g.Truncated))
	}
	want := []string{
		"2 [h2e2 h9g7] 1-0 false",
		"3 [h2e2 h9g7] * false",
		"5 [f0f9] * false",
		"6 [] * false",
		"7 [h2e2 h9g7] 1/2-1/2 false",
		"8 [] * false",
		"9 [] 1/2-1/2 false",
		"10 [h2e2] * true",
		`x.moves: line 11: game 9: ply 2: unreadable move "what": file letter w is`,
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestJSONL(t *testing.T) {
	text := `{"source":"a/b.pgn","fen":"` + board.StartFEN + `","moves":["h2e2","h9g7"],"result":"1-0","tags":{"Red":"王<天>一","Black":"\"x\""}}
{"moves":[]}
{"moves":["h2e2"],"result":"2-0"}
{"moves":["h2e2"],"fen":"x"}
{"moves":[1]}
{"tags":{"Red":3}}
{"moves":["h2e9"],"extra":null}
not json
`
	var got []string
	r := NewJSONLReader(strings.NewReader(text), "x.jsonl")
	for {
		g, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		var b strings.Builder
		w := NewJSONLWriter(&b)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		got = append(got, strings.TrimSpace(b.String())+fmt.Sprint(g.Truncated))
	}
	empty := `{"source":"x.jsonl","fen":"` + board.StartFEN + `","moves":[],"result":"*","tags":{}}`
	want := []string{
		strings.Split(text, "\n")[0] + "false",
		empty + "false",
		"x.jsonl: line 3: game 3: unknown result",
		"x.jsonl: line 4: game 4: fen: ",
		"x.jsonl: line 5: game 5: not a JSON game",
		"x.jsonl: line 6: game 6: not a JSON game",
		empty + "true",
		"x.jsonl: line 8: game 8: not a JSON game",
	}
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestEPDSelection(t *testing.T) {
	g := readPGN(t, "1. 炮二平五 马８进７ 2. 马二进三 *")[0]
	for _, tt := range []struct {
		sel   Selection
		lines int
		last  string
	}{
		{Selection{}, 1, " b - -"},
		{Selection{Plies: 2}, 1, " w - -"},
		{Selection{Plies: 9}, 0, ""},
		{Selection{Every: true}, 4, " b - -"},
	} {
		var b strings.Builder
		w := NewEPDWriter(&b, tt.sel)
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		w.Flush()
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if b.Len() == 0 {
			lines = nil
		}
		if len(lines) != tt.lines || tt.lines > 0 && !strings.HasSuffix(lines[len(lines)-1], tt.last) {
			t.Errorf("%+v: %q", tt.sel, lines)
		}
	}
}
