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
	*task
	mate  *mateSearch
	turns int // within which is being looked

	verdict ai.Proof
	line    []alphabeta.Move // that wins, or resists longest
	plies   int              // to the end, when somebody wins
}

// newProver returns nil where the movement phase is not decided by bit
// operations and there is no time to solve it, where several lines are asked for,
// or where the limits leave no room for a second search.
func (t *task) newProver(table *tt.Table[tt.Entry]) *prover {
	if t.Settings.MultiPV > 1 || t.Limits.Nodes > 0 || t.Limits.Depth > 0 || t.Limits.Mate > 0 || t.state.NoBack && t.hurried() && !t.Limits.Exact {
		return nil
	}
	p := &prover{task: t, turns: 1, mate: newMateSearch(t.rules, table, t.Control.Done)}
	if t.state.NoBack {
		p.mate.Game.toTheEnd, p.mate.phases = true, t.newPhases()
	}
	return p
}

// decidable says whether the movement phase is decided by bit operations, and
// the limits do not say exactly what is to be searched.
func (t *task) decidable() bool {
	return !t.state.NoBack && t.Limits.Depth == 0 && t.Limits.Mate == 0
}

// allTurns is within how many turns a game is won or not at all: both sides have
// placed everything by then, and win with the next slide or never, or by what the
// tables of the movement phase know.
func (t *task) allTurns() int {
	turns := (placingPlies(&t.state)+1)/2 + 1
	if t.state.NoBack {
		turns++ // a side without a marble left still has to see the other's last
	}
	return turns
}

// step goes on for about the given number of nodes and says whether the value
// is known.
func (p *prover) step(nodes uint64) bool {
	m := p.mate
	m.Limit, m.Stopped = m.Nodes+nodes, false
	for ; p.turns <= p.allTurns(); p.turns++ {
		line := p.wins()
		if m.Stopped && line == nil {
			return false
		}
		if line != nil {
			p.verdict, p.line, p.plies = ai.ProvedWin, line, m.Plies(line, 2*p.turns-1)
			return true
		}
		loses := m.losesWithin(&p.state, p.turns, p.Roots)
		if m.Stopped {
			return false
		}
		if loses {
			p.verdict = ai.ProvedLoss
			if p.state.NoBack {
				return true
			}
			m.Limit = 0
			p.line = m.resist(&p.state, p.turns, p.Roots)
			p.plies = m.Plies(p.line, 2*p.turns)
			return true
		}
	}
	p.verdict = ai.ProvedDraw
	return true
}

// wins returns a line that wins within the turns that are being looked at, or nil.
// With slideback=false the win may lie in the movement phase, and only the move is
// known that leads there.
func (p *prover) wins() []alphabeta.Move {
	m := p.mate
	if !p.state.NoBack {
		return m.winWithin(&p.state, p.turns, p.Roots)
	}
	for _, root := range p.Roots {
		next := p.state.Play(square4.Turn(root))
		v, over := overNow(&next)
		if over && v < 0 || !over && p.turns > 1 && m.defendsTo(&next, p.turns-1) && !m.Stopped {
			return []alphabeta.Move{root}
		}
	}
	return nil
}

// draws says whether a root move keeps the draw that has been proved.
func (p *prover) draws(root alphabeta.Move) bool {
	next := p.state.Play(square4.Turn(root))
	if v, over := overNow(&next); over {
		return v == 0
	}
	// Pairs are looked for even when the time is over.
	return p.mate.pairsAtLast(&next) || !p.mate.Attack(&next, p.allTurns()) && !p.mate.Stopped
}

// losesWithin says whether the other side wins within k turns whichever of the
// root moves is played.
func (m *mateSearch) losesWithin(s *square4.State, k int, roots []alphabeta.Move) bool {
	for _, root := range roots {
		if m.Visit() {
			return false
		}
		next := s.Play(square4.Turn(root))
		if v, over := overNow(&next); over && v <= 0 || !over && !m.Attack(&next, k) {
			return false
		}
	}
	return true
}
