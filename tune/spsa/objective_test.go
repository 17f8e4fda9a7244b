package spsa

import (
	"math"
	"math/rand/v2"
	"testing"
)

// objective is a model of Elo that is known everywhere.
type objective struct {
	ID         string
	Parameters []vectorParam
	Hyper      struct {
		Pairs        int     `json:"total_pairs"`
		Batch        int     `json:"pairs_per_iteration"`
		Alpha, Gamma float64 //
		A            float64
	} `json:"hyperparameters"`
	Start struct {
		Distance float64
		EloGap   float64 `json:"elo_gap"`
	}
	Accept struct {
		Distance []float64
		EloGap   float64 `json:"elo_gap_at_most"`
	} `json:"accept_mean_of_20_seeds"`
}

func (ob *objective) elo(x []float64) float64 {
	sum := 0.0
	for i, p := range ob.Parameters {
		d := (x[i] - p.Optimum) / (p.Max - p.Min)
		sum -= p.Curvature * d * d
	}
	return sum
}

func (ob *objective) distance(x []float64) float64 {
	sum := 0.0
	for i, p := range ob.Parameters {
		d := (x[i] - p.Optimum) / (p.Max - p.Min)
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(x)))
}

// play draws the games of a batch.
func (ob *objective) play(r *rand.Rand, b *Batch) (y Tally) {
	s := 1 / (1 + math.Pow(10, -(ob.elo(b.Plus)-ob.elo(b.Minus))/400))
	d := 4 * 0.4 * s * (1 - s)
	for range 2 * b.Pairs {
		switch u := r.Float64(); {
		case u < s-d/2:
			y.Wins++
		case u < s+d/2:
			y.Draws++
		default:
			y.Losses++
		}
	}
	return y
}

func (ob *objective) options(seed uint64) Options {
	o := Options{
		Schedule: Schedule{Pairs: ob.Hyper.Pairs, A: ob.Hyper.A, Alpha: ob.Hyper.Alpha, Gamma: ob.Hyper.Gamma},
		Batch:    ob.Hyper.Batch, InFlight: 1, Clip: Shift, Seed: seed,
	}
	for _, p := range ob.Parameters {
		o.Params = append(o.Params, p.param())
	}
	return o
}

// runObjective tunes with several iterations in flight, as Run does.
func runObjective(t *testing.T, ob *objective, o Options) *Tuner {
	t.Helper()
	tuner, err := NewTuner(o)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(o.Seed, 99))
	var flying []*Batch
	for next := 0; !tuner.Finished(); {
		for ; tuner.Ready(next); next++ {
			flying = append(flying, tuner.Batch(next))
		}
		if _, err := tuner.Apply(flying[0], ob.play(r, flying[0])); err != nil {
			t.Fatal(err)
		}
		flying = flying[1:]
	}
	if tuner.PairsDone() != o.Schedule.Pairs {
		t.Errorf("%d pairs done, want %d", tuner.PairsDone(), o.Schedule.Pairs)
	}
	return tuner
}

// TestObjectives runs the three models over 20 seeds; the accepted range is 4
// standard errors around the mean of an independent program.
func TestObjectives(t *testing.T) {
	for _, ob := range loadVectors(t).Objectives {
		for _, inFlight := range []int{1, 4} {
			if inFlight > 1 && ob.ID == "quadratic-40" {
				continue // takes long, and shows nothing that quadratic-8 does not
			}
			t.Run(ob.ID, func(t *testing.T) {
				t.Parallel()
				const seeds = 20
				var distance, gap float64
				for seed := range uint64(seeds) {
					o := ob.options(seed + 1)
					o.InFlight = inFlight
					tuner := runObjective(t, &ob, o)
					theta := tuner.Theta(len(tuner.Steps()))
					distance += ob.distance(theta) / seeds
					gap -= ob.elo(theta) / seeds
				}
				t.Logf("in flight %d: distance %.5f (%v), Elo gap %.3f (at most %g)", inFlight, distance, ob.Accept.Distance, gap, ob.Accept.EloGap)
				if distance < ob.Accept.Distance[0] || distance > ob.Accept.Distance[1] {
					t.Errorf("in flight %d: mean distance %.5f, want %v", inFlight, distance, ob.Accept.Distance)
				}
				if gap > ob.Accept.EloGap {
					t.Errorf("in flight %d: mean Elo gap %.4f, want at most %g", inFlight, gap, ob.Accept.EloGap)
				}
			})
		}
	}
}
