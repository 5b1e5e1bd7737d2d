package ai

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestDoneYields has one processor, to which matches bind engines. Whoever reads
// the word stop gets to run when the search looks at the clock and has not yielded
// for a while, and not only when the search is interrupted.
func TestDoneYields(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, limits := range []Limits{{}, {Infinite: true}, {Ponder: true}} {
		c := NewControl(limits)
		var heard atomic.Bool
		go func() {
			heard.Store(true)
			c.Stop()
		}()
		looks := 0
		for !c.Done() {
			if looks++; looks > 10 {
				t.Fatalf("%+v: after %d looks at the clock nobody else has run", limits, looks)
			}
		}
		if !heard.Load() {
			t.Errorf("%+v: it ended by itself", limits)
		}
	}
}
