package selfplay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

// writeBook builds a book from games given as moves in ICCS.
func writeBook(t *testing.T, games ...string) string {
	t.Helper()
	b, err := book.NewBuilder(book.BuildOptions{MinGames: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, text := range games {
		var moves []board.Move
		for _, m := range strings.Fields(text) {
			mv, err := board.ParseMove(m)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, mv)
		}
		if err := b.Add(board.NewPosition(), moves, book.Drawn); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "test.xqb")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.WriteTo(f); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpeningsFromBook(t *testing.T) {
	// The book drops copies of a game, so each goes on in its own way; a move
	// and its mirror image in a symmetric position are one, here g3g4.
	path := writeBook(t,
		"h2e2 h9g7 h0g2 i9h9", "h2e2 h9g7 h0g2 c6c5", "h2e2 h9g7 h0g2 g6g5",
		"g3g4 b7c7 c0e2 c9e7", "g3g4 b7c7 c0e2 g9e7",
		"g0e2 h7e7 h0g2 h9g7")
	tests := []struct {
		plies int
		want  []string // lines, most played first
	}{
		{1, []string{"h2e2", "g3g4", "g0e2"}},
		{3, []string{"h2e2 h9g7 h0g2", "g3g4 b7c7 c0e2", "g0e2 h7e7 h0g2"}},
	}
	for _, tt := range tests {
		set, err := LoadOpenings(t.Context(), path, tt.plies)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, op := range set.List {
			var line []string
			for _, m := range op.Moves {
				line = append(line, m.String())
			}
			got = append(got, strings.Join(line, " "))
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("plies %d: lines %q, want %q", tt.plies, got, tt.want)
		}
	}
}

func TestDamagedBookIsRefused(t *testing.T) {
	path := writeBook(t, "h2e2 h9g7")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadOpenings(t.Context(), path, 0); err == nil {
		t.Error("a damaged book was accepted")
	}
}
