package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// Exit codes, a contract that scripts rely on.
const (
	ExitOK          = 0
	ExitNo          = 1 // the answer is "no": regression found, vectors differ
	ExitUsage       = 2 // wrong usage or input
	ExitInterrupted = 3 // stopped by the user; the resume command was printed
	ExitUndecided   = 4 // a sequential test ended without a decision
	ExitFault       = 5 // the machine failed: disk full, database gone
)

// classError gives an error a class of its own.
type classError struct {
	code int
	err  error
}

func (e *classError) Error() string { return e.err.Error() }

func (e *classError) Unwrap() error { return e.err }

func class(code int, format string, args ...any) error {
	return &classError{code, fmt.Errorf(format, args...)}
}

// Usagef returns an error of usage or input. Most errors are that without a
// class; Usagef is for faults that the command line itself finds, such as a
// wrong flag. A fault of the machine in args remains one.
func Usagef(format string, args ...any) error { return class(ExitUsage, format, args...) }

// No makes a command end with the answer "no", which is not a fault. The text
// may be empty if the output has already said everything.
func No(format string, args ...any) error { return class(ExitNo, format, args...) }

// Interruptedf makes a command end as stopped by the user; the text tells how
// to continue.
func Interruptedf(format string, args ...any) error { return class(ExitInterrupted, format, args...) }

// Undecidedf makes a command end with an undecided sequential test.
func Undecidedf(format string, args ...any) error { return class(ExitUndecided, format, args...) }

// ExitCode returns the exit code of a command that returned err.
func ExitCode(err error) int {
	var c *classError
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &c) && c.code != ExitUsage:
		return c.code
	case errors.Is(err, context.Canceled): // by a signal, wherever it arrived
		return ExitInterrupted
	case isFault(err):
		return ExitFault
	}
	return ExitUsage
}

// machineFaults are errors of the operating system that have nothing to do with
// what the user asked for.
var machineFaults = append([]syscall.Errno{
	syscall.EIO, syscall.ENOSPC, syscall.EROFS, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE,
}, systemFaults...)

// isFault reports whether the machine is the cause of an error.
func isFault(err error) bool {
	var f interface{ MachineFault() bool }
	if errors.As(err, &f) && f.MachineFault() {
		return true
	}
	var no syscall.Errno
	return errors.As(err, &no) && slices.Contains(machineFaults, no)
}
