package texel

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"xqlab/engine/eval"
	"xqlab/tune/params"
)

func TestAliasedGroups(t *testing.T) {
	set := choose(t, params.Query{})
	d := load(t, sampleRecords(t, 4000), set, eval.Seed(), 2)
	groups := aliasedGroups(d)
	var names []string
	for _, f := range groups {
		names = append(names, f.String())
	}
	all := strings.Join(names, "; ")
	for _, want := range []string{
		"position.rook[*] adds up to material.rook",
		"position.king[*] adds up to nothing",
		"position.pawn on its own side[*] adds up to material.pawn;",
		"position.pawn beyond the river[*] adds up to material.pawn_crossed",
		"mobility.horse[*] adds up to material.horse",
		"king_safety.rook_distance[*] adds up to -material.rook",
		"guards.set[*] adds up to nothing",
	} {
		if !strings.Contains(all+";", want) {
			t.Errorf("not found: %s", want)
		}
	}
	for _, not := range []string{"guards.rook_advisor", "center.cannon_screens", "king_safety.hollow_cannon"} {
		if strings.Contains(all, not) {
			t.Errorf("wrongly found: %s", not)
		}
	}

	// Redistributing changes parameters but no score.
	start := eval.Seed()
	m := newTermModel(d, set, start, 1)
	before := set.Values(start)
	x := append([]float64(nil), before...)
	rng := rand.New(rand.NewPCG(4, 4))
	for k := range x {
		x[k] += 10 + 20*rng.NormFloat64()
	}
	want := m.scores(Train, x)
	moved := redistribute(groups, set, start, x, before, support(d, set))
	if len(moved) < 20 {
		t.Errorf("only %d changes redistributed: %v", len(moved), moved)
	}
	for i, q := range m.scores(Train, x) {
		if math.Abs(q-want[i]) > 1e-6 {
			t.Fatalf("redistributing changes a score from %v to %v", want[i], q)
		}
	}
	sup := support(d, set)
	for _, f := range groups {
		if f.name != "position.rook" {
			continue
		}
		sum := 0.0
		for _, term := range f.members {
			for k := range set.Len() {
				if set.Index(k) == 2*term {
					sum += sup[k] * (x[k] - before[k])
				}
			}
		}
		if math.Abs(sum) > 1e-6 {
			t.Errorf("the rook table's mean change is not 0 afterwards: %v", sum)
		}
	}
}

// TestRedistributeLeavesPartsAlone: a group that is tuned in part stays as it is.
func TestRedistributeLeavesPartsAlone(t *testing.T) {
	set := choose(t, params.Query{Groups: []string{"position"}})
	d := load(t, sampleRecords(t, 1500), set, eval.Seed(), 1)
	x := set.Values(eval.Seed())
	for k := range x {
		x[k] += 30
	}
	changed := append([]float64(nil), x...)
	redistribute(aliasedGroups(d), set, eval.Seed(), changed, set.Values(eval.Seed()), support(d, set))
	for k := range x {
		if changed[k] != x[k] && !strings.HasPrefix(set.Name(k), "position.king") {
			t.Errorf("%s has moved", set.Name(k))
		}
	}
}
