package notation

import (
	"testing"

	"xqlab/engine/board"
)

// FuzzParse: no text panics in any style, and what is read as a move is legal
// and survives writing and reading.
func FuzzParse(f *testing.F) {
	for i, row := range readTable(f, "notation-alt.tsv") {
		if i%16 == 0 {
			f.Add(row[0], row[3])
		}
	}
	for _, row := range readTable(f, "bad-moves.tsv") {
		f.Add(row[2], row[3])
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		LooksLikeMove(text)
		for _, s := range Styles() {
			m, err := Parse(p, text, s)
			if err != nil {
				if m != board.NoMove || err.Error() == "" {
					t.Fatalf("%s %q: %v with error %v", fen, text, m, err)
				}
				continue
			}
			if !p.IsLegal(m) {
				t.Fatalf("%s: %q read as the illegal %v", fen, text, m)
			}
			again := Format(p, m, s)
			if got, err := Parse(p, again, s); got != m {
				t.Fatalf("%s: %q read as %v, written as %q, read as %v, %v", fen, text, m, again, got, err)
			}
		}
	})
}
