package ai

import (
	"fmt"
	"syscall"
	"time"
)

// CPUTime is the processor time that this process has used, of all threads.
func CPUTime() (time.Duration, error) {
	self, err := syscall.GetCurrentProcess()
	var begun, ended, kernel, user syscall.Filetime
	if err == nil {
		err = syscall.GetProcessTimes(self, &begun, &ended, &kernel, &user)
	}
	if err != nil {
		return 0, fmt.Errorf("ai: cannot read the processor time: %w", err)
	}
	return ticks(kernel) + ticks(user), nil
}

// ticks is a time that Windows counts in units of 100 ns.
func ticks(t syscall.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
}
