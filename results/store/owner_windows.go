package store

import (
	"errors"
	"os"
	"strconv"
	"sync"

	"golang.org/x/sys/windows"
)

// machineID names the scope in which process IDs are unique. Process starts are
// wall-clock times here, so the computer's name is enough.
var machineID = sync.OnceValue(func() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return name
})

// stillActive is STILL_ACTIVE, the exit code of a process that has not ended.
const stillActive = 259

// lookUp returns when a process started, in units of 100 ns since 1601.
func lookUp(pid int) (start string, state processState) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	switch {
	case errors.Is(err, windows.ERROR_INVALID_PARAMETER):
		return "", processGone
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		return "", processExists
	case err != nil:
		return "", processUnknown
	}
	defer windows.CloseHandle(h)
	var code uint32
	if err := windows.GetExitCodeProcess(h, &code); err == nil && code != stillActive {
		return "", processGone
	}
	var began, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(h, &began, &ended, &kernel, &user); err != nil {
		return "", processExists
	}
	return strconv.FormatUint(uint64(began.HighDateTime)<<32|uint64(began.LowDateTime), 10), processExists
}
