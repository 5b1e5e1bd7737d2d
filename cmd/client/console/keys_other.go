//go:build !linux && !darwin

package console

// keysOnly does nothing on this system.
func keysOnly() (restore func()) { return func() {} }
