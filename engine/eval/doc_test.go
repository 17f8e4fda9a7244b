package eval

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"xqlab/engine/eval/internal/terms"
)

// TestDocNamesTheFiles holds the table of the package comment, group by group,
// against the files that use the constants of the group's terms.
func TestDocNamesTheFiles(t *testing.T) {
	groupOf := map[string]string{"squareTerms": Position.String()} // by name in the code
	for _, g := range terms.Groups {
		for _, b := range g.Blocks {
			if b.Const != "" {
				groupOf[b.Const] = g.Key
			}
		}
	}
	want := map[string]map[string]bool{}
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "zterms.go" {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if g, ok := groupOf[id.Name]; ok {
					if want[g] == nil {
						want[g] = map[string]bool{}
					}
					want[g][name] = true
				}
			}
			return true
		})
	}

	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range Groups() {
		row := regexp.MustCompile(`(?m)^//\t` + g.String() + ` .*$`).Find(doc)
		got := regexp.MustCompile(`\w+\.go`).FindAllString(string(row), -1)
		slices.Sort(got)
		if files := slices.Sorted(maps.Keys(want[g.String()])); !slices.Equal(got, files) {
			t.Errorf("the package comment has %s in %v, its terms are used in %v", g, got, files)
		}
	}
}
