package texel

import (
	"cmp"
	"math"
	"slices"

	"xqlab/engine/eval"
)

// CollinearPair is a pair of terms whose counts are so strongly correlated that
// data hardly determine the value of each.
type CollinearPair struct {
	A           string  `json:"a"`
	B           string  `json:"b"`
	Correlation float64 `json:"correlation"`
}

// collinearCorrelation is the absolute correlation from which pairs are reported.
const collinearCorrelation = 0.98

// maxCollinearRows bounds the positions that collinearPairs samples.
const maxCollinearRows = 50_000

// collinearPairs finds pairs of terms that each occur in at least minSupport
// training positions, with strongly correlated counts.
func collinearPairs(d *Data, minSupport float64) []CollinearPair {
	rs := d.parts[Train]
	step := max(1, len(rs.rows)/maxCollinearRows)
	sum := make([]float64, eval.NumTerms)
	count := make([]float64, eval.NumTerms)
	prod := make([]float64, eval.NumTerms*eval.NumTerms)
	rowsSeen := 0.0
	type cell struct {
		term int
		n    float64
	}
	var cells []cell
	for i := 0; i < len(rs.rows); i += step {
		cells = cells[:0]
		rs.each(&rs.rows[i], func(term int, n float64) {
			if len(cells) > 0 && cells[len(cells)-1].term == term {
				cells[len(cells)-1].n += n
				return
			}
			cells = append(cells, cell{term, n})
		})
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.term, b.term) })
		for a, ca := range cells {
			sum[ca.term] += ca.n
			count[ca.term]++
			line := prod[ca.term*eval.NumTerms:]
			for _, cb := range cells[a:] {
				line[cb.term] += ca.n * cb.n
			}
		}
		rowsSeen++
	}
	variance := func(t int) float64 {
		return prod[t*eval.NumTerms+t]/rowsSeen - sum[t]*sum[t]/rowsSeen/rowsSeen
	}
	var list []CollinearPair
	for a := range eval.NumTerms {
		for b := a + 1; b < eval.NumTerms; b++ {
			if min(count[a], count[b])*float64(step) < minSupport {
				continue
			}
			cov := prod[a*eval.NumTerms+b]/rowsSeen - sum[a]*sum[b]/rowsSeen/rowsSeen
			if r := cov / math.Sqrt(variance(a)*variance(b)); math.Abs(r) >= collinearCorrelation {
				list = append(list, CollinearPair{termName(a), termName(b), r})
			}
		}
	}
	return list
}
