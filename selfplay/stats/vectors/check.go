// Package vectors checks package stats against test vectors: rows of inputs with the
// figures that are expected of them, from whatever source.
//
// A file of vectors is a JSON document: an object with the list "cases", or the list
// itself, of rows
//
//	{"id": ..., "kind": ..., "input": {...}, "expect": {...}, "tol": {...}}
//
// with the kinds elo_trinomial, elo_pentanomial, sprt_llr, sprt_expected and ratings. "tol"
// holds the absolute tolerance of a field ("<field>_relative": a relative one). A field
// without a tolerance must match exactly, to the ten digits to which values are written.
package vectors

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"xqlab/selfplay/stats"
	"xqlab/selfplay/stats/internal/jsonline"
)

// Report is the outcome of checking a file of vectors.
type Report struct {
	Checked int    `json:"checked"`
	Differ  []Diff `json:"differ"`
}

// Summary returns "N checked, M differ".
func (r Report) Summary() string {
	return fmt.Sprintf("%d checked, %d differ", r.Checked, len(r.Differ))
}

// Diff is a row that differs or could not be checked.
type Diff struct {
	ID       string   `json:"id"` // "#3" for the third row if it has none
	Kind     string   `json:"kind"`
	Problems []string `json:"problems"` // one for each field
}

// String prints the row on one line.
func (d Diff) String() string {
	return fmt.Sprintf("%s %s: %s", d.ID, d.Kind, strings.Join(d.Problems, "; "))
}

// Check recomputes every row of a file of vectors and compares the expected fields. No row
// is passed over in silence: rows of an unknown kind, with unknown or missing inputs, with
// expected fields that are not computed, and malformed rows are listed as differing. An
// error is returned only if the document as a whole cannot be read or ctx ends.
func Check(ctx context.Context, r io.Reader) (Report, error) {
	report := Report{Differ: []Diff{}}
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
		return report, fmt.Errorf("read vectors: %w", jsonline.Locate(err, data))
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

func checkRow(ctx context.Context, raw json.RawMessage) Diff {
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
		return Diff{id, kind, []string{"malformed row: " + err.Error()}}
	}
	d := Diff{ID: r.ID, Kind: r.Kind}
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
	var disconnected *stats.DisconnectedError
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
