package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// prover looks for the value of the root by mate searches of both sides, within
// ever more turns, in the pauses between the iterations of the alpha-beta
// search. When neither side has a forced win within all the turns that are
// left to it, the root is a draw. That takes a small part of the time that
// alpha-beta takes to come to the same end, since a mate search knows only yes
// and no.
type prover struct {
	mate  *mateSearch
	state square4.State
	roots []alphabeta.Move
	turns int // within which is being looked
	all   int // turns after which nothing is left to find

	verdict ai.Proof
	line    []alphabeta.Move // that wins, or resists longest
	plies   int              // to the end, when somebody wins
}

// newProver returns nil where the movement phase is not decided by bit
// operations or where the limits leave no room for a second search.
func (t *task) newProver(table *tt.Table[tt.Entry]) *prover {
	l := t.Limits
	if t.weak || t.state.NoBack || l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || t.Settings.MultiPV > 1 {
		return nil
	}
	p := &prover{state: t.state, roots: t.Roots, turns: 1}
	// Both sides have placed everything after Horizon plies, and then win with
	// the next slide or not at all.
	p.all = (t.rules.Horizon(&p.state)+1)/2 + 1
	p.mate = newMateSearch(t.rules, table, t.Control.Done)
	return p
}

// step goes on for about the given number of nodes and says whether the value
// is known.
func (p *prover) step(nodes uint64) bool {
	m := p.mate
	m.Limit, m.Stopped = m.Nodes+nodes, false
	for ; p.turns <= p.all; p.turns++ {
		line := m.winWithin(&p.state, p.turns, p.roots)
		if m.Stopped && line == nil {
			return false
		}
		if line != nil {
			p.verdict, p.line, p.plies = ai.ProvedWin, line, m.Plies(line, 2*p.turns-1)
			return true
		}
		loses := m.losesWithin(&p.state, p.turns, p.roots)
		if m.Stopped {
			return false
		}
		if loses {
			m.Limit = 0
			p.verdict, p.line = ai.ProvedLoss, m.resistFrom(&p.state, p.turns, p.roots)
			p.plies = m.Plies(p.line, 2*p.turns)
			return true
		}
	}
	p.verdict = ai.ProvedDraw
	return true
}

// draws says whether a root move keeps the draw that has been proved.
func (p *prover) draws(root alphabeta.Move) bool {
	next := p.state.Play(square4.Turn(root))
	if v, over := overNow(&next); over {
		return v == 0
	}
	// Pairs are looked for even when the time is over.
	return pairsHold(&next) || !p.mate.Attack(&next, p.all) && !p.mate.Stopped
}

// losesWithin says whether the other side wins within k turns whichever of the
// root moves is played.
func (m *mateSearch) losesWithin(s *square4.State, k int, roots []alphabeta.Move) bool {
	for _, root := range roots {
		if m.Visit() {
			return false
		}
		next := s.Play(square4.Turn(root))
		if v, over := overNow(&next); over {
			if v <= 0 {
				return false
			}
			continue
		}
		if !m.Attack(&next, k) {
			return false
		}
	}
	return true
}
