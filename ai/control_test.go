package ai

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
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
		// One yield is not enough: each 61st time Go's scheduler first takes what
		// has yielded, so as not to forget it behind the others.
		looks := 0
		for !c.Done() {
			if looks++; looks > 3 {
				t.Fatalf("%+v: after %d looks at the clock nobody else has run", limits, looks)
			}
			for began := time.Now(); time.Since(began) < breathEvery; {
			}
		}
		if !heard.Load() {
			t.Errorf("%+v: it ended by itself", limits)
		}
	}
}
