//go:build !unix

package gtp

import (
	"errors"
	"time"
)

// cpuTime is not known on this system.
func cpuTime() (time.Duration, error) {
	return 0, errors.New("the processor time is not known on this system")
}
