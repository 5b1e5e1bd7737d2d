package driver

import (
	"runtime"
	"syscall"
	"unsafe"
)

// writeNow writes what a pipe takes without waiting and returns how many bytes
// that were. Go's own pipes do not block, which is why Go's scheduler need not
// know of it.
func writeNow(to syscall.RawConn, text string) int {
	var n uintptr
	var errno syscall.Errno
	err := to.Write(func(fd uintptr) bool {
		n, _, errno = syscall.RawSyscall(syscall.SYS_WRITE, fd, uintptr(unsafe.Pointer(unsafe.StringData(text))), uintptr(len(text)))
		return true // it is not to be tried again
	})
	runtime.KeepAlive(text)
	if err != nil || errno != 0 {
		return 0
	}
	return int(n)
}
