//go:build !unix && !windows

package ai

import (
	"errors"
	"fmt"
	"time"
)

// CPUTime is the processor time that this process has used, of all threads.
// Where nothing tells it, such as in a browser, there is an error that is
// [errors.ErrUnsupported].
func CPUTime() (time.Duration, error) {
	return 0, fmt.Errorf("ai: nothing tells the processor time on this system: %w", errors.ErrUnsupported)
}
