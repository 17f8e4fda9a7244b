package spsa

import (
	"slices"
	"strings"
	"testing"
)

// TestParamsFileIsReadBack: whatever an engine calls its options.
func TestParamsFileIsReadBack(t *testing.T) {
	for _, name := range []string{"LMRBase", "position.rook[e4].mg", "Use Book", "A, B", "x=y", "pairs = 3", "a*b", "#hash", "[[param]]", `"q"`, `back\slash`, "END", "炮", "it's", "tab\there"} {
		want := []Param{
			{Name: name, Start: 1.25, Min: -3, Max: 1e6, CEnd: 0.1, REnd: 0.002},
			{Name: "other", Start: 100, Min: 0, Max: 400, CEnd: 5, REnd: 1e-7, Integer: true},
		}
		text, ending := ParamsFile(want)
		plan, err := ReadPlan(strings.NewReader(text), "p"+ending)
		if err != nil {
			t.Errorf("%q: %v\n%s", name, err, text)
			continue
		}
		var got []Param
		for _, w := range plan.Wishes {
			got = append(got, Param{Name: w.Name, Start: *w.Start, Min: *w.Min, Max: *w.Max, CEnd: *w.CEnd, REnd: *w.REnd, Integer: *w.Integer})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: read %v, want %v\n%s", name, got, want, text)
		}
	}
}
