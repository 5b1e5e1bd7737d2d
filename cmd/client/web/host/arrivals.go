package host

import (
	"sync"
	"time"
)

// arrivals are the requests that wait for a game. One that came in time is
// served before the flag falls, whoever has the game first.
type arrivals struct {
	mu  sync.Mutex
	all map[*time.Time]bool
}

// enter notes that a request waits, until it leaves. It says when the request
// came, which is now unless that is given.
func (a *arrivals) enter(now func() time.Time, given time.Time) (came time.Time, leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if came = given; came.IsZero() {
		came = now() // locked, so that who looks for it later looks at a later time
	}
	if a.all == nil {
		a.all = map[*time.Time]bool{}
	}
	a.all[&came] = true
	return came, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.all, &came)
	}
}

// any says whether a request waits that came before a time.
func (a *arrivals) any(before time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for came := range a.all {
		if came.Before(before) {
			return true
		}
	}
	return false
}
