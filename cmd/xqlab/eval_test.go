package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

// evalFEN is half-way to the endgame, with Black to move.
const evalFEN = "3ak4/4a4/2n1b1c2/p3p4/2p1P1r2/6P2/P8/2N1C4/4A4/2BAK3R b - - 1 30"

// The seed is fixed for good, so its tables are as well.
func TestEvalGolden(t *testing.T) {
	for _, tt := range []struct {
		golden string
		args   []string
	}{
		{"eval.golden", []string{"eval", "--weights", "seed", "--fen", evalFEN}},
		{"eval.json.golden", []string{"eval", "--weights", "seed", "--fen", evalFEN, "--json"}},
	} {
		code, out, errs := runMain(tt.args...)
		if code != 0 || errs != "" {
			t.Errorf("%v: exit %d, stderr %q", tt.args, code, errs)
		}
		checkGolden(t, tt.golden, out)
	}
}

func TestEvalStartPosition(t *testing.T) {
	code, out, errs := runMain("eval", "--json")
	if code != 0 || errs != "" {
		t.Fatalf("exit %d, stderr %q", code, errs)
	}
	var r evalResult
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Groups) != 7 || r.Phase != r.MaxPhase || r.Weights.Name != "default" || len(r.Weights.Hash) != 64 {
		t.Errorf("got %d groups, phase %d of %d, weights %v", len(r.Groups), r.Phase, r.MaxPhase, r.Weights)
	}
	for _, g := range r.Groups {
		if g.Group != "mobility" && (g.Difference.MG != 0 || g.Red != g.Black) {
			t.Errorf("%s is not level in the start position: %+v", g.Group, g)
		}
	}
}

func TestEvalBadInput(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	empty := file("empty.toml", "")
	twice := file("twice.toml", "[material]\nrook = 900\nrook = 905\n")
	nan := file("nan.toml", "[material]\nrook = nan\n")
	group := file("group.toml", "[unicorns]\nweight = 10\n")
	lone := file("lone.toml", "[material]\nrook = 900\n")
	for _, tt := range []struct {
		name string
		args []string
		want string // start of the line on stderr
	}{
		{"fen", []string{"eval", "--fen", "9/9 w"}, "xqlab: --fen: "},
		{"no weights", []string{"eval", "--weights", empty}, "xqlab: --weights: weights " + empty + ": no weights: expected the groups material, "},
		{"no such file", []string{"eval", "--weights", "no/such.toml"}, "xqlab: --weights: weights: open no/such.toml: "},
		{"argument", []string{"eval", "startpos"}, `xqlab: unknown command "startpos" for "xqlab eval"`},
		{"twice", []string{"weights", "check", twice}, "xqlab: weights " + twice + ": line 3: material.rook.mg: given twice, first on line 2"},
		{"nan", []string{"weights", "check", "seed", nan}, "xqlab: weights " + nan + ": line 2: material.rook.mg: nan is not a finite number"},
		{"unknown group", []string{"weights", "show", group}, "xqlab: weights " + group + ": line 2: unicorns: unknown weight group"},
		{"missing", []string{"weights", "diff", "seed", lone}, "xqlab: weights " + lone + ": "},
		{"no file", []string{"weights", "check"}, "xqlab: requires at least 1 arg(s), only received 0"},
		{"one file", []string{"weights", "diff", "seed"}, "xqlab: accepts 2 arg(s), received 1"},
		{"group flag", []string{"weights", "show", "seed", "--group", "pawns"}, "xqlab: --group pawns: want one of [material position "},
		{"folder", []string{"weights", "check", dir}, "xqlab: weights " + dir + ": "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := runMain(tt.args...)
			if code != ui.ExitUsage || out != "" || !strings.HasPrefix(errs, tt.want) || strings.Count(errs, "\n") != 1 {
				t.Errorf("exit %d, stdout %q, stderr %q\nwant exit 2 and %q...", code, out, errs, tt.want)
			}
		})
	}
}
