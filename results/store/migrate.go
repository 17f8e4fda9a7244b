package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"path"
	"sort"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the driver
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// applicationID marks the file header of an xqlab database ("xqlb").
const applicationID = 0x78716c62

// migration is one step of the schema. Its number is PRAGMA user_version after
// it.
type migration struct {
	version int
	name    string
	sql     string
}

// migrations are the steps in order, numbered 1, 2, 3 ...
var migrations = loadMigrations()

func loadMigrations() []migration {
	entries, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		panic("store: " + err.Error())
	}
	var list []migration
	for _, e := range entries {
		number, name, ok := strings.Cut(strings.TrimSuffix(e.Name(), ".sql"), "_")
		version, err := strconv.Atoi(number)
		if !ok || err != nil {
			panic("store: migration file name " + e.Name())
		}
		text, err := migrationFiles.ReadFile(path.Join("migrations", e.Name()))
		if err != nil {
			panic("store: " + err.Error())
		}
		list = append(list, migration{version, name, string(text)})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].version < list[j].version })
	for i, m := range list {
		if m.version != i+1 {
			panic("store: migration numbers have a gap before " + m.name)
		}
	}
	return list
}

// schemaHistory names the migrations applied to a database, for the message of
// programs that do not know them.
const schemaHistory = `CREATE TABLE IF NOT EXISTS migrations (
  -- The steps that made this schema; the last number is also PRAGMA user_version.
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT`

// SchemaVersion is the number of the newest schema the program knows.
func SchemaVersion() int { return len(migrations) }

// migrate brings the schema up to date. Two processes may do so at the same
// time: the second finds it done.
func (s *Store) migrate() error {
	version, err := s.storedVersion(s.write)
	if err != nil || version == SchemaVersion() {
		return err
	}
	for version < SchemaVersion() {
		err := s.update(context.Background(), "update schema", func(tx *sql.Tx) error {
			if version, err = s.schemaVersion(tx); err != nil || version == SchemaVersion() {
				return err
			}
			m := migrations[version]
			if _, err := tx.Exec(schemaHistory); err != nil {
				return err
			}
			if _, err := tx.Exec(m.sql); err != nil {
				return fmt.Errorf("migration %d (%s): %w", m.version, m.name, err)
			}
			if _, err := tx.Exec("INSERT INTO migrations(version, name) VALUES (?, ?)", m.version, m.name); err != nil {
				return err
			}
			// Pragmas take no parameters; both are part of the transaction.
			_, err := tx.Exec(fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, m.version))
			version = m.version
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// checkSchema accepts only the newest schema, for databases that cannot be
// brought up to date.
func (s *Store) checkSchema() error {
	version, err := s.storedVersion(s.read)
	if err != nil {
		return err
	}
	if version < SchemaVersion() {
		return fmt.Errorf("%s: schema %d has to be brought to %d, but the %w", s.path, version, SchemaVersion(), ErrReadOnly)
	}
	return nil
}

// storedVersion is schemaVersion in a transaction of its own.
func (s *Store) storedVersion(db *sql.DB) (version int, err error) {
	err = retryBusy(context.Background(), func() error {
		tx, err := db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return err
		}
		defer tx.Rollback()
		version, err = s.schemaVersion(tx)
		return err
	})
	return version, err
}

// schemaVersion returns the schema number of a database, 0 for an empty one. It
// refuses databases of other programs and of newer schemas. It needs a
// transaction because another process may be creating the schema at the moment.
func (s *Store) schemaVersion(q *sql.Tx) (int, error) {
	var version, application, tables int
	for _, p := range []struct {
		query string
		dst   *int
	}{
		{"PRAGMA user_version", &version},
		{"PRAGMA application_id", &application},
		{"SELECT count(*) FROM sqlite_schema", &tables},
	} {
		if err := q.QueryRow(p.query).Scan(p.dst); err != nil {
			return 0, s.wrap("read schema version", err)
		}
	}
	switch {
	case tables == 0:
		return 0, nil
	case application != applicationID || version < 1:
		return 0, fmt.Errorf("%s: a SQLite file of another program, %w", s.path, ErrNotDatabase)
	case version <= SchemaVersion():
		return version, nil
	}
	newest := migrations[len(migrations)-1]
	e := &SchemaError{Path: s.path, Version: version, Known: newest.version, KnownName: newest.name}
	if err := q.QueryRow("SELECT name FROM migrations WHERE version = ?", version).Scan(&e.Name); err != nil {
		e.Name = "" // the number alone has to do
	}
	return 0, e
}
