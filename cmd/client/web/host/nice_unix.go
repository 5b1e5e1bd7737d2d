//go:build unix

package host

import (
	"syscall"

	"quadrille/protocol/driver"
)

// niceness is that of searching engines. They get all the time that nobody
// else wants, but what is answered at once does not wait for them.
const niceness = 5

// background lowers the priority of an engine, which has a process group of its
// own. That it may fail does no harm.
func background(e *driver.Process) {
	if pid := e.Pid(); pid != 0 { // which one inside this process has
		syscall.Setpriority(syscall.PRIO_PGRP, pid, niceness)
	}
}
