//go:build unix

package player

import (
	"os"
	"os/exec"
	"syscall"
)

// group is an engine's process group. The engine leads it, so the group has
// the process's number; the keyboard's signals do not reach it.
type group struct{}

func (group) prepare(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(attr)
	cmd.SysProcAttr = attr
}

func (group) adopt(*os.Process) error { return nil }

// kill ends every process of the group. It may be called again while the
// number cannot have been given to anyone else, that is until right after the
// leader was waited for.
func (group) kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

func (group) release() {}
