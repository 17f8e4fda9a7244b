package texel

import (
	"fmt"
	"math"

	"xqlab/engine/eval"
)

// maxTerms is the length of tables indexed by term: a power of two, so that a
// mask takes the place of a bounds check.
const (
	maxTerms = 1024
	termMask = maxTerms - 1
)

// row is one position as the tuner sees it. Its terms stand in rows.terms from
// start on: first those counted +1, then those counted -1, then pairs of a
// term and its count. A count of 2 or -2 is two entries. Nothing is multiplied
// in the first two kinds, which are nearly all.
type row struct {
	start uint32
	plus  uint8
	minus uint8
	pairs uint8
	phase uint8
	label float32 // expected score of Red
	fixed float32 // what terms that are not in the row add, centipawns from Red's view
}

// rows are positions in order of phase.
type rows struct {
	rows   []row
	terms  []uint16
	scores []int16 // search scores, until labels are blended
	nnz    int64   // counts that are not 0
}

// maxRowEntries bounds the entries of one kind in a row.
const maxRowEntries = math.MaxUint8

// append adds a position. coefs are its counts, but for those of terms that
// are fixed.
func (rs *rows) append(coefs []eval.Coef, phase int, label, fixed float64, score int16) error {
	if len(rs.terms) > math.MaxUint32-4*maxRowEntries {
		return fmt.Errorf("more than %d entries of positions: use fewer positions", math.MaxUint32)
	}
	r := row{start: uint32(len(rs.terms)), phase: uint8(phase), label: float32(label), fixed: float32(fixed)}
	var plus, minus, pairs int
	for _, c := range coefs {
		switch c.N {
		case 2, 1:
			for range c.N {
				rs.terms = append(rs.terms, c.Term)
				plus++
			}
		case -1, -2:
			minus -= int(c.N)
		default:
			pairs++
		}
	}
	for _, c := range coefs {
		for n := c.N; n < 0 && c.N >= -2; n++ {
			rs.terms = append(rs.terms, c.Term)
		}
	}
	for _, c := range coefs {
		if c.N > 2 || c.N < -2 {
			rs.terms = append(rs.terms, c.Term, uint16(c.N))
		}
	}
	if max(plus, minus, pairs) > maxRowEntries {
		return fmt.Errorf("a position with %d, %d, %d entries, want at most %d of each kind", plus, minus, pairs, maxRowEntries)
	}
	r.plus, r.minus, r.pairs = uint8(plus), uint8(minus), uint8(pairs)
	rs.rows = append(rs.rows, r)
	rs.scores = append(rs.scores, score)
	rs.nnz += int64(len(coefs))
	return nil
}

// entries returns the number of entries of a row in terms.
func (r *row) entries() int { return int(r.plus) + int(r.minus) + 2*int(r.pairs) }

// each calls f with every term of a row and its count.
func (rs *rows) each(r *row, f func(term int, n float64)) {
	list := rs.terms[r.start:]
	p, m := int(r.plus), int(r.minus)
	for _, t := range list[:p] {
		f(int(t), 1)
	}
	for _, t := range list[p : p+m] {
		f(int(t), -1)
	}
	list = list[p+m:]
	for i := range int(r.pairs) {
		f(int(list[2*i]), float64(int16(list[2*i+1])))
	}
}

// joined returns the rows of parts in order of phase, and within a phase in
// the order of the parts.
func joined(parts []*rows) *rows {
	var count [eval.MaxPhase + 2]int
	all := &rows{}
	entries := 0
	for _, p := range parts {
		for i := range p.rows {
			count[p.rows[i].phase+1]++
		}
		entries += len(p.terms)
		all.nnz += p.nnz
	}
	for i := range eval.MaxPhase + 1 {
		count[i+1] += count[i]
	}
	n := count[eval.MaxPhase+1]
	all.rows = make([]row, n)
	all.scores = make([]int16, n)
	all.terms = make([]uint16, 0, entries)
	type origin struct{ part, row int32 }
	from := make([]origin, n)
	for i, p := range parts {
		for j := range p.rows {
			at := &count[p.rows[j].phase]
			from[*at] = origin{int32(i), int32(j)}
			*at++
		}
	}
	for i, o := range from {
		p := parts[o.part]
		r := p.rows[o.row]
		list := p.terms[r.start:][:r.entries()]
		r.start = uint32(len(all.terms))
		all.rows[i] = r
		all.scores[i] = p.scores[o.row]
		all.terms = append(all.terms, list...)
	}
	return all
}
