package dataset

import (
	"bytes"
	"strings"
	"testing"
)

func TestTextRoundTrip(t *testing.T) {
	records := someRecords(t, 2)
	for _, format := range []TextFormat{CSV, EPD} {
		t.Run(string(format), func(t *testing.T) {
			r, err := NewReader(bytes.NewReader(file(t, records)), "f.xqd")
			if err != nil {
				t.Fatal(err)
			}
			var text bytes.Buffer
			if err := Export(&text, format, r); err != nil {
				t.Fatal(err)
			}
			i := 0
			err = Import(&text, "f", format, func(r *Record) error {
				if *r != records[i] {
					t.Errorf("record %d comes back changed", i+1)
				}
				i++
				return nil
			})
			if err != nil || i != len(records) {
				t.Errorf("%d of %d records, error %v", i, len(records), err)
			}
		})
	}
}

func TestImport(t *testing.T) {
	const board = "4k4/9/9/9/9/9/9/9/9/R3K4"
	tests := []struct {
		name   string
		format TextFormat
		text   string
		labels []float64
		want   string // error
	}{
		{"csv", CSV, "label,fen,x\n0.5,3k5/9/9/9/9/9/9/9/9/R3K4 w,1\n1-0,3k5/9/9/9/9/9/9/9/9/R3K4 b,\n", []float64{0.5, 1}, ""},
		{"csv without label column", CSV, "fen,result\n", nil, `f: line 1: no column "label" in the header (fen result)`},
		{"csv empty", CSV, "", nil, "f: empty file: no header line"},
		{"csv kings face", CSV, "fen,label\n" + board + " w,1\n", nil, "f: line 2: FEN board, e0: the kings face each other"},
		{"csv label above 1", CSV, "fen,label\n3k5/9/9/9/9/9/9/9/9/4K4 w,1.5\n", nil, "f: line 2: label 1.5 is outside 0..1"},
		{"csv label", CSV, "fen,label\n3k5/9/9/9/9/9/9/9/9/4K4 w,won\n", nil, `f: line 2: label "won" is neither a number from 0 to 1 nor a result`},
		{"csv columns", CSV, "fen,label\nx\n", nil, "f: record on line 2: wrong number of fields"},
		{"csv count", CSV, "fen,label,count\n3k5/9/9/9/9/9/9/9/9/4K4 w,1,-1\n", nil, `f: line 2: count "-1" is not a number from 0 to 65535`},
		{"csv score", CSV, "fen,label,score\n3k5/9/9/9/9/9/9/9/9/4K4 w,1,x\n", nil, `f: line 2: score "x" is not a whole number of centipawns`},
		{"epd", EPD, "# two\n3k5/9/9/9/9/9/9/9/9/R3K4 w - - c9 \"1/2-1/2\";\n3k5/9/9/9/9/9/9/9/9/R3K4 b - - label \"0.25\"; ce -30;\n", []float64{0.5, 0.25}, ""},
		{"epd without label", EPD, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - ce 3;\n", nil, "f: line 1: no label"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var labels []float64
			err := Import(strings.NewReader(tt.text), "f", tt.format, func(r *Record) error {
				labels = append(labels, r.Label())
				return nil
			})
			switch {
			case tt.want == "" && err != nil:
				t.Fatal(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Fatalf("error %v, want %q", err, tt.want)
			}
			if len(labels) != len(tt.labels) {
				t.Fatalf("labels %v, want %v", labels, tt.labels)
			}
			for i := range labels {
				if labels[i] != tt.labels[i] {
					t.Errorf("labels %v, want %v", labels, tt.labels)
				}
			}
		})
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte("fen,label,score,count,game,ply\n3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1,0.5,-3,1,0,4\n"), true)
	f.Add([]byte("3k5/9/9/9/9/9/9/9/9/R3K4 w - - label \"0.5\"; ce 3; count 2; game 1; ply 7;\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, asCSV bool) {
		format := EPD
		if asCSV {
			format = CSV
		}
		_ = Import(bytes.NewReader(data), "f", format, func(r *Record) error {
			return r.validate()
		})
	})
}
