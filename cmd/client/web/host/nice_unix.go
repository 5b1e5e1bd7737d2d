//go:build unix

package host

import "syscall"

// niceness is that of searching engines. They get all the time that nobody
// else wants, but what is answered at once does not wait for them.
const niceness = 5

// background lowers the priority of an engine, which has a process group of its
// own. That it may fail does no harm.
func background(pid int) { syscall.Setpriority(syscall.PRIO_PGRP, pid, niceness) }
