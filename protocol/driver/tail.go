package driver

import (
	"io"
	"strings"
	"sync"
)

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
// shortened, with bytes that are not text replaced.
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
