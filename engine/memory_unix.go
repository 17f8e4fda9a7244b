//go:build unix

package engine

import "golang.org/x/sys/unix"

// reservable returns an error if the system refuses to reserve that many MiB.
// The Go runtime would end the program at such an allocation, so it is tried
// beforehand.
func reservable(mib int) error {
	b, err := unix.Mmap(-1, 0, mib<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return unix.Munmap(b)
}
