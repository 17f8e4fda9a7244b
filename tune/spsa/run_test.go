package spsa

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"
	"time"

	"xqlab/selfplay"
	"xqlab/selfplay/player"
)

// fakeGames plays an objective; games take times of their own.
type fakeGames struct {
	ob   *objective
	mu   sync.Mutex
	most int // batches at the same time
	now  int
	fail int // iteration that fails, if above 0
}

func (g *fakeGames) Play(ctx context.Context, b *Batch) (Tally, error) {
	g.mu.Lock()
	g.now++
	g.most = max(g.most, g.now)
	g.mu.Unlock()
	time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	g.mu.Lock()
	g.now--
	g.mu.Unlock()
	if g.fail > 0 && b.Iteration >= g.fail {
		return Tally{}, errors.New("broken")
	}
	return g.ob.play(rand.New(rand.NewPCG(5, uint64(b.Iteration))), b), ctx.Err()
}

type path struct{ steps []Step }

func (p *path) RecordStep(s Step) error {
	p.steps = append(p.steps, s)
	return nil
}

// TestRun: the path does not depend on how long games take, is recorded in
// order, and with several iterations in flight is what the arithmetic says.
func TestRun(t *testing.T) {
	ob := loadVectors(t).Objectives[0]
	for _, inFlight := range []int{1, 3} {
		o := ob.options(4)
		o.Schedule.Pairs, o.InFlight = 400, inFlight
		var paths [2]path
		for i := range paths {
			tuner, err := NewTuner(o)
			if err != nil {
				t.Fatal(err)
			}
			games := &fakeGames{ob: &ob}
			if err := Run(t.Context(), tuner, games, &paths[i]); err != nil {
				t.Fatal(err)
			}
			if games.most > inFlight {
				t.Errorf("%d batches at the same time, want at most %d", games.most, inFlight)
			}
		}
		if len(paths[0].steps) != 100 || !reflect.DeepEqual(paths[0], paths[1]) {
			t.Errorf("in flight %d: paths of %d and %d steps differ", inFlight, len(paths[0].steps), len(paths[1].steps))
		}
	}
}

func TestRunStops(t *testing.T) {
	ob := loadVectors(t).Objectives[0]
	o := ob.options(4)
	o.InFlight = 3
	tuner, err := NewTuner(o)
	if err != nil {
		t.Fatal(err)
	}
	var p path
	if err := Run(t.Context(), tuner, &fakeGames{ob: &ob, fail: 7}, &p); err == nil || len(p.steps) > 7 {
		t.Errorf("%v after %d steps", err, len(p.steps))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, tuner, &fakeGames{ob: &ob}, &p); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestDiagnose: a parameter that wins moves, one that does nothing does not
// drift, one that is pushed out of its range is stuck at the bound.
func TestDiagnose(t *testing.T) {
	param := func(name string, maximum float64) Param {
		return Param{Name: name, Start: 50, Min: 0, Max: maximum, CEnd: 5, REnd: 0.01}
	}
	o := Options{Params: []Param{param("good", 1e6), param("idle", 100), param("bound", 51)}, Schedule: DefaultSchedule(), Batch: 8, InFlight: 1, Clip: Shift, Seed: 2}
	o.Params[2].CEnd = 0.2
	o.Schedule.Pairs = 8000
	tuner, err := NewTuner(o)
	if err != nil {
		t.Fatal(err)
	}
	if d := tuner.Diagnose(); d.NetMean != nil || d.Params[0].Verdict != TooEarly || d.Params[0].Drift != nil {
		t.Errorf("before the first game: %+v", d)
	}
	r := rand.New(rand.NewPCG(6, 7))
	for i := range o.Iterations() {
		b := tuner.Batch(i)
		y := Tally{Draws: 16}
		for _, k := range []int{0, 2} {
			if net := r.IntN(5); b.Plus[k] > b.Minus[k] {
				y.Wins += net
			} else {
				y.Losses += net
			}
		}
		y.Draws -= y.Wins + y.Losses
		if _, err := tuner.Apply(b, y); err != nil {
			t.Fatal(err)
		}
	}
	d := tuner.Diagnose()
	for k, want := range []Verdict{Drifting, "", Stuck} {
		if got := d.Params[k].Verdict; want != "" && got != want || want == "" && (got == Drifting || got == Stuck) {
			t.Errorf("%s: %s, want %s (%+v)", d.Params[k].Name, got, want, d.Params[k])
		}
	}
	if d.Equal != 0 || d.Pairs != 8000 || *d.Params[0].OneWay < 0.3 || *d.NetMean <= 0 {
		t.Errorf("%+v", d)
	}
}

// newArena returns an arena of the built-in engine.
func newArena(t testing.TB, spec string, concurrency int) *Arena {
	t.Helper()
	e := selfplay.Experiment{
		Format: selfplay.RoundRobin, PerPair: 1, Openings: "balanced", Rules: selfplay.RulesConfig{Ruleset: "chinese"}, MaxPlies: 160,
		Stall: 60000, Startup: 20000, Ban: selfplay.BanNone, Concurrency: concurrency,
	}
	c, err := player.ParseSpec(spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	e.Players = []player.Config{c, c}
	env := &player.Env{}
	ready, err := e.Prepare(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	f, err := player.Prepare(t.Context(), c, env)
	if err != nil {
		t.Fatal(err)
	}
	return &Arena{Space: NewSpace(f), Factory: f, Settings: ready.Settings, Entrant: ready.Entrants[0], Openings: ready.Set.List, Seed: 1, InFlight: 1}
}

// BenchmarkArena plays one batch of 8 pairs of up to 160 plies at 1000 nodes a
// move. With -cpuprofile, the share of engine.Search is that of thinking.
func BenchmarkArena(b *testing.B) {
	a := newArena(b, "builtin:hash=1,nodes=1000", 1)
	defer a.Close()
	a.Params = []Param{{Name: "material.weight"}}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		y, err := a.Play(b.Context(), &Batch{Iteration: i, First: 8 * i, Pairs: 8, Plus: []float64{110}, Minus: []float64{90}})
		if err != nil || y.Pairs() != 8 {
			b.Fatalf("%+v, %v", y, err)
		}
	}
}

// TestArena plays real games: the same batch gives the same tally again with
// engines that were used in between, and at any concurrency.
func TestArena(t *testing.T) {
	a := newArena(t, "builtin:weights=seed,hash=1,nodes=250", 2)
	defer a.Close()
	a.Params = []Param{{Name: "material.weight", Start: 100, Min: 0, Max: 200, CEnd: 90, REnd: 0.002, Integer: true}}
	strong := &Batch{Pairs: 6, Plus: []float64{100}, Minus: []float64{0}}
	weak := &Batch{Iteration: 1, First: 6, Pairs: 6, Plus: []float64{0}, Minus: []float64{100}}
	first, err := a.Play(t.Context(), strong)
	if err != nil {
		t.Fatal(err)
	}
	if y, err := a.Play(t.Context(), weak); err != nil || y.Pairs() != 6 || y.Net() >= 0 {
		t.Errorf("material at 0 %% against 100 %%: %+v, %v", y, err)
	}
	if first.Pairs() != 6 || first.Net() <= 0 {
		t.Errorf("material at 100 %% against 0 %%: %+v", first)
	}
	a.Settings.Concurrency = 1
	if again, err := a.Play(t.Context(), strong); err != nil || again != first {
		t.Errorf("%+v, %v; the first time %+v", again, err, first)
	}
}
