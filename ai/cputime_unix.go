//go:build unix

package ai

import (
	"fmt"
	"syscall"
	"time"
)

// CPUTime is the processor time that this process has used, of all threads.
func CPUTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, fmt.Errorf("ai: cannot read the processor time: %w", err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}
