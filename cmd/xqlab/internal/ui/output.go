package ui

import (
	"io"
	"os"
	"path/filepath"
	"sync"
)

// WriteOutput calls write with the file at path, or with Out for "" and "-".
// The file appears only when write has succeeded: it is written under a
// temporary name in the same folder and renamed. Anything but a regular file,
// such as a device or a pipe, is written to directly.
func (s *Streams) WriteOutput(path string, write func(io.Writer) error) (err error) {
	if path == "" || path == "-" {
		return write(s.Out)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := write(f); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// checkedWriter remembers the first failed write, so that a command whose
// output was lost, on a full disk for example, does not succeed even if it
// checks no error itself.
type checkedWriter struct {
	w  io.Writer
	mu sync.Mutex
	e  error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.e == nil {
			c.e = err
		}
	}
	return n, err
}

// err returns the first error of a write.
func (c *checkedWriter) err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.e
}
