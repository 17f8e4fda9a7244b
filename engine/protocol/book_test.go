package protocol

import (
	"os"
	"path/filepath"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/book"
)

// writeBook writes a book of one game, a0a1 being its first move.
func writeBook(t *testing.T) string {
	t.Helper()
	b, err := book.NewBuilder(book.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if err := b.Add(board.NewPosition(), []board.Move{mustMove(t, "a0a1"), mustMove(t, "a9a8")}, book.Drawn); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "one game.book")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := b.WriteTo(f); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBook: a move of the book is played without thinking where a game is
// played, and only there.
func TestBook(t *testing.T) {
	path := writeBook(t)
	for _, d := range []Dialect{UCI, UCCI} {
		cl := connect(t, t.Context(), Config{Dialect: d})
		set := func(name, value string) string {
			if d == UCI {
				return "setoption name " + name + " value " + value
			}
			return "setoption " + map[string]string{"BookFile": "bookfiles", "OwnBook": "usebook"}[name] + " " + value
		}
		// fromBook reports whether the answer to a go is a move of the book or
		// its mirror image.
		fromBook := func(text string) bool {
			cl.send(text)
			got := cl.until("bestmove")
			if len(only(got, "info string book move")) == 0 {
				return false
			}
			if m := got[len(got)-1]; m != "bestmove a0a1" && m != "bestmove i0i1" {
				t.Errorf("%v: %q is not in the book", d, m)
			}
			return true
		}
		cl.send(set("BookFile", path))
		if !fromBook("go depth 4") {
			t.Errorf("%v: the book is not used", d)
		}
		for _, analysis := range []string{"go infinite\nstop", "go ponder\nstop", "go mate 1 depth 3", "go depth 3 searchmoves h2e2", "banmoves h2e2\ngo depth 3"} {
			if fromBook(analysis) {
				t.Errorf("%v: %q is answered from the book", d, analysis)
			}
		}
		cl.send("position startpos", set("BookFile", "no-such-file"))
		cl.until("info string setoption")
		if !fromBook("go depth 4") {
			t.Errorf("%v: another book was refused, but the first is gone", d)
		}
		for _, off := range []string{set("OwnBook", "false"), set("OwnBook", "true") + "\n" + set("BookFile", "<empty>")} {
			cl.send(off)
			if fromBook("go depth 4") {
				t.Errorf("%v: the book is used after %q", d, off)
			}
		}
		cl.send("quit")
		cl.end()
	}
}
