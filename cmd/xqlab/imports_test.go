package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport names the rooms each room may import besides itself.
var mayImport = map[string][]string{
	"engine":   {},
	"selfplay": {"engine"},
	"suites":   {"engine", "selfplay"},
	"tune":     {"engine", "selfplay"},
	"results":  {"engine", "selfplay", "suites", "tune"},
	"cmd":      {"engine", "selfplay", "suites", "tune", "results"},
}

// engineMayImport names, for each package of the core, the packages of the
// module it may import.
var engineMayImport = map[string][]string{
	"xqlab/engine/board":    {},
	"xqlab/engine/rules":    {"xqlab/engine/board"},
	"xqlab/engine/eval":     {"xqlab/engine/board", "xqlab/engine/eval/internal/terms"},
	"xqlab/engine/search":   {"xqlab/engine/board", "xqlab/engine/eval", "xqlab/engine/rules"},
	"xqlab/engine/notation": {"xqlab/engine/board"},

	"xqlab/engine/eval/internal/terms": {"xqlab/engine/board"},
}

// withinRoom names, for each package of the other rooms, the packages of its own
// room that it may import. What stands first of two packages is below the other.
var withinRoom = map[string][]string{
	"xqlab/selfplay/player":                  {},
	"xqlab/selfplay/player/fakeengine":       {},
	"xqlab/selfplay/stats":                   {"xqlab/selfplay/stats/internal/jsonline"},
	"xqlab/selfplay/stats/internal/jsonline": {},
	"xqlab/selfplay/stats/vectors":           {"xqlab/selfplay/stats", "xqlab/selfplay/stats/internal/jsonline"},
	"xqlab/selfplay":                         {"xqlab/selfplay/player", "xqlab/selfplay/stats"},

	"xqlab/suites/tsv":      {},
	"xqlab/suites/ending":   {},
	"xqlab/suites":          {"xqlab/suites/tsv"},
	"xqlab/suites/generate": {"xqlab/suites", "xqlab/suites/ending", "xqlab/suites/tsv"},

	"xqlab/tune/params":  {},
	"xqlab/tune/dataset": {},
	"xqlab/tune/texel":   {"xqlab/tune/dataset", "xqlab/tune/params"},
	"xqlab/tune/spsa":    {"xqlab/tune/params"},

	"xqlab/results/table":   {},
	"xqlab/results/store":   {},
	"xqlab/results/compare": {"xqlab/results/store", "xqlab/results/table"},
	"xqlab/results/runs":    {"xqlab/results/compare", "xqlab/results/store"},
	"xqlab/results/report":  {"xqlab/results/compare", "xqlab/results/runs", "xqlab/results/store", "xqlab/results/table"},

	"xqlab/cmd/fuzzall":           {},
	"xqlab/cmd/xqlab/internal/ui": {},
	"xqlab/cmd/xqlab":             {"xqlab/cmd/xqlab/internal/ui"},
}

// onlyIn names the packages that may import a library, so that each can be
// replaced in one place. The core has no other than the reader of weight files.
var onlyIn = map[string][]string{
	"github.com/pelletier/go-toml/": {"xqlab/engine/eval", "xqlab/selfplay/player", "xqlab/tune/spsa"},
	"github.com/schollz/":           {"xqlab/cmd/xqlab/internal/ui"},
	"github.com/spf13/":             {"xqlab/cmd/xqlab", "xqlab/cmd/xqlab/internal/ui"},
	"golang.org/x/term":             {"xqlab/cmd/xqlab/internal/ui"},
	"golang.org/x/text/":            {"xqlab/engine/record", "xqlab/selfplay/player"},
	"gonum.org/v1/gonum/":           {"xqlab/selfplay/stats", "xqlab/tune/spsa"},
	"gonum.org/v1/plot":             {"xqlab/results/report"},
	"modernc.org/sqlite":            {"xqlab/results/store"},
}

// thirdPartyInCore is the one library that the core uses: eval reads weight
// files with it.
const thirdPartyInCore = "github.com/pelletier/go-toml/v2"

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports", "xqlab/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen[pkg.ImportPath] = true
		for _, imp := range pkg.Imports {
			if fault := forbidden(pkg.ImportPath, imp); fault != "" {
				t.Errorf("%s imports %s: %s", pkg.ImportPath, imp, fault)
			}
		}
		if _, known := withinRoom[pkg.ImportPath]; !known && roomOf(pkg.ImportPath) != "engine" {
			t.Errorf("%s: a new package; name it in withinRoom with what it may import", pkg.ImportPath)
		}
	}
	for path := range withinRoom {
		if !seen[path] {
			t.Errorf("%s: no such package any more", path)
		}
	}
}

// forbidden says why a package may not import another, "" if it may.
func forbidden(pkg, imp string) string {
	core, isCore := engineMayImport[pkg]
	if !strings.HasPrefix(imp, "xqlab/") {
		if isCore && strings.Contains(strings.Split(imp, "/")[0], ".") && !(pkg == "xqlab/engine/eval" && strings.HasPrefix(imp, thirdPartyInCore)) {
			return "the core uses the standard library only"
		}
		for library, list := range onlyIn {
			if strings.HasPrefix(imp, library) && !slices.Contains(list, pkg) {
				return fmt.Sprintf("this library is for %v", list)
			}
		}
		return ""
	}
	if isCore && !slices.Contains(core, imp) {
		return fmt.Sprintf("it may import only %v", core)
	}
	room, to := roomOf(pkg), roomOf(imp)
	if to != room && !slices.Contains(mayImport[room], to) {
		return fmt.Sprintf("%s may import only %v", room, mayImport[room])
	}
	if list, ok := withinRoom[pkg]; ok && to == room && !slices.Contains(list, imp) {
		return fmt.Sprintf("of its room it may import only %v", list)
	}
	return ""
}

// TestForbiddenImports tries the rule itself.
func TestForbiddenImports(t *testing.T) {
	for _, tc := range []struct {
		pkg, imp string
		want     bool
	}{
		{"xqlab/results/runs", "xqlab/results/store", false},
		{"xqlab/results/runs", "xqlab/results/report", true},
		{"xqlab/results/compare", "xqlab/results/runs", true},
		{"xqlab/results/store", "xqlab/results/runs", true},
		{"xqlab/selfplay", "xqlab/results/store", true},
		{"xqlab/engine/search", "xqlab/engine/record", true},
		{"xqlab/engine/board", "golang.org/x/sys/cpu", true},
		{"xqlab/results/report", "modernc.org/sqlite", true},
		{"xqlab/cmd/xqlab", "xqlab/engine/protocol", false},
		{"xqlab/tune/texel", "xqlab/tune/spsa", true},
	} {
		if got := forbidden(tc.pkg, tc.imp); (got != "") != tc.want {
			t.Errorf("%s imports %s: %q", tc.pkg, tc.imp, got)
		}
	}
}

// TestUIKnowsNoDomain: package ui imports nothing of this module.
func TestUIKnowsNoDomain(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-f", "{{join .Imports \"\\n\"}}", "xqlab/cmd/xqlab/internal/ui").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for imp := range strings.Lines(string(out)) {
		if strings.HasPrefix(imp, "xqlab/") {
			t.Errorf("package ui imports %s", imp)
		}
	}
}

// TestCommandsKnowNoLifeCycle: no command begins, claims, resumes or ends a run,
// or stores a result, by itself: that is what package runs is for.
func TestCommandsKnowNoLifeCycle(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		files++
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{".CreateRun(", ".ClaimRun(", ".ResumeRun(", ".FinishRun(", ".Recorder(", ".RecordStep(", ".RecordSuite(", ".SetCheckpoint(",
			".AddEvent(", "store.Finish{", "store.NewRun{", "selfplay.Run(", "spsa.Run", "texel.Run(", "cobra.Command{Use: \"match\"}"} {
			if bytes.Contains(text, []byte(call)) {
				t.Errorf("%s: %s", name, call)
			}
		}
	}
	if files < 40 {
		t.Errorf("only %d files were read", files)
	}
}

func roomOf(path string) string {
	room, _, _ := strings.Cut(strings.TrimPrefix(path, "xqlab/"), "/")
	return room
}
