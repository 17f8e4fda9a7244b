//go:build !linux

package player

import "syscall"

func dieWithParent(*syscall.SysProcAttr) {}

// withAffinity runs start; engines cannot be tied to processors here.
func withAffinity(_ int, start func() error) error { return start() }

// CanPin reports whether engines can be tied to processors here.
const CanPin = false
