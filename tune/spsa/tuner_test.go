package spsa

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestBound is the case of fishtest #84: a value at its maximum 100, c 4, range
// 0 to 100. The sides stay 8 apart, whoever wins the value never leaves its
// range, and a short batch counts as what it was.
func TestBound(t *testing.T) {
	p := Param{Name: "x", Start: 100, Min: 0, Max: 100, CEnd: 4, REnd: 0.002, Integer: true}
	for _, flip := range []float64{-1, 1} {
		for _, u := range []float64{0, 0.3, 0.999} {
			plus, minus := p.Sides(100, 4, Draw{flip, u}, Shift)
			if max(plus, minus) != 100 || min(plus, minus) != 92 || (plus > minus) != (flip > 0) {
				t.Errorf("flip %g, u %g: plus %g, minus %g, want 100 and 92", flip, u, plus, minus)
			}
		}
	}
	o := Options{Params: []Param{p}, Schedule: DefaultSchedule(), Batch: 32, InFlight: 1, Clip: Shift, Seed: 1}
	o.Schedule.Pairs = 3200
	tuner, err := NewTuner(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		b := tuner.Batch(i)
		wins, losses := 11, 12
		if b.Plus[0] > b.Minus[0] { // the higher value wins
			wins, losses = losses, wins
		}
		s, err := tuner.Apply(b, Tally{Wins: wins, Draws: 11, Losses: losses}) // 34 of 64 games
		if err != nil {
			t.Fatal(err)
		}
		if s.Theta[0] != 100 || tuner.PairsDone() != 17*(i+1) {
			t.Errorf("theta %g, %d pairs done; want 100, %d", s.Theta[0], tuner.PairsDone(), 17*(i+1))
		}
	}
	for _, bad := range []Tally{{Wins: 65}, {Wins: 60, Losses: 6}, {Wins: 1}} {
		if _, err := tuner.Apply(tuner.Batch(3), bad); err == nil {
			t.Errorf("%+v of 64 games was accepted", bad)
		}
	}
}

// TestSidesProperties: the sides differ, lie inside the bounds, are as far
// apart as c says, and their middle is theta on average.
func TestSidesProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		p := Param{Min: float64(r.IntN(40) - 20), Integer: r.IntN(2) == 0}
		p.Max = p.Min + 1 + float64(r.IntN(30))
		theta := p.Min + r.Float64()*(p.Max-p.Min)
		c := r.Float64() * 12
		d := Draw{float64(2*r.IntN(2) - 1), r.Float64()}
		for _, clip := range []Clip{Shift, Cut} {
			plus, minus := p.Sides(theta, c, d, clip)
			for _, x := range []float64{plus, minus} {
				if x < p.Min || x > p.Max || p.Integer && x != float64(int(x)) {
					t.Fatalf("%+v theta %g c %g %+v %s: side %g", p, theta, c, d, clip, x)
				}
			}
			if (plus-minus)*d.Flip <= 0 {
				t.Fatalf("%+v theta %g c %g %+v %s: plus %g, minus %g", p, theta, c, d, clip, plus, minus)
			}
			want := min(2*c, p.Max-p.Min)
			if got := max(plus, minus) - min(plus, minus); clip == Shift && (got < want-1e-9 && !p.Integer || got < want-1) {
				t.Fatalf("%+v theta %g c %g %+v: distance %g, want %g", p, theta, c, d, got, want)
			}
		}
	}
	p := Param{Min: -100, Max: 100, Integer: true}
	sum, n := 0.0, 200000
	for i := range n {
		plus, minus := p.Sides(7.3, 0.5, Draws(5, i, 1)[0], Shift)
		sum += (plus + minus) / 2
	}
	if mean := sum / float64(n); mean < 7.295 || mean > 7.305 {
		t.Errorf("the sides' mean is %g, want 7.3", mean)
	}
}

// TestDraws: the same arguments give the same draws (pinned: stored runs depend
// on them), coins are fair and independent of each other.
func TestDraws(t *testing.T) {
	got := ""
	for _, d := range Draws(1, 0, 16) {
		got += map[float64]string{1: "+", -1: "-"}[d.Flip]
	}
	if want := pinnedFlips; got != want {
		t.Errorf("flips of seed 1, iteration 1: %s, want %s", got, want)
	}
	const n = 40000
	var sum, product, next float64
	last := 1.0
	for i := range n {
		d := Draws(7, i, 2)
		sum += d[0].Flip
		product += d[0].Flip * d[1].Flip
		next += d[0].Flip * last
		last = d[0].Flip
		if d[0].U < 0 || d[0].U >= 1 {
			t.Fatalf("u = %g", d[0].U)
		}
	}
	for name, s := range map[string]float64{"mean": sum, "neighbours": product, "iterations": next} {
		if s > 4*200 || s < -4*200 { // 4 standard deviations
			t.Errorf("%s: sum of %d coins %g", name, n, s)
		}
	}
}

const pinnedFlips = "+++++-+----+-+-+"

// TestRestore stops a run at every kind of place and goes on in a new Tuner.
func TestRestore(t *testing.T) {
	ob := loadVectors(t).Objectives[1]
	o := ob.options(3)
	o.Schedule.Pairs, o.InFlight = 300, 3 // the last batch has 4 pairs
	games := func(i int) Tally {
		return ob.play(rand.New(rand.NewPCG(8, uint64(i))), &Batch{Plus: []float64{60, 40, 60, 130, 180, 200, 0, 0}, Minus: make([]float64, 8), Pairs: min(8, 300-8*i)})
	}
	run := func(steps []Step, until int) *Tuner {
		tuner, err := NewTuner(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			if err := tuner.Restore(s); err != nil {
				t.Fatal(err)
			}
		}
		for i := len(steps); i < until; i++ {
			if !tuner.Ready(i) {
				t.Fatalf("iteration %d is not ready", i)
			}
			if _, err := tuner.Apply(tuner.Batch(i), games(i)); err != nil {
				t.Fatal(err)
			}
		}
		return tuner
	}
	whole := run(nil, o.Iterations())
	if !whole.Finished() || whole.PairsDone() != 300 {
		t.Fatalf("%d pairs", whole.PairsDone())
	}
	for stop := range o.Iterations() {
		half := run(nil, stop)
		rest := run(slices.Clone(half.Steps()), o.Iterations())
		if !reflect.DeepEqual(rest.Steps(), whole.Steps()) {
			t.Errorf("stopped after %d iterations: another path", stop)
		}
	}
}

func TestValidate(t *testing.T) {
	good := Param{Name: "x", Start: 1, Min: 0, Max: 10, CEnd: 1, REnd: 0.002, Integer: true}
	tests := []struct {
		name   string
		change func(*Param)
	}{
		{"min = max", func(p *Param) { p.Max, p.Min = 1, 1 }},
		{"start outside", func(p *Param) { p.Start = 11 }},
		{"no c", func(p *Param) { p.CEnd = 0 }},
		{"no r", func(p *Param) { p.REnd = 0 }},
		{"c wider than range", func(p *Param) { p.CEnd = 6 }},
		{"integer with broken bound", func(p *Param) { p.Max = 9.5 }},
	}
	for _, tt := range tests {
		p := good
		tt.change(&p)
		if p.Validate() == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
	if err := good.Validate(); err != nil {
		t.Error(err)
	}
}
