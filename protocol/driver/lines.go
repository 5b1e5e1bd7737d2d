package driver

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
	"time"
)

// MaxLine is the longest line, in bytes without its end, that is read from a
// process: 1 MiB, as the protocol says.
const MaxLine = 1 << 20

// arrival is a line and when it came.
type arrival struct {
	line string
	at   time.Time
}

// clockedReader remembers when its last read returned.
type clockedReader struct {
	from io.Reader
	at   time.Time
}

func (r *clockedReader) Read(b []byte) (int, error) {
	n, err := r.from.Read(b)
	r.at = time.Now()
	return n, err
}

// readLine reads one line without its "\n" or "\r\n". The last line counts
// even without an end. The error is io.EOF at the end of the input and
// ErrLineTooLong for a line over MaxLine.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > MaxLine+2 {
			return "", ErrLineTooLong
		}
		switch {
		case err == nil:
			return endLine(line)
		case errors.Is(err, bufio.ErrBufferFull):
		case len(line) > 0:
			return endLine(line)
		default:
			return "", err
		}
	}
}

func endLine(line []byte) (string, error) {
	s := strings.TrimSuffix(string(line), "\n")
	s = strings.TrimSuffix(s, "\r")
	if len(s) > MaxLine {
		return "", ErrLineTooLong
	}
	return s, nil
}

// tail is a writer that keeps the last bytes written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// tailSize is how much of a process's standard error is kept, in bytes.
const tailSize = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b...)
	if len(t.kept) > 2*tailSize {
		t.kept = append([]byte(nil), t.kept[len(t.kept)-tailSize:]...)
	}
	return len(b), nil
}

// String returns the kept text, cut at the beginning of a line where it was
// shortened, with bytes that are no text replaced.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := t.kept
	if len(kept) > tailSize {
		kept = kept[len(kept)-tailSize:]
	}
	return strings.ToValidUTF8(string(kept), "\uFFFD")
}

var _ io.Writer = (*tail)(nil)
