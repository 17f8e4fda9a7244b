package ui

import "syscall"

// systemFaults are the machineFaults that Windows has under numbers of its own.
var systemFaults = []syscall.Errno{
	4,    // ERROR_TOO_MANY_OPEN_FILES
	8,    // ERROR_NOT_ENOUGH_MEMORY
	14,   // ERROR_OUTOFMEMORY
	19,   // ERROR_WRITE_PROTECT
	23,   // ERROR_CRC
	29,   // ERROR_WRITE_FAULT
	30,   // ERROR_READ_FAULT
	39,   // ERROR_HANDLE_DISK_FULL
	112,  // ERROR_DISK_FULL
	1117, // ERROR_IO_DEVICE
	1295, // ERROR_DISK_QUOTA_EXCEEDED
	1450, // ERROR_NO_SYSTEM_RESOURCES
	1455, // ERROR_COMMITMENT_LIMIT
}
