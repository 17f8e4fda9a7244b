package search

import (
	"os"
	"syscall"
	"unsafe"
)

// madvHugePage is MADV_HUGEPAGE of madvise(2), which package syscall does not
// name.
const madvHugePage = 14

// adviseHugePages asks the kernel to back a large table with huge pages: a
// probe touches a random line, and with small pages most of its time is spent
// on translating the address. The table works without them, too, so a refusal
// is ignored.
func adviseHugePages[T any](table []T) {
	if len(table) == 0 {
		return
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&table[0])), len(table)*int(unsafe.Sizeof(table[0])))
	page := os.Getpagesize()
	skip := -int(uintptr(unsafe.Pointer(&bytes[0]))) & (page - 1) // the advice is for whole pages
	if skip+page <= len(bytes) {
		_ = syscall.Madvise(bytes[skip:], madvHugePage)
	}
}
