//go:build !linux && !darwin

package terminal

// keysOnly does nothing on this system.
func keysOnly() (restore func()) { return func() {} }
