//go:build !js

package ai

import (
	"runtime"
	"time"

	"quadrille/ai/atomic"
)

// breathEvery is how long a search keeps other goroutines waiting that have no
// processor of their own. To yield is dear where another processor is idle: each
// time a thread is woken there to look for work, which at every look at the clock
// took an eighth of a search of Blokus and half of a perft.
const breathEvery = time.Millisecond

// breath lets other goroutines run now and then during a search.
type breath struct{ last atomic.Int64 } // by now; 0 before the first

func (b *breath) take() {
	last, at := b.last.Load(), int64(now())
	if last > 0 && at-last < int64(breathEvery) {
		return
	}
	b.last.Store(at)
	runtime.Gosched()
}
