package suites

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xqlab/engine/board"
)

const startBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		best       string // moves of the first position
		difficulty int
	}{
		{"epd", startBoard + " w - - bm h2e2 b2e2; id \"one\"; c1 \"2\"; c2 \"quiet center\";", "h2e2 b2e2", 2},
		{"epd without a name", startBoard + " w - - bm h2e2;", "h2e2", 0},
		{"avoid only", startBoard + " w - - am h2h9;", "", 0},
		{"points", startBoard + " w - - c8 \"1 5 2.5\"; c9 \"h2d2 h2e2 b2e2\";", "h2e2", 0},
		{"comments, blank lines, byte order mark", "\ufeff# a suite\n\n" + startBoard + " w - - bm h2e2;\r\n", "h2e2", 0},
		{"bars, ranks 0-9", startBoard + " w - - 0 1|h2e2|3\n", "h2e2", 3},
		{"bars, ranks 1-10", startBoard + " w - - 0 1|h3e3|3\n" + startBoard + " b|h10g8|1\n", "h2e2", 3},
		{"bars without difficulty", startBoard + " w|h2e2\n", "h2e2", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, err := Read(strings.NewReader(tc.text), "x.epd")
			if err != nil {
				t.Fatal(err)
			}
			p := s.Positions[0]
			if got := strings.Join(moveTexts(p.Best), " "); got != tc.best || p.Difficulty != tc.difficulty || p.ID == "" {
				t.Errorf("best %q, difficulty %d, id %q", got, p.Difficulty, p.ID)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "# nothing\n", "suite x.epd: no position"},
		{"side to move is missing", startBoard + " - - bm h2e2;", "line 1: column"},
		{"not closed", startBoard + " w - - bm h2e2", "line 1: column"},
		{"illegal", "\n" + startBoard + " w - - bm h2e9;", "suite x.epd: line 2: "},
		{"quote", startBoard + " w - - bm h2e2; id \"opening 1;", "line 1: column"},
		{"integer", startBoard + " w - - bm h2e2; ce abc;", "ce"},
		{"no move", startBoard + " w - - id \"x\";", "line 1: no best move"},
		{"difficulty", startBoard + " w - - bm h2e2; c1 \"6\";", "c1: difficulty \"6\": want 1 (easy) to 5"},
		{"points", startBoard + " w - - c8 \"1\"; c9 \"h2e2 b2e2\";", "c8 has 1 points, c9 2 moves"},
		{"points not a number", startBoard + " w - - c8 \"x\"; c9 \"h2e2\";", "c8: points \"x\""},
		{"points nan", startBoard + " w - - c8 \"NaN\"; c9 \"h2e2\";", "c8: points \"NaN\""},
		{"points of an illegal move", startBoard + " w - - c8 \"1\"; c9 \"h2e9\";", "c9:"},
		{"history elsewhere", startBoard + " w - - bm h2e2; c3 \"fen " + startBoard + " w - - 0 1 moves h2e2\";", "c3: the moves lead to"},
		{"history illegal", startBoard + " w - - bm h2e2; c3 \"fen " + startBoard + " w - - 0 1 moves h2e9\";", "c3: move 1"},
		{"history malformed", startBoard + " w - - bm h2e2; c3 \"h2e2\";", "c3: want"},
		{"bars, no move", startBoard + " w||2", "line 1: the best move between the bars is missing"},
		{"bars, difficulty", startBoard + " w|h2e2|easy", "line 1: difficulty \"easy\""},
		{"bars, too many", startBoard + " w|h2e2|2|3", "line 1: 4 fields"},
		{"bars, illegal", "#\n" + startBoard + " w|h2e9|2", "line 2: "},
		{"bars, mixed dialects", startBoard + " w|h2h9|2\n" + startBoard + " b|h10g8|2", "line 2: "},
		{"bars, bad board", "rnbakabnr/9 w|h2e2|2", "line 1: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tc.text), "x.epd")
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "suite x.epd: ") {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestLoad(t *testing.T) {
	if _, err := Load("no-such"); err == nil || !strings.Contains(err.Error(), "wac_chinese") {
		t.Errorf("error %v names no shipped suite", err)
	}
	path := filepath.Join(t.TempDir(), "mine.epd")
	if err := os.WriteFile(path, []byte(startBoard+" w - - bm h2e2;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(path)
	if err != nil || s.Name != "mine" || len(s.Positions) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestShipped looks at every shipped suite: sizes, names, findings, and that
// writing and reading gives the same.
func TestShipped(t *testing.T) {
	least := map[string]int{"wac_chinese": 300, "endgames": 60, "rules": 30}
	for name, n := range least {
		s, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Positions) < n {
			t.Errorf("%s has %d positions, want %d", name, len(s.Positions), n)
		}
		for _, f := range Inspect(s) {
			t.Errorf("%s: line %d: %s: %s", name, f.Line, f.ID, f.Text)
		}
		var first, second bytes.Buffer
		if err := s.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(first.Bytes()), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Write(&second); err != nil || first.String() != second.String() {
			t.Errorf("%s: written again it differs (%v)", name, err)
		}
	}
}

func TestJudge(t *testing.T) {
	s, err := Read(strings.NewReader(startBoard+" w - - c8 \"1 5\"; c9 \"h2d2 h2e2\";\n"+startBoard+" w - - am h2h9;\n"), "x")
	if err != nil {
		t.Fatal(err)
	}
	move := func(text string) board.Move {
		m, err := board.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, tc := range []struct {
		pos    int
		move   board.Move
		solved bool
		points float64
	}{
		{0, move("h2e2"), true, 5}, {0, move("h2d2"), false, 1}, {0, move("a0a1"), false, 0}, {0, board.NoMove, false, 0},
		{1, move("h2h9"), false, 0}, {1, move("h2e2"), true, 1}, {1, board.NoMove, false, 0},
	} {
		if solved, points := s.Positions[tc.pos].Judge(tc.move); solved != tc.solved || points != tc.points {
			t.Errorf("position %d, %v: %v, %v points; want %v, %v", tc.pos, tc.move, solved, points, tc.solved, tc.points)
		}
	}
	if best := s.Positions[0].MaxPoints(); best != 5 {
		t.Errorf("best points %v, want 5", best)
	}
}

func TestInspect(t *testing.T) {
	p := "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - "
	text := p + "bm a0a9; id \"a\";\n" + p + "bm a0a9; id \"a\";\n" +
		"4k4/9/9/9/9/9/9/9/4A4/4K3R w - - bm i0i9; id \"b\";\n"
	s, err := Read(strings.NewReader(text), "x")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range Inspect(s) {
		if f.Error {
			texts = append(texts, f.Text)
		}
	}
	want := []string{"the name is also that of line 1", "the same position as a, line 1", "the mirror image of a, line 1"}
	if !slices.Equal(texts, want) {
		t.Errorf("findings %q, want %q", texts, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(startBoard + " w - - bm h2e2; id \"one\"; c1 \"2\"; c8 \"1 2\"; c9 \"h2e2 b2e2\";")
	f.Add(startBoard + " w|h3e3|3\n" + startBoard + " b|h10g8|1\n")
	f.Add(startBoard + " b - - bm h9g7; c3 \"fen " + startBoard + " w - - 0 1 moves h2e2\";")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Read(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := s.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(first.Bytes()), "again")
		if err != nil {
			t.Fatalf("%v in\n%s", err, first.String())
		}
		if err := again.Write(&second); err != nil || first.String() != second.String() {
			t.Fatalf("%v\n%s%s", err, first.String(), second.String())
		}
		Inspect(s)
	})
}
