//go:build unix

package store

import (
	"syscall"
	"time"
)

// processorTime is what this process has used up so far. Unlike the time of day
// it does not grow while other processes have the processor.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
