package arena

import (
	"sync"
	"time"
)

// Pace is how long turns took, by their number among a seat's own turns of a
// game. All games of a match add to it and ask it.
type Pace struct {
	mu     sync.Mutex
	sums   []time.Duration
	counts []int
}

// Add counts the time of a turn, numbered from 0.
func (p *Pace) Add(turn int, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.sums) <= turn {
		p.sums, p.counts = append(p.sums, 0), append(p.counts, 0)
	}
	p.sums[turn] += took
	p.counts[turn]++
}

// Of is the mean of the turns of a number or, before there was one, of the
// nearest number below that came; 0 when none came.
func (p *Pace) Of(turn int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	for turn = min(turn, len(p.sums)-1); turn >= 0; turn-- {
		if n := p.counts[turn]; n > 0 {
			return p.sums[turn] / time.Duration(n)
		}
	}
	return 0
}
