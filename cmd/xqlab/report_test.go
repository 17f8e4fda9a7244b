package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

// compared are all runs of the test database.
func compared(t *testing.T, db string) []string {
	t.Helper()
	code, out, errs := runMain("results", "list", "--db", db, "--json")
	if code != ui.ExitOK {
		t.Fatal(errs)
	}
	var list []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var ids []string
	for _, r := range list {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestResultsCompare(t *testing.T) {
	db := resultsDB(t)
	ids := compared(t, db)
	for format, golden := range map[string]string{"text": "compare.txt", "md": "compare.md", "csv": "compare.csv"} {
		args := append([]string{"results", "compare", "--db", db, "--format", format}, ids...)
		code, out, errs := runMain(args...)
		if code != ui.ExitOK {
			t.Errorf("%s: exit %d: %s", format, code, errs)
			continue
		}
		checkGolden(t, golden, out)
	}
	code, out, errs := runMain(append([]string{"results", "compare", "--db", db, "--json"}, ids...)...)
	if code != ui.ExitOK {
		t.Fatal(errs)
	}
	var c struct {
		Runs, Matches []any
		Suites        *struct{ Scores []any }
		Tunings       *struct{ Runs []any }
	}
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Runs) != len(ids) || len(c.Matches) == 0 || c.Suites == nil || c.Tunings == nil {
		t.Errorf("JSON lacks something:\n%s", out)
	}
}

func TestReportCommand(t *testing.T) {
	db := resultsDB(t)
	dir := t.TempDir()
	code, out, errs := runMain("report", "last", "--db", db, "-o", dir+"/")
	if want := filepath.Join(dir, "report.html"); code != ui.ExitOK || strings.TrimSpace(out) != want {
		t.Fatalf("exit %d, wrote %q, want %q: %s", code, out, want, errs)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil || !strings.HasPrefix(string(page), "<!DOCTYPE html>") {
		t.Errorf("no page: %v", err)
	}
	code, out, errs = runMain("report", "m1", "--db", db, "--format", "csv", "--json", "-o", filepath.Join(dir, "csv"))
	var w writtenReport
	if err := json.Unmarshal([]byte(out), &w); code != ui.ExitOK || err != nil || len(w.Files) < 5 {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	for _, f := range w.Files {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
	if code, out, _ := runMain("report", "m1", "--db", db, "--format", "md"); code != ui.ExitOK || !strings.HasPrefix(out, "# match") {
		t.Errorf("exit %d: %.80s", code, out)
	}
}

func TestReportUsage(t *testing.T) {
	db := resultsDB(t)
	for _, c := range []struct{ args, want string }{
		{"report last --format pdf", `--format "pdf"`},
		{"report last --format csv", "name their folder with -o"},
		{"report last --json", "name them with -o"},
		{"report last --max-games 0", "want at least 1"},
		{"report nothing", "no such run"},
		{"report", "requires at least 1 arg"},
		{"results compare last --format html", `--format "html"`},
	} {
		code, _, errs := runMain(append(strings.Fields(c.args), "--db", db)...)
		if code != ui.ExitUsage || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d, %q; want %d and %q", c.args, code, errs, ui.ExitUsage, c.want)
		}
	}
}
