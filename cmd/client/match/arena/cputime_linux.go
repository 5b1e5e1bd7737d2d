package arena

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTimeKnown says whether the system knows the processor time of another process.
const CPUTimeKnown = true

// cpuTime is the processor time that all threads of a process have used since
// its start, those that have ended among them, its child processes not. It is
// the process's clock of clock_getcpuclockid(3), which Linux numbers ~pid·8+2.
func cpuTime(pid int) (time.Duration, error) {
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid)<<3|2, &ts); err != nil {
		return 0, err
	}
	return time.Duration(ts.Nano()), nil
}
