//go:build linux || darwin

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// keysOnly makes Ctrl-C on the terminal a key that is read like others, and not
// a signal, until the function that it returns is called. Package liner does the
// same, but only after it has shown its prompt, and who is quick then would be
// thrown out of the program.
func keysOnly() (restore func()) {
	in := int(os.Stdin.Fd())
	mode, err := unix.IoctlGetTermios(in, getMode)
	if err != nil {
		return func() {}
	}
	without := *mode
	without.Lflag &^= unix.ISIG
	if unix.IoctlSetTermios(in, setMode, &without) != nil {
		return func() {}
	}
	return func() { _ = unix.IoctlSetTermios(in, setMode, mode) }
}
