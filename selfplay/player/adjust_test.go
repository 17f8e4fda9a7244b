package player

import (
	"strings"
	"testing"

	"xqlab/engine/board"
	"xqlab/engine/eval"
)

func TestSearchSpec(t *testing.T) {
	c, err := ParseSpec("builtin:search.lmrbase=80,search.RazorBase=300,disable=null-move+lmr,nodes=500", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.searchParams()
	if err != nil || p.LMRBase != 80 || p.RazorBase != 300 || p.NullMove || p.LMR || !p.LMP {
		t.Errorf("%+v, %v", p, err)
	}
	if got, want := c.Label(), "builtin:weights=default,search.LMRBase=80,search.RazorBase=300,disable=null-move+lmr"; got != want {
		t.Errorf("SPEC %s, want %s", got, want)
	}
	for spec, want := range map[string]string{
		"builtin:search.Nothing=3":   "unknown search constant",
		"builtin:search.LMRBase=201": "from 0 to 200",
		"builtin:search.LMRBase=x":   "from 0 to 200",
		"builtin:disable=fun":        "unknown search feature",
	} {
		if _, err := ParseSpec(spec, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// TestAdjustBuiltin: an adjusted engine plays as a new one does.
func TestAdjustBuiltin(t *testing.T) {
	c, err := ParseSpec("builtin:hash=1,nodes=2000", nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := Prepare(t.Context(), c, &Env{})
	if err != nil {
		t.Fatal(err)
	}
	other := f.Config()
	other.Loaded, other.WeightsHash = eval.Seed(), ""
	other.Search = map[string]int{"LMRBase": 120}
	g, err := f.With(other)
	if err != nil {
		t.Fatal(err)
	}
	play := func(p Player) Answer {
		t.Helper()
		if err := p.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		pos := board.NewPosition()
		a, err := p.Move(t.Context(), &Request{Pos: pos, StartFEN: pos.FEN(), Limits: g.Config().Limits, Stall: 60e9})
		if err != nil {
			t.Fatal(err)
		}
		a.Time = 0
		return a
	}
	fresh, err := g.New(-1)
	if err != nil {
		t.Fatal(err)
	}
	used, err := f.New(-1)
	if err != nil {
		t.Fatal(err)
	}
	first := play(used)
	if err := used.(Adjustable).Adjust(g); err != nil {
		t.Fatal(err)
	}
	want := play(fresh)
	if got := play(used); got != want || got == first {
		t.Errorf("adjusted %+v, new %+v, before %+v", got, want, first)
	}
	bad := f.Config()
	bad.Search = map[string]int{"LMRBase": 1000}
	if _, err := f.With(bad); err == nil {
		t.Error("a constant out of range was accepted")
	}
}
