package rules

import (
	"testing"

	"xqlab/engine/board"
)

// BenchmarkGamePlay replays a real game of 104 plies; the figure is per ply,
// the final judgement of a chase included.
func BenchmarkGamePlay(b *testing.B) {
	moves := parseMoves(b, threadGame)
	start := board.NewPosition()
	b.ReportAllocs()
	var g *Game
	for i := 0; b.Loop(); i++ {
		if i%len(moves) == 0 {
			g = NewGame(start, Options{})
		}
		if err := g.Play(moves[i%len(moves)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBareMoves is the floor under BenchmarkGamePlay: the same moves with
// the test for legality and for a legal reply, and nothing else.
func BenchmarkBareMoves(b *testing.B) {
	moves := parseMoves(b, threadGame)
	start := board.NewPosition()
	p := start.Clone()
	for i := 0; b.Loop(); i++ {
		if i%len(moves) == 0 {
			p.CopyFrom(start)
		}
		m := moves[i%len(moves)]
		if !p.IsLegal(m) {
			b.Fatal(m)
		}
		p.Make(m)
		if !p.HasLegalMove() {
			b.Fatal(p.FEN())
		}
	}
}

func position(b *testing.B, fen, moves string) *board.Position {
	p := mustFEN(b, fen)
	for _, m := range parseMoves(b, moves) {
		p.Make(m)
	}
	return p
}

// BenchmarkJudgeProbe is what a search pays at every node: a game's position
// with nothing repeated.
func BenchmarkJudgeProbe(b *testing.B) {
	moves := parseMoves(b, threadGame)
	p := board.NewPosition()
	for _, m := range moves[:90] {
		p.Make(m)
	}
	j := NewJudge(Options{})
	b.ReportAllocs()
	for b.Loop() {
		if j.Probe(p, p.Plies()) != Open {
			b.Fatal("not open")
		}
	}
}

// BenchmarkJudgeCycle is what a search pays where a position has come back
// below the root.
func BenchmarkJudgeCycle(b *testing.B) {
	cases := []struct{ name, fen, moves string }{
		{"idle, middlegame", "r1bakabr1/9/1cn4c1/p1p1p1p1p/6n2/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1", "h0i2 a9a8 i2h0 a8a9"},
		{"chase", rookAndHorse, chaseLap},
		{"checks", "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1", "e3d3 d6e6 d3e3 e6d6"},
		{"chase, 20 plies", "4k4/9/9/9/1r1N5/9/9/9/9/5K3 w - - 0 1", "d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 f5e3 d5e5 e3c4 e5e4 c4d6 e4d4"},
		{"chase, full middlegame", "1rb1kabr1/4a1c2/1cn3n2/p1C1p1R1p/9/9/P1P1P1P1P/2N1C1N2/9/R1BAKAB2 w - - 0 1", "g6f6 g7h5 f6g6 h5g7"},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			p := position(b, c.fen, c.moves)
			plies := p.RepetitionPly()
			if plies == 0 {
				b.Fatal("no cycle")
			}
			j := NewJudge(Options{})
			b.ReportAllocs()
			for b.Loop() {
				if j.Cycle(p, plies) == Open {
					b.Fatal("open")
				}
			}
		})
	}
}
