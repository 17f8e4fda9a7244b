package eval

import (
	"strings"
	"testing"
)

// The constants of terms.go and the table of layout.go must tell the same.
func TestBlocksCoverTheTerms(t *testing.T) {
	next, group := 0, Material
	keys := map[string]bool{}
	for i := range blocks {
		b := &blocks[i]
		if b.group < group {
			t.Errorf("%s.%s comes after %s", b.group, b.key, group)
		}
		if b.group != group {
			if next != groupTerms[b.group] {
				t.Errorf("%s begins at term %d, want %d", b.group, next, groupTerms[b.group])
			}
			group = b.group
		}
		if b.first != next {
			t.Errorf("%s.%s begins at term %d, want %d", b.group, b.key, b.first, next)
		}
		for r := range b.rows {
			for c := range b.cols {
				if n := b.term(r, c); n >= 0 && (n < b.first || n >= b.first+b.terms()) {
					t.Errorf("%s is term %d, want one of %d..%d", b.entry(r, c), n, b.first, b.first+b.terms()-1)
				}
			}
		}
		next = b.first + b.terms()
		if name := b.group.String() + "." + b.key; keys[name] || b.key == percentKey {
			t.Errorf("key %s is taken twice", name)
		} else {
			keys[name] = true
		}
		// [a, b] must mean mg and eg: a list of two would be read as one.
		if b.shape == list && b.rows == 2 {
			t.Errorf("%s.%s is a list of two", b.group, b.key)
		}
	}
	if next != NumTerms {
		t.Errorf("blocks have %d terms, want %d", next, NumTerms)
	}
	if NumTerms > maxTerms {
		t.Errorf("%d terms do not fit in tables of %d", NumTerms, maxTerms)
	}
}

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
