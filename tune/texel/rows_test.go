package texel

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/eval"
	"xqlab/tune/dataset"
	"xqlab/tune/params"
)

// TestRowsScoreAsEvaluation compares the scores of rows with those of traces,
// whichever parameters are tuned.
func TestRowsScoreAsEvaluation(t *testing.T) {
	records := sampleRecords(t, 3000)
	for _, start := range []*eval.Weights{eval.Seed(), eval.Default()} {
		for _, q := range []params.Query{
			{}, {Groups: []string{"mobility", "material"}}, {Params: []string{"material.rook.mg"}}, {Params: []string{"*.weight"}},
		} {
			set := choose(t, q)
			d := load(t, records, set, start, 2)
			want := map[float64]int{}
			var pos board.Position
			var trace eval.Trace
			e := eval.New(start)
			for i := range records {
				if err := records[i].SetUp(&pos); err != nil {
					t.Fatal(err)
				}
				e.Trace(&pos, &trace)
				want[math.Round(float64(trace.Total(start))/eval.Denominator*100)]++
			}
			m := newTermModel(d, set, start, 2)
			n := 0
			for p := range Part(numParts) {
				for _, q := range m.scores(p, set.Values(start)) {
					n++
					want[math.Round(q*100)]--
				}
			}
			differ := 0
			for _, n := range want {
				differ += max(n, -n)
			}
			// Rounding may part scores that are all but equal.
			if n != len(records) || differ > len(records)/100 {
				t.Errorf("%+v: %d scores for %d records, %d differ", q, n, len(records), differ)
			}
		}
	}
}

func TestRowEntries(t *testing.T) {
	rs := &rows{}
	coefs := []eval.Coef{{Term: 3, N: 1}, {Term: 5, N: -1}, {Term: 7, N: 2}, {Term: 9, N: -2}, {Term: 11, N: 3}, {Term: 13, N: -7}, {Term: eval.NumTerms - 1, N: 4}}
	for range 2 {
		if err := rs.append(coefs, 40, 0.75, 12, 0); err != nil {
			t.Fatal(err)
		}
	}
	v := make([]float64, eval.NumParams)
	for i := range v {
		v[i] = float64(i*i) + 0.25
	}
	tables, g := new(tables), new(table)
	tables.fill(v)
	w := &tables[40]
	want := 12.0
	for _, c := range coefs {
		want += float64(c.N) * w[c.Term]
	}
	r := &rs.rows[1]
	if got := rs.score(r, w); math.Abs(got-want) > 1e-9 {
		t.Errorf("score %v, want %v", got, want)
	}
	rs.spread(r, 0.5, g)
	sums := map[int]float64{}
	rs.each(r, func(term int, n float64) { sums[term] += n })
	var out partial
	out.fold(g, eval.MaxPhase)
	for _, c := range coefs {
		if out.mg[c.Term] != float64(c.N)/2 || sums[int(c.Term)] != float64(c.N) {
			t.Errorf("term %d: spread %v, each %v, want %d", c.Term, out.mg[c.Term], sums[int(c.Term)], c.N)
		}
	}
	if rs.nnz != 14 {
		t.Errorf("%d counts", rs.nnz)
	}
}

func TestSplitIsByGame(t *testing.T) {
	s := Split{Valid: 10, Test: 20}
	var n [numParts]int
	for g := range uint32(10000) {
		p := s.part(g)
		if p != s.part(g) {
			t.Fatal("a game changes its part")
		}
		n[p]++
	}
	if n[Valid] < 900 || n[Valid] > 1100 || n[Test] < 1850 || n[Test] > 2150 {
		t.Errorf("10000 games are split %v", n)
	}
	for _, bad := range []Split{{0, 10}, {10, -1}, {60, 40}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	records := sampleRecords(t, 1200)
	set := choose(t, params.Query{})
	ctx := context.Background()
	bad := append([]dataset.Record(nil), records...)
	bad[777] = dataset.Record{Count: 1}
	_, err := Load(ctx, &firstRecords{records: bad}, set, eval.Seed(), Split{Valid: 10}, 2, nil)
	if err == nil || !strings.Contains(err.Error(), "record 778: ") {
		t.Errorf("an impossible position: error %v", err)
	}
	_, err = Load(ctx, &firstRecords{records: records[:3]}, set, eval.Seed(), Split{Valid: 10}, 2, nil)
	if err == nil || !strings.Contains(err.Error(), "no position of the data falls to the valid part") {
		t.Errorf("three positions: error %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err = Load(cancelled, &firstRecords{records: records}, set, eval.Seed(), Split{Valid: 10}, 2, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func TestBlend(t *testing.T) {
	records := sampleRecords(t, 400)
	for i := range records {
		if i%2 == 0 {
			records[i].SetScore(200)
		}
	}
	set := choose(t, params.Query{})
	d := load(t, records, set, eval.Seed(), 1)
	if d.Scored != 200 {
		t.Errorf("%d positions with a score", d.Scored)
	}
	rs := d.parts[Train]
	before := append([]row(nil), rs.rows...)
	scores := append([]int16(nil), rs.scores...)
	d.blend(0.5, 2)
	for i, r := range rs.rows {
		want := before[i].label
		if scores[i] == 200 {
			want = float32(0.5*sigmoid(1) + 0.5*float64(want))
		}
		if r.label != want {
			t.Fatalf("label %v, want %v", r.label, want)
		}
	}
}
