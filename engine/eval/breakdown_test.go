package eval

import (
	"math"
	"testing"

	"xqlab/engine/board"
)

func TestBreakdownAddsUp(t *testing.T) {
	for name, w := range map[string]*Weights{"default": Default(), "seed": Seed()} {
		e := New(w)
		randomPlay(t, e, 1000, func(p *board.Position) {
			b := e.Breakdown(p)
			if want := red(p, e.Evaluate(p)); b.Score != want || int(b.Total.Diff.Tapered) != want {
				t.Fatalf("%s: %s: breakdown %d (%v), evaluation %d", name, p.FEN(), b.Score, b.Total.Diff.Tapered, want)
			}
			var sum GroupShare
			for g, s := range b.Groups {
				if s.Percent != w.Percent(Group(g)) {
					t.Fatalf("%s: percentage of %s is %d, want %d", name, Group(g), s.Percent, w.Percent(Group(g)))
				}
				add(&sum.Red, s.Red)
				add(&sum.Black, s.Black)
				add(&sum.Diff, s.Diff)
			}
			for _, row := range []struct {
				name      string
				got, want Share
			}{{"red", sum.Red, b.Total.Red}, {"black", sum.Black, b.Total.Black}, {"difference", sum.Diff, b.Total.Diff}} {
				if !near(row.got, row.want) {
					t.Fatalf("%s: %s: groups of %s add up to %v, total %v", name, p.FEN(), row.name, row.got, row.want)
				}
			}
		})
	}
}

func add(sum *Share, s Share) {
	sum.MG += s.MG
	sum.EG += s.EG
	sum.Tapered += s.Tapered
}

func near(a, b Share) bool {
	const tol = 1e-6 // rounding of some ten additions of numbers below 1e5
	return math.Abs(a.MG-b.MG) < tol && math.Abs(a.EG-b.EG) < tol && math.Abs(a.Tapered-b.Tapered) < tol
}
