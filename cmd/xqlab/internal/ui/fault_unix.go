//go:build unix

package ui

import "syscall"

// systemFaults are the machineFaults that other systems do not have.
var systemFaults = []syscall.Errno{syscall.EDQUOT, syscall.ESTALE}
