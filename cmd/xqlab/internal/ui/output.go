package ui

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// WriteOutput calls write with the file named by path, or with Out for "" and "-".
// The file appears under its name only after write has succeeded: it is written
// under a temporary name in the same folder and renamed, and until then a file that
// was there before keeps its content. Anything other than a regular file, such as a
// device or a pipe, is written to directly.
func (s *Streams) WriteOutput(path string, write func(io.Writer) error) (err error) {
	if path == "" || path == "-" {
		return write(s.Out)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := write(outputWriter{f}); err != nil {
			f.Close()
			return err
		}
		return lost(f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return named(err, path)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = write(outputWriter{f}); err != nil {
		return err
	}
	if err = lost(f.Chmod(0o644)); err != nil {
		return err
	}
	if err = lost(f.Close()); err != nil {
		return err
	}
	return named(os.Rename(f.Name(), path), path)
}

// named gives an error of the file system the name that the user knows.
func named(err error, path string) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return &fs.PathError{Op: "write", Path: path, Err: p.Err}
	case errors.As(err, &l):
		return &fs.PathError{Op: "write", Path: path, Err: l.Err}
	}
	return err
}

// CheckOutput finds out before long work whether WriteOutput could write to a path.
func CheckOutput(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("is a folder")}
	} else if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return named(err, path)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// outputError is a write that failed although its file could be opened: whatever
// the reason, a pipe whose reader is gone for example, no other input would have
// helped.
type outputError struct{ error }

func (e outputError) Unwrap() error { return e.error }

// MachineFault makes it a fault of the machine for ExitCode.
func (outputError) MachineFault() bool { return true }

// lost marks an error of writing; nil stays nil.
func lost(err error) error {
	if err == nil {
		return nil
	}
	return outputError{err}
}

// outputWriter marks what fails of another writer.
type outputWriter struct{ w io.Writer }

func (o outputWriter) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	return n, lost(err)
}

// checkedWriter remembers the first failed write, so that a command whose output was
// lost, on a full disk for example, does not report success even if it ignored the
// error.
type checkedWriter struct {
	w  io.Writer
	mu sync.Mutex
	e  error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := outputWriter{c.w}.Write(p)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.e == nil {
			c.e = err
		}
	}
	return n, err
}

// err returns the error of the first write that failed.
func (c *checkedWriter) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.e
}
