//go:build !linux

package arena

import (
	"errors"
	"time"
)

// CPUTimeKnown says whether the system knows the processor time of another process.
const CPUTimeKnown = false

func cpuTime(int) (time.Duration, error) {
	return 0, errors.New("this system does not tell the processor time of another process")
}
