//go:build cputime && linux

package ai

import (
	"time"

	"golang.org/x/sys/unix"
)

// now is the processor time of the process, all threads together.
func now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic("ai: no processor clock: " + err.Error()) // every Linux has it
	}
	return time.Duration(t.Nano())
}
