//go:build !amd64

package endgame

import "unsafe"

// prefetch does nothing on this machine.
func prefetch(unsafe.Pointer) {}
