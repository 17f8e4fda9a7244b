package notation

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// readTable returns the rows of a tab-separated file of testdata, header cut off.
func readTable(t testing.TB, name string) [][]string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows [][]string
	for sc := bufio.NewScanner(f); sc.Scan(); {
		rows = append(rows, strings.Split(sc.Text(), "\t"))
	}
	return rows[1:]
}

func mustFEN(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func TestCanonicalVectors(t *testing.T) {
	for _, row := range readTable(t, "notation.tsv") {
		p := mustFEN(t, row[0])
		m, err := board.ParseMove(row[1])
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range []Style{ICCS, WXF, Chinese} {
			if got := Format(p, m, s); got != row[i+1] {
				t.Errorf("%s: Format(%v, %v) = %s, want %s", row[0], m, s, got, row[i+1])
			}
			if got, err := Parse(p, row[i+1], s); got != m {
				t.Errorf("%s: Parse(%s, %v) = %v, %v, want %v", row[0], row[i+1], s, got, err, m)
			}
		}
	}
}

func TestOtherSpellings(t *testing.T) {
	rows := readTable(t, "notation-alt.tsv")
	if len(rows) < 4000 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		p := mustFEN(t, row[0])
		got, _, err := ParseAny(p, row[3])
		if got.String() != row[1] {
			t.Errorf("%s: %s %s read as %v, %v, want %s", row[0], row[2], row[3], got, err, row[1])
		}
	}
}

// TestRefusals holds each refused text to its kind and to words of its reason.
func TestRefusals(t *testing.T) {
	want := map[string]struct {
		kind  Kind
		words string
	}{
		"33": {BadText, "move text too short"},
		"34": {BadText, "file letter j is out of range a..i"},
		"35": {BadText, "rank 10 does not exist in the 0..9 dialect"},
		"36": {BadText, "from and to are the same point"},
		"37": {NoPiece, "no piece on h3, and it is red to move (ranks look 1-based: legal in the 1..10 dialect)"},
		"38": {NoPiece, "the piece on h9 belongs to the side not to move"},
		"39": {Illegal, "the horse on h0 cannot go to f1: its leg is blocked by the elephant on g0"},
		"40": {BadText, "move text too short"},
		"41": {BadText, "unknown piece letter 'X'"},
		"42": {NoPiece, "no red cannon on file 5"},
		"43": {NoPiece, "front/rear used but no two red rooks stand on one file"},
		"44": {Ambiguous, "both rooks on file 5 can make the move (want R++1 or R-+1)"},
		"45": {BadText, "move text too short"},
		"46": {BadText, "unknown direction word '跳'"},
		"47": {Illegal, "a horse cannot move sideways"},
		"48": {NoPiece, "前/后 used but no two red cannons stand on one file"},
		"49": {Ambiguous, "both rooks on file 5 can make the move (want 前车进一 or 后车进一)"},
	}
	for _, row := range readTable(t, "bad-moves.tsv") {
		t.Run(row[0]+" "+row[3], func(t *testing.T) {
			style, err := ParseStyle(row[1])
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse(mustFEN(t, row[2]), row[3], style)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("error %v, want an *Error", err)
			}
			w := want[row[0]]
			if e.Kind != w.kind || !strings.Contains(e.Reason, w.words) || w.words == "" {
				t.Errorf("got %v\nwant %v ... %s\n(%s)", e, w.kind, w.words, row[4])
			}
		})
	}
}
