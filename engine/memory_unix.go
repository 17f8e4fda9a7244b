//go:build unix

package engine

import "golang.org/x/sys/unix"

// reservable reports an error if the system refuses to set aside that many
// MiB. The runtime would end the program at such an allocation, so it has to
// be tried out before.
func reservable(mib int) error {
	b, err := unix.Mmap(-1, 0, mib<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return unix.Munmap(b)
}
