package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// proofs is a proof-number search with what the game knows.
type proofs struct {
	alphabeta.ProofNumbers[square4.State, rules]
	phases *phases // decides the movement phase with slideback=false
}

func newProofs(g rules, table *tt.Table[tt.Entry], phases *phases, stop func() bool) *proofs {
	p := &proofs{phases: phases}
	p.Game, p.Table, p.Stop = g, table, stop
	p.Settle, p.Children, p.Child, p.Key, p.Fits = p.settle, p.children, p.child, g.proofKey, fits
	return p
}

func (p *proofs) settle(s *square4.State, attacks bool) (won, known bool) {
	if v, over := overNow(s); over {
		return v != 0 && (v > 0) == attacks, true
	}
	switch {
	case s.NoBack && bothFull(s):
		return !p.Game.oneIsRepetition && p.winsPhase(s, attacks), true
	case p.Game.Drawn(s):
		return false, true
	case attacks && !s.NoBack && left(s, s.Side) > 1:
		found, work := pairsWithin(s, findLimit)
		p.Worked(work)
		return false, found
	}
	return false, false
}

// winsPhase says whether the attacker wins a movement phase.
func (p *proofs) winsPhase(s *square4.State, attacks bool) bool {
	const orders = 16 // of tiles that are solved while a node is searched
	side := s.Side
	if !attacks {
		side ^= 1
	}
	before := p.phases.work
	won := p.phases.wins(s, side)
	nodes := (p.phases.work - before) / orders
	p.Nodes += uint64(nodes)
	p.Worked(nodes)
	return won
}

// child is what is known of the state after a turn.
func (p *proofs) child(s *square4.State, attacks bool, m alphabeta.Move) (c alphabeta.ProofChild) {
	next := p.Game.Play(s, m)
	c.Move = m
	c.Key, _ = p.Key(&next, !attacks)
	p.Table.Prefetch(c.Key)
	c.Proof, c.Disproof = p.estimate(&next, !attacks)
	return c
}

// estimate counts the attacker's windows and, with slideback=false, the turns of a
// defender that do not lose at once: the fewer, the more he is forced.
func (p *proofs) estimate(s *square4.State, attacks bool) (proof, disproof uint32) {
	side := s.Side
	if !attacks {
		side ^= 1
	}
	n := promise(s.Marbles[side], s.Marbles[side^1], s.Hole)
	switch {
	case attacks:
		return 1 + 8/(1+n), 1 + n
	case !s.NoBack || bothFull(s): // settle decides most of them
		return 2 + 16/(1+n), 1 + n/2
	}
	var a analysis
	switch v, known := p.Game.analyse(s, &a); {
	case known && v < 0:
		return 0, 1
	case known:
		return 1, 0
	}
	n += a.promise(s.Hole)
	return uint32(1+a.safeTurns()) + 64/(1+n), 1 + n/2
}

// promise counts the windows of a side with two marbles and, four times as much, those
// with three.
func promise(own, other uint64, hole uint8) uint32 {
	_, two, three := square4.Counts(own, square4.AllCells&^(other|square4.TileCells(hole)))
	return uint32(bits.OnesCount64(two) + 4*bits.OnesCount64(three))
}

// promise is that of the other side after a slide of the side to move, and after the best
// slide of its own then, on average over the former. was is where the hole is now.
func (a *analysis) promise(was uint8) (n uint32) {
	for i := range a.n {
		f := &a.frames[i]
		best := uint32(0)
		for slides := square4.Neighbours(f.square) &^ (1 << was); slides != 0; slides &= slides - 1 {
			square := uint8(bits.TrailingZeros16(slides))
			own, other := square4.SlideCells(f.own, square, f.square), square4.SlideCells(f.other, square, f.square)
			best = max(best, promise(other, own, square))
		}
		n += best + promise(f.other, f.own, f.square)
	}
	return n / uint32(a.n)
}

// fits says whether a turn is legal in a state that is not over. With slideback=true
// pairings tell more than what decided another turn.
func fits(s *square4.State, m alphabeta.Move) bool {
	t := square4.Turn(m)
	if slide := t.Slide(); !s.NoBack || slide == square4.NoSquare || s.Slides()>>slide&1 == 0 {
		return false
	}
	if s.Moving() {
		return t.Place() == square4.NoCell
	}
	return t.Place() != square4.NoCell && s.Empty()>>t.Place()&1 != 0
}
