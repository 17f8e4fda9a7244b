package table

import (
	"math"
	"strings"
	"testing"

	"xqlab/selfplay/stats"
)

func example() *Table {
	t := New("scores", "Scores | of engines", "engine", "empty", "elo", "share", "games")
	t.Note = "5 < 6"
	t.Add(Text("a|b <i>\nline"), Text(""), Signed(stats.Known(12.345), 1), Percent(stats.Known(0.5), 1), Int(3))
	t.Add(Text(`quoted "name", x`), Text(""), Signed(stats.Figure{}, 1), Percent(stats.Known(1), 1), Int(int64(-4)))
	t.Add(Text("inf"), Text(""), Signed(stats.Known(math.Inf(1)), 1), Number(math.NaN(), 2), Int(uint64(1<<63)))
	return t
}

func TestCSV(t *testing.T) {
	var b strings.Builder
	if err := example().WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	want := "engine,empty,elo,share,games\n\"a|b <i>\nline\",,12.345,0.5,3\n\"quoted \"\"name\"\", x\",,,1,-4\ninf,,+inf,,9223372036854775808\n"
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := example().WriteMarkdown(&b, 2); err != nil {
		t.Fatal(err)
	}
	want := `## Scores \| of engines

5 &lt; 6

| engine | elo | share | games |
|---|---:|---:|---:|
| a\|b &lt;i> line | +12.3 | 50.0 % | 3 |
| quoted "name", x | n/a | 100.0 % | -4 |
| inf | +inf | n/a | 9223372036854775808 |

`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}
