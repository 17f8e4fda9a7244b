package search

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"xqlab/engine/board"
)

func TestShare(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		d, p := time.Duration(rng.Int64()), rng.IntN(101)
		want := new(big.Int).Mul(big.NewInt(int64(d)), big.NewInt(int64(p)))
		want.Quo(want, big.NewInt(100))
		if got := share(d, p); int64(got) != want.Int64() {
			t.Fatalf("%d%% of %d: %d, want %v", p, d, got, want)
		}
	}
	if got := share(math.MaxInt64, 100); got != math.MaxInt64 {
		t.Errorf("100%% of the longest time: %d", got)
	}
}

func TestPlan(t *testing.T) {
	const sec, ms = time.Second, time.Millisecond
	clock := func(left, inc time.Duration, moves int) Limits {
		return Limits{Time: [2]time.Duration{left, left / 2}, Inc: [2]time.Duration{inc, 0}, MovesToGo: moves}
	}
	tests := []struct {
		name     string
		l        Limits
		side     board.Color
		overhead time.Duration
		want     budget
	}{
		{"no clock", Limits{Depth: 5}, board.Red, ms, budget{}},
		{"fixed", Limits{MoveTime: sec}, board.Red, 20 * ms, budget{980 * ms, 980 * ms}},
		{"fixed and short", Limits{MoveTime: 100 * ms}, board.Red, 20 * ms, budget{95 * ms, 95 * ms}},
		{"fixed, the shortest", Limits{MoveTime: 1}, board.Red, 20 * ms, budget{ms, ms}},
		{"rest of the game", clock(32*sec, 0, 0), board.Red, 0, budget{sec, 5 * sec}},
		{"black's clock", clock(64*sec, 7, 0), board.Black, 0, budget{sec, 5 * sec}},
		{"increment", clock(32*sec, 10*sec, 0), board.Red, 0, budget{9 * sec, 19200 * ms}},
		{"moves to the control", clock(10*sec, 0, 10), board.Red, 0, budget{sec, 5 * sec}},
		{"few moves to the control", clock(10*sec, 0, 2), board.Red, 0, budget{4800 * ms, 6 * sec}},
		{"last move of a control", clock(10*sec, 0, 1), board.Red, 0, budget{7 * sec, 9 * sec}},
		{"hardly any time", clock(10*ms, 0, 0), board.Red, 20 * ms, budget{ms, ms}},
		{"increment only", clock(0, sec, 0), board.Red, 0, budget{ms, ms}},
	}
	prm := DefaultParams()
	for _, tt := range tests {
		if got := prm.plan(tt.l, tt.side, tt.overhead); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestPlanKeepsTime: with any constants, a plan stays within the clock and its
// optimum within its maximum.
func TestPlanKeepsTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10_000 {
		prm := DefaultParams()
		for _, n := range Numbers() {
			n.Set(&prm, n.Min+rng.IntN(n.Max-n.Min+1))
		}
		left := time.Duration(rng.Int64N(int64(2 * time.Hour)))
		l := Limits{Time: [2]time.Duration{left}, Inc: [2]time.Duration{time.Duration(rng.Int64N(int64(time.Minute)))}, MovesToGo: rng.IntN(50)}
		b := prm.plan(l, board.Red, 20*time.Millisecond)
		if b.maximum > max(left, minThink) || b.optimum > b.maximum || b.optimum < minThink {
			t.Fatalf("%+v: %+v", l, b)
		}
	}
}

// TestTimeShare compares with the formula written out, bit for bit: by default
// the engine thinks as long as it did when its strength was measured.
func TestTimeShare(t *testing.T) {
	prm := DefaultParams()
	rng := rand.New(rand.NewPCG(7, 8))
	for range 10_000 {
		p := progress{Score(rng.IntN(2000) - 1000), float64(rng.IntN(4096)) / 1024, rng.IntN(40)}
		want := min(max(1+float64(p.fall)/120, 0.6), 1.6)
		want *= 0.75 + 0.85*p.changes
		want *= max(0.65, 1.25-0.07*float64(p.stable))
		if got := prm.timeShare(p); got != 0.62*want {
			t.Fatalf("%+v: %v, want %v", p, got, 0.62*want)
		}
	}
}

// TestTimeNumbersMatter: every constant of time management changes a plan, the
// share of time, the memory of changes or the stop at a mate.
func TestTimeNumbersMatter(t *testing.T) {
	const sec = time.Second
	effect := func(prm Params) (e struct {
		plans  [5]budget
		shares [6]float64
		change float64
		stops  [2]bool
	}) {
		for i, l := range []Limits{
			{MoveTime: sec / 10},
			{Time: [2]time.Duration{60 * sec}, Inc: [2]time.Duration{sec}},
			{Time: [2]time.Duration{60 * sec}, MovesToGo: 2},
			{Time: [2]time.Duration{60 * sec}, MovesToGo: 1},
			{Time: [2]time.Duration{60 * sec}, Inc: [2]time.Duration{30 * sec}},
		} {
			e.plans[i] = prm.plan(l, board.Red, sec)
		}
		for i, p := range []progress{{}, {fall: 50}, {fall: 1000}, {fall: -1000}, {changes: 1}, {stable: 20}} {
			e.shares[i] = prm.timeShare(p)
		}
		e.shares[0] += prm.timeShare(progress{stable: 2})
		w := &worker{params: prm, rootMoves: make([]rootMove, 2)}
		d := driver{s: &Searcher{budget: budget{time.Hour, time.Hour}, start: time.Now()}, w: w, progress: progress{changes: 1}}
		d.note(&w.rootMoves[0], 5)
		e.change = d.progress.changes
		w.rootMoves[0].score = MateIn(3)
		for i, depth := range []int{5, 12} {
			e.stops[i] = d.enough(depth)
		}
		return e
	}
	plain := effect(DefaultParams())
	for _, n := range Numbers() {
		low, high := DefaultParams(), DefaultParams()
		n.Set(&low, n.Min)
		n.Set(&high, n.Max)
		changes := effect(low) != plain || effect(high) != plain
		if isTime := len(n.Name) > 4 && n.Name[:4] == "Time"; changes != isTime {
			t.Errorf("%s changes the use of time: %v", n.Name, changes)
		}
	}
}

// TestEnough goes through the reasons to stop between iterations.
func TestEnough(t *testing.T) {
	const long = time.Hour
	clock := Limits{Time: [2]time.Duration{long, long}}
	tests := []struct {
		name   string
		l      Limits
		budget budget
		used   time.Duration
		score  Score
		moves  int
		depth  int
		want   bool
	}{
		{"time left", clock, budget{long, long}, 0, 0, 9, 9, false},
		{"time used", clock, budget{time.Millisecond, long}, time.Second, 0, 9, 9, true},
		{"only move", clock, budget{long, long}, 0, 0, 1, 2, true},
		{"only move, no clock", Limits{Depth: 9}, budget{}, 0, 0, 1, 2, false},
		{"only move, infinite", Limits{Infinite: true}, budget{long, long}, 0, 0, 1, 2, false},
		{"fixed time is used up", Limits{MoveTime: long}, budget{time.Millisecond, long}, time.Second, 0, 9, 9, false},
		{"mate seen through", clock, budget{long, long}, 0, MateIn(5), 9, 11, true},
		{"mate not yet seen through", clock, budget{long, long}, 0, MateIn(5), 9, 10, false},
		{"being mated", clock, budget{long, long}, 0, MatedIn(4), 9, 9, true},
		{"mate asked for", Limits{Mate: 3, Infinite: true}, budget{}, 0, MateIn(5), 9, 3, true},
		{"longer mate than asked for", Limits{Mate: 2}, budget{}, 0, MateIn(5), 9, 3, false},
		{"mated is not mate", Limits{Mate: 3}, budget{}, 0, MatedIn(4), 9, 3, false},
	}
	for _, tt := range tests {
		w := &worker{params: DefaultParams(), rootMoves: make([]rootMove, tt.moves)}
		w.rootMoves[0].score = tt.score
		d := driver{s: &Searcher{budget: tt.budget, start: time.Now().Add(-tt.used)}, w: w, limits: tt.l}
		if got := d.enough(tt.depth); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
