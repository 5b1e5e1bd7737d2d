package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// handicap is what a level below full strength does worse. Every level sees
// what the leaves of the search see, wins and losses within a turn, in the
// turns it looks at.
type handicap struct {
	depth    int // plies it looks ahead
	overlook int // of its own turns, in a thousand, it does not think
	blunder  int // turns in a thousand it plays without thinking
}

// handicaps are those of levels 1 to 9. docs/strength.md has what they
// score against each other. Looking deeper makes little difference in a game
// that is drawn when both sides see the threats, so the levels are kept apart
// by how often they do not look.
func handicaps() [ai.MaxLevel - 1]handicap {
	return [...]handicap{
		{depth: 1, overlook: 990},
		{depth: 1, blunder: 850},
		{depth: 1, blunder: 735},
		{depth: 1, blunder: 626},
		{depth: 2, blunder: 508},
		{depth: 2, blunder: 415},
		{depth: 3, blunder: 290},
		{depth: 3, blunder: 166},
		{depth: 4, blunder: 82},
	}
}

// weaken restricts the task to what its level thinks of.
func (t *task) weaken() {
	if !t.Settings.Weakened(t.Limits) {
		return
	}
	t.weak = true
	h := handicaps()[max(t.Settings.Level, 1)-1]
	if t.Limits.Depth == 0 || h.depth < t.Limits.Depth {
		t.Limits.Depth = h.depth
	}
	t.Settings.Threads = 1
	if t.chance(alphabeta.NoMove)%1000 < uint64(h.blunder) {
		h.overlook = 1000
	}
	t.overlook(h.overlook)
}

// overlook takes root moves away, so many in a thousand, but leaves at least
// the one that is the least likely to be overlooked.
func (t *task) overlook(permille int) {
	kept, last := t.Roots[:0:0], t.Roots[0]
	for _, m := range t.Roots {
		if t.chance(m) > t.chance(last) {
			last = m
		}
		if t.chance(m)%1000 >= uint64(permille) {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 {
		kept = append(kept, last)
	}
	t.Roots = kept
}

// chance is a number that looks random and depends on the seed, the position
// and a move alone.
func (t *task) chance(m alphabeta.Move) uint64 {
	s := t.state
	if t.placed != square4.NoCell {
		s = s.Placing(t.placed)
	}
	return engine.Mix(s.Hash() ^ (t.Settings.Seed+uint64(m)<<32)*0x9e3779b97f4a7c15)
}
