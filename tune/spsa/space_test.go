package spsa

import (
	"testing"

	"xqlab/engine/eval"
)

func TestSpaceConfig(t *testing.T) {
	s := builtinSpace(t)
	list := []Param{{Name: "pins.weight"}, {Name: "search.LMRBase"}, {Name: "material.rook.mg"}}
	c, err := s.Config(list, []float64{31, 77, 999})
	if err != nil {
		t.Fatal(err)
	}
	rook, _ := eval.Index("material.rook.mg")
	if c.Loaded.Percent(eval.Pins) != 31 || c.Loaded.Get(rook) != 999 || c.Search["LMRBase"] != 77 {
		t.Errorf("%s: pins %d, rook %d", c.Label(), c.Loaded.Percent(eval.Pins), c.Loaded.Get(rook))
	}
	if s.Base.Loaded.Percent(eval.Pins) == 31 || s.Base.Search != nil {
		t.Error("the start was changed")
	}
}

// TestBases: slopes have mean 0 over the board, tilt the right way, and leave
// the other phase and pieces alone.
func TestBases(t *testing.T) {
	s := builtinSpace(t)
	for _, h := range s.Handles {
		if h.kind != basisHandle {
			continue
		}
		b := s.bases[h.index]
		sum := 0.0
		for i, v := range b.values {
			both := 2.0
			if name := eval.Name(b.weights[i]); name[len(name)-6] == 'e' { // [e4].mg
				both = 1
			}
			sum += both * v
		}
		if sum > 1e-9 || sum < -1e-9 {
			t.Errorf("%s: sum %g", h.Name, sum)
		}
	}
	c, err := s.Config([]Param{{Name: "pst.rook.rank.mg"}}, []float64{4})
	if err != nil {
		t.Fatal(err)
	}
	for i := range eval.NumParams {
		name := eval.Name(i)
		got := c.Loaded.Get(i) - s.Base.Loaded.Get(i)
		want := 0
		switch name {
		case "position.rook[a0].mg":
			want = -18 // 4 * (0 - 4.5)
		case "position.rook[c9].mg":
			want = 18
		case "position.rook[e5].mg":
			want = 2
		case "position.rook[a0].eg", "position.horse[a0].mg":
		default:
			continue
		}
		if got != want {
			t.Errorf("%s changed by %d, want %d", name, got, want)
		}
	}
	if same, err := s.Config([]Param{{Name: "pst.rook.rank.mg"}}, []float64{0}); err != nil || !same.Loaded.Equal(s.Base.Loaded) {
		t.Errorf("a slope of 0 changes the weights: %v", err)
	}
}

func TestMatch(t *testing.T) {
	s := builtinSpace(t)
	for pattern, want := range map[string]int{
		"*.weight": 7, "material.rook": 2, "material.rook.eg": 1, "search.Futility*": 3, "pst.rook.*": 6, "pst.horse.rank": 2,
	} {
		if list, err := s.Match(pattern); err != nil || len(list) != want {
			t.Errorf("%s: %d parameters, %v; want %d", pattern, len(list), err, want)
		}
	}
	list, err := s.Match("*")
	if err != nil || len(list) != 2*eval.NumTerms {
		t.Errorf("*: %d parameters, %v; want the terms of the evaluation", len(list), err)
	}
	if list, err := s.Percentages([]string{"pins", "material"}); err != nil || len(list) != 2 || list[0].Name != "material.weight" {
		t.Errorf("%v, %v", list, err)
	}
}
