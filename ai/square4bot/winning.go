package square4bot

import (
	"quadrille/ai/alphabeta"
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// Attack finds how the side to move wins with slideback=false while there are marbles
// to place, or keeps the other from winning, and remembers it from one state to the next.
type Attack struct{ proofs *proofs }

// NewAttack returns an Attack with a table of about that many MiB. Without slides it finds
// wins before the movement phase alone, which serve for any number of marbles from the state's
// on; with them also those in it. It ends soon after stop, which is asked now and then, says so.
func NewAttack(mib int, slides bool, stop func() bool) *Attack {
	const most = 256 << 20 // bytes of tables of movement phases
	g := rules{oneIsRepetition: !slides, weights: standardWeights()}
	return &Attack{newProofs(g, tt.New[tt.Entry](mib), newPhases(most), stop)}
}

// Turn returns a turn after which the side to move in a state that is not over wins
// whatever the other side does, and whether there is one. known is false after a stop.
func (a *Attack) Turn(s *square4.State) (t square4.Turn, won, known bool) {
	legal := a.proofs.Game.Legal(s, nil)
	for _, m := range legal {
		next := s.Play(square4.Turn(m))
		if v, over := overNow(&next); over && v < 0 {
			return square4.Turn(m), true, true
		}
	}
	if m := a.lastTurn(s, legal); m != alphabeta.NoMove {
		return square4.Turn(m), true, true
	}
	won, known, m := a.proofs.Wins(s, legal, true)
	if !won || !known {
		return square4.NoTurn, false, known
	}
	return square4.Turn(m), true, true
}

// lastTurn is the turn with the last marble after which the fewest slides win that nothing of the
// other side's stands in the way of, if there is one. So it is quick to check.
func (a *Attack) lastTurn(s *square4.State, turns []alphabeta.Move) (best alphabeta.Move) {
	best = alphabeta.NoMove
	if a.proofs.Game.oneIsRepetition || left(s, s.Side) > 1 || left(s, s.Side^1) > 0 {
		return best
	}
	fewest := longest + 1
	for _, m := range turns {
		next := s.Play(square4.Turn(m))
		if _, over := overNow(&next); over {
			continue
		}
		if plies, leads := a.proofs.phases.winsAlone(&next, s.Side, 0); leads && plies < fewest {
			best, fewest = m, plies
		}
	}
	return best
}

// Held gives the Attack what knows of states in which the other side has no win, for Hold.
func (a *Attack) Held(held func(*square4.State) bool) { a.proofs.held = held }

// Hold returns a turn after which the other side, in a state that is not over, has no way to force a win,
// and whether there is one. known is false after a stop.
func (a *Attack) Hold(s *square4.State) (t square4.Turn, holds, known bool) {
	lost, known, m := a.proofs.Wins(s, a.proofs.Game.Legal(s, nil), false)
	if lost || !known {
		return square4.NoTurn, false, known
	}
	return square4.Turn(m), true, true
}

// Slides says within how many slides the side that is not to move wins a state in which both only
// slide, if a turn found by Turn has led to it; 0 if it takes more than MostSlides.
func (a *Attack) Slides(s *square4.State) int { return a.proofs.phases.within(s, s.Side^1) }

// Nodes is how many states have been visited so far.
func (a *Attack) Nodes() uint64 { return a.proofs.Nodes }
