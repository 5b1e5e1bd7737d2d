package alphabeta

import (
	"fmt"

	"quadrille/ai"
	"quadrille/ai/tt"
)

// MateGame is what a mate search asks about states beside what Game says. Its
// Expand must know the states that are lost with the other side's next turn
// whatever the side to move does, which the search does not play out.
type MateGame[S any] interface {
	Game[S]
	// Over values a state that the board ends, by a win or by a draw.
	Over(s *S) (value int, over bool)
	// Drawn says whether the rule on repetition ends the game with a state
	// that the board does not end.
	Drawn(s *S) bool
	// WinsNow says whether the side to move wins with one turn.
	WinsNow(s *S) bool
}

// MateSearch proves or refutes that the side to move, the attacker, wins
// within a number of own turns whatever the other side, the defender, does. It
// asks yes or no and never estimates.
type MateSearch[S any, G MateGame[S]] struct {
	Game  G
	Table *tt.Table[tt.Entry]
	Effort
	Tactics[S]

	choices [2*MaxMate + 2][]Choice
}

// Tactics is what a game knows about wins within k own turns of the attacker
// better than by playing every turn. Each field may be nil.
type Tactics[S any] struct {
	// Attack settles, where it can, whether the side to move wins. k is at
	// least 2, and no turn wins at once.
	Attack func(s *S, k int) (won, known bool)
	// Holds says that the side to move does not win, however many turns it
	// has.
	Holds func(s *S, k int) bool
	// WinningMove replaces playing every turn of the side to move.
	WinningMove func(s *S, k int) Move
	// Defend settles, where it can, whether the side that is not to move wins.
	Defend func(s *S, k int) (won, known bool)
}

const (
	// MaxMate bounds the turns of a mate search, as deep as MaxPly.
	MaxMate = MaxPly / 2
	// allTurns is within however many turns.
	allTurns = 255
	// mateKey tells table entries of this search from those of the others.
	mateKey = 0x6d617465
)

// Attack says whether the side to move, in a state that the board does not
// end, wins within k own turns.
func (m *MateSearch[S, G]) Attack(s *S, k int) bool {
	if m.Visit() || k < 1 || m.Game.Drawn(s) {
		return false
	}
	if m.Game.WinsNow(s) {
		return true
	}
	if k == 1 {
		return false
	}
	if m.Tactics.Attack != nil {
		if won, known := m.Tactics.Attack(s, k); known {
			return won
		}
	}
	key, _ := m.Game.Key(s)
	key ^= mateKey
	if won, known := m.recall(key, k); known {
		return won
	}
	if m.Holds != nil && m.Holds(s, k) {
		m.remember(key, allTurns, false)
		return false
	}
	won := m.WinningMove(s, k) != NoMove
	if !m.Stopped {
		m.remember(key, k, won)
	}
	return won
}

// WinningMove returns a move that wins within k turns, at least two and not at
// once, or NoMove.
func (m *MateSearch[S, G]) WinningMove(s *S, k int) Move {
	if m.Tactics.WinningMove != nil {
		return m.Tactics.WinningMove(s, k)
	}
	choices, _, known := m.expand(s, 2*k)
	if known {
		return NoMove // the caller has looked for a win at once
	}
	for i := range choices {
		pick(choices[i:])
		next := m.Game.Play(s, choices[i].Move)
		if m.Defend(&next, k-1) {
			return choices[i].Move
		}
		if m.Stopped {
			break
		}
	}
	return NoMove
}

// Defend says whether the side that is not to move wins within k own turns
// against every turn of a state that the board does not end.
func (m *MateSearch[S, G]) Defend(s *S, k int) bool {
	if m.Visit() {
		return false
	}
	if m.Tactics.Defend != nil {
		if won, known := m.Tactics.Defend(s, k); known {
			return won
		}
	}
	choices, v, known := m.expand(s, 2*k+1)
	if known || k <= 1 {
		return known && v < 0
	}
	for i := range choices {
		pick(choices[i:])
		next := m.Game.Play(s, choices[i].Move)
		if v, over := m.Game.Over(&next); over && v <= 0 || !over && !m.Attack(&next, k) {
			return false
		}
	}
	return true
}

func (m *MateSearch[S, G]) expand(s *S, buffer int) ([]Choice, int, bool) {
	choices, v, known := m.Game.Expand(s, m.choices[buffer][:0])
	m.choices[buffer] = choices
	return choices, v, known
}

// recall says what is known of an attack within k turns. A table entry holds
// in its value the most turns within which there is no win, and above them, in
// units of 256, the fewest within which there is one.
func (m *MateSearch[S, G]) recall(key uint64, k int) (won, known bool) {
	noWin, win := m.known(key)
	won = win > 0 && k >= win
	return won, won || k <= noWin
}

func (m *MateSearch[S, G]) known(key uint64) (noWin, win int) {
	v := m.Table.Get(key).Value()
	return v & 0xff, v >> 8
}

func (m *MateSearch[S, G]) remember(key uint64, k int, won bool) {
	noWin, win := m.known(key)
	switch {
	case !won:
		noWin = max(noWin, k)
	case win == 0 || k < win:
		win = k
	}
	m.Table.Put(key, tt.NewEntry(0, noWin|win<<8, k, tt.Exact), tt.KeepMove)
}

// Answer answers a question for a forced win. within looks for a line that
// wins within so many own turns and returns nil if there is none; search
// chooses a turn when there is none within as many as the limits say.
func (m *MateSearch[S, G]) Answer(t *Task, within func(k int) []Move, search func() ai.Best) ai.Best {
	m.Table.NextSearch()
	text := t.NoWin()
	if t.Limits.Mate > MaxMate {
		text = fmt.Sprintf("no win in %d; longer ones are not looked for", MaxMate)
	}
	for k := 1; k <= min(t.Limits.Mate, MaxMate); k++ {
		if line := within(k); line != nil {
			return m.sayWin(t, line, m.Plies(line, 2*k-1))
		}
		if m.Stopped {
			text = fmt.Sprintf("stopped; no win in %d", k-1)
			break
		}
		t.Report(Report{Depth: 2*k - 1, Nodes: m.Nodes, HashFull: m.Table.HashFull()})
	}
	return t.WithoutWin(text, m.Nodes, m.Table.HashFull(), search)
}

// Plies is how long a forced line is: as long as it is written, or as it may
// be at most when the search was stopped while it wrote.
func (m *MateSearch[S, G]) Plies(line []Move, most int) int {
	if m.Stopped {
		return most
	}
	return len(line)
}

// sayWin reports a line that wins in so many plies.
func (m *MateSearch[S, G]) sayWin(t *Task, moves []Move, plies int) ai.Best {
	line := Line{Moves: moves, Value: Win - plies, Solved: true}
	t.Report(Report{Depth: plies, SelDepth: plies, Nodes: m.Nodes, HashFull: m.Table.HashFull(), Lines: []Line{line}})
	return t.Best(line)
}
