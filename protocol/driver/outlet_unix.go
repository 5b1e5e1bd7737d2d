//go:build unix && !linux

package driver

import (
	"os"
	"time"
)

const patience = 0

// pipeEnd is an outlet of Go's own. Reads of pipes have deadlines here.
type pipeEnd struct{ *os.File }

// newOutlet makes a pipe. The other end is for the process.
func newOutlet() (outlet, *os.File, error) {
	r, w, err := os.Pipe()
	return pipeEnd{r}, w, err
}

// readSoon never has anything here.
func (pipeEnd) readSoon([]byte, time.Duration) (n int, err error, ready bool) { return 0, nil, false }
