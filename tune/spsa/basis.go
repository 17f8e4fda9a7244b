package spsa

import (
	"math"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// maxSlope bounds the slopes of a table, in centipawns a step.
const maxSlope = 50

// basis is one way to tilt a piece-square table in one phase. The values of a
// basis have mean 0 over the squares of the piece, so that it does not stand in
// for the piece's value.
type basis struct {
	name    string // rook.rank.mg
	weights []int  // parameters of the table's squares
	values  []float64
}

// shapes are the directions a table is tilted in, seen from Red.
var shapes = []struct {
	name  string
	value func(board.Square) float64
}{
	{"rank", func(s board.Square) float64 { return float64(s.Rank()) }},                 // forward
	{"file", func(s board.Square) float64 { return 4 - math.Abs(float64(s.File()-4)) }}, // to the middle file
	{"center", func(s board.Square) float64 { // to the middle of the board
		return -max(math.Abs(float64(s.File())-4), math.Abs(float64(s.Rank())-4.5))
	}},
}

func makeBases() []basis {
	var list []basis
	for _, piece := range []board.PieceType{board.King, board.Advisor, board.Elephant, board.Horse, board.Rook, board.Cannon, board.Pawn} {
		for _, shape := range shapes {
			for _, phase := range []string{"mg", "eg"} {
				b := basis{name: piece.String() + "." + shape.name + "." + phase}
				sum, count := 0.0, 0.0
				for sq := board.Square(0); sq < board.NumSquares; sq++ {
					index, ok := eval.Index("position." + piece.String() + "[" + sq.String() + "]." + phase)
					if !ok {
						continue
					}
					both := 2.0 // a square and its mirror image share one parameter
					if sq.File() == 4 {
						both = 1
					}
					v := shape.value(sq)
					b.weights, b.values = append(b.weights, index), append(b.values, v)
					sum, count = sum+both*v, count+both
				}
				if len(b.weights) == 0 {
					continue
				}
				flat := true
				for i := range b.values {
					b.values[i] -= sum / count
					flat = flat && math.Abs(b.values[i]) < 1e-9
				}
				if !flat {
					list = append(list, b)
				}
			}
		}
	}
	return list
}

// addSlopes adds slope times basis to the tables of w. The sum of all slopes of
// a square is rounded once and cut to the parameter's bounds.
func addSlopes(w *eval.Weights, bases []basis, slopes map[int]float64) error {
	change := make([]float64, eval.NumParams)
	for b := range bases { // in order: sums must not depend on a map's
		slope, ok := slopes[b]
		if !ok {
			continue
		}
		for i, index := range bases[b].weights {
			change[index] += slope * bases[b].values[i]
		}
	}
	for i, x := range change {
		if x == 0 {
			continue
		}
		lo, hi := eval.Bounds(i)
		v := min(max(float64(w.Get(i))+math.Round(x), float64(lo)), float64(hi))
		if err := w.Set(i, int(v)); err != nil {
			return err
		}
	}
	return nil
}
