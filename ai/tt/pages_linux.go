package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// useHugePages asks the system to back memory with large pages: a table is read
// here and there, and much of the time would go into finding small ones. It is
// only a wish.
func useHugePages(at unsafe.Pointer, size int) {
	const least = 4 << 20 // bytes; two large pages
	if size < least {
		return
	}
	memory := unsafe.Slice((*byte)(at), size)
	page := unix.Getpagesize()
	if skip := int(uintptr(at) % uintptr(page)); skip != 0 {
		memory = memory[page-skip:]
	}
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)
}
