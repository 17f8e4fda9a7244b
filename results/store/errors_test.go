package store

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestMachineFaults: what the disk, the memory or another process does is a fault of
// the machine, also after it was wrapped; a wrong name or argument is none.
func TestMachineFaults(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want bool
	}{
		{ErrReadOnly, true},
		{ErrDiskFull, true},
		{ErrIO, true},
		{ErrNoMemory, true},
		{ErrBusy, true},
		{ErrDamaged, true},
		{ErrNoDatabase, false},
		{ErrNotDatabase, false},
		{ErrNoRun, false},
		{ErrPairStored, false},
		{ErrTaken, true},
	} {
		err := wrapPath("lab.db", "store", tc.err)
		var f interface{ MachineFault() bool }
		if got := errors.As(err, &f) && f.MachineFault(); got != tc.want || !errors.Is(err, tc.err) {
			t.Errorf("%v: machine fault %v, want %v", err, got, tc.want)
		}
	}
}

// TestFileGone: a file that SQLite cannot open after the database itself was opened
// is an input or output error.
func TestFileGone(t *testing.T) {
	s := newStore(t)
	_, err := s.write.Exec("ATTACH DATABASE ? AS other", fileURI(filepath.Join(t.TempDir(), "none.db"))+"?mode=ro")
	if err = s.wrap("attach", err); !errors.Is(err, ErrIO) {
		t.Errorf("got %v, want %v", err, ErrIO)
	}
}
