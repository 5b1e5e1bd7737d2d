//go:build !amd64

package memory

import "unsafe"

// Prefetch does nothing on this machine.
func Prefetch(unsafe.Pointer) {}
