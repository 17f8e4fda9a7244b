//go:build unix

package ui

import "syscall"

// systemFaults are the machineFaults that only Unix systems have.
var systemFaults = []syscall.Errno{syscall.EDQUOT, syscall.ESTALE}
