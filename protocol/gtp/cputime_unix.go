//go:build unix

package gtp

import (
	"fmt"
	"syscall"
	"time"
)

// cpuTime is the processor time that the process has used, of all threads.
func cpuTime() (time.Duration, error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, fmt.Errorf("gtp: cannot read the processor time: %w", err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), nil
}
