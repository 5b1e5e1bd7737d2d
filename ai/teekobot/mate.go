package teekobot

import (
	"fmt"

	"quadrille/ai"
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/teeko"
)

// mateSearch proves or refutes that the side to move, the attacker, wins
// within a number of own turns whatever the other side does. It asks yes or
// no, plays every turn and never estimates.
type mateSearch struct {
	rules rules
	table *tt.Table[tt.Entry]
	ctl   *ai.Control
	limit uint64 // nodes; 0 for no limit
	nodes uint64
	// stopped is set when the time or the nodes are used up; what the search
	// returns from then on means nothing.
	stopped bool
	refuted int // within so many turns the root has no win
	choices [2*maxMate + 2][]alphabeta.Choice
}

// maxMate bounds the turns of a mate search, as deep as alphabeta looks.
const maxMate = alphabeta.MaxPly / 2

// visit counts a node and says whether the search was stopped.
func (m *mateSearch) visit() bool {
	if m.limit > 0 && m.nodes >= m.limit {
		m.stopped = true
	}
	if m.stopped {
		return true
	}
	m.nodes++
	if m.nodes%1024 == 0 && m.ctl.Done() {
		m.stopped = true
	}
	return m.stopped
}

// attack says whether the side to move wins within k own turns.
func (m *mateSearch) attack(s *teeko.State, k int) bool {
	if m.visit() || m.rules.drawn(s) {
		return false
	}
	if k <= 1 || winsNow(s) {
		return k > 0 && winsNow(s)
	}
	key, _ := m.rules.Key(s)
	key ^= mateKey
	if won, known := m.recall(key, k); known {
		return won
	}
	won := m.winningTurn(s, k) != teeko.NoTurn
	if !m.stopped {
		m.remember(key, k, won)
	}
	return won
}

// winningTurn returns a turn that wins within k turns, at least two and not at
// once, or NoTurn.
func (m *mateSearch) winningTurn(s *teeko.State, k int) teeko.Turn {
	choices, _, known := m.expand(s, 2*k)
	if known {
		return teeko.NoTurn
	}
	for i := range choices {
		bringBest(choices[i:])
		next := s.Play(teeko.Turn(choices[i].Move))
		if m.defend(&next, k-1) {
			return teeko.Turn(choices[i].Move)
		}
		if m.stopped {
			break
		}
	}
	return teeko.NoTurn
}

// defend says whether the attacker, who is not to move, wins within k own
// turns against every turn.
func (m *mateSearch) defend(s *teeko.State, k int) bool {
	if m.visit() {
		return false
	}
	choices, v, known := m.expand(s, 2*k+1)
	if known || k <= 1 {
		return known && v < 0
	}
	for i := range choices {
		bringBest(choices[i:])
		next := s.Play(teeko.Turn(choices[i].Move))
		if !m.attack(&next, k) {
			return false
		}
	}
	return true
}

func (m *mateSearch) expand(s *teeko.State, buffer int) ([]alphabeta.Choice, int, bool) {
	choices, v, known := m.rules.Expand(s, m.choices[buffer][:0])
	m.choices[buffer] = choices
	return choices, v, known
}

// bringBest brings the choice of the highest order to the front.
func bringBest(choices []alphabeta.Choice) {
	best := 0
	for i := range choices {
		if choices[i].Order > choices[best].Order {
			best = i
		}
	}
	choices[0], choices[best] = choices[best], choices[0]
}

// mateKey tells entries of this search from those of the alpha-beta search.
const mateKey = 0x6d6174652d696e2d

// recall says what is known of an attack within k turns. An entry holds in
// its value the most turns within which there is no win, and above them, in
// units of 256, the fewest within which there is one.
func (m *mateSearch) recall(key uint64, k int) (won, known bool) {
	noWin, win := m.known(key)
	return win > 0 && k >= win, k <= noWin || win > 0 && k >= win
}

func (m *mateSearch) known(key uint64) (noWin, win int) {
	v := m.table.Get(key).Value()
	return v & 0xff, v >> 8
}

func (m *mateSearch) remember(key uint64, k int, won bool) {
	noWin, win := m.known(key)
	if won {
		win = k
	} else {
		noWin = k
	}
	m.table.Put(key, tt.NewEntry(0, noWin|win<<8, k, tt.Exact), tt.KeepMove)
}

// within looks for the smallest number of own turns, up to k, in which one of
// the root turns wins, and returns the line, or nil when there is none or the
// search was stopped.
func (m *mateSearch) within(s *teeko.State, roots []alphabeta.Move, k int) []alphabeta.Move {
	for n := 1; n <= min(k, maxMate) && !m.stopped; n++ {
		for _, root := range roots {
			next := s.Play(teeko.Turn(root))
			if next.Won() || n > 1 && m.defend(&next, n-1) {
				return append([]alphabeta.Move{root}, m.line(&next, n-1)...)
			}
		}
		if !m.stopped {
			m.refuted = n
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
	for n := 1; n <= k && !m.stopped; n++ {
		turn := winningTurn(&next)
		if turn == teeko.NoTurn && n > 1 {
			turn = m.winningTurn(&next, n)
		}
		if turn != teeko.NoTurn {
			after := next.Play(turn)
			return append([]alphabeta.Move{alphabeta.Move(reply), alphabeta.Move(turn)}, m.line(&after, n-1)...)
		}
	}
	return []alphabeta.Move{alphabeta.Move(reply)}
}

// longest returns the turn against which the attacker needs all of his k
// turns, or just any turn, and the state after it.
func (m *mateSearch) longest(s *teeko.State, k int) (teeko.Turn, teeko.State) {
	turns := s.Turns(nil)
	for _, t := range turns {
		if next := s.Play(t); !m.attack(&next, k-1) && !m.stopped {
			return t, next
		}
	}
	return turns[0], s.Play(turns[0])
}

// searchMate answers whether there is a forced win within limits.Mate turns.
func (t *task) searchMate(table *tt.Table[tt.Entry]) ai.Best {
	table.NextSearch()
	m := &mateSearch{rules: t.rules, table: table, ctl: t.Control, limit: t.Limits.Nodes}
	line := m.within(&t.state, t.Roots, t.Limits.Mate)
	if line == nil {
		return t.WithoutWin(m.verdict(t.Limits.Mate), m.nodes, table.HashFull(), func() ai.Best { return t.search(table) })
	}
	l := alphabeta.Line{Moves: line, Value: alphabeta.Win - len(line), Solved: true}
	t.Report(alphabeta.Report{Depth: len(line), SelDepth: len(line), Nodes: m.nodes,
		HashFull: table.HashFull(), Lines: []alphabeta.Line{l}})
	return t.Best(l)
}

// verdict says in words within how many turns there is no win.
func (m *mateSearch) verdict(k int) string {
	switch {
	case m.stopped:
		return fmt.Sprintf("stopped; no win in %d", m.refuted)
	case k > maxMate:
		return fmt.Sprintf("no win in %d; longer ones are not looked for", maxMate)
	}
	return fmt.Sprintf("no win in %d", k)
}
