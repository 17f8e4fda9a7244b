package search

import (
	"context"
	"testing"

	"xqlab/engine/eval"
)

func BenchmarkSearch(b *testing.B) {
	e := eval.New(eval.Default())
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		r, err := Bench(context.Background(), e, DefaultParams(), 8, 16)
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
