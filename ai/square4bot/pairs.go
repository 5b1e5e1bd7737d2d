package square4bot

import (
	"quadrille/ai/alphabeta"
	"quadrille/engine/square4"
)

// pairsFrom is within how many turns a win must be asked for, to make it worth
// while to look for a pairing first, and replyPairsFrom for a pairing after
// each of the defender's answers.
const (
	pairsFrom      = 3
	replyPairsFrom = 4
)

// pairsHold says whether the side that is not to move has a strategy of pairs.
// To look for one may take as long as many nodes.
func (m *mateSearch) pairsHold(s *square4.State) bool {
	found, work := pairsWithin(s, findLimit)
	m.Worked(work)
	return found
}

// pairsWithin looks for pairs within a limit, and says how much work it was.
func pairsWithin(s *square4.State, limit int) (found bool, work int) {
	m := matching{limit: limit}
	found = m.find(s)
	return found, 1 + limit - max(m.limit, 0)
}

// lateWork is what may be spent on pairs in all when the time is over, for a
// turn that does not lose: about as much as the search does between two looks at
// the clock.
const lateWork = 2 * findLimit

// pairsAtLast is pairsHold for the choice of a turn, which is made when the time
// is over or nearly so.
func (m *mateSearch) pairsAtLast(s *square4.State) bool {
	if !m.Stop() {
		return m.pairsHold(s)
	}
	limit := min(findLimit, lateWork-m.late)
	if limit <= 0 {
		return false
	}
	found, work := pairsWithin(s, limit)
	m.late += work
	return found
}

// pairsRefute says whether the defender can answer each of the attacker's
// turns with a marble at a cell so that there are pairs.
func (m *mateSearch) pairsRefute(s *square4.State, a *analysis, cell uint8) bool {
	for i := range a.n {
		if a.frames[i].safe>>cell&1 == 0 {
			continue
		}
		next := s.Play(square4.NewTurn(cell, a.frames[i].square))
		if !m.pairsAnswer(&next) {
			return false
		}
	}
	return true
}

// pairsAnswer looks for a turn of the side to move after which there are pairs
// for it.
func (m *mateSearch) pairsAnswer(s *square4.State) bool {
	var buffer [square4.MaxTurns]alphabeta.Choice
	choices, _, known := m.Game.Expand(s, buffer[:0])
	if known {
		return false
	}
	for i := range choices {
		next := s.Play(square4.Turn(choices[i].Move))
		if next.Outcome() != square4.Ongoing {
			continue
		}
		if m.Visit() {
			return false
		}
		if m.pairsHold(&next) {
			return true
		}
	}
	return false
}
