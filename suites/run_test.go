package suites

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"xqlab/selfplay/player"
	"xqlab/selfplay/player/fakeengine"
)

func TestMain(m *testing.M) {
	fakeengine.RunIfAsked()
	os.Exit(m.Run())
}

// builtinEngine prepares the engine of this module.
func builtinEngine(t *testing.T) *player.Factory {
	t.Helper()
	f, err := player.Prepare(t.Context(), player.Config{Name: "builtin", Protocol: player.Builtin, Hash: 1, Limits: player.Limits{Depth: 1}}, &player.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// fakeEngine prepares a scripted engine.
func fakeEngine(t *testing.T, script string) *player.Factory {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := player.Prepare(t.Context(), player.Config{
		Name: "fake", Cmd: self, Protocol: player.UCI, Ranks: player.FromZero, Env: fakeengine.Env(script, "", ""), Limits: player.Limits{Nodes: 1},
	}, &player.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// small is the beginning of a shipped suite.
func small(t *testing.T, name string, n int) *Suite {
	t.Helper()
	s, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return &Suite{Name: name, Positions: s.Positions[:n]}
}

// sheet runs r and returns its results but for times, in the order of keys.
func sheet(t *testing.T, r *Run) string {
	t.Helper()
	var lines []string
	err := r.Do(t.Context(), func(x Result) error {
		stable := "-"
		if x.Stable != nil {
			stable = fmt.Sprint(x.Stable.Depth, x.Stable.Nodes)
		}
		lines = append(lines, fmt.Sprintf("%d %d %03d %v: %v %v %v %+v %s %v %q", x.Engine, x.Suite, x.Position, x.Limit, x.Move, x.Solved, x.Points, x.Info, stable, x.PV, x.Fault))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(lines)
	return strings.Join(lines, "\n")
}

// TestRunDeterminism runs several engines, suites and limits at two
// concurrencies.
func TestRunDeterminism(t *testing.T) {
	f := builtinEngine(t)
	limits, err := ParseLimits(Depth, "2,4")
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := ParseLimits(Nodes, "1k")
	if err != nil {
		t.Fatal(err)
	}
	r := Run{
		Suites:  []*Suite{small(t, "wac_chinese", 12), small(t, "rules", 5)},
		Engines: []Engine{{"a", f.New}, {"b", f.New}},
		Limits:  append(limits, nodes...), Stall: time.Minute,
	}
	for _, stable := range []int{0, 2} {
		r.StableFor = stable
		r.Concurrency = 1
		one := sheet(t, &r)
		r.Concurrency = 3
		if three := sheet(t, &r); three != one {
			t.Errorf("stable %d: results differ\n%s\n\n%s", stable, one, three)
		}
		if n := strings.Count(one, "\n") + 1; n != r.Count() || n != 17*2*3 {
			t.Errorf("%d results, %d counted", n, r.Count())
		}
	}
}

func TestRunDone(t *testing.T) {
	f := builtinEngine(t)
	r := Run{
		Suites: []*Suite{small(t, "wac_chinese", 6)}, Engines: []Engine{{"a", f.New}}, Limits: []Limit{{Depth, 1}}, Concurrency: 2, Stall: time.Minute,
		Done: func(k Key) bool { return k.Position%2 == 0 },
	}
	var seen []int
	if err := r.Do(t.Context(), func(x Result) error { seen = append(seen, x.Position); return nil }); err != nil {
		t.Fatal(err)
	}
	sort.Ints(seen)
	if fmt.Sprint(seen) != "[1 3 5]" {
		t.Errorf("searched %v", seen)
	}
	stop := errors.New("disk full")
	r.Done = nil
	if err := r.Do(t.Context(), func(Result) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error %v, want that of record", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Do(ctx, func(Result) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want canceled", err)
	}
}

// TestRunCrash has an engine exit at its second search: the position is marked,
// the engine started again.
func TestRunCrash(t *testing.T) {
	f := fakeEngine(t, "exit=2 infos=3")
	r := Run{Suites: []*Suite{small(t, "wac_chinese", 4)}, Engines: []Engine{{"fake", f.New}}, Limits: []Limit{{Nodes, 1}}, Concurrency: 1, Stall: time.Minute}
	faults, answers := 0, 0
	err := r.Do(t.Context(), func(x Result) error {
		if x.Fault != "" {
			faults++
			if !strings.Contains(x.Fault, "exited with status 3") || x.Solved {
				t.Errorf("%+v", x)
			}
		} else {
			answers++
		}
		return nil
	})
	if err != nil || faults != 2 || answers != 2 {
		t.Errorf("%d faults, %d answers, %v", faults, answers, err)
	}
	r.Engines[0].New = func(cpu int) (player.Player, error) { return notStarting{}, nil }
	if err := r.Do(t.Context(), func(Result) error { return nil }); err == nil {
		t.Error("an engine that never starts does not end the run")
	}
}

// notStarting is an engine that cannot be started.
type notStarting struct{ player.Player }

func (notStarting) Name() string { return "x" }
func (notStarting) Close() error { return nil }
func (notStarting) NewGame(context.Context) error {
	return &player.Fault{Kind: player.Disconnect, Text: "did not start", Startup: true}
}

func TestParseLimits(t *testing.T) {
	for _, tc := range []struct {
		kind LimitKind
		list string
		want string
	}{
		{Depth, "4,5, 6", "[depth 4 depth 5 depth 6]"},
		{Nodes, "1e4,100k", "[nodes 10000 nodes 100000]"},
		{MoveTime, "100ms,1s", "[movetime 100ms movetime 1s]"},
		{Depth, "4,4", ""}, {Depth, "", ""}, {Depth, "0", ""}, {Nodes, "x", ""}, {MoveTime, "1us", ""},
	} {
		got, err := ParseLimits(tc.kind, tc.list)
		if (err == nil) != (tc.want != "") || err == nil && fmt.Sprint(got) != tc.want {
			t.Errorf("%s %q: %v, %v", tc.kind, tc.list, got, err)
		}
	}
}
