package square4bot

import (
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// proofs is a proof-number search with what the game knows.
type proofs struct {
	alphabeta.ProofNumbers[square4.State, rules]
	phases *phases // decides the movement phase with slideback=false
	// held, when not nil, may know that the attacker does not win a state in which somebody places.
	held func(*square4.State) bool
}

func newProofs(g rules, table *tt.Table[tt.Entry], phases *phases, stop func() bool) *proofs {
	p := &proofs{phases: phases}
	p.Game, p.Table, p.Stop = g, table, stop
	p.Settle, p.Children, p.Child, p.Key, p.Fits = p.settle, p.children, p.child, g.proofKey, fits
	return p
}

func (p *proofs) settle(s *square4.State, attacks bool) (n alphabeta.Numbers, settled bool) {
	if v, over := overNow(s); over {
		return alphabeta.Decided(v != 0 && (v > 0) == attacks), true
	}
	switch full := s.NoBack && bothFull(s); {
	case full && !p.Game.oneIsRepetition:
		return p.settlePhase(s, attacks), true
	case full, p.Game.Drawn(s), p.holds(s, attacks):
		return alphabeta.Decided(false), true
	case attacks && !s.NoBack && left(s, s.Side) > 1:
		found, work := pairsWithin(s, findLimit)
		p.Worked(work)
		return alphabeta.Decided(false), found
	}
	return n, false
}

// holds says whether it is known that the attacker does not win a state in which somebody places. Where held
// says so, for a certificate, nothing else does.
func (p *proofs) holds(s *square4.State, attacks bool) bool {
	if p.held != nil {
		return p.held(s)
	}
	return holdsFour(s, s.Side^uint8(btoi(!attacks)))
}

// settlePhase says whether the attacker wins a movement phase, or puts it off.
func (p *proofs) settlePhase(s *square4.State, attacks bool) alphabeta.Numbers {
	const orders = 16 // of tiles that are solved while a node is searched
	side := s.Side
	if !attacks {
		side ^= 1
	}
	before := p.phases.work
	won, known := p.phases.wins(s, side)
	nodes := (p.phases.work - before) / orders
	p.Nodes += uint64(nodes)
	p.Worked(nodes)
	if !known {
		return alphabeta.Numbers{Proof: tableNumber, Disproof: tableNumber}
	}
	return alphabeta.Decided(won)
}

// child is a turn of which nothing is known but what the table has.
func (p *proofs) child(s *square4.State, attacks bool, m alphabeta.Move) (c alphabeta.ProofChild) {
	next := p.Game.Play(s, m)
	c.Move, c.Numbers = m, alphabeta.Numbers{Proof: 1, Disproof: 1}
	c.Key, _ = p.Key(&next, !attacks)
	p.Table.Prefetch(c.Key)
	return c
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
