package midgame

import (
	"quadrille/ai/atomic"
	"quadrille/ai/othellobot/endgame"
)

// claims has the positions that a thread searches just now, so that the others search
// the other turns first and find in the table what it has found. Only turns behind the
// first of a position are claimed, since that decides whether they matter (Weill, "The
// ABDADA distributed minimax search algorithm", 1996, with the simplifications of
// Kerrigan's "Simplified ABDADA"). A claim that another one overwrites is lost, which
// costs time and changes no value.
type claims [1 << claimBits]atomic.Uint64

const claimBits = 12

// claim is a place in claims and what a thread has written there.
type claim struct {
	at  *atomic.Uint64
	key uint64
}

// claimOf is the claim of the position behind a turn, searched to a depth.
func (w *worker) claimOf(m *move, depth int) claim {
	key := endgame.SelectiveKey(m.own, m.opp) + uint64(depth)
	return claim{at: &w.s.claims[key>>(64-claimBits)], key: key}
}

// claim says to the other threads that this one searches the position behind a turn
// until the end of the claim.
func (w *worker) claim(m *move, depth int) claim {
	c := w.claimOf(m, depth)
	c.at.Store(c.key)
	return c
}

// end takes a claim back.
func (c claim) end() { c.at.CompareAndSwap(c.key, 0) }

// postponed is what the order score of a turn loses that is postponed: more than any
// two scores differ by.
const postponed = 1 << 28

// postpone puts a turn behind all others, once, if another thread has claimed it.
func (w *worker) postpone(m *move, depth int) bool {
	c := w.claimOf(m, depth)
	if m.score < -postponed/2 || c.at.Load() != c.key {
		return false
	}
	m.score -= postponed
	return true
}
