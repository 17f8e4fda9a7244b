package player

import (
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// dieWithParent lets the kernel end the engine when the runner is killed and
// cannot do it any more. The signal comes when the thread that started the
// engine ends; Go ends threads only with the process (or with a goroutine that
// locked one, which no caller here is).
func dieWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// withAffinity runs start on a thread tied to one processor, so that the new
// process inherits the tie. cpu counts the processors this process may use; -1
// leaves everything as it is.
func withAffinity(cpu int, start func() error) error {
	if cpu < 0 {
		return start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var old, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		return err
	}
	n := cpu % old.Count()
	for i := 0; ; i++ {
		if old.IsSet(i) {
			if n == 0 {
				one.Set(i)
				break
			}
			n--
		}
	}
	if err := unix.SchedSetaffinity(0, &one); err != nil {
		return err
	}
	defer func() { _ = unix.SchedSetaffinity(0, &old) }()
	return start()
}

// CanPin reports whether engines can be tied to processors here.
const CanPin = true
