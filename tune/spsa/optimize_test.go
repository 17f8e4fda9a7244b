package spsa

import (
	"context"
	"reflect"
	"testing"
)

// modelGames plays an objective; the games depend on the iteration only.
type modelGames struct{ ob *objective }

func (g modelGames) Play(ctx context.Context, b *Batch) (Tally, error) {
	return (&fakeGames{ob: g.ob}).Play(ctx, b)
}

// TestMethods: the experimental methods get nearer to the optimum of the
// models, and go on after a stop as if there had been none.
func TestMethods(t *testing.T) {
	for _, m := range []Method{NelderMead, CMAES} {
		for _, ob := range loadVectors(t).Objectives[:2] {
			t.Run(string(m)+" "+ob.ID, func(t *testing.T) {
				t.Parallel()
				const seeds = 20
				gap := 0.0
				for seed := range uint64(seeds) {
					o := ob.options(seed + 1)
					o.Batch = 50
					tuner, err := NewTuner(o)
					if err != nil {
						t.Fatal(err)
					}
					if err := RunMethod(t.Context(), m, tuner, modelGames{&ob}, &path{}); err != nil {
						t.Fatal(err)
					}
					if tuner.PairsDone() != o.Schedule.Pairs {
						t.Fatalf("%d pairs, want %d", tuner.PairsDone(), o.Schedule.Pairs)
					}
					gap -= ob.elo(tuner.Average()) / seeds
				}
				t.Logf("mean Elo gap %.2f, at the start %.0f", gap, ob.Start.EloGap)
				if gap > ob.Start.EloGap/2 {
					t.Errorf("mean Elo gap %.2f, want at most half of the start's %.0f", gap, ob.Start.EloGap)
				}
			})
		}
	}
}

func TestMethodsResume(t *testing.T) {
	ob := loadVectors(t).Objectives[1]
	for _, m := range []Method{NelderMead, CMAES} {
		o := ob.options(3)
		o.Schedule.Pairs, o.Batch = 600, 10
		whole, err := NewTuner(o)
		if err != nil {
			t.Fatal(err)
		}
		if err := RunMethod(t.Context(), m, whole, modelGames{&ob}, &path{}); err != nil {
			t.Fatal(err)
		}
		for _, stop := range []int{1, 17, 40, 60} {
			rest, err := NewTuner(o)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range whole.Steps()[:stop] {
				if err := rest.Restore(s); err != nil {
					t.Fatal(err)
				}
			}
			var later path
			if err := RunMethod(t.Context(), m, rest, modelGames{&ob}, &later); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(rest.Steps(), whole.Steps()) || len(later.steps) != 60-stop {
				t.Errorf("%s: stopped after %d points: another path", m, stop)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		fresh, _ := NewTuner(o)
		if err := RunMethod(ctx, m, fresh, modelGames{&ob}, &path{}); err == nil {
			t.Errorf("%s: a cancelled run ended without an error", m)
		}
	}
}
