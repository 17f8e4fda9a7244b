package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// Schema returns the tables and indices a database of the newest schema has,
// with their comments.
func Schema() (string, error) {
	db, err := newSchema()
	if err != nil {
		return "", err
	}
	defer db.Close()
	return schemaText(db)
}

// newSchema makes an empty database of the newest schema in memory.
func newSchema() (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &Store{path: "schema", write: db}
	if err := s.migrate(); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// schemaPart is something a schema consists of.
type schemaPart struct {
	kind  string // table, column or index
	name  string
	table string
}

// schemaParts lists the tables, columns and indices of a database.
func schemaParts(ctx context.Context, db *sql.DB) ([]schemaPart, error) {
	rows, err := db.QueryContext(ctx, `SELECT type, name, tbl_name FROM sqlite_schema
			WHERE type IN ('table', 'index') AND name NOT LIKE 'sqlite_%'
		UNION ALL SELECT 'column', t.name || '.' || c.name, t.name
			FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []schemaPart
	for rows.Next() {
		var p schemaPart
		if err := rows.Scan(&p.kind, &p.name, &p.table); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// schemaText returns the tables and indices of a database.
func schemaText(db *sql.DB) (string, error) {
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return "", err
	}
	rows, err := db.Query(`SELECT s.sql FROM sqlite_schema s JOIN sqlite_schema t ON t.type = 'table' AND t.name = s.tbl_name
		WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite_%' ORDER BY t.rowid, s.type DESC, s.name`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var b strings.Builder
	fmt.Fprintf(&b, "-- xqlab schema %d. Times are milliseconds since 1970-01-01 UTC.\n", version)
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return "", err
		}
		if strings.HasPrefix(text, "CREATE TABLE") {
			b.WriteByte('\n')
		}
		b.WriteString(text + ";\n")
	}
	return b.String(), rows.Err()
}
