package spsa

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// vectors is testdata/spsa.json: rows computed by other programs.
type vectors struct {
	Objectives []objective
	Steps      []struct {
		ID    string
		Input struct {
			NumGames        int       `json:"num_games"`
			ARatio          float64   `json:"A_ratio"`
			Alpha, Gamma    float64   //
			PairsDone       int       `json:"pairs_done"`
			Flips           []float64 //
			WinsMinusLosses int       `json:"wins_minus_losses"`
			Params          []vectorParam
		}
		Expect struct {
			A                  float64
			NumIter            int       `json:"num_iter"`
			C0                 []float64 `json:"c0"`
			A0                 []float64 `json:"a0"`
			C                  []float64 `json:"c"`
			R                  []float64 `json:"R"`
			Plus, Minus, Theta []float64
		}
		Tolerance float64 `json:"tol_relative"`
	}
	Rounding struct {
		Cases []struct {
			Input struct {
				Theta, C, U, Flip, Min, Max float64
			}
			Expect struct {
				CUsed       float64 `json:"c_used"`
				Plus, Minus float64
			}
		}
	}
}

type vectorParam struct {
	Name               string
	Integer            bool
	Theta, Start       float64
	Min, Max           float64
	CEnd               float64 `json:"c_end"`
	REnd               float64 `json:"r_end"`
	Optimum, Curvature float64
}

func (v vectorParam) param() Param {
	return Param{Name: v.Name, Start: v.Start, Min: v.Min, Max: v.Max, CEnd: v.CEnd, REnd: v.REnd, Integer: v.Integer}
}

func loadVectors(t *testing.T) *vectors {
	t.Helper()
	data, err := os.ReadFile("testdata/spsa.json")
	if err != nil {
		t.Fatal(err)
	}
	v := &vectors{}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestSteps compares gains, sides and the step with Fishtest's. Fishtest cuts
// each side at its bounds; the step does not depend on that.
func TestSteps(t *testing.T) {
	v := loadVectors(t)
	if len(v.Steps) != 6 {
		t.Fatalf("%d rows, want 6", len(v.Steps))
	}
	for _, row := range v.Steps {
		t.Run(row.ID, func(t *testing.T) {
			in, want := &row.Input, &row.Expect
			same := func(what string, k int, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > row.Tolerance*math.Abs(want) {
					t.Errorf("%s of %s: %.12g, want %.12g", what, in.Params[k].Name, got, want)
				}
			}
			o := Options{
				Schedule: Schedule{Pairs: in.NumGames / 2, A: in.ARatio, Alpha: in.Alpha, Gamma: in.Gamma},
				Batch:    12, InFlight: 1, Clip: Cut,
			}
			if o.Schedule.Pairs != want.NumIter || o.Schedule.Offset() != want.A {
				t.Errorf("N %d, A %g: want %d, %g", o.Schedule.Pairs, o.Schedule.Offset(), want.NumIter, want.A)
			}
			var theta, move []float64
			for k, vp := range in.Params {
				p := vp.param()
				p.Start = vp.Theta
				o.Params = append(o.Params, p)
				first := o.Schedule.Gains(&p, 0)
				g := o.Schedule.Gains(&p, in.PairsDone)
				same("c0", k, first.C, want.C0[k])
				same("a0", k, first.R*first.C*first.C*math.Pow(want.A+1, in.Alpha), want.A0[k])
				same("c", k, g.C, want.C[k])
				same("R", k, g.R, want.R[k])
				plus, minus := p.Sides(vp.Theta, g.C, Draw{Flip: in.Flips[k]}, Cut)
				same("plus", k, plus, want.Plus[k])
				same("minus", k, minus, want.Minus[k])
				theta, move = append(theta, vp.Theta), append(move, g.R*g.C*in.Flips[k])
			}
			tuner, err := NewTuner(o)
			if err != nil {
				t.Fatal(err)
			}
			games := Tally{Draws: 24}
			if net := in.WinsMinusLosses; net > 0 {
				games = Tally{Wins: net, Draws: 24 - net}
			} else if net < 0 {
				games = Tally{Losses: -net, Draws: 24 + net}
			}
			s, err := tuner.Apply(&Batch{Pairs: 12, move: move}, games)
			if err != nil {
				t.Fatal(err)
			}
			for k := range theta {
				same("theta", k, s.Theta[k], want.Theta[k])
			}
		})
	}
}

// TestRounding compares the rounding of integers under both ways of clipping.
func TestRounding(t *testing.T) {
	v := loadVectors(t)
	if len(v.Rounding.Cases) != 15 {
		t.Fatalf("%d rows, want 15", len(v.Rounding.Cases))
	}
	for _, row := range v.Rounding.Cases {
		in := row.Input
		p := Param{Min: in.Min, Max: in.Max, Integer: true}
		for _, clip := range []Clip{Shift, Cut} {
			plus, minus := p.Sides(in.Theta, in.C, Draw{in.Flip, in.U}, clip)
			if plus != row.Expect.Plus || minus != row.Expect.Minus {
				t.Errorf("%+v, %s: %g, %g; want %g, %g", in, clip, plus, minus, row.Expect.Plus, row.Expect.Minus)
			}
		}
	}
}
