package eval

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func write(t *testing.T, w *Weights) string {
	t.Helper()
	var buf bytes.Buffer
	if err := w.WriteTOML(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func read(t *testing.T, text string) *Weights {
	t.Helper()
	w, err := Read(strings.NewReader(text), "test.toml")
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWrittenWeightsReadBack(t *testing.T) {
	for name, w := range map[string]*Weights{
		"default": Default(), "seed": Seed(), "zero": new(Weights), "random": randomWeights(1), "random 2": randomWeights(2),
	} {
		got := read(t, write(t, w))
		if !got.Equal(w) || got.Hash() != w.Hash() {
			t.Errorf("%s weights changed by writing and reading", name)
		}
	}
}

// The layout of a file does not matter: line ends, comments, order, dotted
// keys, tables and inline tables, underscores.
func TestHashDependsOnContentOnly(t *testing.T) {
	w := Default()
	text := write(t, w)
	scalars := regexp.MustCompile(`(?m)^(\w+) = \[(-?\d+), (-?\d+)\]$`)
	group := func(name string) string { return "[" + name + "]" }
	for name, other := range map[string]string{
		"CRLF":           strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order":     "\ufeff" + text,
		"no comments":    comments.ReplaceAllString(text, ""),
		"inline tables":  scalars.ReplaceAllString(text, "$1 = { eg = $3, mg = $2 }"),
		"dotted keys":    scalars.ReplaceAllString(text, "$1.mg = $2\n$1.eg = $3"),
		"no format line": strings.Replace(text, "format = 1\n", "", 1),
		"underscores":    rookValue.ReplaceAllString(text, "rook = [${1}_$2, +${3}_$4]"),
		"moved group": strings.Replace(text[:strings.Index(text, group("mobility"))], "format = 1\n",
			"format = 1\n"+text[strings.Index(text, group("mobility")):], 1),
	} {
		if other == text {
			t.Errorf("%s: the text has not changed", name)
		}
		if got := read(t, other); got.Hash() != w.Hash() {
			t.Errorf("%s: hash %s, want %s", name, got.Hash(), w.Hash())
		}
	}
	changed := w.Clone()
	i, _ := Index("mobility.tempo.eg")
	set(t, changed, i, w.Get(i)+1)
	if changed.Hash() == w.Hash() {
		t.Error("a change left the hash as it was")
	}
	if w.Equal(changed) || !w.Equal(Default()) {
		t.Error("changing a clone changed the original")
	}
}

// The seed's published part: see the package documentation of Seed.
func TestSeedHasTheArticlesValues(t *testing.T) {
	w := Seed()
	for name, want := range map[string]int{
		"material.rook": 1000, "material.horse": 500, "material.cannon": 500,
		"material.pawn": 200, "material.advisor": 250, "material.elephant": 250,
	} {
		for _, phase := range []string{".mg", ".eg"} {
			if i, ok := Index(name + phase); !ok || w.Get(i) != want {
				t.Errorf("%s%s is %d, want %d", name, phase, w.Get(i), want)
			}
		}
	}
	for g, want := range []int{100, 100, 40, 20, 25, 15, 10} {
		if got := w.Percent(Group(g)); got != want {
			t.Errorf("%s has %d %%, want %d", Group(g), got, want)
		}
	}
	for _, w := range []*Weights{Seed(), Default()} {
		for _, g := range Groups() {
			lo, hi := g.Range()
			used := 0
			for i := lo; i < hi; i++ {
				if w.Get(i) != 0 {
					used++
				}
			}
			if used == 0 || w.Percent(g) == 0 {
				t.Errorf("group %s is empty", g)
			}
		}
	}
	if Seed().Hash() == Default().Hash() {
		t.Error("seed and default are the same")
	}
}

func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.toml")
	want := randomWeights(9)
	if err := os.WriteFile(path, []byte(write(t, want)), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]*Weights{path: want, "default": Default(), "seed": Seed()} {
		got, err := Load(name)
		if err != nil || !got.Equal(w) {
			t.Errorf("Load(%q): error %v, or other weights", name, err)
		}
	}
	if _, err := Load(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
}

func TestSetKeepsBounds(t *testing.T) {
	w := Default()
	i, _ := Index("material.rook.mg")
	before := w.Hash()
	if err := w.Set(i, 3001); err == nil || err.Error() != "material.rook.mg: 3001 is out of range -3000..3000" {
		t.Errorf("setting 3001 gives %v", err)
	}
	if err := w.Set(Mobility.PercentIndex(), MaxPercent+1); err == nil {
		t.Errorf("a percentage of %d is taken", MaxPercent+1)
	}
	if w.Hash() != before {
		t.Error("refused values changed the weights")
	}
	set(t, w, i, 900)
	set(t, w, Mobility.PercentIndex(), 50)
	if w.Get(i) != 900 || w.Percent(Mobility) != 50 {
		t.Errorf("after setting 900 and 50: rook %d, mobility %d %%", w.Get(i), w.Percent(Mobility))
	}
}

// rookValue is the default file's line of the rook's value.
var rookValue = regexp.MustCompile(`rook = \[(\d)(\d+), (\d)(\d+)\]`)

// replaced returns the default file with one text replaced, which must occur.
func replaced(t *testing.T, old, new string) string {
	t.Helper()
	text := write(t, Default())
	if !strings.Contains(text, old) {
		t.Fatalf("the default file has no %q", old)
	}
	return strings.Replace(text, old, new, 1)
}

// lineOf returns the number of the line that begins with a prefix.
func lineOf(t *testing.T, text, prefix string) int {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, prefix) {
			return i + 1
		}
	}
	t.Fatalf("no line begins with %q", prefix)
	return 0
}

func TestReadErrors(t *testing.T) {
	rook := lineOf(t, write(t, Default()), "rook = ")
	change := func(value string) string { return replaced(t, rookValue.FindString(write(t, Default())), value) }
	inRook := func(msg string) string { return fmt.Sprintf("weights test.toml: line %d: %s", rook, msg) }
	missing := fmt.Sprintf("weights test.toml: 1 of %d values are missing: ", NumParams)
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "weights test.toml: no weights: expected the groups material, position, king_safety, pins, guards, center, mobility"},
		{"comment only", "# nothing\n", "weights test.toml: no weights: expected the groups material, "},
		{"one value", "[material]\nrook = 900\n", fmt.Sprintf("weights test.toml: %d of %d values are missing: ", NumParams-2, NumParams) +
			"[material] weight, cannon, horse, elephant, advisor, pawn, pawn_crossed, rook_pair, cannon_pair, horse_pair, horse_cannon, " +
			"rookless, attackless, pawnless, cannon_pieces; all of [position]; all of [king_safety]; all of [pins]; all of [guards]; " +
			"all of [center]; all of [mobility]"},
		{"one phase", change("rook.mg = 900"), missing + "[material] rook.eg"},
		{"no percentage", replaced(t, "[pins]\nweight = 100\n", "[pins]\n"), missing + "[pins] weight"},
		{"twice", "[material]\nrook = 900\nrook = 905\n", "weights test.toml: line 3: material.rook.mg: given twice, first on line 2"},
		{"twice in another form", "[material]\nrook = 900\nrook.eg = 905\n", "weights test.toml: line 3: material.rook.eg: given twice, first on line 2"},
		{"table twice", "[material]\nrook = 900\n\n[material]\nhorse = 5\n", "weights test.toml: line 4: table [material] is given twice, first on line 1"},
		{"nan", "[material]\nrook = nan\n", "weights test.toml: line 2: material.rook.mg: nan is not a finite number: expected a whole number -3000..3000"},
		{"minus inf", "[material]\nrook = [900, -inf]\n", "weights test.toml: line 2: material.rook.eg: -inf is not a finite number"},
		{"fraction", change("rook = 900.5"), inRook("material.rook.mg: 900.5 is not a whole number: expected -3000..3000")},
		{"text", change(`rook = "900"`), inRook(`material.rook.mg: "900" is not a whole number: expected -3000..3000`)},
		{"truth", change("rook = true"), inRook("material.rook.mg: true is not a whole number")},
		{"date", change("rook = 2024-01-01"), inRook("material.rook.mg: 2024-01-01 is not a whole number")},
		{"out of range", change("rook = [1000, 3001]"), inRook("material.rook.eg: 3001 is out of range: expected -3000..3000")},
		{"far out of range", change("rook = 99999999999999999999"), inRook("material.rook.mg: 99999999999999999999 is out of range: expected -3000..3000")},
		{"percentage below zero", "[pins]\nweight = -1\n", "weights test.toml: line 2: pins.weight: -1 is out of range: expected 0..400"},
		{"percentage of two", "[pins]\nweight = [1, 2]\n", "weights test.toml: line 2: pins.weight: 2 values: expected a whole number"},
		{"three phases", change("rook = [1, 2, 3]"), inRook("material.rook: 3 values: expected a whole number, or two as [mg, eg]")},
		{"nested", change("rook = [[1, 2], 3]"), inRook("material.rook.mg: 2 values: expected a whole number")},
		{"unknown phase", change("rook.xg = 3"), inRook("material.rook.xg: unknown weight: expected material.rook, or material.rook.mg and material.rook.eg")},
		{"unknown group", "[unicorns]\nweight = 10\n", "weights test.toml: line 2: unicorns: unknown weight group: expected one of material, "},
		{"group as value", "material = 10\n", "weights test.toml: line 1: material: a value where a table was expected"},
		{"unknown key", "[pins]\n# a comment\nunicorn = 10\n", "weights test.toml: line 3: pins.unicorn: unknown weight: [pins] has weight, rook_pins_advisor, "},
		{"array of tables", "[[pins]]\nweight = 10\n", "weights test.toml: line 1: pins: an array of tables; expected [group]"},
		{"list too short", "[mobility]\nhorse = [1, 2]\n", "weights test.toml: line 2: mobility.horse: 2 values: expected an array of 9 whole numbers"},
		{"list too long", "[mobility]\nhorse.eg = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n", "weights test.toml: line 2: mobility.horse.eg: 10 values: expected an array of 9 whole numbers"},
		{"list of one number", "[mobility]\nhorse = 7\n", "weights test.toml: line 2: mobility.horse: 7: expected an array of 9 whole numbers"},
		{"bad number in a list", "[mobility]\nhorse = [1, 2, 3,\n 4, 5, inf, 7, 8, 9]\n", "weights test.toml: line 3: mobility.horse[5].mg: inf is not a finite number"},
		{"grid rows", "[guards]\nset = [[1, 2, 3], [4, 5, 6]]\n", "weights test.toml: line 2: guards.set: 2 values: expected 3 rows of 3 whole numbers"},
		{"grid columns", "[guards]\nset = [\n [1, 2, 3],\n [4, 5],\n [7, 8, 9]]\n", "weights test.toml: line 4: guards.set: row 2 is 2 values: expected 3 rows of 3 whole numbers"},
		{"unreachable square", "[position]\nadvisor = [[0, 0, 0, 1, 0],\n[0, 0, 0, 7, 1],\n[0, 0, 0, 1, 0]]\n",
			"weights test.toml: line 3: position.advisor: 7 on position.advisor[d1], where the piece cannot stand: expected 0"},
		{"newer format", "format = 2\n", "weights test.toml: line 1: format: 2 is not a version this program reads: expected 1"},
		{"not TOML", "[material\nrook = 3\n", "weights test.toml: line 1: "},
		{"half a line", "[material]\nrook =\n", "weights test.toml: line 2: "},
		{"open array", "[material]\nrook = [1,\n", "weights test.toml: line "},
		{"binary", "\x00\x01\x02", "weights test.toml: line 1: "},
		{"deep", "a = " + strings.Repeat("[", 100000), "weights test.toml: line 1: "},
		{"too large", strings.Repeat("#", maxFileSize+1), "weights test.toml: larger than 1048576 bytes: not a weight file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, err := Read(strings.NewReader(tt.text), "test.toml")
			if err == nil || w != nil {
				t.Fatalf("no error, want %q", tt.want)
			}
			if got := err.Error(); !strings.HasPrefix(got, tt.want) || strings.ContainsAny(got, "\n\r") {
				t.Errorf("got  %q\nwant %q...", got, tt.want)
			}
		})
	}
}

// Whatever Read takes must survive writing and reading; the rest must be
// refused without a crash. The input stands for the last group of a file, which
// keeps it short enough for the fuzzer, and for a whole file.
func FuzzRead(f *testing.F) {
	var rest string
	for i, w := range []*Weights{Default(), Seed(), new(Weights), randomWeights(11)} {
		var buf bytes.Buffer
		if err := w.WriteTOML(&buf); err != nil {
			f.Fatal(err)
		}
		text := comments.ReplaceAllString(buf.String(), "")
		at := strings.Index(text, "[mobility]")
		f.Add([]byte(text[at:]))
		if i == 0 {
			rest = text[:at]
		}
	}
	f.Add([]byte("[material]\nrook = 900\n"))
	f.Add([]byte("[guards]\nset.mg = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]\n"))
	f.Add([]byte("mobility = { weight = 3, hanging = { mg = 1, eg = -2 } }\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, text := range []string{string(data), rest + string(data)} {
			w, err := Read(strings.NewReader(text), "fuzz.toml")
			if err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Fatalf("error of several lines: %q", err)
				}
				continue
			}
			var buf bytes.Buffer
			if err := w.WriteTOML(&buf); err != nil {
				t.Fatal(err)
			}
			again, err := Read(&buf, "again.toml")
			if err != nil || !again.Equal(w) || again.Hash() != w.Hash() {
				t.Fatalf("written and read again: error %v, or other weights", err)
			}
		}
	})
}

// comments matches the comment lines of a written file.
var comments = regexp.MustCompile(`(?m)^#.*\n`)

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(bytes.NewReader(defaultTOML), "default.toml"); err != nil {
			b.Fatal(err)
		}
	}
}
