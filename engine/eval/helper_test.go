package eval

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"xqlab/engine/board"
)

// fens returns the positions of testdata/positions.txt: openings, sharp
// middlegames, thin endings.
func fens(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/positions.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(strings.ReplaceAll(string(data), " ", "_"))
}

func parse(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := board.ParseFEN(strings.ReplaceAll(fen, "_", " "))
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// randomPlay calls f for n positions reached by random legal moves from the
// start position and those of fens. p has e attached throughout.
func randomPlay(t testing.TB, e *Evaluator, n int, f func(p *board.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2024, 7))
	starts := append(fens(t), board.StartFEN, board.StartFEN, board.StartFEN, board.StartFEN)
	var moves board.MoveList
	for i := 0; n > 0; i++ {
		p := parse(t, starts[i%len(starts)])
		e.Attach(p)
		for range 1 + rng.IntN(120) {
			f(p)
			if n--; n == 0 {
				return
			}
			moves.N = 0
			if p.LegalMoves(&moves); moves.N == 0 {
				break
			}
			p.Make(moves.Slice()[rng.IntN(moves.N)])
		}
	}
}

// flipped returns the position with the colours exchanged.
func flipped(t testing.TB, p *board.Position) *board.Position {
	t.Helper()
	rows, rest := splitFEN(p)
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	swap := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}
	side := "w"
	if strings.HasPrefix(rest, "w") {
		side = "b"
	}
	return parse(t, strings.Map(swap, strings.Join(rows, "/"))+" "+side+rest[1:])
}

// mirrored returns the position reflected left to right.
func mirrored(t testing.TB, p *board.Position) *board.Position {
	t.Helper()
	rows, rest := splitFEN(p)
	for i, row := range rows {
		b := []byte(row)
		for j, k := 0, len(b)-1; j < k; j, k = j+1, k-1 {
			b[j], b[k] = b[k], b[j]
		}
		rows[i] = string(b)
	}
	return parse(t, strings.Join(rows, "/")+" "+rest)
}

func splitFEN(p *board.Position) (rows []string, rest string) {
	placement, rest, _ := strings.Cut(p.FEN(), " ")
	return strings.Split(placement, "/"), rest
}

// randomWeights returns weights with every parameter drawn from its range.
func randomWeights(seed uint64) *Weights {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := new(Weights)
	for i := range NumParams {
		lo, hi := Bounds(i)
		w.v[i] = int32(lo + rng.IntN(hi-lo+1))
	}
	return w
}
