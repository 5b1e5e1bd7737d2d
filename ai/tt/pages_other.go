//go:build !linux

package tt

import "unsafe"

// useHugePages does nothing on this system.
func useHugePages(unsafe.Pointer, int) {}
