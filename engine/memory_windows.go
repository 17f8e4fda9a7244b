package engine

import "golang.org/x/sys/windows"

// reservable returns an error if the system refuses to reserve that many MiB.
// The Go runtime would end the program at such an allocation, so it is tried
// beforehand.
func reservable(mib int) error {
	p, err := windows.VirtualAlloc(0, uintptr(mib)<<20, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return err
	}
	return windows.VirtualFree(p, 0, windows.MEM_RELEASE)
}
