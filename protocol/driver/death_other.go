//go:build unix && !linux

package driver

import "syscall"

// dieWithOwner does nothing: programs here see the end of their input when
// their owner dies, and end by themselves if they are well-behaved.
func dieWithOwner(*syscall.SysProcAttr) {}
