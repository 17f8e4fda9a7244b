package selfplay

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"xqlab/engine/rules"
	"xqlab/selfplay/player"
)

// TestStoredEndReasons pins the words: databases hold them.
func TestStoredEndReasons(t *testing.T) {
	want := []EndReason{
		"checkmate", "no legal move", "perpetual check", "perpetual chase", "mutual perpetual", "repetition",
		"natural move limit", "insufficient material",
		"maximum length", "resign adjudication", "draw adjudication", "resignation", "draw agreed",
		"time forfeit", "no move", "illegal move", "disconnect", "stall",
		"internal error",
	}
	if got := EndReasons(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, r := range want {
		if r.Kind() == UnknownEnd {
			t.Errorf("%q has no kind", r)
		}
	}
	for _, r := range []EndReason{"", "mate", "adjourned"} {
		if r.Kind() != UnknownEnd {
			t.Errorf("%q has the kind %d", r, r.Kind())
		}
	}
}

// TestEveryRuleEndsAGame has every reason of the rules: each is an end of its
// own.
func TestEveryRuleEndsAGame(t *testing.T) {
	var got []EndReason
	for n := range 256 {
		r := rules.Reason(n)
		if r == rules.NotOver || strings.HasPrefix(r.String(), "Reason(") {
			if !panics(func() { endByRule(r) }) {
				t.Errorf("rule %q ends a game", r)
			}
			continue
		}
		got = append(got, endByRule(r))
	}
	if want := reasonsOf(ByRules); !sameSet(got, want) {
		t.Errorf("the rules end games by %q, want each of %q once", got, want)
	}
}

// TestEveryFaultEndsAGame has every kind of fault: each is an end of its own,
// in the fault's own words.
func TestEveryFaultEndsAGame(t *testing.T) {
	var got []EndReason
	for n := range 256 {
		k := player.FaultKind(n)
		if strings.HasPrefix(k.String(), "FaultKind(") {
			if !panics(func() { endByFault(k) }) {
				t.Errorf("fault %q ends a game", k)
			}
			continue
		}
		r := endByFault(k)
		if string(r) != k.String() {
			t.Errorf("fault %q is stored as %q", k, r)
		}
		got = append(got, r)
	}
	if want := reasonsOf(ByFault); !sameSet(got, want) {
		t.Errorf("faults end games by %q, want each of %q once", got, want)
	}
}

// TestEndReasonsAreListed reads the constants from the source: none is missing
// from EndReasons, and each has a comment.
func TestEndReasonsAreListed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "endreason.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var found []EndReason
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if typ, ok := spec.Type.(*ast.Ident); !ok || typ.Name != "EndReason" {
			return true
		}
		word, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		if spec.Comment.Text() == "" {
			t.Errorf("%s has no comment", spec.Names[0])
		}
		found = append(found, EndReason(word))
		return true
	})
	if !slices.Equal(found, EndReasons()) {
		t.Errorf("constants %q, listed %q", found, EndReasons())
	}
}

func reasonsOf(k EndKind) (list []EndReason) {
	for _, r := range EndReasons() {
		if r.Kind() == k {
			list = append(list, r)
		}
	}
	return list
}

func sameSet(a, b []EndReason) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
