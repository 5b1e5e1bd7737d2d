//go:build !linux

package memory

import "unsafe"

// UseHugePages does nothing on this system.
func UseHugePages(unsafe.Pointer, int) {}
