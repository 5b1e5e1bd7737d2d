//go:build !unix

package driver

import (
	"io"
	"net"
	"os"
	"time"
)

const patience = 0

// pipeEnd is an outlet whose reads have deadlines, which those of a pipe have
// not here. A goroutine passes on what comes; it ends with the pipe or with the
// reader.
type pipeEnd struct {
	net.Conn
	pipe *os.File
}

// newOutlet makes a pipe. The other end is for the process.
func newOutlet() (outlet, *os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	near, far := net.Pipe()
	go func() {
		defer far.Close()
		io.Copy(far, r)
	}()
	return pipeEnd{near, r}, w, nil
}

// readSoon never has anything here.
func (pipeEnd) readSoon([]byte, time.Duration) (n int, err error, ready bool) { return 0, nil, false }

func (p pipeEnd) Close() error {
	p.pipe.Close()
	return p.Conn.Close()
}
