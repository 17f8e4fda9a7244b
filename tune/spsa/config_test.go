package spsa

import (
	"math"
	"strings"
	"testing"

	"xqlab/engine/search"
	"xqlab/selfplay/player"
)

// builtinSpace is what can be tuned of the built-in engine.
func builtinSpace(t testing.TB) *Space {
	t.Helper()
	c, err := player.ParseSpec("builtin:hash=1,nodes=50", nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := player.Prepare(t.Context(), c, &player.Env{})
	if err != nil {
		t.Fatal(err)
	}
	return NewSpace(f)
}

const goodTOML = `# comment
pairs = 1000
pairs_per_iteration = 4
A = 50
alpha = 0.6
gamma = 0.1
r_end = 0.004
clip = "cut"

[[param]]
name = "search.LMRBase"
min = 10
max = 110
c_end = 5

[[param]] # both phases
name = "material.rook"
step = 30
r_end = 0.01
`

func TestReadPlan(t *testing.T) {
	space := builtinSpace(t)
	lmr, razor := 0.0, 0.0
	d := search.DefaultParams()
	for _, n := range search.Numbers() {
		switch n.Name {
		case "LMRBase":
			lmr = float64(n.Get(&d))
		case "RazorBase":
			razor = float64(n.Get(&d))
		}
	}
	rook := func(phase string) float64 {
		h, err := space.Find("material.rook." + phase)
		if err != nil {
			t.Fatal(err)
		}
		return h.Start
	}
	half := func(phase string) float64 { return math.Round(rook(phase) / 2) }
	tests := []struct {
		name, file, text string
		want             []Param
	}{
		{"TOML", "c.toml", goodTOML, []Param{
			{"search.LMRBase", lmr, 10, 110, 5, 0.004, true},
			{"material.rook.mg", rook("mg"), rook("mg") - half("mg"), rook("mg") + half("mg"), 30, 0.01, true},
			{"material.rook.eg", rook("eg"), rook("eg") - half("eg"), rook("eg") + half("eg"), 30, 0.01, true},
		}},
		{"OpenBench", "c.txt", "LMRBase, int, 60, 10, 110, 5, 0.002\n\nRazorBase,int,220,100,400,30.5,0.003\r\n", []Param{
			{"search.LMRBase", 60, 10, 110, 5, 0.002, true},
			{"search.RazorBase", 220, 100, 400, 30.5, 0.003, true},
		}},
		{"weather-factory", "c.json", `{"LMRBase": {"value": 60, "min_value": 10, "max_value": 110, "step": 8},
			"pst.rook.rank.mg": {"value": 0, "min_value": -9, "max_value": 9, "step": 2}}`, []Param{
			{"search.LMRBase", 60, 10, 110, 8, UsualREnd(500), true},
			{"pst.rook.rank.mg", 0, -9, 9, 2, UsualREnd(500), false},
		}},
		{"all computed", "c.toml", "[[param]]\nname = \"search.RazorBase\"\n[[param]]\nname = 'mobility.weight'\n", []Param{
			{"search.RazorBase", razor, 50, 800, 40, UsualREnd(500), true},
			{"mobility.weight", 100, 0, 200, 10, UsualREnd(500), true},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ReadPlan(strings.NewReader(tt.text), tt.file)
			if err != nil {
				t.Fatal(err)
			}
			if p.Pairs == 0 {
				p.Pairs = 500
			}
			if p.Batch == 0 {
				p.Batch = DefaultBatch
			}
			p.InFlight = 1
			o, err := p.Options(space, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(o.Params) != len(tt.want) {
				t.Fatalf("%+v, want %+v", o.Params, tt.want)
			}
			for k := range tt.want {
				if o.Params[k] != tt.want[k] {
					t.Errorf("%+v, want %+v", o.Params[k], tt.want[k])
				}
			}
			if tt.file == "c.toml" && tt.name == "TOML" && (o.Schedule != Schedule{1000, 50, 0.6, 0.1} || o.Batch != 4 || o.Clip != Cut) {
				t.Errorf("%+v", o)
			}
		})
	}
}

func TestReadPlanErrors(t *testing.T) {
	space := builtinSpace(t)
	tests := []struct{ file, text, want string }{
		{"c.toml", "pairs = 0\n[[param]]\nname='x'\n", "c.toml: line 1: pairs = 0"},
		{"c.toml", "pairs = 10\npear = 1\n", "line 2, column 1: unknown key pear"},
		{"c.toml", "pairs = \"ten\"\n", "line 1"},
		{"c.toml", "[[param]\n", "line 1"},
		{"c.toml", "clip = 'fold'\n[[param]]\nname='x'\n", "line 1: clip"},
		{"c.toml", "\n[[param]]\nmin = 1\n", "line 2: the parameter has no name"},
		{"c.toml", "pairs = 1\n", "there is no parameter"},
		{"c.toml", "[[param]]\nname='search.Nothing'\n", "c.toml: line 1: no parameter matches"},
		{"c.toml", "\n[[param]]\nname='search.LMRBase'\nmin=300\n", "line 2: parameter search.LMRBase: min 300, max 200"},
		{"c.toml", "[[param]]\nname='search.LMRBase'\nmin=50\nmax=50\n", "want min below max"},
		{"c.toml", "[[param]]\nname='search.LMRBase'\nmax=5000\n", "the engine takes 0 to 200"},
		{"c.toml", "[[param]]\nname='search.LMRBase'\nstep=1\nc_end=1\n", "say the same"},
		{"c.toml", "[[param]]\nname='search.LMRBase'\ninteger=false\n", "whole numbers only"},
		{"c.toml", "[[param]]\nname='search.LMRBase'\n[[param]]\nname='search.LMR*'\n", "line 3: parameter search.LMRBase was there before (c.toml: line 1)"},
		{"c.toml", "[[param]]\nname='pins.weight'\n[[param]]\nname='material.rook'\n", "not tuned at once"},
		{"c.txt", "LMRBase, int, 60, 10, 110, 5\n", "c.txt: line 1: 6 fields"},
		{"c.txt", "# x\nLMRBase, int, sixty, 10, 110, 5, 0.002\n", "c.txt: line 2: start \"sixty\""},
		{"c.txt", "LMRBase, real, 60, 10, 110, 5, 0.002\n", "type \"real\""},
		{"c.txt", "LMRBase, float, 60, 10, 110, 5, 0.002\n", "line 1: parameter search.LMRBase: the engine takes whole numbers"},
		{"c.txt", "LMRBase, int, NaN, 10, 110, 5, 0.002\n", "NaN is not a value"},
		{"c.json", "{\n \"LMRBase\": {\"value\": 60,\n \"min\": 3}}", "c.json: line"},
		{"c.json", "{\n \"LMRBase\": {\"value\": 60}\n}", "c.json: line 2: parameter LMRBase: want value, min_value"},
		{"c.json", "{\"LMRBase\"", "c.json: line 1"},
		{"c.json", "[]", "want an object"},
	}
	for _, tt := range tests {
		p, err := ReadPlan(strings.NewReader(tt.text), tt.file)
		if err == nil {
			p.Pairs, p.Batch, p.InFlight = 100, 4, 1
			_, err = p.Options(space, 1)
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
}

// FuzzReadPlan: whatever is read makes no panic, and what is accepted is valid.
func FuzzReadPlan(f *testing.F) {
	for _, s := range []string{goodTOML, "LMRBase, int, 60, 10, 110, 5, 0.002\n", `{"LMRBase": {"value": 60, "min_value": 10, "max_value": 110, "step": 8}}`, "{\"a\":", "[[param]]\nname='*'\n"} {
		f.Add(s)
	}
	space := builtinSpace(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadPlan(strings.NewReader(text), "c")
		if err != nil {
			return
		}
		p.Pairs, p.Batch, p.InFlight = 100, 4, 1
		if o, err := p.Options(space, 1); err == nil && o.Validate() != nil {
			t.Errorf("%q: accepted, but %v", text, o.Validate())
		}
	})
}
