package square4bot

import (
	"math/bits"

	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// mateSearch is a mate search with what the game knows about it.
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
	alphabeta.MateSearch[square4.State, rules]
	late int // spent on pairs when the time was over
}

// newMateSearch returns a mate search without a limit of nodes; stop is asked
// now and then.
func newMateSearch(g rules, table *tt.Table[tt.Entry], stop func() bool) *mateSearch {
	m := &mateSearch{}
	m.Game, m.Table, m.Stop = g, table, stop
	m.Tactics = alphabeta.Tactics[square4.State]{
		Attack:      m.settleAttack,
		Holds:       func(s *square4.State, k int) bool { return k >= pairsFrom && m.pairsHold(s) },
		WinningMove: m.winningMove,
		Defend: func(s *square4.State, k int) (won, known bool) {
			return bothFull(s) && m.defendSliding(s, k), bothFull(s)
		},
	}
	return m
}

// settleAttack settles an attack by slides alone or within two turns.
func (m *mateSearch) settleAttack(s *square4.State, k int) (won, known bool) {
	switch {
	case s.Moving():
		return m.attackSliding(s, k), true
	case k == 2:
		return m.attackTwo(s), true
	}
	return false, false
}

// left is how many marbles a side has to place.
func left(s *square4.State, side uint8) int { return int(s.Pieces) - s.Placed(int(side)) }

// winningMove returns a turn that wins within k turns, three or more, or
// NoMove. It tries the turns by their cells.
func (m *mateSearch) winningMove(s *square4.State, k int) alphabeta.Move {
	var a analysis
	if _, known := m.Game.analyse(s, &a); known {
		return alphabeta.NoMove // the caller has looked for a win at once
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
				t := square4.NewTurn(cell, f.square)
				if next := s.Play(t); m.Defend(&next, k-1) {
					return alphabeta.Move(t)
				}
			}
		}
		if m.Stopped {
			break
		}
	}
	return alphabeta.NoMove
}

// backRefutes looks for a cell with which the defender, sliding back whatever
// tile the attacker slides after placing at cell, keeps the attacker from
// winning within k turns. It tries few.
func (m *mateSearch) backRefutes(s *square4.State, cell uint8, k int) bool {
	after := s.Placing(cell).Passed()
	if after.Moving() {
		after = after.Passed()
		return !m.Attack(&after, k-1)
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
		if !m.Attack(&reply, k-1) {
			return true
		}
		if m.Stopped {
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
	if !s.NoBack && left(s, s.Side^1) <= 0 {
		return false // see movement.go
	}
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(slides)))
		if v, over := overNow(&next); over && v < 0 || !over && m.Defend(&next, k-1) {
			return true
		}
	}
	return false
}

// defendSliding is defend where both sides only slide.
func (m *mateSearch) defendSliding(s *square4.State, k int) bool {
	if m.Game.oneIsRepetition || s.WinsNow() {
		return false
	}
	for slides := s.Slides(); slides != 0; slides &= slides - 1 {
		next := s.Slid(uint8(bits.TrailingZeros16(slides)))
		if v, over := overNow(&next); over && v <= 0 || !over && !m.Attack(&next, k) {
			return false
		}
	}
	return true
}
