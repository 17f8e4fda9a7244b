package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"syscall"
)

// Exit codes, the contract scripts rely on.
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

// Usagef is an error of usage or input. Most errors need no class to be that;
// it is for texts that the command line itself finds, such as the flag that is
// wrong. A fault of the machine in args stays one.
func Usagef(format string, args ...any) error { return class(ExitUsage, format, args...) }

// No makes a command end with the answer "no", which is not a fault. The text
// may be empty when the output has said it all.
func No(format string, args ...any) error { return class(ExitNo, format, args...) }

// Interruptedf makes a command end as stopped by the user; the text says how to
// continue.
func Interruptedf(format string, args ...any) error { return class(ExitInterrupted, format, args...) }

// Undecidedf makes a command end with a sequential test that has not decided.
func Undecidedf(format string, args ...any) error { return class(ExitUndecided, format, args...) }

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
