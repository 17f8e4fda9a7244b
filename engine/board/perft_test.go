package board

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestPerft(t *testing.T) {
	f, err := os.Open("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	limit := uint64(200_000_000)
	if testing.Short() {
		limit = 100_000
	}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		cols := strings.Split(sc.Text(), "\t")
		if cols[0] == "fen" {
			continue
		}
		depth, _ := strconv.Atoi(cols[1])
		want, _ := strconv.ParseUint(cols[2], 10, 64)
		if want > limit {
			continue
		}
		p, err := ParseFEN(cols[0])
		if err != nil {
			t.Errorf("%s: %v", cols[0], err)
			continue
		}
		if got := p.Perft(depth); got != want {
			t.Errorf("%s perft %d: got %d, want %d", cols[0], depth, got, want)
		}
	}
}

func BenchmarkPerft5(b *testing.B) {
	p := NewPosition()
	var n uint64
	for b.Loop() {
		n += p.Perft(5)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mn/s")
}
