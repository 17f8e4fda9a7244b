package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

const (
	// busyWait is how long SQLite itself waits for another writer.
	busyWait = 10 * time.Second
	// retryFor bounds all waiting for other processes in one operation.
	retryFor = time.Minute
	// readConns is how many queries may run at the same time.
	readConns = 4
)

// Store is an open database. It is safe for concurrent use.
type Store struct {
	path     string
	readOnly bool
	// immutable: read without locks, because nothing can change the file
	immutable bool
	write     *sql.DB // one connection; every transaction takes the write lock at its start
	read      *sql.DB // query_only connections

	token         string // names this store in claims
	claims        sync.Mutex
	claimed       map[RunID]bool // runs claimed since the store was opened
	stopHeartbeat func()         // ends their renewal; nil without claims

	preparing sync.Mutex
	prepared  map[string]*sql.Stmt // of the pair writer, by their text
}

// Open opens the database at path for reading and writing, creates it if it
// does not exist, and brings an older schema up to date.
func Open(path string) (*Store, error) { return open(path, modeCreate) }

// OpenExisting opens a database that must exist: reading commands use it. An
// older schema is brought up to date; a file that is empty, foreign or too new
// is refused and stays as it is. A file without write permission is opened
// read-only; writing to it fails with ErrReadOnly.
func OpenExisting(path string) (*Store, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", path, ErrNoDatabase)
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: a folder, %w", path, ErrNotDatabase)
	case info.Size() == 0 && !hasWAL(path):
		return nil, fmt.Errorf("%s: %w: the file is empty", path, ErrNoDatabase)
	}
	if err := inspect(path); err != nil {
		return nil, err
	}
	s, err := open(path, modeWrite)
	if errors.Is(err, ErrReadOnly) {
		return open(path, modeRead)
	}
	return s, err
}

type openMode string

const (
	modeCreate openMode = "rwc"
	modeWrite  openMode = "rw"
	modeRead   openMode = "ro"
)

func open(path string, mode openMode) (*Store, error) {
	s := &Store{path: path, readOnly: mode == modeRead, token: newUID()}
	var err error
	if mode != modeRead {
		if s.write, err = s.connect(writeDSN(path, mode)); err != nil {
			return nil, err
		}
		s.write.SetMaxOpenConns(1)
		if err := s.migrate(); err != nil {
			s.Close()
			return nil, err
		}
		if err := s.tryWrite(); err != nil {
			s.Close()
			return nil, err
		}
	}
	if err := s.openRead(); err != nil {
		s.Close()
		return nil, err
	}
	if mode == modeRead {
		if err := s.checkSchema(); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// inspect refuses a file that is not a database of this program, without
// writing to it.
func inspect(path string) error {
	s, err := openUnchecked(path)
	if err != nil {
		return err
	}
	defer s.Close()
	version, err := s.storedVersion(s.read)
	if err == nil && version == 0 {
		err = fmt.Errorf("%s: %w: the file has no tables", path, ErrNoDatabase)
	}
	return err
}

// openUnchecked opens a database for reading, whatever its schema.
func openUnchecked(path string) (*Store, error) {
	s := &Store{path: path, readOnly: true}
	if err := s.openRead(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Store) openRead() (err error) {
	s.read, err = s.connect(readDSN(s.path, false))
	if err != nil && s.readOnly && !hasWAL(s.path) {
		// A WAL database in a folder without write permission and with no log
		// beside it cannot be changing.
		s.read, err = s.connect(readDSN(s.path, true))
		s.immutable = err == nil
	}
	if err == nil {
		s.read.SetMaxOpenConns(readConns)
	}
	return err
}

// connect opens a pool and makes its first connection, retrying while another
// process holds the file, which setting WAL mode does not do by itself.
func (s *Store) connect(dsn string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, s.wrap("open", err)
	}
	err = retryBusy(context.Background(), func() error {
		// Reading the schema shows whether the file is a database at all.
		return db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(new(int))
	})
	if err == nil {
		return db, nil
	}
	db.Close()
	if isCode(err, sqlite3.SQLITE_CANTOPEN) {
		return nil, fmt.Errorf("%s: cannot open: %w", s.path, cantOpenReason(s.path))
	}
	return nil, s.wrap("open", err)
}

// tryWrite detects a write-protected file, which SQLite otherwise reports only
// at the first change.
func (s *Store) tryWrite() error {
	return s.wrap("open", retryBusy(context.Background(), func() error {
		_, err := s.write.Exec("UPDATE runs SET id = id WHERE 0")
		if isCode(err, sqlite3.SQLITE_ERROR) {
			return nil // the table is missing: Doctor, and whoever needs it, will say so
		}
		return err
	}))
}

// cantOpenReason finds the operating system's reason behind SQLite's "unable to
// open database file".
func cantOpenReason(path string) error {
	dir := filepath.Dir(path)
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("a folder, %w", ErrNotDatabase)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err == nil {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		f.Close()
	}
	return fmt.Errorf("no permission to write the file or its folder: %w", ErrReadOnly)
}

func hasWAL(path string) bool {
	_, err := os.Stat(path + "-wal")
	return err == nil
}

func writeDSN(path string, mode openMode) string {
	return dsn(path, "mode="+string(mode), "_txlock=immediate",
		"_pragma=journal_mode(WAL)", "_pragma=synchronous(NORMAL)", "_pragma=foreign_keys(1)",
		"_pragma=trusted_schema(0)")
}

func readDSN(path string, immutable bool) string {
	if immutable {
		return dsn(path, "mode=ro", "immutable=1", "_pragma=trusted_schema(0)")
	}
	return dsn(path, "mode=ro", "_pragma=trusted_schema(0)")
}

// dsn builds the URI of a database file; the path may hold any characters.
func dsn(path string, params ...string) string {
	params = append(params, fmt.Sprintf("_pragma=busy_timeout(%d)", busyWait.Milliseconds()))
	return fileURI(path) + "?" + strings.Join(params, "&")
}

func fileURI(path string) string {
	path = filepath.Clean(path)
	p := filepath.ToSlash(path)
	switch {
	case strings.HasPrefix(p, "//"):
		p = "//" + p // file:////server/share/...
	case filepath.VolumeName(path) != "":
		p = "/" + p // file:/C:/...
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return "file:" + strings.Join(parts, "/")
}

// Path returns the path the database was opened with.
func (s *Store) Path() string { return s.path }

// ReadOnly reports whether the store can only be read.
func (s *Store) ReadOnly() bool { return s.readOnly }

// Close gives up the runs claimed by this store and closes the database. The
// last process to close it folds the log into the file.
func (s *Store) Close() error {
	s.release()
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

// update runs fn in one write transaction, and again if another process was in
// the way. fn must not keep state from a failed attempt.
func (s *Store) update(ctx context.Context, doing string, fn func(*sql.Tx) error) error {
	if s.readOnly {
		return fmt.Errorf("%s: %s: %w", s.path, doing, ErrReadOnly)
	}
	return s.wrap(doing, s.inTx(ctx, s.write, fn))
}

// beginner begins transactions: the writing pool or its connection.
type beginner interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}

func (s *Store) inTx(ctx context.Context, on beginner, fn func(*sql.Tx) error) error {
	return retryBusy(ctx, func() error {
		tx, err := on.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err = fn(tx); err == nil {
			err = tx.Commit()
		}
		if err != nil && ctx.Err() != nil {
			return ctx.Err() // the transaction's error says only that it has ended
		}
		return err
	})
}

// query calls scan for every row.
func (s *Store) query(ctx context.Context, doing string, scan func(*sql.Rows) error, query string, args ...any) error {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return s.wrap(doing, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.wrap(doing, err)
		}
	}
	return s.wrap(doing, rows.Err())
}

// retryBusy calls fn until it no longer fails because of a lock, for at most
// retryFor.
func retryBusy(ctx context.Context, fn func() error) error {
	deadline := time.Now().Add(retryFor)
	for {
		err := fn()
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(1+rand.IntN(25)) * time.Millisecond):
		}
	}
}
