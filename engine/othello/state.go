package othello

import (
	"math/bits"

	"quadrille/engine"
)

// State is a position, small enough to be copied at every node of a search.
// The zero value has no disks; see StartState.
type State struct {
	Own uint64 // disks of the side to move: bit 8*row+column, a1 is bit 0
	Opp uint64 // disks of the other side
	// Side is the side to move: 0 Black, 1 White.
	Side uint8
}

// Turn is a turn: the square of a placement, 0 to 63, or Pass.
type Turn uint8

// Turns that are no squares.
const (
	Pass   Turn = squares
	NoTurn Turn = squares + 1 // no turn at all
)

// MaxTurns bounds the number of turns in any position.
const MaxTurns = squares

// StartState returns the start position.
func StartState() State {
	return State{Own: 1<<28 | 1<<35, Opp: 1<<27 | 1<<36}
}

// Moves is the set of squares where the side to move may place a disk.
func (s *State) Moves() uint64 { return Moves(s.Own, s.Opp) }

// MustPass says whether the side to move cannot place a disk while the other
// side can.
func (s *State) MustPass() bool {
	return Moves(s.Own, s.Opp) == 0 && Moves(s.Opp, s.Own) != 0
}

// Over says whether neither side can move.
func (s *State) Over() bool {
	return Moves(s.Own, s.Opp) == 0 && Moves(s.Opp, s.Own) == 0
}

// Empty is the set of squares without a disk.
func (s *State) Empty() uint64 { return ^(s.Own | s.Opp) }

// Play returns the state after a legal turn.
func (s State) Play(t Turn) State {
	if t == Pass {
		return State{Own: s.Opp, Opp: s.Own, Side: s.Side ^ 1}
	}
	flips := Flips(s.Own, s.Opp, uint8(t))
	return State{Own: s.Opp &^ flips, Opp: s.Own | flips | 1<<t, Side: s.Side ^ 1}
}

// Turns appends the legal turns, squares from a1 on or Pass alone. It appends
// nothing when the game is over.
func (s *State) Turns(turns []Turn) []Turn {
	moves := s.Moves()
	if moves == 0 && Moves(s.Opp, s.Own) != 0 {
		return append(turns, Pass)
	}
	for ; moves != 0; moves &= moves - 1 {
		turns = append(turns, Turn(bits.TrailingZeros64(moves)))
	}
	return turns
}

// Disks returns the number of disks of Black and of White.
func (s *State) Disks() (black, white int) {
	own, opp := bits.OnesCount64(s.Own), bits.OnesCount64(s.Opp)
	if s.Side == 0 {
		return own, opp
	}
	return opp, own
}

// Margin is the result of a game that ends with this state, from the view of
// the side to move: the difference of the disks, the empty squares counting
// for the winner, so that it is between -64 and 64.
func (s *State) Margin() int { return Margin(s.Own, s.Opp) }

// Margin is State.Margin for the disks of the side to move and of the other side.
func Margin(own, opp uint64) int {
	switch o, p := bits.OnesCount64(own), bits.OnesCount64(opp); {
	case o > p:
		return squares - 2*p
	case o < p:
		return 2*o - squares
	}
	return 0
}

// Hash returns a 64-bit key of the disks and the side to move.
func (s *State) Hash() uint64 {
	h := engine.Mix(s.Own) + 3*engine.Mix(s.Opp+0x9e3779b97f4a7c15)
	if s.Side != 0 {
		return ^h
	}
	return h
}
