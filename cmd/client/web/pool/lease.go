package pool

import (
	"slices"
	"time"

	"quadrille/protocol/driver"
)

// Lease is an engine that was lent. It serves one goroutine.
type Lease struct {
	pool   *Pool
	unit   *unit
	yields bool
	nudged bool
	wanted chan struct{}
	done   bool
}

// Engine is the engine.
func (l *Lease) Engine() *driver.Engine { return l.unit.engine }

// Held is what Hold was last called with under the same key, in this lease or
// in an earlier one of the same engine; nil at first.
func (l *Lease) Held() any { return l.unit.held }

// Hold remembers what the engine holds.
func (l *Lease) Hold(what any) { l.unit.held = what }

// Wanted is closed when somebody waits for the engine. Only a lease whose
// request said that it yields is told.
func (l *Lease) Wanted() <-chan struct{} { return l.wanted }

// Done gives the engine back. An engine that has failed is ended. Later calls
// do nothing.
func (l *Lease) Done() {
	p := l.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if l.done {
		return
	}
	l.done = true
	p.leases = slices.DeleteFunc(p.leases, func(other *Lease) bool { return other == l })
	switch {
	case p.closed: // it is ended already
	case l.unit.engine.Err() != nil:
		p.fail(l.unit)
	default:
		l.unit.since = time.Now()
		p.idle = append(p.idle, l.unit)
	}
	p.free()
}
