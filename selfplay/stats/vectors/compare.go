package vectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"xqlab/selfplay/stats"
)

// partial is a set of computed values of which a row may list some only.
type partial map[string]any

// comparison compares one expected field.
type comparison struct {
	field   string
	tol     map[string]float64
	problem func(format string, args ...any)
}

func (c comparison) compare(path string, got, want any) {
	switch got := got.(type) {
	case stats.Figure:
		w, ok := figureOf(want)
		if !ok {
			c.problem("%s: got %s, cannot read the expected %s", path, showFigure(got), show(want))
			return
		}
		if limit := c.tolerance(path, w); !near(got, w, limit) {
			c.problem("%s: got %s, want %s (tolerance %.3g)", path, showFigure(got), showFigure(w), limit)
		}
	case partial:
		w, ok := want.(map[string]any)
		if !ok {
			c.problem("%s: want an object, not %s", path, show(want))
			return
		}
		for _, k := range slices.Sorted(maps.Keys(w)) {
			if g, ok := got[k]; ok {
				c.compare(path+"."+k, g, w[k])
			} else {
				c.problem("%s.%s: not computed, want %s", path, k, show(w[k]))
			}
		}
	case map[string]any:
		c.compare(path, partial(got), want)
		if w, ok := want.(map[string]any); ok {
			for _, k := range slices.Sorted(maps.Keys(got)) {
				if _, ok := w[k]; !ok {
					c.problem("%s.%s: got %s, not expected", path, k, show(got[k]))
				}
			}
		}
	case [][]string:
		if w := sortedGroups(want); show(got) != show(w) {
			c.problem("%s: got %s, want %s", path, show(got), show(want))
		}
	default:
		if got != want {
			c.problem("%s: got %s, want %s", path, show(got), show(want))
		}
	}
}

// tolerance returns the absolute tolerance of a value: the stated one of the field or of
// the value's own name, and half a unit of the tenth digit, to which values are written.
func (c comparison) tolerance(path string, want stats.Figure) float64 {
	x, ok := want.Finite()
	if !ok {
		return 0
	}
	written := 0.0
	if x != 0 {
		written = 0.5000001 * math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-9)
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e9 {
		written = 0
	}
	for _, name := range []string{c.field, path[strings.LastIndexByte(path, '.')+1:]} {
		if t, ok := c.tol[name]; ok {
			return t + written
		}
		if t, ok := c.tol[name+"_relative"]; ok {
			return t * math.Abs(x)
		}
	}
	return written
}

func near(got, want stats.Figure, tol float64) bool {
	g, okG := got.Finite()
	w, okW := want.Finite()
	if !okG || !okW {
		return got == want
	}
	return math.Abs(g-w) <= tol
}

// figureOf reads an expected number.
func figureOf(v any) (stats.Figure, bool) {
	switch v := v.(type) {
	case nil:
		return stats.Figure{}, true
	case float64:
		return stats.Known(v), true
	case string:
		var f stats.Figure
		err := f.UnmarshalJSON([]byte(`"` + v + `"`))
		return f, err == nil
	}
	return stats.Figure{}, false
}

// sortedGroups sorts groups of names, so that their order does not matter.
func sortedGroups(v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	var groups [][]string
	for _, g := range list {
		names, ok := g.([]any)
		if !ok {
			return v
		}
		var group []string
		for _, n := range names {
			s, ok := n.(string)
			if !ok {
				return v
			}
			group = append(group, s)
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	slices.SortFunc(groups, slices.Compare[[]string])
	return groups
}

func show(v any) string {
	if f, ok := v.(stats.Figure); ok {
		return showFigure(f)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

func showFigure(f stats.Figure) string {
	if x, ok := f.Finite(); ok {
		return fmt.Sprintf("%.10g", x)
	}
	return f.Text(0)
}
