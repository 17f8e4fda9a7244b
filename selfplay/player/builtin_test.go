package player

import (
	"context"
	"errors"
	"testing"
	"time"

	"xqlab/engine/board"
)

// own returns a player of the built-in engine.
func own(t *testing.T, c Config) Player {
	t.Helper()
	c.Protocol, c.Name = Builtin, "own"
	f, err := Prepare(t.Context(), c, &Env{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.New(-1)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func TestBuiltinMoves(t *testing.T) {
	for _, l := range []Limits{{Depth: 3}, {Nodes: 2000}, {MoveTime: 20 * time.Millisecond}, {TC: TimeControl{Base: time.Second}}} {
		p := own(t, Config{Limits: l})
		r := request(l)
		if !l.TC.IsZero() {
			r = clockRequest(l.TC.Base)
		}
		r.Margin = 5 * time.Second
		a := move(t, p, r)
		if !a.HasScore || a.Depth == 0 || a.Nodes == 0 {
			t.Errorf("%s: %+v", l, a)
		}
	}
}

func TestBuiltinForgets(t *testing.T) {
	p := own(t, Config{Limits: Limits{Nodes: 3000}})
	r := request(Limits{Nodes: 3000})
	first := move(t, p, r)
	again := move(t, p, r)
	canPlayOn(t, p)
	fresh := move(t, p, r)
	if first.Move != fresh.Move || first.Score != fresh.Score || first.Nodes != fresh.Nodes {
		t.Errorf("a new game starts with %+v, the first with %+v (in between %+v)", fresh, first, again)
	}
}

func TestBuiltinBans(t *testing.T) {
	p := own(t, Config{Limits: Limits{Depth: 3}})
	r := request(Limits{Depth: 3})
	best := move(t, p, r).Move
	r.Banned = []board.Move{best}
	if got := move(t, p, r).Move; got == best {
		t.Errorf("%s was played although banned", got)
	}
}

func TestBuiltinFaults(t *testing.T) {
	p := own(t, Config{Limits: Limits{Nodes: 1000}})
	stuck, err := board.ParseFEN("3k5/9/9/9/9/9/9/9/3p1p3/4K4 w")
	if err != nil {
		t.Fatal(err)
	}
	r := request(Limits{Nodes: 1000})
	r.Pos = stuck
	_, err = p.Move(t.Context(), r)
	wantFault(t, err, NoMove, "")

	r = request(Limits{Depth: 100})
	r.Stall = 50 * time.Millisecond
	_, err = p.Move(t.Context(), r)
	wantFault(t, err, Stall, "no move within")

	r = clockRequest(time.Microsecond)
	_, err = p.Move(t.Context(), r)
	if f := wantFault(t, err, TimeForfeit, "bestmove"); f.Overrun <= 0 {
		t.Errorf("overrun %v", f.Overrun)
	}

	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err = p.Move(ctx, request(Limits{Depth: 100}))
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > soon {
		t.Errorf("cancelled: %v after %v", err, time.Since(start))
	}
	canPlayOn(t, p)
}

func TestBuiltinHash(t *testing.T) {
	for _, tc := range []struct {
		c    Config
		want int
	}{
		{Config{Limits: Limits{Depth: 1}}, 1},
		{Config{Limits: Limits{Depth: 4}}, 8},
		{Config{Limits: Limits{Depth: 9}}, 16},
		{Config{Limits: Limits{Nodes: 500}}, 1},
		{Config{Limits: Limits{Nodes: 3000}}, 4},
		{Config{Limits: Limits{Nodes: 1e9}}, 16},
		{Config{Limits: Limits{MoveTime: time.Second}}, 16},
		{Config{Limits: Limits{Depth: 1}, Hash: 32}, 32},
	} {
		tc.c.Protocol, tc.c.Name = Builtin, "own"
		f, err := Prepare(t.Context(), tc.c, &Env{})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Config().Hash; got != tc.want {
			t.Errorf("%s: %d MB, want %d", tc.c.Limits, got, tc.want)
		}
	}
}
