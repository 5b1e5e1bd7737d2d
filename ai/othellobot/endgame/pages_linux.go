package endgame

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// useHugePages asks the system to back the table with large pages: it is read
// here and there, and most of the time would go into finding small ones. It is
// only a wish.
func useHugePages(buckets []bucket) {
	const least = 4 << 20 // bytes; two large pages
	size := len(buckets) * bucketBytes
	if size < least {
		return
	}
	memory := unsafe.Slice((*byte)(unsafe.Pointer(&buckets[0])), size)
	page := unix.Getpagesize()
	if skip := int(uintptr(unsafe.Pointer(&buckets[0])) % uintptr(page)); skip != 0 {
		memory = memory[page-skip:]
	}
	_ = unix.Madvise(memory, unix.MADV_HUGEPAGE)
}
