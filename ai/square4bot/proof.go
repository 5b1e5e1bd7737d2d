package square4bot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// mate answers whether there is a win within the limit's turns.
func (t *task) mate(table *tt.Table[tt.Entry]) ai.Best {
	m := newMateSearch(t.rules, table, t.Control.Done)
	m.Limit = t.Limits.Nodes
	if c := t.certain; c != nil && c.value < 0 {
		return t.WithoutWin(t.NoWin(), 0, table.HashFull(), func() ai.Best { return t.search(table) })
	} else if c != nil && withinTurns(c.value, t.Limits.Mate) {
		return t.search(table)
	}
	return m.Answer(&t.Task, func(k int) []alphabeta.Move { return m.winWithin(&t.state, k, t.Roots) },
		func() ai.Best { return t.search(table) })
}

// winWithin returns a line by which the side to move wins within k own turns
// against the longest resistance, or nil. Its first move is one of roots.
func (m *mateSearch) winWithin(s *square4.State, k int, roots []alphabeta.Move) []alphabeta.Move {
	var tried, refuted uint64
	for _, root := range roots {
		if m.Visit() {
			return nil
		}
		t := square4.Turn(root)
		next := s.Play(t)
		if v, over := overNow(&next); over {
			if v < 0 {
				return []alphabeta.Move{root}
			}
			continue
		}
		if k >= replyPairsFrom && m.pairsAnswer(&next) {
			continue
		}
		if bit := uint64(1) << t.Place(); k > 2 && !s.NoBack && !s.Moving() {
			if tried&bit == 0 && m.backRefutes(s, t.Place(), k) {
				refuted |= bit
			}
			tried |= bit
			if refuted&bit != 0 {
				continue
			}
		}
		if k > 1 && m.Defend(&next, k-1) && !m.Stopped {
			return append([]alphabeta.Move{root}, m.resist(&next, k-1, m.Game.Legal(&next, nil))...)
		}
		if m.Stopped {
			return nil
		}
	}
	return nil
}

// resist returns the longest line from a state in which the side to move loses
// against a side that wins within k turns. Its first move is one of roots.
func (m *mateSearch) resist(s *square4.State, k int, roots []alphabeta.Move) []alphabeta.Move {
	var best square4.Turn
	longest := -1
	for _, root := range roots {
		t := square4.Turn(root)
		next := s.Play(t)
		n := 0
		if _, over := overNow(&next); !over {
			n = m.fewest(&next, k)
		}
		if n > longest {
			best, longest = t, n
		}
	}
	line := []alphabeta.Move{alphabeta.Move(best)}
	if longest <= 0 {
		return line
	}
	next := s.Play(best)
	return append(line, m.winWithin(&next, longest, m.Game.Legal(&next, nil))...)
}

// fewest returns within how many turns a win is that is known to be there
// within k.
func (m *mateSearch) fewest(s *square4.State, k int) int {
	for n := 1; n < k; n++ {
		if m.Attack(s, n) {
			return n
		}
	}
	return k
}
