package eval

import (
	"strings"
	"testing"

	"xqlab/engine/eval/internal/terms"
)

func TestParametersAreNamed(t *testing.T) {
	names := Names()
	for i, name := range names {
		if name == "" || Name(i) != name {
			t.Fatalf("parameter %d is called %q and %q", i, name, Name(i))
		}
		if j, ok := Index(name); !ok || j != i {
			t.Errorf("Index(%q) = %d, %v, want %d", name, j, ok, i)
		}
		if lo, hi := Bounds(i); lo >= hi {
			t.Errorf("%s lies in %d..%d", name, lo, hi)
		}
		if g := GroupOf(i); !strings.HasPrefix(name, g.String()+".") {
			t.Errorf("%s is said to be of group %s", name, g)
		}
	}
	if _, ok := Index("mobility.horse[9].mg"); ok {
		t.Error("a horse with nine moves has a parameter")
	}
	for _, name := range []string{
		"material.rook.mg", "material.pawn_crossed.eg", "position.rook[e4].mg", "position.pawn[a3].eg",
		"king_safety.danger[12].mg", "pins.rook_pins_horse.eg", "guards.set[2][1].mg", "center.control[10].eg",
		"mobility.horse[5].eg", "mobility.tempo.mg", "king_safety.weight",
	} {
		if _, ok := Index(name); !ok {
			t.Errorf("no parameter is called %s", name)
		}
	}
}

// The groups are declared in the order of their constants.
func TestGroupsAreNamed(t *testing.T) {
	if len(terms.Groups) != NumGroups {
		t.Errorf("%d groups are declared, want %d", len(terms.Groups), NumGroups)
	}
	for g, want := range map[Group]string{
		Material: "material", Position: "position", KingSafety: "king_safety", Pins: "pins",
		Guards: "guards", Center: "center", Mobility: "mobility", NumGroups: "unknown",
	} {
		if g.String() != want {
			t.Errorf("group %d is called %s, want %s", g, g, want)
		}
	}
}

func TestGroupRanges(t *testing.T) {
	next := 0
	for _, g := range Groups() {
		lo, hi := g.Range()
		if lo != next || hi <= lo {
			t.Errorf("%s has parameters %d..%d, want them to begin at %d", g, lo, hi, next)
		}
		next = hi
		for i := lo; i < hi; i++ {
			if GroupOf(i) != g {
				t.Errorf("%s is of group %s, want %s", Name(i), GroupOf(i), g)
			}
		}
		if i := g.PercentIndex(); Name(i) != g.String()+".weight" || GroupOf(i) != g {
			t.Errorf("percentage of %s is parameter %d, %s of %s", g, i, Name(i), GroupOf(i))
		}
		if got, ok := ParseGroup(g.String()); !ok || got != g {
			t.Errorf("ParseGroup(%q) = %v, %v", g.String(), got, ok)
		}
	}
	if next+NumGroups != NumParams {
		t.Errorf("groups end at %d, want %d", next, NumParams-NumGroups)
	}
	// 194 left-right pairs of squares that the pieces can reach.
	if lo, hi := Position.Range(); hi-lo != 2*194 {
		t.Errorf("position has %d parameters, want %d", hi-lo, 2*194)
	}
}
