// Package ui is the interface of a command to people and scripts: streams,
// tables, progress, files that appear whole or not at all, and exit codes. It
// knows nothing about xiangqi.
//
// # Exit codes
//
// A command returns an error, and [ExitCode] finds its class, whatever it is
// wrapped in:
//
//	0  done
//	1  the answer is "no": a regression found, a test that accepts H0, vectors that differ ([No])
//	2  wrong usage or input: every error without a class of its own
//	3  interrupted; the command that continues is printed ([Interruptedf])
//	4  a sequential test ended undecided ([Undecidedf])
//	5  a fault of the machine: disk full, input or output errors, no memory, too many open files,
//	   the database gone, full, damaged or locked
//
// A fault of the machine is recognised by its cause: an error of the operating
// system, or one with a method MachineFault() bool that returns true. So a full
// disk is never called wrong usage, however often its error is wrapped.
package ui
