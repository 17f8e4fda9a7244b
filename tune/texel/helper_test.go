package texel

import (
	"context"
	"io"
	"testing"

	"xqlab/engine/eval"
	"xqlab/tune/dataset"
	"xqlab/tune/params"
)

// firstRecords is a Source of the first n records of the sample, or of others.
type firstRecords struct {
	records []dataset.Record
	next    int
}

const testBlock = 500

func (f *firstRecords) NextBlock() ([]dataset.Record, error) {
	if f.next == len(f.records) {
		return nil, io.EOF
	}
	n := min(testBlock, len(f.records)-f.next)
	f.next += n
	return f.records[f.next-n : f.next], nil
}

// sampleRecords returns records of the sample, every step-th block of games'
// positions, n in all.
func sampleRecords(t testing.TB, n int) []dataset.Record {
	t.Helper()
	r, err := dataset.Sample()
	if err != nil {
		t.Fatal(err)
	}
	var list []dataset.Record
	for len(list) < n {
		block, err := r.NextBlock()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, block[:min(len(block), n-len(list))]...)
	}
	return list
}

func load(t testing.TB, records []dataset.Record, set *params.Set, start *eval.Weights, threads int) *Data {
	t.Helper()
	d, err := Load(context.Background(), &firstRecords{records: records}, set, start, Split{Valid: 10, Test: 10}, threads, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func choose(t testing.TB, q params.Query) *params.Set {
	t.Helper()
	s, err := params.Select(q)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// journal is a Recorder that keeps what it is told.
type journal struct {
	epochs     []Epoch
	checkpoint []byte
	after      func(Epoch) error
}

func (j *journal) Epoch(e Epoch) error {
	e.X = append([]float64(nil), e.X...)
	j.epochs = append(j.epochs, e)
	if j.after != nil {
		return j.after(e)
	}
	return nil
}

func (j *journal) Checkpoint(state []byte) error {
	j.checkpoint = state
	return nil
}

// quick returns options for tests.
func quick(set *params.Set, start *eval.Weights) Options {
	o := DefaultOptions()
	o.Set, o.Start, o.Epochs, o.MinSupport, o.Rate = set, start, 20, 20, 2
	return o
}
