package texel

import (
	"math"
	"math/rand/v2"
	"testing"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

// checkGradient compares a gradient with central differences of f.
func checkGradient(t *testing.T, name string, x, grad []float64, f func(x []float64) float64) {
	t.Helper()
	const h = 0.01
	for k := range x {
		at := x[k]
		x[k] = at + h
		up := f(x)
		x[k] = at - h
		down := f(x)
		x[k] = at
		if want := (up - down) / (2 * h); math.Abs(grad[k]-want) > 1e-9+1e-6*math.Abs(want) {
			t.Errorf("%s: derivative %d is %.12g, central difference %.12g", name, k, grad[k], want)
		}
	}
}

// someOf returns a few parameters of each group.
func someOf(t *testing.T) *params.Set {
	return choose(t, params.Query{Params: []string{
		"material.*", "position.pawn[e*]", "king_safety.danger[*]", "pins.hanging", "guards.set[*", "center.control[?]", "mobility.rook[1?]",
	}})
}

func TestGradient(t *testing.T) {
	records := sampleRecords(t, 2500)
	rng := rand.New(rand.NewPCG(1, 1))
	terms, percents := someOf(t), choose(t, params.Query{Params: []string{"*.weight"}})
	for _, loss := range []Loss{MSE, Log} {
		for _, set := range []*params.Set{terms, percents} {
			d := load(t, records, set, eval.Seed(), 2)
			var m model
			name := string(loss) + " terms"
			if set == percents {
				m = newPercentModel(d, set, eval.Seed(), 2)
				name = string(loss) + " percentages"
			} else {
				m = newTermModel(d, set, eval.Seed(), 2)
			}
			x := set.Values(eval.Seed())
			for k := range x {
				x[k] += 20 * rng.NormFloat64()
			}
			var pick []int32
			for i := 0; i < d.Positions(Train); i += 1 + rng.IntN(2) {
				pick = append(pick, int32(i))
			}
			grad := make([]float64, len(x))
			m.evaluate(Train, pick, x, loss, 0.004, grad)
			checkGradient(t, name, x, grad, func(x []float64) float64 { return m.evaluate(Train, pick, x, loss, 0.004, nil) })
		}
	}
}

func TestPenaltyGradient(t *testing.T) {
	set := choose(t, params.Query{Params: []string{"material.*", "position.horse[*]", "mobility.rook[*]"}})
	p := newPenalty(0.3, 0.7, set, eval.Seed())
	x := set.Values(eval.Seed())
	rng := rand.New(rand.NewPCG(2, 2))
	for k := range x {
		x[k] += 50 * rng.NormFloat64()
	}
	grad := make([]float64, len(x))
	if p.add(x, grad) <= 0 {
		t.Error("no penalty")
	}
	checkGradient(t, "penalty", x, grad, func(x []float64) float64 { return p.add(x, make([]float64, len(x))) })
	zero := make([]float64, len(x))
	if p.add(set.Values(eval.Seed()), zero) != 0 {
		t.Error("a penalty at the start")
	}
}

func TestNeighbours(t *testing.T) {
	set := choose(t, params.Query{Params: []string{"position.rook[*].mg", "mobility.horse[*].mg", "king_safety.in_check.mg"}})
	pairs := neighbours(set)
	// A table of 5 files and 10 ranks has 4*10 + 5*9 pairs; a list of 9 has 8.
	if len(pairs) != 85+8 {
		t.Errorf("%d pairs", len(pairs))
	}
	for _, p := range pairs {
		a, b := set.Name(p[0]), set.Name(p[1])
		if a == "position.rook[e4].mg" && b != "position.rook[e5].mg" {
			t.Errorf("%s is next to %s", a, b)
		}
	}
}

func TestLossAt(t *testing.T) {
	for _, l := range []Loss{MSE, Log} {
		for _, y := range []float64{0, 0.3, 1} {
			for z := -40.0; z <= 40; z += 0.5 {
				loss, slope := l.at(z, y)
				up, _ := l.at(z+1e-5, y)
				down, _ := l.at(z-1e-5, y)
				if want := (up - down) / 2e-5; math.Abs(slope-want) > 1e-7 || math.IsNaN(loss) || loss < 0 {
					t.Errorf("%s at z %v, y %v: loss %v, slope %v, want %v", l, z, y, loss, slope, want)
				}
				s := sigmoid(z)
				want := (y - s) * (y - s)
				if l == Log {
					want = -y*math.Log(s) - (1-y)*math.Log(1-s)
				}
				if math.Abs(z) < 15 && math.Abs(loss-want) > 1e-9 {
					t.Errorf("%s at z %v, y %v: loss %v, want %v", l, z, y, loss, want)
				}
			}
		}
	}
	if _, err := ParseLoss("l1"); err == nil {
		t.Error("loss l1 is accepted")
	}
}

// TestFitK draws labels with a known K and finds it; the slope there is nil.
func TestFitK(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, k = 200_000, 1.7
	q := make([]float64, n)
	rs := &rows{rows: make([]row, n)}
	for i := range q {
		q[i] = 300 * rng.NormFloat64()
		if rng.Float64() < sigmoid(k*q[i]/400) {
			rs.rows[i].label = 1
		}
	}
	for _, l := range []Loss{MSE, Log} {
		got, err := fitK(q, rs, l, 2)
		if err != nil || math.Abs(got-k) > 0.03 {
			t.Errorf("%s: K %v, error %v, want %v", l, got, err, k)
		}
		slope := 0.0
		for i := range q {
			_, s := l.at(got*q[i]/400, float64(rs.rows[i].label))
			slope += s * q[i] / 400 / n
		}
		if math.Abs(slope) > 1e-6 {
			t.Errorf("%s: dE/dK = %v at the minimum", l, slope)
		}
	}
	for i := range rs.rows {
		rs.rows[i].label = 1 - rs.rows[i].label
	}
	if _, err := fitK(q, rs, MSE, 1); err == nil {
		t.Error("scores of the wrong sign fit")
	}
}
