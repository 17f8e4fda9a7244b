package store

import (
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sys/unix"
)

// machineID names the scope in which process IDs are unique: one boot of the
// system.
var machineID = sync.OnceValue(func() string {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
})

// processZombie is SZOMB of sys/proc.h: ended, but not collected by its parent.
const processZombie = 5

// lookUp returns when a process started, in microseconds since 1970.
func lookUp(pid int) (start string, state processState) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	switch {
	case errors.Is(unix.Kill(pid, 0), unix.ESRCH):
		return "", processGone
	case err != nil:
		return "", processUnknown
	case info.Proc.P_stat == processZombie:
		return "", processGone
	}
	began := info.Proc.P_starttime
	return fmt.Sprint(began.Sec*1e6 + int64(began.Usec)), processExists
}
