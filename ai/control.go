package ai

import (
	"time"

	"quadrille/ai/atomic"
)

// Control connects a running search with those who may end it. All methods may
// be called from any goroutine.
type Control struct {
	stop      atomic.Bool
	pondering atomic.Bool
	// started is when the clock of this search began to run, in nanoseconds
	// after origin: at its start or, for a ponder search, at the ponder hit.
	started    atomic.Int64
	soft, hard atomic.Int64  // nanoseconds after started; 0 is no limit
	origin     time.Duration // of now
	breath     breath
}

// NewControl returns the control of a search that starts now.
func NewControl(l Limits) *Control {
	c := &Control{origin: now()}
	c.pondering.Store(l.Ponder)
	return c
}

// Stop asks the search to end.
func (c *Control) Stop() { c.stop.Store(true) }

// PonderHit makes an ordinary search of a ponder search: from now on its time
// limits count.
func (c *Control) PonderHit() {
	c.started.Store(int64(c.Elapsed()))
	c.pondering.Store(false)
}

// Pondering says whether the search still waits for Stop or PonderHit.
func (c *Control) Pondering() bool { return c.pondering.Load() }

// SetTime sets how long the search may take: after soft it should start
// nothing that will not be finished, after hard it must end. Zero is no limit.
func (c *Control) SetTime(soft, hard time.Duration) {
	c.soft.Store(int64(soft))
	c.hard.Store(int64(hard))
}

// Done says whether the search must end now: it was stopped or its hard time
// is over. It costs some 100 ns, so ask once in a thousand nodes.
//
// Now and then it lets other goroutines run first. On one processor, to which
// matches bind engines, the one that reads the word stop would else wait until the
// search is interrupted, ten milliseconds and more. In a browser or under Node
// nobody interrupts it, so there JavaScript's event loop gets its turn too.
func (c *Control) Done() bool {
	c.breath.take()
	return c.stop.Load() || c.past(&c.hard)
}

// Stopped says whether Stop was called. It is cheaper than Done.
func (c *Control) Stopped() bool { return c.stop.Load() }

// PastSoft says whether the soft time is over or the search must end.
func (c *Control) PastSoft() bool {
	return c.stop.Load() || c.past(&c.soft)
}

// Left is how much of the hard time is left. limited is false when there is no
// such limit, or none yet since the search still ponders.
func (c *Control) Left() (left time.Duration, limited bool) {
	hard := c.hard.Load()
	if hard == 0 || c.pondering.Load() {
		return 0, false
	}
	return time.Duration(hard) - c.Used(), true
}

// Elapsed is the time since the search started, ponder time included.
func (c *Control) Elapsed() time.Duration { return now() - c.origin }

// Used is how long the clock of the search has run, as of its start or the ponder hit.
// It has no meaning while the search ponders.
func (c *Control) Used() time.Duration { return c.Elapsed() - time.Duration(c.started.Load()) }

func (c *Control) past(limit *atomic.Int64) bool {
	l := limit.Load()
	if l == 0 || c.pondering.Load() {
		return false
	}
	return int64(c.Used()) >= l
}
