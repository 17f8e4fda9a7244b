package board

import (
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// perftRows reads testdata/perft.tsv: fen, depth, nodes.
func perftRows(t testing.TB) []perftRow {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows []perftRow
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		cols := strings.Split(line, "\t")
		if i == 0 || len(cols) != 3 {
			continue
		}
		depth, err1 := strconv.Atoi(cols[1])
		nodes, err2 := strconv.ParseUint(cols[2], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("testdata/perft.tsv: line %d: %v %v", i+1, err1, err2)
		}
		rows = append(rows, perftRow{cols[0], depth, nodes})
	}
	if len(rows) < 40 {
		t.Fatalf("testdata/perft.tsv: %d rows", len(rows))
	}
	return rows
}

func TestPerft(t *testing.T) {
	limit := uint64(200_000_000)
	if testing.Short() {
		limit = 400_000
	}
	for _, row := range perftRows(t) {
		if row.nodes > limit {
			continue
		}
		p := mustParse(t, row.fen)
		if got := p.Perft(row.depth); got != row.nodes {
			t.Errorf("%s perft %d: got %d, want %d", row.fen, row.depth, got, row.nodes)
		}
		if got := p.FEN(); got != row.fen {
			t.Errorf("%s: changed to %s", row.fen, got)
		}
	}
}

// TestPerftEnds holds the counts of positions without moves and the depths at
// the edge.
func TestPerftEnds(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		depth     int
		want      uint64
	}{
		{"depth 0", StartFEN, 0, 1},
		{"negative depth", StartFEN, -1, 1},
		{"no move and no check", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", 1, 0},
		{"no move, deeper", "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1", 3, 0},
		{"mated", "3k5/9/9/9/9/9/9/9/r8/1r2K4 w - - 0 1", 2, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := mustParse(t, tc.fen).Perft(tc.depth); got != tc.want {
				t.Errorf("%s perft %d: got %d, want %d", tc.fen, tc.depth, got, tc.want)
			}
		})
	}
}

// TestDivide checks that the shares add up at any number of goroutines and
// that the position is left alone.
func TestDivide(t *testing.T) {
	p := mustParse(t, "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKABR1 w - - 3 9")
	want := p.Perft(3)
	var first []DivideCount
	for _, threads := range []int{0, 1, 2, 7} {
		counts, err := p.Divide(context.Background(), 3, threads)
		if err != nil {
			t.Fatal(err)
		}
		var sum uint64
		for i, c := range counts {
			sum += c.Nodes
			if first != nil && c != first[i] {
				t.Errorf("%d threads: share %d is %v, with 0 threads %v", threads, i, c, first[i])
			}
		}
		if sum != want {
			t.Errorf("%d threads: shares add up to %d, want %d", threads, sum, want)
		}
		first = counts
	}
	got, err := mustParse(t, "3k5/9/9/9/9/9/9/9/3p1p3/4K4 w - - 0 1").Divide(context.Background(), 2, 2)
	if err != nil || len(got) != 0 {
		t.Errorf("divide without a move: %v, %v", got, err)
	}
}

// TestDivideStops: a count that would take years ends with its context.
func TestDivideStops(t *testing.T) {
	p := NewPosition()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	if counts, err := p.Divide(ctx, 12, 2); !errors.Is(err, context.DeadlineExceeded) || counts != nil {
		t.Errorf("stopped: %v, %v", counts, err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("stopping took %v", d)
	}
	if p.FEN() != StartFEN {
		t.Errorf("left %s", p.FEN())
	}
	if counts, err := p.Divide(context.Background(), 5, 2); err != nil || len(counts) != 44 {
		t.Errorf("depth 5: %d shares, %v", len(counts), err)
	}
}
