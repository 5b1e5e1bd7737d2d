package othellobot

import (
	"fmt"
	"math/bits"
	"slices"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/othellobot/endgame"
	"quadrille/engine/othello"
)

// mateSearch asks whether a side can force that the game is over, and won by
// it, within a number of plies.
type mateSearch struct {
	table *endgame.Table
	leaf  *endgame.Leaf
	ctl   *ai.Control
	limit uint64 // nodes; 0 for no limit
	nodes uint64
	// stopped is set when the time or the nodes are used up; what the search
	// returns from then on is meaningless.
	stopped bool
}

func newMateSearch(table *endgame.Table, ctl *ai.Control, limit uint64) *mateSearch {
	return &mateSearch{table: table, ctl: ctl, limit: limit, leaf: endgame.NewLeaf(table, nil, ctl.Done)}
}

// checkEvery is how many nodes are visited between two looks at the clock.
const checkEvery = 1 << 12

// visit counts a node and says whether the search was stopped.
func (m *mateSearch) visit() bool {
	if m.limit > 0 && m.nodes >= m.limit {
		m.stopped = true
	}
	if m.stopped {
		return true
	}
	m.nodes++
	if m.nodes%checkEvery == 0 {
		m.stopped = m.ctl.Done()
	}
	return m.stopped
}

// margin is the final margin of a state if it lies between alpha and beta, and
// else a bound on the side where it lies. Nodes beyond the limit do not count.
func (m *mateSearch) margin(s *othello.State, alpha, beta int) int {
	v, nodes := m.leaf.Search(s.Own, s.Opp, alpha, beta)
	m.nodes += nodes
	if m.limit > 0 && m.nodes > m.limit {
		m.nodes = m.limit
	}
	m.stopped = m.stopped || m.ctl.Done() || m.limit > 0 && m.nodes >= m.limit
	return v
}

// longestGame bounds the number of plies to the end. No two passes follow each
// other, and none follows the disk on the last empty square.
func longestGame(s *othello.State) int {
	n := 2 * bits.OnesCount64(s.Empty())
	if n > 0 && s.Moves() != 0 {
		n--
	}
	return n
}

// mateKey tells entries of this search from those of the others.
const mateKey = 0x77696e20696e204e

// forced says whether the attacker can force it within the plies whatever the other
// side does. The attacker is to move when the plies are odd.
func (m *mateSearch) forced(s *othello.State, plies int) bool {
	attacking := plies&1 != 0
	if m.visit() {
		return false
	}
	if plies >= longestGame(s) {
		if attacking {
			return m.margin(s, 0, 1) > 0
		}
		return m.margin(s, -1, 0) < 0
	}
	turns := s.Turns(nil)
	if len(turns) == 0 {
		return attacking && s.Margin() > 0 || !attacking && s.Margin() < 0
	}
	if plies == 0 {
		return false
	}
	key := s.Hash() ^ mateKey ^ uint64(plies)*0x9e3779b97f4a7c15
	if e := m.table.Get(key); e != 0 {
		return e.Lower() > 0
	}
	answer := slices.ContainsFunc(turns, func(t othello.Turn) bool {
		next := s.Play(t)
		return m.forced(&next, plies-1) == attacking
	}) == attacking
	if m.stopped {
		return false
	}
	value := 0
	if answer {
		value = 1
	}
	m.table.Put(key, endgame.NewEntry(plies, 0, -1, 2, value, [2]uint8{endgame.NoMove, endgame.NoMove}), endgame.Join)
	return answer
}

// searchMate answers whether there is a forced win with the game over within
// limits.Mate own turns. The mate that is reported is a bound: the win may take
// fewer turns.
func (t *task) searchMate(table *endgame.Table) ai.Best {
	table.NextSearch()
	m := newMateSearch(table, t.Control, t.Limits.Nodes)
	plies := min(2*t.Limits.Mate-1, 2*t.empties()+1)
	root := slices.IndexFunc(t.Roots, func(move alphabeta.Move) bool {
		next := t.state.Play(othello.Turn(move))
		return m.forced(&next, plies-1)
	})
	if root < 0 || m.stopped {
		text := t.NoWin()
		if m.stopped {
			text = fmt.Sprintf("stopped before it was known whether there is a win in %d", t.Limits.Mate)
		}
		return t.WithoutWin(text, m.nodes, table.HashFull(), t.search)
	}
	line := tokens(t.Roots[root : root+1])
	t.Send(ai.Info{Depth: plies, SelDepth: plies, HasScore: true, Score: ai.Score{Mate: plies},
		Bound: ai.LowerBound, Proof: ai.ProvedWin, Nodes: m.nodes, HashFull: table.HashFull(), Time: t.Control.Elapsed(), PV: line})
	return ai.Best{Move: line[0]}
}
