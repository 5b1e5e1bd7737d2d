//go:build unix

package blokusbot

import (
	"syscall"
	"time"
)

// cpuTime is the processor time that this process has used, which means more
// than the time of day where others use the machine too.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
