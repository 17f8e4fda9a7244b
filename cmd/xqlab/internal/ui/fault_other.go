//go:build !unix && !windows

package ui

import "syscall"

// systemFaults are those of machineFaults that other systems do not have.
var systemFaults []syscall.Errno
