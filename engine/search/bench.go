package search

import (
	"context"
	"time"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// BenchPositions are searched by Bench: openings, middlegames and endings of
// many kinds.
var BenchPositions = []string{
	board.StartFEN,
	"r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/6P2/P1P1P3P/1C2C1N2/9/RNBAKABR1 w - - 0 1",
	"r2akabr1/9/1cn1b2c1/p1p1p3p/6pn1/1CPN5/P3P1P1P/4C1N2/9/R1BAKAB1R w - - 0 7",
	"2bakabr1/r8/2n1c1n1c/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/1RBAKAB1R w - - 0 7",
	"r3kabr1/4a4/1cn1b1nc1/p1p1p3p/6p2/2P6/P3P1P1P/1CN1C1N2/5R3/R1BAKAB2 w - - 0 7",
	"2bak4/9/3a5/6P1C/p1b6/3nNr3/4P3P/2n6/4A2R1/2B1KAB2 b - - 0 30",
	"2ba1k2C/2R1a3R/8N/4C3p/2b6/7n1/9/5r2B/3rA2p1/4KAB1c w - - 0 40",
	"1nba1k2r/4ac3/2cNR4/4C4/p4np1p/2P6/P3P1P1P/5C2N/9/2BAKAB2 w - - 0 25",
	"3ak1b2/4a4/b3n4/9/9/9/4N4/B3C4/4A4/3AK1B2 w - - 0 60",
	"4kab2/4a4/4b4/9/9/9/9/4B4/4A4/R3KAB2 w - - 0 50",
	"3k2b2/4P4/4b4/3cN4/9/9/9/3K5/2p1Ap3/3A5 w - - 0 80",
	"2bk2r2/P3aR3/n1r1b4/9/9/6R2/9/3n5/4p4/3C1K3 b - - 0 45",
	"rn1a1abn1/4c4/bc3k3/4p3p/pC4p2/2p3PrC/4P3P/9/2N1K4/R1BA1ABNR b - - 0 12",
	"2bakc2r/4a4/n3b1n2/p1p1p2Rp/5rp2/2P1P3P/P3N1cC1/1C2B1N2/4A4/2BAK2R1 w - - 0 15",
	"1n1a2b2/4ak2r/b6Cn/1C6p/r1p1p4/P1P3P1P/4c4/B3B1c2/3NA4/R2AK2NR w - - 0 20",
	"5k3/9/5C3/9/9/6B2/9/7n1/5K3/4p1B2 w - - 0 90",
	"3a1k3/Rr5n1/n4a2b/4p4/P1c3R1p/2p1P4/4N4/B2K4c/C8/3ANA3 b - - 0 33",
	"2b1ka1r1/3Ra4/3Pb4/9/9/1R7/2Pnc4/1C1CB3B/4Ap3/3AK3c w - - 0 38",
}

// BenchResult is the outcome of Bench.
type BenchResult struct {
	Positions int
	Nodes     uint64
	Time      time.Duration
	Signature uint64 // hash of all nodes, scores and moves
}

// NPS returns nodes per second.
func (r BenchResult) NPS() float64 { return float64(r.Nodes) / max(r.Time, minClock).Seconds() }

// Constants of FNV-1a, the hash of the signature.
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// BenchDepth is the depth the pinned signature is taken at.
const BenchDepth = 9

// Bench searches BenchPositions to the given depth with one thread, each from
// an empty table. The signature changes only when search or evaluation do.
func Bench(ctx context.Context, e *eval.Evaluator, params Params, depth, hash int) (BenchResult, error) {
	s, err := New(Options{Hash: hash, Eval: e, Params: params})
	if err != nil {
		return BenchResult{}, err
	}
	r := BenchResult{Signature: fnvOffset}
	for _, fen := range BenchPositions {
		pos, err := board.ParseFEN(fen)
		if err != nil {
			return r, err
		}
		s.NewGame()
		got, err := s.Search(ctx, pos, Limits{Depth: depth}, nil)
		if err != nil {
			return r, err
		}
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Positions++
		r.Nodes += got.Nodes
		r.Time += got.Time
		for _, v := range [...]uint64{got.Nodes, uint64(got.Score), uint64(got.Best)} {
			r.Signature = (r.Signature ^ v) * fnvPrime // a word at a time
		}
	}
	return r, nil
}
