package vectors

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func readVectors(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/stats.json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestVectors(t *testing.T) {
	report, err := Check(context.Background(), bytes.NewReader(readVectors(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range report.Differ {
		t.Error(d)
	}
	if got, want := report.Summary(), "85 checked, 0 differ"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A row of which any one expected value is wrong is found, with the name of the field.
func TestCheckFindsEveryField(t *testing.T) {
	var doc struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(readVectors(t), &doc); err != nil {
		t.Fatal(err)
	}
	changed := 0
	for _, raw := range doc.Cases {
		var r map[string]any
		if err := json.Unmarshal(raw, &r); err != nil {
			t.Fatal(err)
		}
		tol, _ := r["tol"].(map[string]any)
		var leaves func(path string, m map[string]any)
		leaves = func(path string, m map[string]any) {
			for k, v := range m {
				var wrong any
				switch v := v.(type) {
				case float64:
					d := 0.0
					for _, name := range []string{strings.SplitN(path+k, ".", 2)[0], k} {
						if x, ok := tol[name].(float64); ok {
							d = x
						} else if x, ok := tol[name+"_relative"].(float64); ok {
							d = 1.5 * x * v // the sampling error may use up some of it
						}
					}
					if wrong = v + 2.5*d; d == 0 {
						wrong = v + 1
					}
				case string:
					wrong = v + "x"
				case nil:
					wrong = 0.0
				case []any:
					wrong = v[1:]
				case map[string]any:
					leaves(path+k+".", v)
					continue
				}
				m[k] = wrong
				b, err := json.Marshal([]any{r})
				if err != nil {
					t.Fatal(err)
				}
				m[k] = v
				report, err := Check(context.Background(), bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				if len(report.Differ) != 1 || len(report.Differ[0].Problems) != 1 {
					t.Errorf("%v: %s%s = %v instead of %v: got %v", r["id"], path, k, wrong, v, report)
				}
				changed++
			}
		}
		leaves("", r["expect"].(map[string]any))
	}
	if changed < 500 {
		t.Errorf("only %d values were tried", changed)
	}
}

func TestCheckReports(t *testing.T) {
	const good = `{"id": "a", "kind": "elo_trinomial", "input": {"wins": 1, "draws": 0, "losses": 1}, "expect": {"elo": 0, "elo_hi": "+inf", "error": null}}`
	for _, c := range []struct {
		name, rows string
		want       []string // what the lines of the differing rows contain
	}{
		{"none", ``, nil},
		{"good", good, nil},
		{"unknown kind", `{"id": "b", "kind": "glicko", "input": {}, "expect": {"x": 1}}`, []string{"b glicko: unknown kind"}},
		{"no kind", `{"id": "b", "expect": {"x": 1}}`, []string{"unknown kind"}},
		{"no id", good + `, {"kind": "x", "expect": {"x": 1}}`, []string{"#2 x: unknown kind"}},
		{"nothing expected", `{"id": "c", "kind": "elo_pentanomial", "input": {"penta": [1,1,1,1,1]}}`, []string{"nothing is expected"}},
		{"unknown field", `{"id": "c", "kind": "elo_pentanomial", "input": {"penta": [1,1,1,1,1]}, "expect": {"elo": 0, "draw_ratio": 0.2}}`, []string{"draw_ratio: not computed, want 0.2"}},
		{"wrong value", `{"id": "c", "kind": "elo_pentanomial", "input": {"penta": [1,1,1,1,1]}, "expect": {"elo": 1e-3, "pairs": 6}, "tol": {"elo": 1e-4, "pairs": 0.5}}`, []string{"c elo_pentanomial: elo: got 0, want 0.001 (tolerance 0.0001); pairs: got 5, want 6"}},
		{"infinite instead of null", strings.Replace(good, "null", `"+inf"`, 1), []string{"error: got n/a, want +inf"}},
		{"text for a number", strings.Replace(good, "null", `"much"`, 1), []string{`cannot read the expected "much"`}},
		{"four cells", `{"id": "d", "kind": "elo_pentanomial", "input": {"penta": [1,1,1,1]}, "expect": {"elo": 0}}`, []string{"penta has 4 cells"}},
		{"negative", `{"id": "d", "kind": "elo_pentanomial", "input": {"penta": [1,1,1,1,-1]}, "expect": {"elo": 0}}`, []string{"count WW is negative"}},
		{"missing input", `{"id": "e", "kind": "elo_trinomial", "input": {"wins": 1, "draws": 0}, "expect": {"elo": 0}}`, []string{`"losses" is missing`}},
		{"extra input", `{"id": "e", "kind": "elo_trinomial", "input": {"wins": 1, "draws": 0, "losses": 0, "ties": 1}, "expect": {"elo": 0}}`, []string{`unknown field "ties"`}},
		{"fraction", `{"id": "e", "kind": "elo_trinomial", "input": {"wins": 1.5, "draws": 0, "losses": 0}, "expect": {"elo": 0}}`, []string{"cannot unmarshal number 1.5"}},
		{"unknown model", `{"id": "f", "kind": "sprt_llr", "input": {"model": "wald", "counts": [1,1,1], "elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}, "expect": {"llr": 0}}`, []string{`unknown SPRT model "wald"`}},
		{"bayesian pairs", `{"id": "f", "kind": "sprt_llr", "input": {"model": "bayesian", "counts": [1,1,1,1,1], "elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}, "expect": {"llr": 0}}`, []string{"refused: sprt: the bayesian model is for single games"}},
		{"expected refusal", `{"id": "f", "kind": "sprt_llr", "input": {"model": "logistic", "counts": [1,1,1], "elo0": 5, "elo1": 0, "alpha": 0.05, "beta": 0.05}, "expect": {"error": "must be less than"}}`, nil},
		{"refusal expected in vain", `{"id": "f", "kind": "sprt_llr", "input": {"model": "logistic", "counts": [1,1,1], "elo0": 0, "elo1": 5, "alpha": 0.05, "beta": 0.05}, "expect": {"error": "x"}}`, []string{"error: not computed"}},
		{"groups in another order", `{"id": "g", "kind": "ratings", "input": {"results": [{"red": "P", "black": "Q", "wins": 1, "draws": 1, "losses": 1}, {"red": "B", "black": "A", "wins": 1, "draws": 1, "losses": 1}], "anchor": "A", "anchor_rating": 0, "red_advantage": 0, "scale": "logistic400"}, "expect": {"error": "disconnected", "groups": [["Q", "P"], ["B", "A"]]}}`, nil},
		{"player left out", `{"id": "g", "kind": "ratings", "input": {"results": [{"red": "B", "black": "A", "wins": 1, "draws": 1, "losses": 1}], "anchor": "A", "anchor_rating": 0, "red_advantage": 0, "scale": "logistic400"}, "expect": {"ratings": {"A": 0}}}`, []string{"ratings.B: got 0, not expected"}},
		{"bound not expected", `{"id": "g", "kind": "ratings", "input": {"results": [{"red": "B", "black": "A", "wins": 1, "draws": 0, "losses": 0}], "anchor": "A", "anchor_rating": 0, "red_advantage": 0, "scale": "logistic400"}, "expect": {"ratings": {"A": 0, "B": 100}}}`, []string{"B won or lost every game, which is not expected"}},
		{"unknown scale", `{"id": "g", "kind": "ratings", "input": {"results": [], "anchor": "A", "anchor_rating": 0, "red_advantage": "fit", "scale": "elo"}, "expect": {"ratings": {}}}`, []string{`unknown scale "elo"`}},
		{"bad tolerance", strings.Replace(good, `}}`, `}, "tol": {"elo": "wide"}}`, 1), []string{"tol.elo: want a number"}},
		{"not a row", `7, "x", null`, []string{"#1 : malformed row", "#2 : malformed row", "#3 : nothing is expected; unknown kind"}},
		{"expect is a list", `{"id": "h", "kind": "elo_trinomial", "expect": []}`, []string{"h elo_trinomial: malformed row"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			report, err := Check(context.Background(), strings.NewReader(`{"cases": [`+c.rows+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Differ) != len(c.want) {
				t.Fatalf("got %v, want %q", report.Differ, c.want)
			}
			for i, d := range report.Differ {
				if !strings.Contains(d.String(), c.want[i]) {
					t.Errorf("got %q, want %q", d, c.want[i])
				}
			}
		})
	}
	for _, bad := range []string{"", "{", `{}`, `{"cases": null}`, `{"cases": {}}`, `[`, `{"cases": []} x`, "\x00"} {
		if _, err := Check(context.Background(), strings.NewReader(bad)); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if _, err := Check(context.Background(), strings.NewReader("{\n\"cases\": [\n!]}")); err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("no line in %v", err)
	}
}

// Whatever the rows say, the check ends, counts every row, and its report can be printed
// as JSON.
func FuzzCheck(f *testing.F) {
	var doc struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(readVectors(f), &doc); err != nil {
		f.Fatal(err)
	}
	for _, raw := range doc.Cases {
		f.Add([]byte(raw))
	}
	f.Add([]byte(`{"kind": "sprt_llr", "input": {"model": "normalized", "counts": [10,0,0,0,0], "elo0": -1500, "elo1": -500, "alpha": 1e-300, "beta": 0.5}, "expect": {"llr": null}}`))
	f.Add([]byte(`{"kind": "ratings", "expect": {"groups": [[null]], "error": "disconnected"}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		report, err := Check(context.Background(), strings.NewReader(fmt.Sprintf("[%s]", raw)))
		if err != nil {
			return
		}
		if report.Checked < len(report.Differ) {
			t.Fatalf("%s", report.Summary())
		}
		if _, err := json.Marshal(report); err != nil {
			t.Fatal(err)
		}
		for _, d := range report.Differ {
			if s := d.String(); strings.Contains(s, "got NaN") || strings.Contains(s, "got +Inf") {
				t.Fatal(s)
			}
		}
	})
}
