package board

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

const startBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

// TestFENAccepted holds the spellings found in the wild and the one spelling
// they are written in.
func TestFENAccepted(t *testing.T) {
	const kings = "3k5/9/9/9/9/9/9/9/9/4K4"
	for _, tc := range []struct{ name, in, want string }{
		{"canonical", StartFEN, StartFEN},
		{"board only", startBoard, StartFEN},
		{"board and side", startBoard + " b", startBoard + " b - - 0 1"},
		{"r is Red", startBoard + " r", StartFEN},
		{"r with all fields", startBoard + " r - - 3 4", startBoard + " w - - 3 4"},
		{"three fields, dash", startBoard + " w -", StartFEN},
		{"three fields, number", startBoard + " w 7", startBoard + " w - - 7 1"},
		{"four fields, dashes", startBoard + " b - -", startBoard + " b - - 0 1"},
		{"four fields, counters", "4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1", "4k4/8R/9/9/9/9/9/9/9/rrBA1K3 w - - 0 1"},
		{"four fields, counters above 0", kings + " b 12 34", kings + " b - - 12 34"},
		{"five fields: the last is the clock", kings + " w - - 9", kings + " w - - 9 1"},
		{"five fields, numbers in the unused ones", kings + " w 0 0 9", kings + " w - - 9 1"},
		{"any text in fields 3 and 4", kings + " w KQkq e3 5 6", kings + " w - - 5 6"},
		{"numbers in fields 3 and 4", kings + " w 1 2 5 6", kings + " w - - 5 6"},
		{"move number 0 is 1", kings + " w - - 0 0", kings + " w - - 0 1"},
		{"largest counters", kings + " w - - 999999 999999", kings + " w - - 999999 999999"},
		{"E and H", "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", StartFEN},
		{"E, H, B and N mixed", "rhbakaenr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNEAKABHR w - - 0 1", StartFEN},
		{"empty points in several digits", "12k5/45/111111111/9/9/9/9/9/9/112K4", kings + " w - - 0 1"},
		{"tabs and blanks", "\t" + startBoard + "\tw  -   -\t0 1 \n", StartFEN},
		{"double quotes", `"` + StartFEN + `"`, StartFEN},
		{"single quotes", `'` + StartFEN + `'`, StartFEN},
		{"fen in front", "fen " + StartFEN, StartFEN},
		{"FEN in front of quotes", `FEN "` + StartFEN + `"`, StartFEN},
		{"quotes around fen", `"fen ` + StartFEN + `"`, StartFEN},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := ParseFEN(tc.in)
			if err != nil {
				t.Fatalf("%q: %v", tc.in, err)
			}
			if got := p.FEN(); got != tc.want {
				t.Errorf("%q\n got %s\nwant %s", tc.in, got, tc.want)
			}
		})
	}
}

// TestFENRefused holds what is wrong and where for every kind of bad input.
func TestFENRefused(t *testing.T) {
	const rest = " w - - 0 1"
	for _, tc := range []struct{ name, in, field, where, msg string }{
		{"empty", "", "board", "", "empty input: no board field"},
		{"blank", " \t\n", "board", "", "empty input: no board field"},
		{"quotes only", `""`, "board", "", "empty input: no board field"},
		{"word only", "fen", "board", "", "empty input: no board field"},
		{"nine rows", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9" + rest,
			"board", "", "too few rows: 9 instead of 10"},
		{"eleven rows", startBoard + "/9" + rest, "board", "", "too many rows: 11 instead of 10"},
		{"row too long", "rnbakabnr1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest,
			"board", "row 1 (rank 9)", "too long: 10 points instead of 9"},
		{"row much too long", strings.Repeat("9", 1000) + "/9/9/9/9/9/9/9/9/9" + rest,
			"board", "row 1 (rank 9)", "too long: 9000 points instead of 9"},
		{"row too short", "rnbakabn/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest,
			"board", "row 1 (rank 9)", "too short: 8 points instead of 9"},
		{"empty row", "rnbakabnr/9/1c5c1/p1p1p1p1p//9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest,
			"board", "row 5 (rank 5)", "too short: 0 points instead of 9"},
		{"digit 0", "rnbakabnr/09/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest,
			"board", "row 2 (rank 8)", "digit 0 is not a count of empty points"},
		{"unknown letter", "rnbqkabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest,
			"board", "row 1 (rank 9)", "unknown piece letter 'q'"},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"board", "row 1 (rank 9)", "unknown piece letter 'q'"},
		{"Chinese letter", "車8/9/9/9/9/9/9/9/9/9" + rest, "board", "row 1 (rank 9)", "unknown piece letter '車'"},
		{"control character", "\x018/9/9/9/9/9/9/9/9/9" + rest, "board", "row 1 (rank 9)", `unknown piece letter '\x01'`},
		{"not UTF-8", "\xff8/9/9/9/9/9/9/9/9/9" + rest, "board", "row 1 (rank 9)", "unknown piece letter '\uFFFD'"},
		{"no black king", "rnba1abnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" + rest, "board", "", "no black king"},
		{"no red king", "4k4/9/9/9/9/9/9/9/9/9" + rest, "board", "", "no red king"},
		{"two red kings", "3k5/9/9/9/9/9/9/9/4K4/5K3" + rest, "board", "f0", "a second red king"},
		{"kings facing", "4k4/9/9/9/9/9/9/9/9/4K4" + rest,
			"board", "e0", "the kings face each other on an open file (the side to move could take the king)"},
		{"king outside the palace", "4k4/9/9/9/9/9/9/9/9/K8" + rest, "board", "a0", "red king outside the palace"},
		{"king above the palace", "4k4/9/9/9/9/9/4K4/9/9/9" + rest, "board", "e3", "red king outside the palace"},
		{"advisor", "3k5/9/9/9/9/9/9/9/3A5/4K4" + rest, "board", "d1", "red advisor on a point an advisor cannot reach"},
		{"elephant beyond the river", "3k5/9/9/2B6/9/9/9/9/9/4K4" + rest,
			"board", "c6", "red elephant beyond the river or on a point an elephant cannot reach"},
		{"elephant on a wrong point", "3k5/9/2b6/9/9/9/9/9/9/4K4" + rest,
			"board", "c7", "black elephant beyond the river or on a point an elephant cannot reach"},
		{"pawn behind its start", "3k5/9/9/9/9/9/9/9/1P7/4K4" + rest, "board", "b1", "red pawn on a point it cannot reach"},
		{"pawn off its file before the river", "3k5/9/9/1p7/9/9/9/9/9/4K4" + rest,
			"board", "b6", "black pawn on a point it cannot reach"},
		{"three rooks", "3k5/9/9/R8/R8/R8/9/9/9/4K4" + rest, "board", "", "too many red rooks: 3"},
		{"six pawns", "3k5/9/9/9/9/pppppp3/9/9/9/4K4" + rest, "board", "", "too many black pawns: 6"},
		{"bad side", startBoard + " x - - 0 1", "side to move", "", `bad side "x" (want w, r or b)`},
		{"side in upper case", startBoard + " W - - 0 1", "side to move", "", `bad side "W" (want w, r or b)`},
		{"side missing before dashes", startBoard + " - - 0 1", "side to move", "", `bad side "-" (want w, r or b)`},
		{"side not to move in check by a rook", "3k5/9/9/9/9/9/3R5/9/9/4K4" + rest,
			"side to move", "", "black is not to move but in check by the rook on d3"},
		{"side not to move in check by a cannon", "3k5/9/9/9/9/9/9/9/9/c2AK4 b - - 0 1",
			"side to move", "", "red is not to move but in check by the cannon on a0"},
		{"side not to move in check by a horse", "3k5/9/9/9/9/9/9/3n5/9/4K4 b - - 0 1",
			"side to move", "", "red is not to move but in check by the horse on d2"},
		{"side not to move in check by a pawn", "3k5/9/9/9/9/9/9/9/9/3pK4 b - - 0 1",
			"side to move", "", "red is not to move but in check by the pawn on d0"},
		{"clock", startBoard + " w - - x 1", "halfmove clock", "", `"x" is not a number from 0 to 999999`},
		{"negative clock", startBoard + " w -1 1", "halfmove clock", "", `"-1" is not a number from 0 to 999999`},
		{"clock too large", startBoard + " w - - 1000000 1", "halfmove clock", "", `"1000000" is not a number from 0 to 999999`},
		{"move number", startBoard + " w - - 0 1.", "move number", "", `"1." is not a number from 0 to 999999`},
		{"negative move number", startBoard + " w - - 0 -3", "move number", "", `"-3" is not a number from 0 to 999999`},
		{"seven fields", StartFEN + " moves", "fields", "", "7 fields, want at most 6"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, err := ParseFEN(tc.in)
			var fe *FENError
			if !errors.As(err, &fe) {
				t.Fatalf("%q: position %v, error %v", tc.in, p, err)
			}
			if want := (FENError{tc.field, tc.where, tc.msg}); *fe != want {
				t.Errorf("%q\n got %+v\nwant %+v", tc.in, *fe, want)
			}
			if text := err.Error(); !strings.HasPrefix(text, "FEN "+tc.field) || !strings.Contains(text, tc.where) ||
				!strings.HasSuffix(text, tc.msg) || strings.Contains(text, "\n") {
				t.Errorf("%q: error text %q", tc.in, text)
			}
		})
	}
}

// TestFENRoundTrip: what is written reads back as the same position.
func TestFENRoundTrip(t *testing.T) {
	randomPositions(t, 5000, 9, func(p *Position, _ *rand.Rand) {
		fen := p.FEN()
		q := mustParse(t, fen)
		if got := q.FEN(); got != fen {
			t.Errorf("%s reads back as %s", fen, got)
		}
		if q.Key() != p.Key() || q.board != p.board || q.HalfmoveClock() != p.HalfmoveClock() ||
			q.FullmoveNumber() != p.FullmoveNumber() || q.InCheck() != p.InCheck() {
			t.Errorf("%s: another position after reading back", fen)
		}
		if fields := strings.Fields(fen); p.EPD() != strings.Join(fields[:4], " ") || len(fields) != 6 {
			t.Errorf("%s: EPD %s", fen, p.EPD())
		}
	})
}

func TestString(t *testing.T) {
	const want = `9  r n b a k a b n r
8  . . . . . . . . .
7  . c . . . . . c .
6  p . p . p . p . p
5  . . . . . . . . .
4  . . . . . . . . .
3  P . P . P . P . P
2  . C . . . . . C .
1  . . . . . . . . .
0  R N B A K A B N R
   a b c d e f g h i
`
	if got := fmt.Sprint(NewPosition()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// FuzzFEN: any text gives an error or a position that writes, reads and moves
// consistently.
func FuzzFEN(f *testing.F) {
	f.Add(StartFEN)
	f.Add(startBoard)
	f.Add("fen \"4k4/8R/9/9/9/9/9/9/9/rrEA1K3 w 0 1\"")
	f.Add("rheakae1r/9/1c4hc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RHEAKAEHR b")
	f.Add("3k5/9/9/9/9/9/9/9/3p1p3/4K4 r - - 99 0")
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	f.Add("3k5/9/9/9/9/9/9/9/9/3pK4 b")
	for _, fen := range corpusFENs(f) {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			var fe *FENError
			if !errors.As(err, &fe) || p != nil {
				t.Fatalf("%q: %v, %v", text, p, err)
			}
			return
		}
		fen := p.FEN()
		q := mustParse(t, fen)
		if q.FEN() != fen || q.Key() != p.Key() {
			t.Errorf("%q: %s reads back as %s", text, fen, q.FEN())
		}
		checkAgainstReference(t, p)
	})
}

// FuzzMoves plays bytes as choices among the legal moves and compares every
// position on the way with the reference.
func FuzzMoves(f *testing.F) {
	fens := corpusFENs(f)
	f.Add(uint8(0), []byte{0, 1, 2, 3, 4, 5, 6, 7})
	f.Add(uint8(3), []byte{200, 100, 50, 25, 12, 6, 3, 1})
	f.Add(uint8(7), []byte{17, 33, 65, 129, 255, 254, 253})
	f.Fuzz(func(t *testing.T, start uint8, choices []byte) {
		p := mustParse(t, fens[int(start)%len(fens)])
		before := p.FEN()
		made := 0
		for _, c := range choices[:min(len(choices), 64)] {
			checkAgainstReference(t, p)
			any := Move(c)<<8 | Move(start)
			if got, want := p.IsLegal(any), slices.Contains(refMoves(p), any); got != want {
				t.Errorf("%s: IsLegal(%d) %v", p.FEN(), any, got)
			}
			var l MoveList
			p.LegalMoves(&l)
			if l.N == 0 {
				break
			}
			p.Make(l.Moves[int(c)%l.N])
			checkConsistent(t, p)
			made++
		}
		for range made {
			p.Unmake()
		}
		if p.FEN() != before {
			t.Errorf("%s: taken back as %s", before, p.FEN())
		}
	})
}

func refMoves(p *Position) []Move {
	var moves []Move
	for _, m := range refOf(p).legalMoves() {
		moves = append(moves, m.move())
	}
	return moves
}
