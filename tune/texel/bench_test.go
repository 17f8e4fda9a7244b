package texel

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// BenchmarkEpoch walks over 160,000 training positions with the gradient, as
// an epoch does. ns/coef is time per position and count that is not 0.
func BenchmarkEpoch(b *testing.B) {
	set := choose(b, params.Query{})
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			d := load(b, sampleRecords(b, 199_000), set, eval.Seed(), 2)
			m := newTermModel(d, set, eval.Seed(), threads)
			x := set.Values(eval.Seed())
			grad := make([]float64, len(x))
			b.ReportAllocs()
			for b.Loop() {
				m.evaluate(Train, nil, x, MSE, 0.003, grad)
			}
			n := d.parts[Train].nnz
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/coef")
			b.ReportMetric(float64(n)/float64(d.Positions(Train)), "coef/position")
		})
	}
}

// BenchmarkLoad reads and traces 50,000 positions on one core.
func BenchmarkLoad(b *testing.B) {
	set := choose(b, params.Query{})
	records := sampleRecords(b, 50_000)
	for b.Loop() {
		_, err := Load(context.Background(), &firstRecords{records: records}, set, eval.Seed(), Split{Valid: 10}, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(records))*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
}

// TestMemory holds the tuner to 8 bytes a coefficient and 24 a position.
func TestMemory(t *testing.T) {
	set := choose(t, params.Query{})
	records := sampleRecords(t, 60_000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := load(t, records, set, eval.Seed(), 1)
	runtime.GC()
	runtime.ReadMemStats(&after)
	limit := 8*d.Counts() + 24*int64(len(records))
	used := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("%d positions, %.1f coefficients each: %.1f bytes a position, limit %.1f", len(records),
		float64(d.Counts())/float64(len(records)), float64(used)/float64(len(records)), float64(limit)/float64(len(records)))
	if d.Bytes() > limit || used > limit {
		t.Errorf("%d bytes, by measurement %d, want at most %d", d.Bytes(), used, limit)
	}
	runtime.KeepAlive(d)
}
