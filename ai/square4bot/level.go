package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine"
	"quadrille/engine/square4"
)

// handicaps returns the levels below full strength. docs/strength.md has what
// they score against each other and against beginners.
//
// Looking deeper makes little difference in a game that is drawn when both sides
// see the threats, so the levels are kept apart by how often they only glance at
// the board (see task.glance). From level 3 on none overlooks what lies open.
func handicaps() *ai.Handicaps {
	return &ai.Handicaps{
		{Depth: 1, Noise: 15, Ceiling: 120, Blunder: 45, Glance: 55},
		{Depth: 1, Noise: 15, Ceiling: 300, Blunder: 15, Glance: 85},
		{Depth: 1, Noise: 15, Ceiling: 1000, Glance: 90},
		{Depth: 2, Noise: 12, Ceiling: 1000, Glance: 64},
		{Depth: 3, Noise: 10, Ceiling: 1000, Glance: 36},
		{Depth: 3, Noise: 9, Ceiling: 1000, Glance: 27},
		{Depth: 3, Noise: 7, Ceiling: 1000, Glance: 17},
		{Depth: 3, Noise: 4, Ceiling: 1000, Glance: 9},
		{Depth: 3, Noise: 2, Ceiling: 1000, Glance: 3},
	}
}

// playWeakly plays as a level below full strength does. What it searches with is
// its own, so that its turn depends on nothing but the position and the seed.
func (t *task) playWeakly(b *bot) ai.Best {
	t.Glance, t.Proved = t.glance, t.proved
	if t.solvable() {
		t.Lean = t.bait
	}
	return t.PlayWeakly(handicaps(), t.hash(), func(o alphabeta.Options) alphabeta.Report {
		if t.solvable() {
			return t.slid(b)
		}
		var small tt.Table[tt.Entry]
		small.Resize(1)
		return alphabeta.New(t.rules, &small).Run(t.state, o)
	})
}

// proved is the value of the position as far as the certificate or a small search at full
// strength proves it.
func (t *task) proved() (l alphabeta.Line, known bool) {
	if t.certain != nil {
		return alphabeta.Line{Value: t.certain.value, AtMost: true}, true
	}
	nodes := uint64(20_000)
	if t.state.NoBack {
		nodes = 500 // of which some ask for the table of a movement phase
	}
	var small tt.Table[tt.Entry]
	p := t.newProver(&small)
	if p == nil {
		return l, false
	}
	small.Resize(1)
	p.step(nodes)
	return alphabeta.Line{Value: p.value()}, p.verdict != ai.NotProved
}

// bait is what a level likes about a drawn slide: each way to lose that it leaves the
// other side is worth a fifth of a unit.
func (t *task) bait(m alphabeta.Move) int {
	const each = 20
	next := t.state.Play(square4.Turn(m))
	return each * losingReplies(&next)
}

// slid values the slides of a movement phase.
func (t *task) slid(b *bot) alphabeta.Report {
	lines := t.solvedLines(b.movementValues(t))
	return alphabeta.Report{Depth: 1, SelDepth: 1, Nodes: uint64(len(lines)), Lines: lines}
}

// glance values a turn as somebody does who sees the board as the turn leaves it.
func (t *task) glance(m alphabeta.Move) int {
	next := t.state.Play(square4.Turn(m))
	return t.rules.look(&next)
}

// look values the board for the side that has just moved by what lies open: a
// block, a fourth marble that would complete one of the other side, and the
// windows. What a slide of the other side brings about it does not see.
func (g rules) look(s *square4.State) int {
	if v, over := overNow(s); over {
		return max(alphabeta.Later(-v), -alphabeta.MaxEval)
	}
	own, other, hole := s.Marbles[s.Side^1], s.Marbles[s.Side], square4.TileCells(s.Hole)
	if !s.Moving() && square4.Completing(other)&s.Empty() != 0 {
		return -alphabeta.MaxEval
	}
	return g.weights.side(own, other|hole) - g.weights.side(other, own|hole)
}

// hash is that of the position, in the middle of a turn too.
func (t *task) hash() uint64 {
	s := t.state
	if t.placed != square4.NoCell {
		s = s.Placing(t.placed)
	}
	return s.Hash()
}

// chance is a number that looks random and depends on the seed, the position
// and a move alone.
func (t *task) chance(m alphabeta.Move) uint64 {
	return engine.Mix(t.hash() ^ (t.Settings.Seed+uint64(m)<<32)*0x9e3779b97f4a7c15)
}
