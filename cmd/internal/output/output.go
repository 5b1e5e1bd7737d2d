// Package output is the standard output of a command, which remembers whether
// all of it could be written, so that no command ends well on a full disk.
package output

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// Writer passes on what is written to it until that fails. Its methods may be
// called from several goroutines.
type Writer struct {
	to  io.Writer
	mu  sync.Mutex
	err error
}

// New returns a Writer to another, which is that itself if it is one.
func New(to io.Writer) *Writer {
	if w, ok := to.(*Writer); ok {
		return w
	}
	return &Writer{to: to}
}

// Write writes b. After a failure it writes nothing and fails with that.
func (w *Writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.to.Write(b)
	if err != nil {
		w.err = fmt.Errorf("the output cannot be written: %w", err)
	}
	return n, w.err
}

// Err is the failure after which nothing was written any more, or nil.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// File is the file behind the Writer, or nil.
func (w *Writer) File() *os.File {
	f, _ := w.to.(*os.File)
	return f
}
