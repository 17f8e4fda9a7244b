package board

import "testing"

// benchmarkPositions are the three kinds of position speed is measured on.
var benchmarkPositions = []struct {
	name, fen string
	depth     int
}{
	{"start", StartFEN, 4},
	{"middlegame", "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1", 4},
	{"tactics", "2ba1a3/3kn3n/2c1b4/2r1p1r2/P1p3p2/2B3PCp/2P1P4/3AB1R2/1C1K5/RN1A4c w - - 0 1", 4},
	{"endgame", "3ak1b2/4a4/b3n4/9/9/9/4N4/B3C4/4A4/3AK1B2 w - - 0 1", 5},
}

func BenchmarkPerft(b *testing.B) {
	for _, bm := range benchmarkPositions {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			p := mustParse(b, bm.fen)
			var n uint64
			for b.Loop() {
				n += p.Perft(bm.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mn/s")
		})
	}
}

// BenchmarkSteps times what a search does at every node, in the tactical
// position; one operation is the whole list of moves.
func BenchmarkSteps(b *testing.B) {
	p := mustParse(b, benchmarkPositions[2].fen)
	var l, m MoveList
	p.LegalMoves(&l)
	forget := func() { p.now().check, p.now().aimed = checkUnknown, false } // what is known of the position after a move
	for _, bm := range []struct {
		name string
		run  func()
	}{
		{"legal", func() { forget(); p.LegalMoves(&m) }},
		{"captures", func() { forget(); p.LegalCaptures(&m) }},
		{"quiets", func() { forget(); p.LegalQuiets(&m) }},
		{"count", func() { forget(); p.CountLegalMoves() }},
		{"incheck", func() { forget(); p.InCheck() }},
		{"make", func() {
			for _, mv := range l.Slice() {
				p.Make(mv)
				p.Unmake()
			}
		}},
		{"makecheck", func() {
			for _, mv := range l.Slice() {
				p.Make(mv)
				p.InCheck()
				p.Unmake()
			}
		}},
		{"givescheck", func() {
			for _, mv := range l.Slice() {
				p.GivesCheck(mv)
			}
		}},
		{"islegal", func() {
			for _, mv := range l.Slice() {
				p.IsLegal(mv)
			}
		}},
		{"see", func() {
			for _, mv := range l.Slice() {
				p.SEE(mv)
			}
		}},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bm.run()
			}
		})
	}
}

// BenchmarkEvasions times generation in check.
func BenchmarkEvasions(b *testing.B) {
	p := mustParse(b, "2bk2r2/P3aR3/n1r1b4/9/9/6R2/9/3n5/4p4/3C1K3 b - - 0 1")
	if !p.InCheck() {
		b.Fatal("not in check")
	}
	var l MoveList
	b.ReportAllocs()
	for b.Loop() {
		p.now().check = checkUnknown
		p.LegalMoves(&l)
	}
}

// BenchmarkParseFEN times the reading of one line of a data set.
func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseFEN(benchmarkPositions[1].fen); err != nil {
			b.Fatal(err)
		}
	}
}
