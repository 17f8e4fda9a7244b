package dataset

import (
	"errors"
	"fmt"
	"io"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

// Bin is one bar of a histogram.
type Bin struct {
	Label string `json:"label"`
	Count int64  `json:"count"`
}

// Info sums up a file.
type Info struct {
	Meta        Meta    `json:"description"`
	Positions   int64   `json:"positions"`
	Games       int64   `json:"games"`
	Occurrences int64   `json:"occurrences"` // positions counted as often as they were met
	Duplicates  int64   `json:"duplicates"`  // positions that stand in the file before
	RedToMove   int64   `json:"red_to_move"`
	Scored      int64   `json:"scored"` // with a search score
	MeanLabel   float64 `json:"mean_label"`
	Labels      []Bin   `json:"labels"`   // expected score of Red
	Phases      []Bin   `json:"phases"`   // 66 is the full set of pieces, 0 bare kings
	Men         []Bin   `json:"men"`      // pieces on the board, kings included
	Material    []Bin   `json:"material"` // Red's less Black's, in centipawns of exchange values
	Scores      []Bin   `json:"scores"`   // search scores, centipawns, Red's view
}

// Histogram bounds: a bin holds values from the bound before up to its own.
var (
	phaseBounds    = []int{10, 20, 30, 40, 50, 60, eval.MaxPhase}
	menBounds      = []int{8, 12, 16, 20, 24, 28, maxMen}
	materialBounds = []int{-1000, -500, -200, -1, 0, 200, 500, 1000}
	scoreBounds    = []int{-1000, -500, -200, -50, 50, 200, 500, 1000}
)

// Inspect reads a file to its end and checks every position.
func Inspect(r *Reader) (*Info, error) {
	info := &Info{Meta: r.Meta()}
	phases, men := newHistogram(phaseBounds), newHistogram(menBounds)
	material, scores := newHistogram(materialBounds), newHistogram(scoreBounds)
	var labels [11]int64
	e := eval.New(eval.Seed()) // a trace does not depend on the weights
	var pos board.Position
	var trace eval.Trace
	seen := map[uint64]bool{}
	var games gameCount
	sum := 0.0
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := rec.SetUp(&pos); err != nil {
			return nil, r.RecordError(err)
		}
		games.see(rec)
		info.Positions++
		info.Occurrences += int64(rec.Count)
		if seen[pos.Key()] {
			info.Duplicates++
		}
		seen[pos.Key()] = true
		if pos.SideToMove() == board.Red {
			info.RedToMove++
		}
		sum += rec.Label()
		labels[labelBin(rec.Label())]++
		e.Trace(&pos, &trace)
		phases.add(trace.Phase())
		men.add(rec.Men())
		material.add(exchangeBalance(&pos))
		if s, ok := rec.Score(); ok {
			info.Scored++
			scores.add(s)
		}
	}
	info.Games = int64(games.n)
	if info.Positions > 0 {
		info.MeanLabel = sum / float64(info.Positions)
	}
	for i, n := range labels {
		info.Labels = append(info.Labels, Bin{labelNames[i], n})
	}
	info.Phases, info.Men, info.Material, info.Scores = phases.bins(), men.bins(), material.bins(), scores.bins()
	return info, nil
}

// labelNames name the bins of labels: losses, draws and wins have their own.
var labelNames = [11]string{
	"0", "0-0.1", "0.1-0.2", "0.2-0.3", "0.3-0.5", "0.5", "0.5-0.7", "0.7-0.8", "0.8-0.9", "0.9-1", "1",
}

func labelBin(y float64) int {
	bounds := [...]float64{0, 0.1, 0.2, 0.3, 0.5}
	switch {
	case y == 0.5:
		return 5
	case y > 0.5:
		return 10 - labelBin(1-y)
	}
	for i, b := range bounds {
		if y <= b {
			return i
		}
	}
	return 4
}

// exchangeBalance returns Red's pieces less Black's in exchange values.
func exchangeBalance(p *board.Position) int {
	sum := 0
	for t := board.Advisor; t <= board.Pawn; t++ {
		sum += (p.Count(board.Red, t) - p.Count(board.Black, t)) * board.ExchangeValue(t)
	}
	return sum
}

// histogram counts values by bounds.
type histogram struct {
	bounds []int
	counts []int64
}

func newHistogram(bounds []int) *histogram {
	return &histogram{bounds, make([]int64, len(bounds)+1)}
}

func (h *histogram) add(x int) {
	for i, b := range h.bounds {
		if x <= b {
			h.counts[i]++
			return
		}
	}
	h.counts[len(h.bounds)]++
}

func (h *histogram) bins() []Bin {
	var list []Bin
	for i, n := range h.counts {
		var label string
		switch {
		case i == 0:
			label = fmt.Sprintf("to %d", h.bounds[0])
		case i == len(h.bounds):
			label = fmt.Sprintf("over %d", h.bounds[i-1])
		case h.bounds[i-1]+1 == h.bounds[i]:
			label = fmt.Sprint(h.bounds[i])
		default:
			label = fmt.Sprintf("%d to %d", h.bounds[i-1]+1, h.bounds[i])
		}
		if n > 0 || i < len(h.bounds) {
			list = append(list, Bin{label, n})
		}
	}
	return list
}
