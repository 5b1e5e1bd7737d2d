//go:build !unix

package host

// background does nothing here: the system has no such priorities.
func background(int) {}
