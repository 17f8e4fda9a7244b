package dataset

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestJoin(t *testing.T) {
	open := func(records []Record) *Reader {
		r, err := NewReader(bytes.NewReader(file(t, records)), "f.xqd")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	a := someRecords(t, 3)
	distinct, err := Join([]*Reader{open(a)})
	if err != nil {
		t.Fatal(err)
	}
	// The same file again adds occurrences, and a later game with the same
	// number another game.
	c, err := Join([]*Reader{open(a), open(a), open(a[len(a)-1:])})
	if err != nil {
		t.Fatal(err)
	}
	n := len(distinct.Records())
	if len(c.Records()) != n {
		t.Errorf("%d records, want %d", len(c.Records()), n)
	}
	total := 0
	blocks := c.Blocks()
	for {
		block, err := blocks.NextBlock()
		if errors.Is(err, io.EOF) {
			break
		}
		for i := range block {
			want := 2 * distinct.Records()[total].Count
			if total == n-1 {
				want += a[len(a)-1].Count
			}
			if r := block[i]; r.Game > 2 || r.Count != want {
				t.Errorf("record %d: game %d count %d, want %d", total, r.Game, r.Count, want)
			}
			total++
		}
	}
	if total != n {
		t.Errorf("%d records in blocks, want %d", total, n)
	}
	more := someRecords(t, 4)
	c, err = Join([]*Reader{open(a[:5]), open(more[180:])})
	if err != nil {
		t.Fatal(err)
	}
	if r := c.Records()[len(c.Records())-1]; r.Game != 1+more[len(more)-1].Game {
		t.Errorf("the second file's game %d got number %d", more[len(more)-1].Game, r.Game)
	}
	if _, err := Join([]*Reader{open(nil)}); err == nil {
		t.Error("no positions are no error")
	}
}
