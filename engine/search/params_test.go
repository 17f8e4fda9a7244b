package search

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestParamsAreDeclared: every field of Params is a switch that is on or a
// number within its range, and the lists of both hold every field once.
func TestParamsAreDeclared(t *testing.T) {
	d := DefaultParams()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	typ := reflect.TypeFor[Params]()
	byName := map[string]Number{}
	for _, n := range Numbers() {
		byName[n.Name] = n
	}
	if got := len(byName) + len(Features()); got != typ.NumField() {
		t.Errorf("%d names of numbers and switches for %d fields", got, typ.NumField())
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		switch f.Type.Kind() {
		case reflect.Bool:
			if !slices.Contains(Features(), f.Tag.Get("switch")) {
				t.Errorf("%s is not among the features", f.Name)
			}
			if !reflect.ValueOf(d).Field(i).Bool() {
				t.Errorf("%s is off by default", f.Name)
			}
		case reflect.Int:
			n, ok := byName[f.Name]
			if !ok {
				t.Errorf("%s is not among the numbers", f.Name)
				continue
			}
			if text := fmt.Sprintf("%d in %d..%d by %d", n.Default, n.Min, n.Max, n.Step); text != f.Tag.Get("tune") {
				t.Errorf("%s: tag %q is read as %q", f.Name, f.Tag.Get("tune"), text)
			}
			if n.Default < n.Min || n.Default > n.Max || n.Step < 1 || n.Step > n.Max-n.Min {
				t.Errorf("%s: default and step do not fit: %+v", f.Name, n)
			}
		default:
			t.Errorf("%s is a %v: want a bool or an int", f.Name, f.Type)
		}
	}
	if !slices.IsSorted(Features()) {
		t.Errorf("features are not in alphabetical order: %v", Features())
	}
}

// TestNumbersSetOneField: a step away from the default is within reach, changes
// one field and nothing else, and the ends of the range are where Validate has
// them.
func TestNumbersSetOneField(t *testing.T) {
	for _, n := range Numbers() {
		v := n.Default + n.Step
		if v > n.Max {
			v = n.Default - n.Step
		}
		p, d := DefaultParams(), DefaultParams()
		n.Set(&p, v)
		if err := p.Validate(); err != nil {
			t.Errorf("a step from the default: %v", err)
		}
		if got := n.Get(&p); got != v {
			t.Errorf("%s set to %d reads %d", n.Name, v, got)
		}
		for i := range reflect.TypeFor[Params]().NumField() {
			changed := reflect.ValueOf(p).Field(i).Interface() != reflect.ValueOf(d).Field(i).Interface()
			if name := reflect.TypeFor[Params]().Field(i).Name; changed != (name == n.Name) {
				t.Errorf("%s set: %s changed is %v", n.Name, name, changed)
			}
		}
		for _, bad := range []int{n.Min - 1, n.Max + 1} {
			n.Set(&p, bad)
			if err := p.Validate(); err == nil || !strings.Contains(err.Error(), n.Name) {
				t.Errorf("%s = %d: error %v", n.Name, bad, err)
			}
		}
	}
}

// TestExtremes searches with every number at either end of its range: a tuner
// must not run into a panic, an endless loop or an illegal move there.
func TestExtremes(t *testing.T) {
	s := newSearcher(t, Options{Hash: 1})
	nodes := uint64(4000)
	if testing.Short() {
		nodes = 400
	}
	for _, n := range Numbers() {
		for _, v := range []int{n.Min, n.Max} {
			o := s.Options()
			o.Params = DefaultParams()
			n.Set(&o.Params, v)
			if err := s.SetOptions(o); err != nil {
				t.Fatal(err)
			}
			s.NewGame()
			for _, fen := range []string{BenchPositions[3], BenchPositions[12]} {
				p := position(t, fen)
				r := search(t, s, p, Limits{Nodes: nodes})
				if r.Nodes != nodes || !p.IsLegal(r.Best) {
					t.Errorf("%s = %d: best %v after %d nodes in %s", n.Name, v, r.Best, r.Nodes, fen)
				}
			}
		}
	}
}

// TestNumbersMatter: a number that changes no search is not read, or not where
// it should be. Those of the clock are tested in timeman_test.go, and three
// more in iterate_test.go; FailInfoNodes below.
func TestNumbersMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	elsewhere := []string{"FailInfoNodes", "MateNodeTime", "MateMost", "RuleClock"}
	type trial struct {
		fen   string
		depth int
	}
	trials := []trial{
		{BenchPositions[7], 8}, {BenchPositions[2], 8}, {BenchPositions[12], 9},
		{"3k2b2/4P4/4b4/3cN4/9/9/9/3K5/2p1Ap3/3A5 w - - 104 80", 9}, // near the move limit
		{BenchPositions[15], 12}, {BenchPositions[6], 11}, {BenchPositions[14], 11},
	}
	s := newSearcher(t, Options{Hash: 1})
	results := func(p Params, tr trial) (text string) {
		o := s.Options()
		o.Params = p
		if err := s.SetOptions(o); err != nil {
			t.Fatal(err)
		}
		s.NewGame()
		for range 2 { // the second search finds old entries in the table
			r := search(t, s, position(t, tr.fen), Limits{Depth: tr.depth})
			text += fmt.Sprint(r.Nodes, r.Best, r.Score, " ")
		}
		return text
	}
	plain := map[trial]string{}
	for _, tr := range trials {
		plain[tr] = results(DefaultParams(), tr)
	}
	matters := func(n Number) bool {
		for _, tr := range trials {
			for _, v := range []int{n.Min, n.Max} {
				p := DefaultParams()
				n.Set(&p, v)
				if results(p, tr) != plain[tr] {
					return true
				}
			}
		}
		return false
	}
	for _, n := range Numbers() {
		if !strings.HasPrefix(n.Name, "Time") && !slices.Contains(elsewhere, n.Name) && !matters(n) {
			t.Errorf("%s changes nothing at %d or %d", n.Name, n.Min, n.Max)
		}
	}
}

// TestNoNakedNumbers: a literal in the code of a function, other than 0, 1 and
// 2, is a constant of the search without name, unit and range. It belongs into
// Params if it could be tuned, else into a named constant.
func TestNoNakedNumbers(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			functions++
			for _, pos := range nakedNumbers(fn.Body) {
				t.Errorf("%v: a number without a name", fset.Position(pos))
			}
		}
	}
	if functions < 100 {
		t.Errorf("only %d functions were read", functions)
	}
}

// nakedNumbers returns where a body has literals other than 0, 1 and 2 outside
// of constant declarations.
func nakedNumbers(body ast.Node) (found []token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok != token.CONST
		case *ast.BasicLit:
			if (n.Kind == token.INT || n.Kind == token.FLOAT) && !slices.Contains([]string{"0", "1", "2"}, n.Value) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

// TestNakedNumbers tries the check itself.
func TestNakedNumbers(t *testing.T) {
	tests := []struct {
		body string
		want int
	}{
		{"x := 2*y - 1 + 0", 0},
		{"if depth <= 8 { r += 120 }", 2},
		{"x *= 0.62", 1},
		{"x = -3", 1},
		{"x := 1 << 20", 1},
		{"return min(a, 3) / 0x10", 2},
		{"const few = 3; x = few", 0},
		{"var few = 3", 1},
		{`f("3")`, 0},
	}
	for _, tt := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc f() {"+tt.body+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(nakedNumbers(f.Decls[0].(*ast.FuncDecl).Body)); got != tt.want {
			t.Errorf("%s: %d found, want %d", tt.body, got, tt.want)
		}
	}
}

// TestCallbackGetsFailures: FailInfoNodes says from where on failed windows are
// reported.
func TestCallbackGetsFailures(t *testing.T) {
	failures := func(from int) (n int) {
		prm := DefaultParams()
		prm.FailInfoNodes = from
		s := newSearcher(t, Options{Params: prm})
		_, err := s.Search(context.Background(), position(t, BenchPositions[2]), Limits{Depth: 9}, func(i Info) {
			if i.Bound != BoundExact {
				n++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if now, late := failures(0), failures(1_000_000_000); now == 0 || late != 0 {
		t.Errorf("%d failures reported from the start, %d after 10^9 nodes: want some and none", now, late)
	}
}

// TestProvenance: the constants that the comments of Params say were tuned by
// self-play are those that the log of experiments names.
func TestProvenance(t *testing.T) {
	log, err := os.ReadFile("../EXPERIMENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(log), "with every NAME among ")
	list, _, ok := strings.Cut(list, ".")
	if !ok {
		t.Fatal("EXPERIMENTS.md has no list of the constants tuned")
	}
	logged := strings.Fields(strings.NewReplacer(",", " ", " and ", " ").Replace(list))
	source, err := os.ReadFile("params.go")
	if err != nil {
		t.Fatal(err)
	}
	var marked []string
	for line := range strings.Lines(string(source)) {
		if strings.Contains(line, "`tune:") && strings.HasSuffix(line, "; SPSA\n") {
			marked = append(marked, strings.Fields(line)[0])
		}
	}
	slices.Sort(logged)
	slices.Sort(marked)
	if !slices.Equal(marked, logged) {
		t.Errorf("params.go marks  %v\nthe log names    %v", marked, logged)
	}
}
