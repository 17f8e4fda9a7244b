package store

import (
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// fault is an error whose cause is the machine, not what was asked for.
type fault string

func (f fault) Error() string { return string(f) }

// MachineFault marks the error for code that chooses exit codes.
func (fault) MachineFault() bool { return true }

// Errors a caller may want to tell apart.
var (
	// ErrNoDatabase is returned when a database that should exist does not.
	ErrNoDatabase = errors.New("no such database")
	// ErrNotDatabase is returned for a file that is something else.
	ErrNotDatabase = errors.New("not an xqlab database")
	// ErrReadOnly is returned for writes to a file or folder without write permission.
	ErrReadOnly = error(fault("database is read-only"))
	// ErrDiskFull is returned when a write found no space. What was stored before is safe.
	ErrDiskFull = error(fault("disk is full; results stored before are safe"))
	// ErrIO is returned when the system could not read or write the file, or could
	// not open it again or the files beside it.
	ErrIO = error(fault("input or output error of the database file"))
	// ErrNoMemory is returned when SQLite found no memory.
	ErrNoMemory = error(fault("out of memory"))
	// ErrBusy is returned when another process kept the database locked for too long.
	ErrBusy = error(fault("database is locked by another process"))
	// ErrDamaged is returned when SQLite finds the file malformed, or a table is missing.
	ErrDamaged = error(fault("database is damaged (see xqlab results doctor)"))
	// ErrNoRun is returned when no run matches.
	ErrNoRun = errors.New("no such run")
	// ErrPairStored is returned by RecordPair for a pair that is already complete.
	ErrPairStored = errors.New("pair is already stored: is another process playing the same run?")
	// ErrTaken is returned for writes to a run that another process has taken over.
	ErrTaken = error(fault("another process has taken the run over: this one was stopped for too long"))
)

// SchemaError says that a database has a newer schema than the program knows.
type SchemaError struct {
	Path      string
	Version   int    // of the database
	Name      string // of the database's last migration; may be empty
	Known     int    // newest the program knows
	KnownName string
}

func (e *SchemaError) Error() string {
	name := ""
	if e.Name != "" {
		name = fmt.Sprintf(" (%s)", e.Name)
	}
	return fmt.Sprintf("%s: schema %d%s is newer than this program knows, %d (%s): use a newer xqlab",
		e.Path, e.Version, name, e.Known, e.KnownName)
}

// wrap adds to err the path and what was being done, and puts SQLite's result
// codes into words.
func (s *Store) wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return wrapPath(s.path, doing, err)
}

func wrapPath(path, doing string, err error) error {
	if isClaimed(err) { // complete by itself
		return fmt.Errorf("%s: %w", path, err)
	}
	kind := classify(err)
	if kind == nil {
		return fmt.Errorf("%s: %s: %w", path, doing, err)
	}
	return fmt.Errorf("%s: %s: %w", path, doing, kind)
}

// classify returns the package's error for a SQLite result code, nil if there
// is none.
func classify(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return ErrBusy
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return ErrReadOnly
	case sqlite3.SQLITE_FULL:
		return ErrDiskFull
	case sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN: // a first open finds its own reason, see connect
		return ErrIO
	case sqlite3.SQLITE_NOMEM:
		return ErrNoMemory
	case sqlite3.SQLITE_NOTADB:
		return ErrNotDatabase
	case sqlite3.SQLITE_CORRUPT:
		return ErrDamaged
	case sqlite3.SQLITE_ERROR:
		// The program's own statements fit the schema: whatever is missing was
		// removed.
		if text := e.Error(); strings.Contains(text, "no such table") || strings.Contains(text, "no such column") {
			return ErrDamaged
		}
	}
	return nil
}

func isCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code() == code || e.Code()&0xff == code)
}

func isBusy(err error) bool {
	return errors.Is(err, ErrBusy) || isCode(err, sqlite3.SQLITE_BUSY) || isCode(err, sqlite3.SQLITE_LOCKED) || isCode(err, sqlite3.SQLITE_PROTOCOL)
}
