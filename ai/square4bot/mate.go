package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// mateSearch proves or refutes that the side to move, the attacker, wins
// within a number of own turns whatever the other side, the defender, does. It
// asks yes or no and never estimates.
//
// Four things make it fast. The attacker's last turn and the defender's last
// answer are decided by analyse without playing them. The attacker's last turn
// but one is looked for among few candidates, found for all cells at once
// (candidates). And the defender mostly answers by sliding the same tile back:
// the position that this leads to is the same for all of the attacker's
// slides, so that one refutation serves up to four turns, and the tree has the
// breadth of the cells and not of the turns. Last, a pairing (pairs.go) shows
// at once that a position is not lost, however many turns are to come.
type mateSearch struct {
	rules rules
	table *tt.Table[tt.Entry]
	stop  func() bool // asked once in a thousand nodes
	limit uint64      // of nodes; 0 is none
	// progress is told, between searches, of the turns that are decided.
	progress func(k int)

	nodes   uint64
	stopped bool
	choices [2*maxMate + 2][]alphabeta.Choice
}

// maxMate bounds the turns of a mate search; a game has at most 16 placements
// a side, and the movement phase adds no wins to speak of.
const maxMate = 40

// visit counts a node and says whether the search was stopped; what it returns
// from then on means nothing.
func (m *mateSearch) visit() bool {
	if m.stopped || m.limit > 0 && m.nodes >= m.limit {
		m.stopped = true
		return true
	}
	m.nodes++
	if m.nodes%256 == 0 && m.stop() {
		m.stopped = true
	}
	return m.stopped
}

// attack says whether the side to move, in a state that is not over, wins
// within k own turns.
func (m *mateSearch) attack(s *square4.State, k int) bool {
	if m.visit() || m.rules.oneIsRepetition && s.Moving() {
		return false
	}
	if s.WinsNow() {
		return true
	}
	switch {
	case k <= 1:
		return false
	case s.Moving():
		return m.attackSliding(s, k)
	case k == 2:
		return m.attackTwo(s) != square4.NoTurn
	}
	key := m.key(s)
	if won, known := m.recall(key, k); known {
		return won
	}
	if k >= pairsFrom && pairsHold(s) {
		m.remember(key, allTurns, false)
		return false
	}
	turn := m.winningTurn(s, k)
	if m.stopped {
		return false
	}
	m.remember(key, k, turn != square4.NoTurn)
	return turn != square4.NoTurn
}

// winningTurn is attack for three turns or more: it returns a turn that wins
// within k, or NoTurn.
func (m *mateSearch) winningTurn(s *square4.State, k int) square4.Turn {
	var a analysis
	if _, known := m.rules.analyse(s, &a); known {
		return square4.NoTurn // the caller has looked for a win at once
	}
	var safe uint64
	for i := range a.n {
		safe |= a.frames[i].safe
	}
	for safe != 0 {
		cell := uint8(bits.TrailingZeros64(safe))
		bit := uint64(1) << cell
		safe &^= bit
		if !s.NoBack && (k >= replyPairsFrom && m.pairsRefute(s, &a, cell) || m.backRefutes(s, cell, k)) {
			continue
		}
		for i := range a.n {
			if f := &a.frames[i]; f.safe&bit != 0 {
				next := s.Play(square4.NewTurn(cell, f.square))
				if m.defend(&next, k-1) {
					return square4.NewTurn(cell, f.square)
				}
			}
		}
		if m.stopped {
			break
		}
	}
	return square4.NoTurn
}

// pickTurn brings the choice of the highest order to the front.
func pickTurn(choices []alphabeta.Choice) {
	best := 0
	for i := range choices {
		if choices[i].Order > choices[best].Order {
			best = i
		}
	}
	choices[0], choices[best] = choices[best], choices[0]
}

// defend says whether the other side of the one to move, the attacker, wins
// within k own turns against every turn of a state that is not over.
func (m *mateSearch) defend(s *square4.State, k int) bool {
	if m.visit() {
		return false
	}
	if s.Moving() && s.Placed(int(s.Side^1)) >= int(s.Pieces) {
		return m.defendSliding(s, k)
	}
	i := 2*k + 1
	choices, v, known := m.rules.Expand(s, m.choices[i][:0])
	m.choices[i] = choices
	if known {
		return v < 0
	}
	if k <= 1 {
		return false
	}
	for i := range choices {
		pickTurn(choices[i:])
		next := s.Play(square4.Turn(choices[i].Move))
		if v, over := overNow(&next); over {
			if v <= 0 {
				return false
			}
			continue
		}
		if !m.attack(&next, k) {
			return false
		}
	}
	return true
}

// overNow is the value of a state that is over by blocks.
func overNow(s *square4.State) (value int, over bool) {
	own, other := s.Marbles[s.Side], s.Marbles[s.Side^1]
	mine, theirs := square4.HasBlock(own), square4.HasBlock(other)
	if !mine && !theirs {
		return 0, false
	}
	return blockValue(mine, theirs), true
}

// backRefutes looks for a cell with which the defender, sliding back whatever
// tile the attacker slides after placing at cell, keeps the attacker from
// winning within k turns. It tries few.
func (m *mateSearch) backRefutes(s *square4.State, cell uint8, k int) bool {
	after := s.Placing(cell).Passed()
	if after.Moving() {
		after = after.Passed()
		return !m.attack(&after, k-1)
	}
	own, other := after.Marbles[s.Side], after.Marbles[s.Side^1]
	cells := after.Empty()
	if must := square4.Completing(own) & cells; must != 0 {
		cells = must
	}
	for range backTries {
		if cells == 0 {
			return false
		}
		c := busiest(own, other, s.Hole, cells)
		cells &^= 1 << c
		reply := after.Placing(c).Passed()
		if square4.HasBlock(reply.Marbles[reply.Side^1]) {
			return true
		}
		if !m.attack(&reply, k-1) {
			return true
		}
		if m.stopped {
			return false
		}
	}
	return false
}

const backTries = 2

// busiest chooses the cell that belongs to the most of own's windows, those
// with two marbles first.
func busiest(own, other uint64, hole uint8, cells uint64) uint8 {
	one, two, _ := square4.Counts(own, square4.AllCells&^(other|square4.TileCells(hole)))
	for _, windows := range [...]uint64{two, one} {
		var once, twice uint64
		tally(windows, &once, &twice)
		if twice &= cells; twice != 0 {
			return uint8(bits.TrailingZeros64(twice))
		}
		if once &= cells; once != 0 {
			return uint8(bits.TrailingZeros64(once))
		}
	}
	return uint8(bits.TrailingZeros64(cells))
}

// attackSliding is attack for a side that only slides.
func (m *mateSearch) attackSliding(s *square4.State, k int) bool {
	if !s.NoBack && s.Placed(int(s.Side^1)) >= int(s.Pieces) {
		return false // see movement.go
	}
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(slides)))
		if v, over := overNow(&next); over {
			if v < 0 {
				return true
			}
			continue
		}
		if m.defend(&next, k-1) {
			return true
		}
	}
	return false
}

// defendSliding is defend where both sides only slide.
func (m *mateSearch) defendSliding(s *square4.State, k int) bool {
	if m.rules.oneIsRepetition || s.WinsNow() {
		return false
	}
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(slides)))
		if v, over := overNow(&next); over {
			if v <= 0 {
				return false
			}
			continue
		}
		if !m.attack(&next, k) {
			return false
		}
	}
	return true
}

// key is the table's key of an attack, other than that of the same state in
// the alpha-beta search.
func (m *mateSearch) key(s *square4.State) uint64 {
	key, _ := m.rules.Key(s)
	return key ^ 0x6d617465
}

// recall says what is known of an attack within k turns. A table entry holds
// the most turns within which there is no win, and the fewest within which
// there is one.
func (m *mateSearch) recall(key uint64, k int) (won, known bool) {
	noWin, win := m.known(key)
	switch {
	case k <= noWin:
		return false, true
	case win > 0 && k >= win:
		return true, true
	}
	return false, false
}

func (m *mateSearch) known(key uint64) (noWin, win int) {
	v := m.table.Get(key).Value()
	return v & 0xff, v >> 8
}

func (m *mateSearch) remember(key uint64, k int, won bool) {
	noWin, win := m.known(key)
	if won && (win == 0 || k < win) {
		win = k
	}
	if !won && k > noWin {
		noWin = k
	}
	m.table.Put(key, tt.NewEntry(0, noWin|win<<8, k, tt.Exact), tt.KeepMove)
}
