package params

import (
	"math"
	"strings"
	"testing"

	"xqlab/engine/eval"
)

func TestGlob(t *testing.T) {
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{"", "", true},
		{"", "a", false},
		{"*", "", true},
		{"*", "material.rook.mg", true},
		{"material.rook.mg", "material.rook.mg", true},
		{"material.rook.m", "material.rook.mg", false},
		{"mobility.horse[?].mg", "mobility.horse[5].mg", true},
		{"mobility.horse[?].mg", "mobility.horse[15].mg", false},
		{"mobility.*[1*].eg", "mobility.rook[12].eg", true},
		{"*rook*mg", "position.rook[e4].mg", true},
		{"*.mg*", "position.rook[e4].eg", false},
		{"a*b*c", "a1b2b3c", true},
		{"a*b*c", "a1b2b3", false},
		{"**", "x", true},
	}
	for _, tt := range tests {
		if got := Glob(tt.pattern, tt.text); got != tt.want {
			t.Errorf("Glob(%q, %q) = %v, want %v", tt.pattern, tt.text, got, tt.want)
		}
	}
}

func TestSelect(t *testing.T) {
	lo, hi := eval.Material.Range()
	plo, phi := eval.Position.Range()
	tests := []struct {
		name     string
		q        Query
		len      int
		percents int
	}{
		{"all", Query{}, 2 * eval.NumTerms, 0},
		{"one group", Query{Groups: []string{"material"}}, hi - lo, 0},
		{"group and pattern", Query{Groups: []string{"material"}, Params: []string{"position.*"}}, hi - lo + phi - plo, 0},
		{"pattern of terms leaves the percentage alone", Query{Params: []string{"position.*"}}, phi - plo, 0},
		{"both phases", Query{Params: []string{"material.rook"}}, 2, 0},
		{"one phase", Query{Params: []string{"material.rook.eg"}}, 1, 0},
		{"percentages", Query{Params: []string{"*.weight"}}, eval.NumGroups, eval.NumGroups},
		{"frozen", Query{Groups: []string{"material"}, Freeze: []string{"material.rook"}}, hi - lo - 2, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Select(tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if s.Len() != tt.len || s.Percents() != tt.percents {
				t.Errorf("%d parameters, %d percentages, want %d, %d", s.Len(), s.Percents(), tt.len, tt.percents)
			}
			for k := range s.Len() {
				if !s.Has(s.Index(k)) {
					t.Errorf("Has(%d) is false", s.Index(k))
				}
			}
		})
	}
}

func TestSelectErrors(t *testing.T) {
	tests := []struct {
		name string
		q    Query
		want string
	}{
		{"group", Query{Groups: []string{"materiel"}}, `unknown group "materiel" (want material, position,`},
		{"pattern", Query{Params: []string{"position.queen*"}}, `no parameter matches "position.queen*"`},
		{"freeze", Query{Freeze: []string{"x"}}, `no parameter matches "x"`},
		{"nothing left", Query{Groups: []string{"pins"}, Freeze: []string{"pins.*"}}, "no parameter is left"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Select(tt.q); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestWith(t *testing.T) {
	s, err := Select(Query{Params: []string{"material.rook", "*.weight"}})
	if err != nil {
		t.Fatal(err)
	}
	seed := eval.Seed()
	same, err := s.With(seed, s.Values(seed))
	if err != nil || !same.Equal(seed) {
		t.Errorf("With(Values) differs: %v", err)
	}
	v := s.Values(seed)
	v[0], v[1], v[2] = 912.5, 1e9, -1e9
	w, err := s.With(seed, v)
	if err != nil {
		t.Fatal(err)
	}
	_, hi := s.Bounds(1)
	lo, _ := s.Bounds(2)
	for k, want := range []int{913, hi, lo} {
		if got := w.Get(s.Index(k)); got != want {
			t.Errorf("%s = %d, want %d", s.Name(k), got, want)
		}
	}
	if _, err := s.With(seed, v[1:]); err == nil {
		t.Error("a short vector is accepted")
	}
	v[3] = math.NaN()
	if _, err := s.With(seed, v); err == nil {
		t.Error("NaN is accepted")
	}
}
