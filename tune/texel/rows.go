package texel

import (
	"fmt"
	"math"

	"xqlab/engine/eval"
)

// A code is a term with a small count: what kernels add up. Tables are indexed
// by it and have a section for each count, so that nothing need be multiplied
// and all codes of a row go through one loop.
type code = uint16

const (
	section  = 1024 // codes of one count; the code of a term is count section + term
	sections = 4    // counts +1, -1, +2, -2; others are made of several codes
	codes    = section * sections
	codeMask = codes - 1 // a mask takes the place of a bounds check
)

// counts holds the count of each section.
var counts = [sections]float64{1, -1, 2, -2}

// quad is how many codes kernels take at a time. Rows are filled up to a
// multiple of it with codes that mean nothing, different ones so that a
// kernel's additions need not wait for one another.
const quad = 4

// padding is the first of the codes without meaning. Their values in tables
// stay 0.
const padding = section - quad

// The terms must leave room for the padding.
const _ = uint(padding - eval.NumTerms)

// row is one position as the tuner sees it: its codes stand in rows.codes.
type row struct {
	start uint32
	quads uint8
	phase uint8
	label float32 // expected score of Red
	fixed float32 // sum of the terms that are not in the row, centipawns from Red's view
}

// rows are positions in order of phase.
type rows struct {
	rows   []row
	codes  []code
	scores []int16 // search scores, until labels are blended
	nnz    int64   // counts that are not 0
}

// append adds a position. coefs are its counts, but for those of terms that
// are fixed.
func (rs *rows) append(coefs []eval.Coef, phase int, label, fixed float64, score int16) error {
	start := len(rs.codes)
	for _, c := range coefs {
		n, at := int(c.N), code(c.Term)
		if n < 0 {
			n, at = -n, at+section
		}
		for ; n >= 2; n -= 2 {
			rs.codes = append(rs.codes, at+2*section)
		}
		if n > 0 {
			rs.codes = append(rs.codes, at)
		}
	}
	for k := code(0); (len(rs.codes)-start)%quad != 0; k++ {
		rs.codes = append(rs.codes, padding+k)
	}
	quads := (len(rs.codes) - start) / quad
	switch {
	case quads > math.MaxUint8:
		return fmt.Errorf("a position with %d counts, want at most %d", quads*quad, math.MaxUint8*quad)
	case len(rs.codes) > math.MaxUint32:
		return fmt.Errorf("more than %d counts of positions: use fewer positions", math.MaxUint32)
	}
	rs.rows = append(rs.rows, row{
		start: uint32(start), quads: uint8(quads), phase: uint8(phase), label: float32(label), fixed: float32(fixed),
	})
	rs.scores = append(rs.scores, score)
	rs.nnz += int64(len(coefs))
	return nil
}

// list returns the codes of a row.
func (rs *rows) list(r *row) []code { return rs.codes[r.start:][:int(r.quads)*quad] }

// each calls f with every term of a row and its count. A term with a count
// beyond 2 comes several times, one after the other.
func (rs *rows) each(r *row, f func(term int, n float64)) {
	for _, c := range rs.list(r) {
		if term := int(c % section); term < padding {
			f(term, counts[c/section])
		}
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
		entries += len(p.codes)
		all.nnz += p.nnz
	}
	for i := range eval.MaxPhase + 1 {
		count[i+1] += count[i]
	}
	n := count[eval.MaxPhase+1]
	all.rows = make([]row, n)
	all.scores = make([]int16, n)
	all.codes = make([]code, 0, entries)
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
		list := p.list(&r)
		r.start = uint32(len(all.codes))
		all.rows[i] = r
		all.scores[i] = p.scores[o.row]
		all.codes = append(all.codes, list...)
	}
	return all
}
