package search

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestReductionsByDepthAndNumber: the table holds the formula, grows with both
// and stays at its last values beyond its bounds.
func TestReductionsByDepthAndNumber(t *testing.T) {
	prm := DefaultParams()
	prm.LMRBase, prm.LMRSlope = 100, 50
	r := newReductions(&prm)
	tests := []struct{ depth, number, want int }{
		{1, 1, 100},
		{1, 40, 100},  // ln 1 = 0
		{2, 2, 124},   // 100 + 50*0.693*0.693
		{10, 20, 445}, // 100 + 50*2.303*2.996
		{63, 63, 958}, // 100 + 50*4.143*4.143
		{200, 90, 958},
	}
	for _, tt := range tests {
		if got := r.at(tt.depth, tt.number); got != tt.want {
			t.Errorf("depth %d, move %d: %d, want %d", tt.depth, tt.number, got, tt.want)
		}
	}
	for depth := 1; depth < 70; depth++ {
		for number := 1; number < 70; number++ {
			if r.at(depth, number) < r.at(depth, max(number-1, 1)) || r.at(depth, number) < r.at(max(depth-1, 1), number) {
				t.Errorf("depth %d, move %d: less than before it", depth, number)
			}
		}
	}
}

func TestNodeReduction(t *testing.T) {
	prm := DefaultParams()
	prm.LMRCutNode, prm.LMRWorse, prm.LMRPV, prm.LMRTablePV = 1000, 200, 30, 4
	prm.LMRInCheck, prm.LMRCapture, prm.LMRTableMove = 500_000, 70_000, 10_000
	tests := []struct {
		name           string
		n              nodeKind
		capture, quiet int
	}{
		{"improving", nodeKind{improving: true}, -70_000, 0},
		{"not improving", nodeKind{}, -70_000 + 200, 200},
		{"cut node", nodeKind{improving: true, cutNode: true}, -70_000 + 1000, 1000},
		{"principal variation", nodeKind{improving: true, pv: true, tablePV: true}, -70_000 - 34, -34},
		{"remembered as one", nodeKind{improving: true, tablePV: true}, -70_000 - 4, -4},
		{"in check", nodeKind{improving: true, inCheck: true}, -570_000, -500_000},
		{"table move fails high", nodeKind{improving: true, failsHigh: true}, -70_000, 10_000},
		{"so it does in the principal variation", nodeKind{improving: true, failsHigh: true, pv: true}, -70_030, -30},
	}
	for _, tt := range tests {
		if capture, quiet := prm.nodeReduction(tt.n); capture != tt.capture || quiet != tt.quiet {
			t.Errorf("%s: captures %d, quiet moves %d, want %d and %d", tt.name, capture, quiet, tt.capture, tt.quiet)
		}
	}
}

func TestReduction(t *testing.T) {
	prm := DefaultParams()
	prm.LMRKiller, prm.LMRHistory = 90, 5000
	tests := []struct {
		name    string
		base    int
		killer  bool
		history int
		want    int
	}{
		{"whole plies, rounded down", 299, false, 0, 2},
		{"never below 0", -150, false, 0, 0},
		{"a killer", 299, true, 0, 2},
		{"a killer just below", 289, true, 0, 1},
		{"a good history", 300, false, 5000, 2},
		{"hardly a history", 300, false, 49, 3},
		{"a bad one", 300, false, -5000, 4},
		{"a very good one", 300, true, historyLimit, 0},
	}
	for _, tt := range tests {
		if got := prm.reduction(tt.base, tt.killer, tt.history); got != tt.want {
			t.Errorf("%s: %d plies, want %d", tt.name, got, tt.want)
		}
	}
}

// TestReductionAsOneSum compares the parts that a node and a move contribute
// with all conditions checked for each move, for any of them.
func TestReductionAsOneSum(t *testing.T) {
	prm := DefaultParams()
	plain := func(table int, n nodeKind, capture, killer bool, history int) int {
		r := table
		for _, part := range []struct {
			holds bool
			add   int
		}{
			{n.cutNode, 120}, {!n.improving, 60}, {n.pv, -80}, {n.tablePV, -70}, {n.inCheck, -60},
			{capture, -60}, {!capture && killer, -90}, {!capture && n.failsHigh && !n.pv, 20},
		} {
			if part.holds {
				r += part.add
			}
		}
		r -= int(math.Trunc(100 * float64(history) / 5899))
		return int(math.Floor(max(float64(r), 0) / 100))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	flag := func() bool { return rng.IntN(2) == 0 }
	for range 10_000 {
		n := nodeKind{flag(), flag(), flag(), flag(), flag(), flag()}
		capture := flag()
		killer := !capture && flag()
		table, history := rng.IntN(1000), rng.IntN(8*historyLimit)-4*historyLimit
		base, quiet := prm.nodeReduction(n)
		if !capture {
			base = quiet
		}
		if got, want := prm.reduction(table+base, killer, history), plain(table, n, capture, killer, history); got != want {
			t.Fatalf("%+v capture %v killer %v table %d history %d: %d, want %d", n, capture, killer, table, history, got, want)
		}
	}
}

func TestLateMoves(t *testing.T) {
	prm := DefaultParams()
	prm.LMPBase, prm.LMPSlope, prm.LMPWorse = 11, 100, 50
	for _, tt := range []struct {
		depth     int
		improving bool
		want      int
	}{{1, true, 12}, {1, false, 6}, {4, true, 27}, {4, false, 13}} {
		if got := prm.lateMoves(tt.depth, tt.improving); got != tt.want {
			t.Errorf("depth %d improving %v: %d moves, want %d", tt.depth, tt.improving, got, tt.want)
		}
	}
	prm.LMPBase, prm.LMPSlope, prm.LMPWorse = 1, 30, 20
	if got := prm.lateMoves(1, false); got != 1 {
		t.Errorf("%d moves, want at least 1", got)
	}
}
