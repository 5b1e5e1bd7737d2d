package output

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// failing takes so many writes and then fails for a while.
type failing struct {
	strings.Builder
	before int
}

var errFull = errors.New("full")

func (f *failing) Write(b []byte) (int, error) {
	if f.before--; f.before == -1 {
		return 1, errFull
	}
	return f.Builder.Write(b)
}

// A failure is kept, and nothing behind it is written, so that what was written
// has no gap.
func TestFailure(t *testing.T) {
	to := &failing{before: 1}
	w := New(to)
	for i, text := range []string{"one ", "two ", "three "} {
		if n, err := w.Write([]byte(text)); (err == nil) != (i == 0) || i > 0 && !errors.Is(err, errFull) || i > 1 && n != 0 {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
	if to.String() != "one " || !errors.Is(w.Err(), errFull) || New(w) != w {
		t.Errorf("%q was written, %v", to.String(), w.Err())
	}
	if w.File() != nil || New(os.Stderr).File() != os.Stderr {
		t.Error("the file behind it")
	}
}
