//go:build !linux && !darwin

package terminal

import "os"

// suspender does nothing on this system.
type suspender struct{ keys *os.File }

func newSuspender(func()) *suspender { return nil }

func (s *suspender) close() {}

// keysOnly does nothing on this system.
func keysOnly() (restore func()) { return func() {} }
