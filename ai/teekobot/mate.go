package teekobot

import (
	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/teeko"
)

// mateSearch plays every turn.
type mateSearch struct {
	alphabeta.MateSearch[teeko.State, rules]
}

// searchMate answers whether there is a forced win within limits.Mate turns.
func (t *task) searchMate(table *tt.Table[tt.Entry]) ai.Best {
	m := &mateSearch{}
	m.Game, m.Table, m.Stop, m.Limit = t.rules, table, t.Control.Done, t.Limits.Nodes
	return m.Answer(&t.Task, func(k int) []alphabeta.Move { return m.within(&t.state, t.Roots, k) },
		func() ai.Best { return t.search(table) })
}

// within returns a line in which one of the root turns wins within k own turns
// against the longest resistance, or nil. There is no win within fewer.
func (m *mateSearch) within(s *teeko.State, roots []alphabeta.Move, k int) []alphabeta.Move {
	for _, root := range roots {
		next := s.Play(teeko.Turn(root))
		if next.Won() || k > 1 && m.Defend(&next, k-1) {
			return append([]alphabeta.Move{root}, m.line(&next, k-1)...)
		}
	}
	return nil
}

// line is the rest of the game from a state in which the other side of the
// one to move wins within k own turns, both playing as long a game as that
// allows. It ends early when the search is stopped.
func (m *mateSearch) line(s *teeko.State, k int) []alphabeta.Move {
	if s.Won() || k < 1 {
		return nil
	}
	reply, next := m.longest(s, k)
	for n := 1; n <= k && !m.Stopped; n++ {
		move := alphabeta.Move(winningTurn(&next))
		if teeko.Turn(move) == teeko.NoTurn {
			move = alphabeta.NoMove
		}
		if move == alphabeta.NoMove && n > 1 {
			move = m.WinningMove(&next, n)
		}
		if move != alphabeta.NoMove {
			after := next.Play(teeko.Turn(move))
			return append([]alphabeta.Move{alphabeta.Move(reply), move}, m.line(&after, n-1)...)
		}
	}
	return []alphabeta.Move{alphabeta.Move(reply)}
}

// longest returns the turn against which the attacker needs all of his k
// turns, or just any turn, and the state after it.
func (m *mateSearch) longest(s *teeko.State, k int) (teeko.Turn, teeko.State) {
	turns := s.Turns(nil)
	for _, t := range turns {
		if next := s.Play(t); !m.Attack(&next, k-1) && !m.Stopped {
			return t, next
		}
	}
	return turns[0], s.Play(turns[0])
}
