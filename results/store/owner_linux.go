package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// machineID names the scope in which process IDs are unique: one boot of the
// system and one PID namespace, since a container has its own.
var machineID = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + space
})

// lookUp returns when a process started, in clock ticks since boot; empty if
// that is hidden.
func lookUp(pid int) (start string, state processState) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, unix.ESRCH) {
			return "", processUnknown
		}
		// Processes of other users may be hidden in /proc.
		if errors.Is(unix.Kill(pid, 0), unix.EPERM) {
			return "", processExists
		}
		return "", processGone
	}
	// pid (name) state ppid ...: the name may hold anything, and the start is
	// field 22 of proc_pid_stat(5).
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const stateField, startField = 3, 22
	if len(fields) <= startField-stateField {
		return "", processUnknown
	}
	switch fields[0][0] {
	case 'Z', 'X': // ended, but not collected by its parent
		return "", processGone
	}
	return string(fields[startField-stateField]), processExists
}
