package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// prover looks for the value of the root in the pauses between the iterations of the
// alpha-beta search. It asks whether the one side can force a win and whether the other
// can; when neither can, the root is a draw.
type prover struct {
	*task
	proofs *proofs
	asked  [2]question // whether the side to move wins, and whether the other does

	verdict ai.Proof
	given   bool           // the verdict, without any search
	root    alphabeta.Move // that wins or draws

	// With slideback=true the number of plies to the end is looked for next.
	mate  *mateSearch
	turns int              // within which is being looked
	line  []alphabeta.Move // that wins, or resists longest
	plies int              // to the end, when that is known
}

// question is whether a side can force a win.
type question struct {
	known, won bool
	spent      uint64            // nodes
	root       alphabeta.Numbers // how hard it looks
}

// mostCounted bounds the nodes that go into the number of plies to the end.
const mostCounted = 4_000_000

// leastBudget is what a question gets at once, in nodes.
const leastBudget = 1000

// newProver returns nil where the movement phase is not decided by bit
// operations and there is no time to solve it, where several lines are asked for,
// or where the limits leave no room for a second search.
func (t *task) newProver(table *tt.Table[tt.Entry]) *prover {
	if t.Settings.MultiPV > 1 || t.certain == nil && (t.Limits.Nodes > 0 || t.Limits.Depth > 0 || t.Limits.Mate > 0 || t.state.NoBack && t.hurried() && !t.Limits.Exact) {
		return nil
	}
	var phases *phases
	if t.state.NoBack {
		phases = t.newPhases()
	}
	p := &prover{task: t, turns: 1, root: alphabeta.NoMove,
		proofs: newProofs(t.rules, table, phases, t.Control.Done), mate: newMateSearch(t.rules, table, t.Control.Done)}
	if t.certain != nil {
		p.verdict, p.root = t.certain.verdict(), t.certain.best
	} else {
		p.verdict, p.root = t.early()
	}
	if p.given = p.verdict != ai.NotProved; p.given {
		p.proofs.Visit() // a report that has seen no more than the last is left out
	}
	return p
}

// decidable says whether the movement phase is decided by bit operations, and
// the limits do not say exactly what is to be searched.
func (t *task) decidable() bool {
	return !t.state.NoBack && t.Limits.Depth == 0 && t.Limits.Mate == 0
}

// allTurns is within how many turns a game with slideback=true is won or not at all:
// both sides have placed everything by then, and win with the next slide or never.
func (t *task) allTurns() int { return (placingPlies(&t.state)+1)/2 + 1 }

// nodes is how many it has searched.
func (p *prover) nodes() uint64 { return p.proofs.Nodes + p.mate.Nodes }

// step goes on for about the given number of nodes and says whether the value
// is known, and how soon it comes about where that can be known.
func (p *prover) step(nodes uint64) bool {
	end, counts := p.nodes()+nodes, p.verdict != ai.NotProved
	for p.verdict == ai.NotProved && p.nodes() < end && !p.Control.Done() {
		p.ask(end - p.nodes())
	}
	switch {
	case p.verdict == ai.NotProved:
		return false
	case p.verdict == ai.ProvedDraw || p.state.NoBack || p.plies > 0 || p.mate.Nodes >= mostCounted:
		return true
	}
	// Alpha-beta may find the number sooner, which has had little of the time so far.
	return counts && p.count(end-min(end, p.nodes()))
}

// ask goes on with a question for some nodes.
func (p *prover) ask(nodes uint64) {
	turn := p.nextQuestion()
	q, search := &p.asked[turn], p.proofs
	before := search.Nodes
	search.Limit, search.Stopped = before+min(nodes, max(leastBudget, q.spent/4)), false
	won, known, root := search.Wins(&p.state, p.Roots, turn == 0)
	q.spent += search.Nodes - before
	q.root = search.Root(turn == 0)
	if known {
		p.conclude(turn, won, root)
	}
}

// nextQuestion is the one that has had the least of what it should have.
func (p *prover) nextQuestion() (turn int) {
	a, b := &p.asked[0], &p.asked[1]
	if a.known || !b.known && b.spent*p.share(0) < a.spent*p.share(1) {
		return 1
	}
	return 0
}

// share is what a question should have of all nodes: with slideback=false the most the one about the side that
// looks nearer to a win.
func (p *prover) share(turn int) uint64 {
	const most, some = 4, 1
	own, other := p.asked[turn].root, p.asked[turn^1].root
	if p.state.NoBack && uint64(own.Proof)*uint64(other.Disproof) <= uint64(other.Proof)*uint64(own.Disproof) {
		return most
	}
	return some
}

// conclude takes the answer to a question.
func (p *prover) conclude(turn int, won bool, root alphabeta.Move) {
	p.asked[turn].known, p.asked[turn].won = true, won
	if won == (turn == 0) {
		p.root = root
	}
	switch {
	case won:
		p.verdict = [...]ai.Proof{ai.ProvedWin, ai.ProvedLoss}[turn]
	case p.asked[turn^1].known:
		p.verdict = ai.ProvedDraw
	}
}

// count looks for the number of plies to the end of a state that is won or lost, by
// mate searches within ever more turns, for some nodes.
func (p *prover) count(nodes uint64) bool {
	m := p.mate
	m.Limit, m.Stopped = m.Nodes+nodes, false
	for ; p.turns <= p.allTurns(); p.turns++ {
		if p.verdict == ai.ProvedWin {
			if p.line = m.winWithin(&p.state, p.turns, p.Roots); p.line != nil {
				p.plies = m.Plies(p.line, 2*p.turns-1)
				return true
			}
		} else if m.losesWithin(&p.state, p.turns, p.Roots) && !m.Stopped {
			m.Limit = 0
			p.line = m.resist(&p.state, p.turns, p.Roots)
			p.plies = m.Plies(p.line, 2*p.turns)
			return true
		}
		if m.Stopped {
			break
		}
	}
	return false
}

// value is that of the root as far as it is known: without the plies to the end a win is
// worth more than any evaluation.
func (p *prover) value() int {
	switch {
	case p.verdict == ai.ProvedWin && p.plies > 0:
		return alphabeta.Win - p.plies
	case p.verdict == ai.ProvedWin:
		return alphabeta.MaxEval
	case p.verdict == ai.ProvedLoss && p.plies > 0:
		return p.plies - alphabeta.Win
	case p.verdict == ai.ProvedLoss:
		return -alphabeta.MaxEval
	}
	return 0
}

// draws says whether a root move keeps the draw that has been proved, as far as a small
// search tells.
func (p *prover) draws(root alphabeta.Move) bool {
	next := p.state.Play(square4.Turn(root))
	if v, over := overNow(&next); over {
		return v == 0
	}
	// Pairs are looked for even when the time is over.
	return p.mate.pairsAtLast(&next) || p.proofs.Holds(&next, true)
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
