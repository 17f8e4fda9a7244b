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
	ExitFault       = 5 // the machine failed: disk full, database gone
)

// classError is an error whose class, an exit code, was chosen where it arose.
type classError struct {
	code int
	err  error
}

func (e *classError) Error() string { return e.err.Error() }

func (e *classError) Unwrap() error { return e.err }

func class(code int, format string, args ...any) error {
	return &classError{code, fmt.Errorf(format, args...)}
}

// Usagef returns an error of usage or input. Every error without a class counts as
// one; Usagef is for what is found on the command line itself, and for adding the name
// of a flag to a cause. A fault of the machine wrapped with %w remains one.
func Usagef(format string, args ...any) error { return class(ExitUsage, format, args...) }

// No makes a command end with the answer "no", which is not a failure. The text may
// be empty if the output says everything.
func No(format string, args ...any) error { return class(ExitNo, format, args...) }

// Interruptedf makes a command end as stopped by the user. The text tells how to
// continue, where that is possible.
func Interruptedf(format string, args ...any) error { return class(ExitInterrupted, format, args...) }

// ExitCode returns the exit code of a command that returned err. A fault of the
// machine takes precedence over every class: a "no" that did not reach the disk
// has not been given. Wrong usage comes last, because it also wraps what was
// found further down.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return ExitOK
	case find(err, isFault):
		return ExitFault
	}
	code := ExitUsage
	isAnswer := func(err error) bool {
		c, ok := err.(*classError)
		if ok && c.code != ExitUsage {
			code = c.code
		}
		return code != ExitUsage
	}
	if !find(err, isAnswer) && errors.Is(err, context.Canceled) { // by the signal, wherever it was noticed
		return ExitInterrupted
	}
	return code
}

// find reports whether is holds for err or one of the errors that it wraps. Unlike
// errors.As it looks beyond the first error of a type: two failures may be joined
// and the second one matter.
func find(err error, is func(error) bool) bool {
	if err == nil {
		return false
	}
	if is(err) {
		return true
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return find(e.Unwrap(), is)
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			if find(err, is) {
				return true
			}
		}
	}
	return false
}

// machineFaults are errors of the operating system that no other command line
// would have avoided.
var machineFaults = append([]syscall.Errno{
	syscall.EIO, syscall.ENOSPC, syscall.EROFS, syscall.ENOMEM, syscall.EMFILE, syscall.ENFILE,
}, systemFaults...)

// isFault reports whether err itself, not what it wraps, is a fault of the
// machine.
func isFault(err error) bool {
	switch e := err.(type) {
	case interface{ MachineFault() bool }:
		return e.MachineFault()
	case syscall.Errno:
		return slices.Contains(machineFaults, e)
	}
	return false
}
