package board

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shuffle plays n plies of random moves that capture nothing, with a null move
// now and then, and calls f after each with the four-field FENs of all
// positions so far and the index of the first that a repetition may reach.
func shuffle(t *testing.T, fen string, n int, seed uint64, f func(p *Position, line []string, first int)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	p := mustParse(t, fen)
	line, first := []string{p.EPD()}, 0
	for range n {
		var l MoveList
		p.LegalQuiets(&l)
		if rng.IntN(30) == 0 {
			p.LegalMoves(&l)
		}
		switch {
		case l.N == 0:
			return
		case rng.IntN(40) == 0 && !p.InCheck():
			p.MakeNull()
			first = len(line)
		default:
			p.Make(l.Moves[rng.IntN(l.N)])
			if p.CapturedAt(p.Plies()-1) != NoPiece {
				first = len(line)
			}
		}
		line = append(line, p.EPD())
		f(p, line, first)
	}
}

func TestRepetitionAgainstBruteForce(t *testing.T) {
	found := 0
	for i, fen := range []string{
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
		"3k5/4a4/9/9/9/9/9/9/4A4/4K4 w - - 7 1",
		"3kr4/9/9/9/9/9/9/9/9/4KR3 w - - 0 1",
		"3ak1b2/4a4/b3n4/9/9/9/4N4/B3C4/4A4/3AK1B2 w - - 0 1",
	} {
		for seed := range uint64(20) {
			shuffle(t, fen, 400, 10*seed+uint64(i), func(p *Position, line []string, first int) {
				n := len(line) - 1
				want := 0
				for back := 1; n-back >= first && want == 0; back++ {
					if line[n-back] == line[n] {
						want = back
					}
				}
				if want > 0 {
					found++
				}
				if got := p.RepetitionPly(); got != want {
					t.Fatalf("%s after %d plies: RepetitionPly %d, want %d", fen, p.Plies(), got, want)
				}
			})
		}
	}
	if found < 1000 {
		t.Errorf("only %d repetitions in the sample", found)
	}
}

// TestRepetitionInLongGames: no length of game makes the filter forget. The
// same four positions return so often that narrow counters would wrap to 0.
func TestRepetitionInLongGames(t *testing.T) {
	plies := 70_000 * 4
	if testing.Short() {
		plies = 4_000
	}
	p := mustParse(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1")
	cycle := [4]Move{mustMove(t, "e0e1"), mustMove(t, "d9d8"), mustMove(t, "e1e0"), mustMove(t, "d8d9")}
	for i := range plies {
		want := 4
		if i < 4 {
			want = 0
		}
		if got := p.RepetitionPly(); got != want {
			t.Fatalf("after %d plies: RepetitionPly %d, want %d", i, got, want)
		}
		p.Make(cycle[i%4])
	}
	if got := p.HalfmoveClock(); got != plies {
		t.Errorf("halfmove clock %d, want %d", got, plies)
	}
	if _, err := ParseFEN(p.FEN()); err != nil {
		t.Errorf("FEN of a long game: %v", err)
	}
	q := p.Clone()
	for range plies {
		q.Unmake()
	}
	if got, want := q.FEN(), "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"; got != want {
		t.Errorf("taken back: %s, want %s", got, want)
	}
	if fmt.Sprint(q.seen) != fmt.Sprint([repetitionSlots]uint16{}) {
		t.Error("the filter still counts positions after taking back all moves")
	}
}

// TestRepetitionEndsAtCapture: positions before a capture never count.
func TestRepetitionEndsAtCapture(t *testing.T) {
	p := mustParse(t, "3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1")
	for _, text := range []string{"e0e1", "d9d8", "e1e0", "d8d9"} {
		p.Make(mustMove(t, text))
	}
	if got := p.RepetitionPly(); got != 4 {
		t.Errorf("RepetitionPly %d, want 4", got)
	}
	p.Make(mustMove(t, "a0a5"))
	for _, text := range []string{"d9d8", "e0e1", "d8d9"} {
		p.Make(mustMove(t, text))
		if got := p.RepetitionPly(); got != 0 {
			t.Errorf("after %s: RepetitionPly %d, want 0", text, got)
		}
	}
	p.Make(mustMove(t, "e1e0"))
	if got := p.RepetitionPly(); got != 4 {
		t.Errorf("RepetitionPly %d, want 4 (back to the capture)", got)
	}
}
