package notation

import (
	"math/rand/v2"
	"testing"

	"xqlab/engine/board"
)

// randomPositions calls visit for n positions met in random games, which start
// in turn from the start position and from the piece-rich vectors (tandem
// pawns, rooks and so on), so that every naming rule occurs often.
func randomPositions(t testing.TB, n int, seed uint64, visit func(p *board.Position, moves []board.Move)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	starts := []string{board.StartFEN}
	for _, row := range readTable(t, "notation.tsv") {
		starts = append(starts, row[0])
	}
	for i := 0; n > 0; i++ {
		start, plies := starts[i%len(starts)], 10
		if i%4 == 0 {
			start, plies = board.StartFEN, 120
		}
		p := mustFEN(t, start)
		for range plies {
			var l board.MoveList
			p.LegalMoves(&l)
			if l.N == 0 || n == 0 {
				break
			}
			visit(p, l.Slice())
			n--
			p.Make(l.Slice()[rng.IntN(l.N)])
		}
	}
}

// TestRoundTrip writes and reads back every legal move of many positions in
// every style; two moves of a position never share a text.
func TestRoundTrip(t *testing.T) {
	positions := 20000
	if testing.Short() {
		positions = 2000
	}
	var text []byte
	seen := make(map[string]board.Move)
	randomPositions(t, positions, 3, func(p *board.Position, moves []board.Move) {
		for _, s := range Styles() {
			clear(seen)
			for _, m := range moves {
				text = Append(text[:0], p, m, s)
				if other, ok := seen[string(text)]; ok {
					t.Fatalf("%s: %v and %v are both %s", p.FEN(), other, m, text)
				}
				seen[string(text)] = m
				got, err := Parse(p, string(text), s)
				if got != m {
					t.Fatalf("%s: %v written as %s, read as %v, %v", p.FEN(), m, text, got, err)
				}
				if d := Detect(string(text)); d.plain() != s.plain() {
					t.Fatalf("%s detected as %v, want %v", text, d, s)
				}
				if !LooksLikeMove(string(text)) {
					t.Fatalf("%s does not look like a move", text)
				}
			}
		}
	})
}

// plain merges the styles that Detect cannot tell apart from one text.
func (s Style) plain() Style {
	switch s {
	case ICCSHyphen, UCI10:
		return ICCS
	case Traditional:
		return Chinese
	}
	return s
}

// TestExplainAgrees: a reason is given exactly for the moves that are not legal.
func TestExplainAgrees(t *testing.T) {
	randomPositions(t, 300, 5, func(p *board.Position, moves []board.Move) {
		legal := make(map[board.Move]bool, len(moves))
		for _, m := range moves {
			legal[m] = true
		}
		for from := board.Square(0); from < board.NumSquares; from++ {
			if p.At(from) == board.NoPiece {
				continue
			}
			for to := board.Square(0); to < board.NumSquares; to++ {
				m := board.NewMove(from, to)
				if why := Explain(p, m); (why == "") != legal[m] {
					t.Fatalf("%s %v: legal %v, explanation %q", p.FEN(), m, legal[m], why)
				}
			}
		}
	})
}

func BenchmarkParse(b *testing.B) {
	p := board.NewPosition()
	m, _ := board.ParseMove("h2e2")
	for _, s := range Styles() {
		b.Run(s.String(), func(b *testing.B) {
			text := Format(p, m, s)
			r := Reader{Style: s}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Parse(p, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	p := board.NewPosition()
	m, _ := board.ParseMove("h2e2")
	var buf []byte
	for _, s := range Styles() {
		b.Run(s.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				buf = Append(buf[:0], p, m, s)
			}
		})
	}
}
