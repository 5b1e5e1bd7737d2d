package square4bot

import (
	"quadrille/ai/tt"
	"quadrille/engine/square4"
)

// Attack finds how the side to move wins with slideback=false while there are marbles
// to place, and remembers it from one state to the next. What it finds does not need the
// movement phase, so that it serves for any number of marbles from the state's on.
type Attack struct{ proofs *proofs }

// NewAttack returns an Attack with a table of about that many MiB. It ends soon after
// stop, which is asked now and then, says so.
func NewAttack(mib int, stop func() bool) *Attack {
	g := rules{oneIsRepetition: true, weights: standardWeights()} // the movement phase is a draw
	return &Attack{newProofs(g, tt.New[tt.Entry](mib), nil, stop)}
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
	won, known, m := a.proofs.Wins(s, legal, true)
	if !won || !known {
		return square4.NoTurn, false, known
	}
	return square4.Turn(m), true, true
}

// Nodes is how many states have been visited so far.
func (a *Attack) Nodes() uint64 { return a.proofs.Nodes }
