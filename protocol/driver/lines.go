package driver

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
)

// MaxLine is the longest line, in bytes without its end, that is read from a
// process: 1 MiB, as the protocol says.
const MaxLine = 1 << 20

// lineBuffer holds what was read from a process and cuts it into lines.
type lineBuffer struct {
	kept    []byte
	from    int   // kept[:from] has been returned
	scanned int   // no line ends before kept[scanned]
	end     error // what ended the reading
}

// chunk is how much is read at once, in bytes.
const chunk = 16 << 10

// room returns where the next read puts its bytes. More than a line is never
// kept.
func (b *lineBuffer) room() []byte {
	if b.from == len(b.kept) {
		b.kept, b.from, b.scanned = b.kept[:0], 0, 0
	}
	if b.from > chunk {
		b.kept = slices.Delete(b.kept, 0, b.from)
		b.scanned -= b.from
		b.from = 0
	}
	b.kept = slices.Grow(b.kept, chunk)
	return b.kept[len(b.kept) : len(b.kept)+chunk]
}

// add takes over what a read put into the room, and its error.
func (b *lineBuffer) add(n int, err error) {
	b.kept = b.kept[:len(b.kept)+n]
	b.end = err
}

// next returns one line without its "\n" or "\r\n"; ok is false when none is
// complete. The last line counts even without an end. The error is that of
// the reading, when all lines have been returned, or ErrLineTooLong for a line
// over MaxLine, after which there are no more.
func (b *lineBuffer) next() (line string, ok bool, err error) {
	end := bytes.IndexByte(b.kept[b.scanned:], '\n')
	switch rest := b.kept[b.from:]; {
	case end >= 0:
		line = string(b.kept[b.from : b.scanned+end])
		b.scanned += end + 1
		b.from = b.scanned
	case b.end != nil && len(rest) == 0:
		return "", false, b.end
	case b.end != nil:
		line = string(rest)
		b.from, b.scanned = len(b.kept), len(b.kept)
	case len(rest) <= MaxLine+1:
		b.scanned = len(b.kept)
		return "", false, nil
	default:
		line = string(rest) // and its end has not come
	}
	if line = strings.TrimSuffix(line, "\r"); len(line) > MaxLine {
		*b = lineBuffer{end: ErrLineTooLong}
		return "", false, b.end
	}
	return line, true, nil
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
