package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xqlab/cmd/xqlab/internal/ui"
)

// Commands that read leave an empty file as it is and make no new one.
func TestReadersMakeNoDatabase(t *testing.T) {
	dir := t.TempDir()
	missing, empty := filepath.Join(dir, "missing.db"), filepath.Join(dir, "empty.db")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		missing: missing + ": no such database (choose one with --db or XQLAB_DB)",
		empty:   empty + ": no such database: the file is empty (choose one with --db or XQLAB_DB)",
	} {
		for _, args := range []string{"results list", "results show last", "results compare m1 m2", "results games m1", "results export m1",
			"results delete m1 --yes", "results vacuum", "results doctor", "report m1"} {
			code, stdout, stderr := runMain(append(strings.Fields(args), "--db", path)...)
			if code != ui.ExitUsage || stdout != "" || stderr != "xqlab: "+want+"\n" {
				t.Errorf("%s: exit %d, %q, %q; want %q", args, code, stdout, stderr, want)
			}
		}
		for _, args := range []string{"match --resume m1", "tournament --resume t1", "regress --resume r1", "suite run --resume s1",
			"tune spsa --resume p1", "tune texel --resume x1", "data generate --resume d1 -o " + filepath.Join(dir, "out.xqd")} {
			code, _, stderr := runMain(append(strings.Fields(args), "--db", path)...)
			if code != ui.ExitUsage || !strings.Contains(stderr, path+": no such database") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: exit %d, %q", args, code, stderr)
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v; want only the empty one", entries, err)
	}
	if data, err := os.ReadFile(empty); err != nil || !bytes.Equal(data, nil) {
		t.Errorf("the empty file has %d bytes, %v", len(data), err)
	}
}

// execSQL changes a database behind the program's back.
func execSQL(t *testing.T, db, statements string) {
	t.Helper()
	conn, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// A database without one of its tables is called damaged in one line, and the
// doctor names the table.
func TestDroppedTable(t *testing.T) {
	for _, tt := range []struct {
		table string
		fails []string // commands that need it
	}{
		{"pair_totals", []string{"list", "show m1", "compare m1 t2"}},
		{"runs", []string{"list", "show m1", "games m1", "export m1", "compare m1 t2", "delete m1 --yes"}},
		{"claims", []string{"list", "show m1", "games m1"}},
		{"game_moves", []string{"games m1 --moves", "export m1", "delete m1 --yes"}},
	} {
		t.Run(tt.table, func(t *testing.T) {
			db := resultsDB(t)
			execSQL(t, db, "DROP TABLE "+tt.table)
			for _, args := range tt.fails {
				code, _, stderr := runMain(append(append([]string{"results"}, strings.Fields(args)...), "--db", db)...)
				if code != ui.ExitFault || !strings.HasSuffix(stderr, "database is damaged (see xqlab results doctor)\n") ||
					!strings.HasPrefix(stderr, "xqlab: ") || !strings.Contains(stderr, db+": ") || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "SQL") {
					t.Errorf("%s: exit %d, %q", args, code, stderr)
				}
			}
			code, stdout, stderr := runMain("results", "doctor", "--db", db)
			if want := "problem: schema: table " + tt.table + " is missing"; code != ui.ExitNo || stderr != "" || !strings.Contains(stdout, want) {
				t.Errorf("doctor: exit %d, %q, %q; want 1 and %q", code, stdout, stderr, want)
			}
			code, stdout, _ = runMain("results", "doctor", "--json", "--db", db)
			if code != ui.ExitNo || !strings.Contains(stdout, `"ok": false`) {
				t.Errorf("doctor --json: exit %d, %s", code, stdout)
			}
		})
	}
}

func TestRatingsOfEmptyFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": "", "blank": "\n \n", "head": "red\tblack\twins\tdraws\tlosses\n", "list": "[]"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := runMain("stats", "ratings", path)
		if want := "xqlab: " + path + ": no results: want a table (TSV) with the columns red black wins draws losses, or JSON\n"; code != ui.ExitUsage || stderr != want {
			t.Errorf("%s: exit %d, %q; want %q", name, code, stderr, want)
		}
	}
}
