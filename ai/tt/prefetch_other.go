//go:build !amd64

package tt

import "unsafe"

// prefetch does nothing on this machine.
func prefetch(unsafe.Pointer) {}
