package blokusbot

import (
	"quadrille/ai/mcts"
	"quadrille/engine/blokus"
)

// replies remember, for each seat, what it last answered to a turn, or to two
// turns in a row, in a game that it won, until it loses with that (last good
// reply with forgetting: Baier and Drake, "The power of forgetting: improving
// the last-good-reply policy in Monte Carlo Go", 2010).
type replies struct {
	pairs bool
	one   [mcts.MaxSeats][blokus.PlacementLimit]mcts.Move // move + 1
	two   [replySlots]reply
}

const replySlots = 1 << 14

type reply struct {
	key  uint32
	seat uint8
	move mcts.Move // + 1
}

func slot(seat uint8, last, before mcts.Move) (key uint32, index int) {
	key = uint32(last)<<16 | uint32(before)
	return key, int((uint64(key)*4+uint64(seat))*0x9e3779b97f4a7c15>>50) & (replySlots - 1)
}

// find returns the remembered answer to the last turns, if it is legal.
func (r *replies) find(s *blokus.State, side int, trace []mcts.Turn) (blokus.Placement, bool) {
	n := len(trace)
	if n == 0 {
		return 0, false
	}
	if n > 1 && r.pairs {
		key, i := slot(uint8(side), trace[n-1].Move, trace[n-2].Move)
		if e := &r.two[i]; e.move != 0 && e.key == key && e.seat == uint8(side) && s.Fits(blokus.Placement(e.move-1)) {
			return blokus.Placement(e.move - 1), true
		}
	}
	if m := r.one[side][trace[n-1].Move]; m != 0 && s.Fits(blokus.Placement(m-1)) {
		return blokus.Placement(m - 1), true
	}
	return 0, false
}

// learn remembers the answers of those who won the game and forgets the
// others'.
func (r *replies) learn(trace []mcts.Turn, o *mcts.Outcome) {
	for i := 1; i < len(trace); i++ {
		t := trace[i]
		if t.Move == mcts.Move(blokus.Pass) {
			continue
		}
		last := trace[i-1].Move
		before := mcts.Move(0)
		if i > 1 {
			before = trace[i-2].Move
		}
		key, index := slot(t.Seat, last, before)
		if o.Share[t.Seat] > 0 {
			r.one[t.Seat][last] = t.Move + 1
			r.two[index] = reply{key, t.Seat, t.Move + 1}
			continue
		}
		if r.one[t.Seat][last] == t.Move+1 {
			r.one[t.Seat][last] = 0
		}
		if e := &r.two[index]; e.key == key && e.seat == t.Seat && e.move == t.Move+1 {
			e.move = 0
		}
	}
}
