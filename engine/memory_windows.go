package engine

import "golang.org/x/sys/windows"

// reservable reports an error if the system refuses to set aside that many
// MiB. The runtime would end the program at such an allocation, so it has to
// be tried out before.
func reservable(mib int) error {
	p, err := windows.VirtualAlloc(0, uintptr(mib)<<20, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return err
	}
	return windows.VirtualFree(p, 0, windows.MEM_RELEASE)
}
