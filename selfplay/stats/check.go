package stats

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Report is the outcome of checking a file of vectors.
type Report struct {
	Checked int       `json:"checked"`
	Differ  []RowDiff `json:"differ"`
}

// Summary returns "N checked, M differ".
func (r Report) Summary() string {
	return fmt.Sprintf("%d checked, %d differ", r.Checked, len(r.Differ))
}

// RowDiff is a row that differs, or that could not be checked.
type RowDiff struct {
	ID       string   `json:"id"` // "#3" for the third row if it has none
	Kind     string   `json:"kind"`
	Problems []string `json:"problems"` // one a field
}

// String prints the row on one line.
func (d RowDiff) String() string {
	return fmt.Sprintf("%s %s: %s", d.ID, d.Kind, strings.Join(d.Problems, "; "))
}

// Check recomputes every row of a JSON document of test vectors and compares the
// expected fields. The document is an object with the list "cases" (or the list itself)
// of rows
//
//	{"id": ..., "kind": ..., "input": {...}, "expect": {...}, "tol": {...}}
//
// with the kinds elo_trinomial, elo_pentanomial, sprt_llr, sprt_expected and ratings.
// "tol" holds the absolute tolerance of a field ("<field>_relative": relative); a field
// without one must match exactly, to the ten digits that are written. Nothing is passed
// over: rows of unknown kind, with unknown or missing inputs, with expected fields that
// are not computed, or broken rows are listed as differing. An error is returned only if
// the document as a whole cannot be read.
func Check(ctx context.Context, r io.Reader) (Report, error) {
	report := Report{Differ: []RowDiff{}}
	data, err := io.ReadAll(r)
	if err != nil {
		return report, fmt.Errorf("read vectors: %w", err)
	}
	var rows []json.RawMessage
	if data = bytes.TrimSpace(data); len(data) > 0 && data[0] == '[' {
		err = json.Unmarshal(data, &rows)
	} else {
		var doc struct{ Cases *[]json.RawMessage }
		if err = json.Unmarshal(data, &doc); err == nil {
			if doc.Cases == nil {
				return report, errors.New(`read vectors: no list "cases"`)
			}
			rows = *doc.Cases
		}
	}
	if err != nil {
		return report, fmt.Errorf("read vectors: %w", describeJSON(err, data))
	}
	for i, raw := range rows {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		d := checkRow(ctx, raw)
		report.Checked++
		if len(d.Problems) > 0 {
			if d.ID == "" {
				d.ID = fmt.Sprintf("#%d", i+1)
			}
			report.Differ = append(report.Differ, d)
		}
	}
	return report, nil
}

// describeJSON adds the line to a syntax error.
func describeJSON(err error, data []byte) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// row is one test vector.
type row struct {
	ID     string                     `json:"id"`
	Kind   string                     `json:"kind"`
	Input  json.RawMessage            `json:"input"`
	Expect map[string]any             `json:"expect"`
	Tol    map[string]json.RawMessage `json:"tol"`
}

// errUnknownKind marks a row that cannot be checked.
var errUnknownKind = errors.New("unknown kind")

func checkRow(ctx context.Context, raw json.RawMessage) RowDiff {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil {
		// Keep what can be read, so that the row can be found.
		var name struct {
			ID   any `json:"id"`
			Kind any `json:"kind"`
		}
		_ = json.Unmarshal(raw, &name)
		id, _ := name.ID.(string)
		kind, _ := name.Kind.(string)
		return RowDiff{id, kind, []string{"malformed row: " + err.Error()}}
	}
	d := RowDiff{ID: r.ID, Kind: r.Kind}
	problem := func(format string, args ...any) { d.Problems = append(d.Problems, fmt.Sprintf(format, args...)) }
	tol := map[string]float64{}
	for name, v := range r.Tol {
		var x *float64
		if err := json.Unmarshal(v, &x); err != nil || x == nil || *x < 0 {
			problem("tol.%s: want a number of at least 0", name)
			continue
		}
		tol[name] = *x
	}
	if len(r.Expect) == 0 {
		problem("nothing is expected")
	}
	got, err := evaluate(ctx, r)
	wantError, refusal := r.Expect["error"].(string)
	if r.Kind == "elo_trinomial" || r.Kind == "elo_pentanomial" {
		refusal = false // there "error" is the error bar, which may be infinite
	}
	var disconnected *DisconnectedError
	switch {
	case errors.Is(err, errUnknownKind):
		problem("unknown kind")
		return d
	case errors.As(err, &disconnected) && refusal:
		got = map[string]any{"error": "disconnected", "groups": disconnected.Groups}
	case err != nil && refusal && strings.Contains(err.Error(), wantError):
		got = map[string]any{"error": wantError}
	case err != nil:
		problem("refused: %v", err)
		return d
	}
	for _, field := range slices.Sorted(maps.Keys(r.Expect)) {
		have, ok := got[field]
		if !ok {
			problem("%s: not computed, want %s", field, show(r.Expect[field]))
			continue
		}
		c := comparison{field: field, tol: tol, problem: problem}
		c.compare(field, have, r.Expect[field])
	}
	return d
}

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
	case Figure:
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
func (c comparison) tolerance(path string, want Figure) float64 {
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

func near(got, want Figure, tol float64) bool {
	g, okG := got.Finite()
	w, okW := want.Finite()
	if !okG || !okW {
		return got == want
	}
	return math.Abs(g-w) <= tol
}

// figureOf reads an expected number.
func figureOf(v any) (Figure, bool) {
	switch v := v.(type) {
	case nil:
		return Figure{}, true
	case float64:
		return Known(v), true
	case string:
		var f Figure
		err := f.UnmarshalJSON([]byte(`"` + v + `"`))
		return f, err == nil
	}
	return Figure{}, false
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
	if f, ok := v.(Figure); ok {
		return showFigure(f)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

func showFigure(f Figure) string {
	if x, ok := f.Finite(); ok {
		return fmt.Sprintf("%.10g", x)
	}
	return f.Text(0)
}
