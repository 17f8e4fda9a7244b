package main

import (
	"context"
	"errors"
	"fmt"
)

// Exit codes, the contract scripts rely on.
const (
	exitOK          = 0
	exitNo          = 1 // the answer is "no": regression found, vectors differ
	exitUsage       = 2 // wrong usage or input
	exitInterrupted = 3 // stopped by the user; the resume command was printed
)

// noError is an answer of "no" that is not a fault. Its text may be empty when
// the output has said it all.
type noError struct{ msg string }

func (e *noError) Error() string { return e.msg }

// answerNo makes a command end with exit code 1.
func answerNo(format string, args ...any) error {
	return &noError{fmt.Sprintf(format, args...)}
}

// interruptedError ends a command with exit code 3.
type interruptedError struct{ msg string }

func (e *interruptedError) Error() string { return e.msg }

// interruptedf makes a command end with exit code 3; the text says how to go
// on.
func interruptedf(format string, args ...any) error {
	return &interruptedError{fmt.Sprintf(format, args...)}
}

// usagef is an error of usage or input, exit code 2. Any error without a
// meaning of its own has the same exit code; usagef says that it is meant.
func usagef(format string, args ...any) error { return fmt.Errorf(format, args...) }

func exitCode(err error) int {
	var no *noError
	var stopped *interruptedError
	switch {
	case errors.As(err, &no):
		return exitNo
	case errors.As(err, &stopped), errors.Is(err, context.Canceled): // by the signal, wherever it came
		return exitInterrupted
	}
	return exitUsage
}
