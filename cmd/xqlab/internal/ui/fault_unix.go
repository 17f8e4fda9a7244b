//go:build unix

package ui

import "syscall"

// systemFaults are those of machineFaults that other systems do not have.
var systemFaults = []syscall.Errno{syscall.EDQUOT, syscall.ESTALE}
