//go:build !unix

package host

import "quadrille/protocol/driver"

// background does nothing here: the system has no such priorities.
func background(*driver.Process) {}
