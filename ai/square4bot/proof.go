package square4bot

import (
	"fmt"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// newMateSearch returns a mate search that ends with the task.
func (t *task) newMateSearch(table *tt.Table[tt.Entry]) *mateSearch {
	m := &mateSearch{rules: t.rules, table: table, stop: t.Control.Done, limit: t.Limits.Nodes}
	m.progress = func(k int) {
		t.Report(alphabeta.Report{Depth: 2*k - 1, Nodes: m.nodes, HashFull: table.HashFull()})
	}
	return m
}

// mate answers whether there is a win within the limit's turns. When there is
// none it says so and leaves the choice of a turn to a short search.
func (t *task) mate(table *tt.Table[tt.Entry]) ai.Best {
	table.NextSearch()
	m, text := t.newMateSearch(table), ""
	for k := 1; k <= min(t.Limits.Mate, maxMate); k++ {
		if line := m.winWithin(&t.state, k, t.Roots); line != nil {
			return t.sayWin(m, line, m.plies(line, 2*k-1))
		}
		if m.stopped {
			text = fmt.Sprintf("stopped; no win in %d", k-1)
			break
		}
		m.progress(k)
	}
	if !m.stopped {
		text = t.noWin()
	}
	return t.WithoutWin(text, m.nodes, table.HashFull(), func() ai.Best { return t.search(table) })
}

func (t *task) noWin() string { return fmt.Sprintf("no win in %d", t.Limits.Mate) }

// plies is how long a forced line is: as long as it is written, unless the
// search was stopped while it wrote.
func (m *mateSearch) plies(line []alphabeta.Move, most int) int {
	if m.stopped {
		return most
	}
	return len(line)
}

// sayWin reports a line that wins in so many plies.
func (t *task) sayWin(m *mateSearch, moves []alphabeta.Move, plies int) ai.Best {
	line := alphabeta.Line{Moves: moves, Value: alphabeta.Win - plies, Solved: true}
	t.Report(alphabeta.Report{Depth: plies, SelDepth: plies, Nodes: m.nodes,
		HashFull: m.table.HashFull(), Lines: []alphabeta.Line{line}})
	return t.Best(line)
}

// winWithin returns a line by which the side to move wins within k own turns
// against the longest resistance, or nil. Its first move is one of roots.
func (m *mateSearch) winWithin(s *square4.State, k int, roots []alphabeta.Move) []alphabeta.Move {
	var tried, refuted uint64
	for _, root := range roots {
		if m.visit() {
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
		if k > 1 && m.defend(&next, k-1) && !m.stopped {
			return append([]alphabeta.Move{root}, m.resist(&next, k-1)...)
		}
		if m.stopped {
			return nil
		}
	}
	return nil
}

// resist returns the longest line from a state in which the side to move loses
// against a side that wins within k turns.
func (m *mateSearch) resist(s *square4.State, k int) []alphabeta.Move {
	return m.resistFrom(s, k, m.rules.Legal(s, nil))
}

// resistFrom is resist with a choice of first moves.
func (m *mateSearch) resistFrom(s *square4.State, k int, roots []alphabeta.Move) []alphabeta.Move {
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
	return append(line, m.winWithin(&next, longest, m.rules.Legal(&next, nil))...)
}

// fewest returns within how many turns a win is that is known to be there
// within k.
func (m *mateSearch) fewest(s *square4.State, k int) int {
	for n := 1; n < k; n++ {
		if m.attack(s, n) {
			return n
		}
	}
	return k
}
