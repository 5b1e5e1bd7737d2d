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
	p.Settle, p.Estimate = p.settle, p.estimate
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
	const nodes = 15_000 // that are searched while a table is made
	side := s.Side
	if !attacks {
		side ^= 1
	}
	before := p.phases.solved
	won := p.phases.wins(s, side)
	made := p.phases.solved - before
	p.Nodes += uint64(made * nodes)
	p.Worked(made * nodes)
	return won
}

// estimate counts the attacker's windows and, with slideback=false, the turns of a
// defender that do not lose at once: the fewer, the more he is forced.
func (p *proofs) estimate(s *square4.State, attacks bool) (proof, disproof uint32) {
	side := s.Side
	if !attacks {
		side ^= 1
	}
	_, two, three := square4.Counts(s.Marbles[side], square4.AllCells&^(s.Marbles[side^1]|square4.TileCells(s.Hole)))
	n := uint32(bits.OnesCount64(two) + 4*bits.OnesCount64(three))
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
	return uint32(1+a.safeTurns()) + 32/(1+n), 1 + n/2
}
