package driver

import (
	"io"
	"time"
)

// outlet is our end of the pipe that a process writes to.
type outlet interface {
	io.ReadCloser
	// SetReadDeadline is that of an os.File. It also ends a Read that runs.
	SetReadDeadline(time.Time) error
	// readSoon reads what has come, or comes within the wait, where that costs
	// less than Read. Ready is false when there was nothing.
	readSoon(to []byte, wait time.Duration) (n int, err error, ready bool)
}
