package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/engine/eval"
)

func TestWeightsGolden(t *testing.T) {
	_, text, _ := runMain("weights", "show", "seed")
	text = strings.Replace(text, "rook = 1000", "rook = [990, 1010]", 1)
	text = strings.Replace(text, "[pins]\nweight = 20", "[pins]\nweight = 35", 1)
	changed := filepath.Join(t.TempDir(), "changed.toml")
	if err := os.WriteFile(changed, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		golden string
		args   []string
	}{
		{"weights-show.golden", []string{"weights", "show", "seed", "--group", "guards"}},
		{"weights-diff.golden", []string{"weights", "diff", "seed", changed}},
		{"weights-diff.json.golden", []string{"weights", "diff", "seed", changed, "--json"}},
		{"weights-check.golden", []string{"weights", "check", "seed", changed}},
	} {
		code, out, errs := runMain(tt.args...)
		if code != 0 || errs != "" {
			t.Errorf("%v: exit %d, stderr %q", tt.args, code, errs)
		}
		checkGolden(t, tt.golden, strings.ReplaceAll(out, changed, "changed.toml"))
	}
}

// What show prints is a file that gives the same weights.
func TestWeightsShowRoundTrip(t *testing.T) {
	for _, name := range []string{"default", "seed"} {
		code, out, errs := runMain("weights", "show", name)
		if code != 0 || errs != "" {
			t.Fatalf("exit %d, stderr %q", code, errs)
		}
		w, err := eval.Read(strings.NewReader(out), name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, "# hash "+w.Hash()+"\n") {
			t.Errorf("%s: the shown hash is not that of the shown values", name)
		}
	}
}

func TestWeightsShowJSON(t *testing.T) {
	code, out, errs := runMain("weights", "show", "seed", "--json")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	var r weightsResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, g := range r.Groups {
		n += 1 + len(g.Parameters)
	}
	if n != eval.NumParams || r.Name != "seed" || r.Hash != eval.Seed().Hash() {
		t.Errorf("%d values of %s with hash %s, want %d", n, r.Name, r.Hash, eval.NumParams)
	}
	if got := r.Groups[eval.Material].Parameters["material.rook.mg"]; got != 1000 {
		t.Errorf("material.rook.mg is %d, want 1000", got)
	}
}

func TestWeightsDiffOfEqualFiles(t *testing.T) {
	code, out, errs := runMain("weights", "diff", "seed", "seed")
	if want := "0 of "; code != 0 || errs != "" || !strings.HasPrefix(out, want) {
		t.Errorf("exit %d, stdout %q, stderr %q, want %q...", code, out, errs, want)
	}
}
