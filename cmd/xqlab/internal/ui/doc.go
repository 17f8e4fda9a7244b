// Package ui is the face of the program towards the people and scripts that run it:
// streams, tables, progress, output files and exit codes. It knows nothing of
// xiangqi.
//
// [Streams] is embedded in what the commands share. Results go to Out, everything
// else (progress, warnings, questions) to Err, so that a pipe carries results only.
// Their form depends on the reader: a person at a terminal gets aligned tables and a
// progress bar, a program gets tab-separated values and an occasional plain line of
// progress, and with JSON set there is one JSON document. A file written with
// [Streams.WriteOutput] appears complete or not at all.
//
// # Exit codes
//
// A command returns an error, and [ExitCode] finds its class, however it is wrapped:
//
//	0  done
//	1  the answer is "no": a regression found, a test that accepts H0, vectors that differ ([No])
//	2  wrong usage or input: every error without a class of its own
//	3  interrupted; the command that continues is printed ([Interruptedf])
//	5  a fault of the machine: disk full, input or output errors, no memory, too many open files,
//	   the database gone, full, damaged or locked
//
// A fault of the machine is recognised by its cause: an error of the operating system,
// or one with a method MachineFault() bool that returns true. So a full disk is never
// called wrong usage, whatever was wrapped around the error, and it takes precedence
// over the other classes: a "no" whose output was lost is a 5.
package ui
