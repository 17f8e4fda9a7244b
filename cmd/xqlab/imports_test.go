package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
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

// thirdPartyInCore is the one library that the core uses: eval reads weight
// files with it.
const thirdPartyInCore = "github.com/pelletier/go-toml/v2"

func TestImportsPointDown(t *testing.T) {
	out, err := exec.Command("go", "list", "-pgo=off", "-json=ImportPath,Imports", "xqlab/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
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
		seen++
		room := roomOf(pkg.ImportPath)
		core, isCore := engineMayImport[pkg.ImportPath]
		for _, imp := range pkg.Imports {
			if !strings.HasPrefix(imp, "xqlab/") {
				if isCore && strings.Contains(strings.Split(imp, "/")[0], ".") && !(pkg.ImportPath == "xqlab/engine/eval" && strings.HasPrefix(imp, thirdPartyInCore)) {
					t.Errorf("%s imports %s: the core uses the standard library only", pkg.ImportPath, imp)
				}
				continue
			}
			if isCore && !slices.Contains(core, imp) {
				t.Errorf("%s imports %s: it may import only %v", pkg.ImportPath, imp, core)
			}
			if to := roomOf(imp); to != room && !slices.Contains(mayImport[room], to) {
				t.Errorf("%s imports %s: %s may import only %v", pkg.ImportPath, imp, room, mayImport[room])
			}
		}
	}
	if seen < 10 {
		t.Fatalf("go list named %d packages only", seen)
	}
}

func roomOf(path string) string {
	room, _, _ := strings.Cut(strings.TrimPrefix(path, "xqlab/"), "/")
	return room
}
