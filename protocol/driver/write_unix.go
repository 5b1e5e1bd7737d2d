//go:build unix && !linux

package driver

import "syscall"

// writeNow writes what a pipe takes without waiting and returns how many bytes
// that were. Go's own pipes do not block.
func writeNow(to syscall.RawConn, text string) (n int) {
	to.Write(func(fd uintptr) bool {
		n, _ = syscall.Write(int(fd), []byte(text))
		return true // it is not to be tried again
	})
	return max(n, 0)
}
