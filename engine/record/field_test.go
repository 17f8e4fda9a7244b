package record

import (
	"io"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// Cases other programs got wrong, from their public issue trackers.

// TestFieldLineEnds (fastchess #215): the same openings whatever the line ends.
func TestFieldLineEnds(t *testing.T) {
	pgn := "[Event \"a\"]\n[Result \"*\"]\n\n1. h2e2 h9g7 *\n\n[Event \"b\"]\n\n1. b2e2 *\n\n[Event \"c\"]\n\n1. c3c4 g6g5 *\n"
	epd := board.StartFEN + "\n4k4/9/9/9/9/9/9/9/9/3K1R3 w - -\n3k5/9/9/9/9/9/9/9/9/4K4 b - -\n"
	forms := func(text string) map[string]string {
		return map[string]string{
			"LF":               text,
			"CRLF":             strings.ReplaceAll(text, "\n", "\r\n"),
			"CR":               strings.ReplaceAll(text, "\n", "\r"),
			"CR only at end":   strings.TrimSuffix(text, "\n") + "\r",
			"byte order mark":  "\uFEFF" + text,
			"no final newline": strings.TrimSuffix(text, "\n"),
		}
	}
	list := func(r Reader) string {
		var b strings.Builder
		for _, g := range readAll(t, r) {
			b.WriteString(essence(g, PGN))
		}
		return b.String()
	}
	for f, text := range map[Format]string{PGN: pgn, EPDList: epd} {
		var want string
		for name, form := range forms(text) {
			r, err := NewReader(strings.NewReader(form), f, Detect, "x")
			if err != nil {
				t.Fatal(err)
			}
			got := list(r)
			if want == "" {
				want = got
			}
			if got != want || strings.Count(got, " ") == 0 {
				t.Errorf("%v, %s: read as %s\nwant %s", f, name, got, want)
			}
		}
	}
}

// TestFieldAliases (xiangqi-setup #2, Fairy-Stockfish #49): E and H in FENs,
// the unused fields left out; written in one alphabet.
func TestFieldAliases(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		moves int
		want  string
	}{
		{"rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b", 41,
			"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - -"},
		{"4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1", 21, "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - -"},
	} {
		e, err := ParseEPD(tt.fen)
		if err != nil {
			t.Fatalf("%s: %v", tt.fen, err)
		}
		if n := e.Position.CountLegalMoves(); n != tt.moves || e.String() != tt.want {
			t.Errorf("%s: %d moves, written %s; want %d, %s", tt.fen, n, e, tt.moves, tt.want)
		}
	}
}

// TestFieldNesting (cheesse #27): nested variations, bare glyphs, brackets in
// comments, a result tag that the text does not repeat.
func TestFieldNesting(t *testing.T) {
	text := "[Result \"1-0\"]\n\n1. h2e2 {a (b} $1 (1. b2e2 (1. g3g4)) h9g7 ; rest of line\n*\n"
	g := readPGN(t, text)[0]
	if got, want := short(g), "h2e2 $1 {a (b} (b2e2 (g3g4)) h9g7 {rest of line}"; got != want {
		t.Errorf("read as %s, want %s", got, want)
	}
	if g.Result != RedWins || len(g.Warnings) != 1 || !strings.Contains(g.Warnings[0].Reason, "disagree") {
		t.Errorf("result %v, warnings %v", g.Result, g.Warnings)
	}
}

// TestFieldStalemate (jocly #30): a position without legal moves is read; the
// side to move is not in check.
func TestFieldStalemate(t *testing.T) {
	g, err := NewEPDReader(strings.NewReader("3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1\n"), "x").Next()
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Final()
	if err != nil || p.HasLegalMove() || p.InCheck() {
		t.Errorf("%s: legal moves %v, check %v, %v", g.FEN, p.HasLegalMove(), p.InCheck(), err)
	}
}

// TestFieldWholeHistory (Pikafish #65): the present position with the whole
// history of moves names the first move that does not fit.
func TestFieldWholeHistory(t *testing.T) {
	text := "position fen 1Cbakrb2/5n3/9/p2R4p/4p4/2p6/P1r5P/4B4/9/1RBAKA3 w moves b7e7 h9g7\n"
	r := NewMoveListReader(strings.NewReader(text), "gui.txt")
	g, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	if !g.Truncated || len(g.Main) != 0 || !strings.Contains(g.Warnings[0].String(), `ply 1: no such piece "b7e7": no piece on b7`) {
		t.Errorf("%v, %v", g.Moves(), g.Warnings)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the only line: %v", err)
	}
}
