package ui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

type machineFault bool

func (machineFault) Error() string        { return "broken" }
func (f machineFault) MachineFault() bool { return bool(f) }

func TestExitCode(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	missing := &fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}
	forbidden := &fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}
	for _, tc := range []struct {
		name string
		err  error
		want int
		text string
	}{
		{"usage", Usagef("--depth %d", 3), ExitUsage, "--depth 3"},
		{"any error", errors.New("no such word"), ExitUsage, "no such word"},
		{"no", No("%d differ", 2), ExitNo, "2 differ"},
		{"silent no", No(""), ExitNo, ""},
		{"wrapped no", fmt.Errorf("check: %w", No("no")), ExitNo, "check: no"},
		{"interrupted", Interruptedf("go on with %s", "x"), ExitInterrupted, "go on with x"},
		{"wrapped interrupted", fmt.Errorf("run 5: %w", Interruptedf("stopped")), ExitInterrupted, "run 5: stopped"},
		{"cancelled somewhere", fmt.Errorf("search: %w", context.Canceled), ExitInterrupted, "search: context canceled"},
		{"usage keeps its cause", Usagef("--fen: %w", os.ErrNotExist), ExitUsage, "--fen: " + os.ErrNotExist.Error()},
		{"full disk", full, ExitFault, full.Error()},
		{"full disk of a flag", Usagef("--out: %w", full), ExitFault, "--out: " + full.Error()},
		{"full disk and more", errors.Join(errors.New("a"), full), ExitFault, "a\n" + full.Error()},
		{"missing file", missing, ExitUsage, missing.Error()},
		{"forbidden file", forbidden, ExitUsage, forbidden.Error()},
		{"says it is a fault", fmt.Errorf("db: %w", machineFault(true)), ExitFault, "db: broken"},
		{"says it is none", machineFault(false), ExitUsage, "broken"},
		{"full disk after a missing file", errors.Join(missing, full), ExitFault, missing.Error() + "\n" + full.Error()},
		{"a fault beside none", errors.Join(machineFault(false), machineFault(true)), ExitFault, "broken\nbroken"},
		{"no, but lost", errors.Join(No("2 differ"), full), ExitFault, "2 differ\n" + full.Error()},
		{"no because of a fault", No("engine: %w", full), ExitFault, "engine: " + full.Error()},
		{"interrupted, but lost", errors.Join(Interruptedf("stopped"), full), ExitFault, "stopped\n" + full.Error()},
		{"interrupted in a flag", Usagef("--file: %w", Interruptedf("stopped")), ExitInterrupted, "--file: stopped"},
		{"cancelled in a flag", Usagef("--file: %w", context.Canceled), ExitInterrupted, "--file: context canceled"},
		{"no after cancelling", No("no: %w", context.Canceled), ExitNo, "no: context canceled"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := ExitCode(tc.err); got != tc.want || tc.err.Error() != tc.text {
				t.Errorf("exit %d, text %q; want %d, %q", got, tc.err, tc.want, tc.text)
			}
		})
	}
	if ExitCode(nil) != ExitOK {
		t.Error("no error is not 0")
	}
	if !errors.Is(Usagef("--fen: %w", os.ErrNotExist), os.ErrNotExist) {
		t.Error("Usagef drops the cause")
	}
}
