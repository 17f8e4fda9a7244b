package store

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wantError checks for an error of one line that contains text.
func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q, want one line with %q", err, text)
	}
}

// script makes a database with plain SQL.
func script(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
	return path
}

// schema1 is a dump of a database that the first schema's program wrote: a
// finished match of three pairs.
func schema1(t *testing.T) string {
	t.Helper()
	dump, err := os.ReadFile("testdata/schema1.sql")
	if err != nil {
		t.Fatal(err)
	}
	return script(t, string(dump))
}

func TestOlderSchema(t *testing.T) {
	for _, open := range []struct {
		name string
		fn   func(string) (*Store, error)
	}{{"Open", Open}, {"OpenExisting", OpenExisting}} {
		t.Run(open.name, func(t *testing.T) {
			st, err := open.fn(schema1(t))
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			got, err := schemaText(st.read)
			if err != nil {
				t.Fatal(err)
			}
			if want, err := Schema(); err != nil || got != want {
				t.Errorf("schema after migration:\n%s\nof a new database (%v):\n%s", got, err, want)
			}
			run, err := st.FindRun(ctx, "last")
			if err != nil || run.Short != "m1" || run.Verdict != "done" || run.Players[0].Weights.Hash != "aa11" {
				t.Fatalf("run %+v, %v", run, err)
			}
			games := storedPair(t, st, GameFilter{Run: run.ID})
			if len(games) != 6 || len(games[0].Moves) != 12 {
				t.Errorf("%d games", len(games))
			}
			if err := st.Recorder(run.ID).RecordPair(testPair(3)); err != nil {
				t.Error(err)
			}
			mustBeSound(t, st)
		})
	}
}

func TestMigrationNumbers(t *testing.T) {
	st := newStore(t)
	for i, m := range migrations {
		var name string
		if err := st.read.QueryRow("SELECT name FROM migrations WHERE version=?", i+1).Scan(&name); err != nil || name != m.name {
			t.Errorf("migration %d is %q, %v; want %q", i+1, name, err, m.name)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o666); err != nil {
		t.Fatal(err)
	}
	newer := script(t, "CREATE TABLE migrations(version INTEGER PRIMARY KEY, name TEXT); INSERT INTO migrations VALUES (99, 'clock odds');"+
		"PRAGMA application_id=2020699234; PRAGMA user_version=99")
	nameless := script(t, "CREATE TABLE runs(id); PRAGMA application_id=2020699234; PRAGMA user_version=99")
	foreign := script(t, "CREATE TABLE bookmarks(id)")
	tests := []struct {
		name, path string
		want       string // of Open; of OpenExisting as well unless existing is set
		existing   string
		is         error
	}{
		{"newer schema", newer, `schema 99 (clock odds) is newer than this program knows, 4 (claims): use a newer xqlab`, "", nil},
		{"newer schema without a name", nameless, `schema 99 is newer than this program knows, 4 (claims)`, "", nil},
		{"other program", foreign, "a SQLite file of another program, not an xqlab database", "", ErrNotDatabase},
		{"text file", text, "not an xqlab database", "", ErrNotDatabase},
		{"folder", dir, "not an xqlab database", "", ErrNotDatabase},
		{"no such folder", filepath.Join(dir, "no", "x.db"), "no such file or directory", "no such database", nil},
		{"file as folder", filepath.Join(text, "x.db"), "not a folder", "not a directory", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.existing == "" {
				tt.existing = tt.want
			}
			_, err := Open(tt.path)
			wantError(t, err, tt.want)
			if tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("%v is not %v", err, tt.is)
			}
			_, err = OpenExisting(tt.path)
			wantError(t, err, tt.existing)
		})
	}
	_, err := OpenExisting(filepath.Join(dir, "missing.db"))
	if !errors.Is(err, ErrNoDatabase) {
		t.Errorf("missing database: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "missing.db")); err == nil {
		t.Error("OpenExisting has made a database")
	}
}

func TestPaths(t *testing.T) {
	for _, name := range []string{"a b.db", "ü 象棋.db", "50%.db", "what?.db", "#1.db", "a&mode=ro.db", "per%20cent.db", "semi;colon.db", "no-ending"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			st, err := Open(path)
			if err != nil {
				t.Fatal(err)
			}
			newRun(t, st)
			if err := st.Close(); err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 || entries[0].Name() != name {
				t.Errorf("files %v, %v; want only %s", entries, err, name)
			}
			st, err = OpenExisting(path)
			if err != nil {
				t.Fatal(err)
			}
			st.Close()
		})
	}
}

// A file cut to nothing, as a crash at the moment of creation may leave it, is
// a new database for those who write, and none for those who read.
func TestEmptyFile(t *testing.T) {
	noTables := script(t, "PRAGMA journal_mode=WAL; CREATE TABLE x(y); DROP TABLE x")
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{empty: "no such database: the file is empty", noTables: "no such database: the file has no tables"} {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = OpenExisting(path)
		wantError(t, err, want)
		if !errors.Is(err, ErrNoDatabase) {
			t.Errorf("%v is not ErrNoDatabase", err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
			t.Errorf("the file was changed: %d bytes before, %d after, %v", len(before), len(after), err)
		}
		st, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		newRun(t, st)
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A file of another program stays as it is, byte by byte.
func TestForeignFileIsNotTouched(t *testing.T) {
	path := script(t, "CREATE TABLE bookmarks(id)")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = OpenExisting(path)
	wantError(t, err, "not an xqlab database")
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed, %v", err)
	}
}

// Several open one new database at the same moment: one of them makes the
// schema, and none takes the half-made one for something else.
func TestOpenTogether(t *testing.T) {
	for range 15 {
		path := filepath.Join(t.TempDir(), "new.db")
		start := make(chan struct{})
		errs := make(chan error)
		for range 4 {
			go func() {
				<-start
				st, err := Open(path)
				if err == nil {
					_, err = st.CreateRun(ctx, NewRun{Kind: Match})
					err = errors.Join(err, st.Close())
				}
				errs <- err
			}()
		}
		close(start)
		for range 4 {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
	}
}

// A writer that finds the file locked waits for the other one.
func TestWriterWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	a, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	run := newRun(t, a)
	b, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	tx, err := a.write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	time.AfterFunc(300*time.Millisecond, func() { tx.Rollback() })
	if err := b.Recorder(run.ID).RecordPair(testPair(0)); err != nil {
		t.Error(err)
	}
	if waited := time.Since(start); waited < 200*time.Millisecond {
		t.Errorf("stored after %v, while the file was locked", waited)
	}
}

func TestDiskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "full.db")
	st, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	run := newRun(t, st)
	rec := st.Recorder(run.ID)
	var pages int
	if err := st.write.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := st.write.Exec("PRAGMA max_page_count = " + itoa(pages+20)); err != nil {
		t.Fatal(err)
	}
	stored := 0
	for ; err == nil && stored < 1000; stored++ {
		err = rec.RecordPair(testPair(stored))
	}
	stored--
	wantError(t, err, "store pair "+itoa(stored+1)+": disk is full; results stored before are safe")
	if !errors.Is(err, ErrDiskFull) {
		t.Errorf("%v is not ErrDiskFull", err)
	}
	done, err := st.DonePairs(ctx, run.ID)
	if err != nil || len(done) != stored || stored == 0 {
		t.Errorf("%d pairs, %v; want %d", len(done), err, stored)
	}
	mustBeSound(t, st)
	if _, err := st.write.Exec("PRAGMA max_page_count = " + itoa(pages+1000)); err != nil { // space again
		t.Fatal(err)
	}
	if err := rec.RecordPair(testPair(stored)); err != nil {
		t.Errorf("with space again: %v", err)
	}
	if err := st.Close(); err != nil {
		t.Error(err)
	}
}
