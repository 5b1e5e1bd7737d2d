package teeko

import (
	"math/bits"

	"quadrille/engine"
)

// Marks is the number of marks of each side.
const Marks = 4

// State is a position, small enough to be copied at every node of a search.
// It carries the board but not the past, so it knows nothing of repetition.
// The zero value is the start position on the small board.
type State struct {
	// Marks are the cells of O and of X: bit n-1 stands for the cell with
	// number n.
	Marks [2]uint32
	Side  uint8 // to move: 0 O, 1 X
	Board Board
}

// NoCell stands for no cell in Turn.From and Turn.To.
const NoCell = 31

// Turn is a whole turn: the cell a mark comes from, NoCell when it is dropped,
// and in the lower five bits the cell it goes to. Cells are numbers less one.
type Turn uint16

// NoTurn is not a turn at all.
const NoTurn Turn = NoCell<<5 | NoCell

// MaxTurns bounds the number of turns in any position: four marks with eight
// neighbours, or 25 cells to drop on.
const MaxTurns = Marks * directions

// NewDrop returns the turn that drops a mark on a cell.
func NewDrop(to uint8) Turn { return NewMove(NoCell, to) }

// NewMove returns the turn that moves a mark.
func NewMove(from, to uint8) Turn { return Turn(from)<<5 | Turn(to) }

// From returns the cell that the mark leaves, NoCell for a drop.
func (t Turn) From() uint8 { return uint8(t >> 5) }

// To returns the cell that the mark goes to.
func (t Turn) To() uint8 { return uint8(t & 31) }

// Outcome is how a state ends.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	OWins
	XWins
	NoMoves
)

// Outcome says whether the state is the end of a game, by a goal or by want of
// a legal turn.
func (s *State) Outcome() Outcome {
	switch {
	case s.Board.IsGoal(s.Marks[0]):
		return OWins
	case s.Board.IsGoal(s.Marks[1]):
		return XWins
	case s.Moving() && s.Count() == 0:
		// Four marks that are no goal have five neighbours or more, and there
		// are only four marks to put there; the rule is kept because the
		// document has a drawn game.
		return NoMoves
	}
	return Ongoing
}

// Won says whether the side that moved last has a goal. In play no other side
// can have one, and no side can win without moving, so a search needs nothing
// else.
func (s *State) Won() bool { return s.Board.IsGoal(s.Marks[s.Side^1]) }

// Moving says whether all marks are down, so that turns move them.
func (s *State) Moving() bool {
	return bits.OnesCount32(s.Marks[0]|s.Marks[1]) >= 2*Marks
}

// Placed is the number of marks of a side (0 O, 1 X) on the board.
func (s *State) Placed(side int) int { return bits.OnesCount32(s.Marks[side]) }

// Empty is the set of cells without a mark.
func (s *State) Empty() uint32 { return s.Board.Cells() &^ (s.Marks[0] | s.Marks[1]) }

// Play returns the state after a legal turn.
func (s State) Play(t Turn) State {
	s.Marks[s.Side] |= 1 << t.To()
	if from := t.From(); from != NoCell {
		s.Marks[s.Side] &^= 1 << from
	}
	s.Side ^= 1
	return s
}

// Turns appends the legal turns of a state that is not over, drops by cell,
// moves by the cell they leave and then the one they reach.
func (s *State) Turns(turns []Turn) []Turn {
	empty := s.Empty()
	if !s.Moving() {
		return appendTurns(turns, NoCell, empty)
	}
	for own := s.Marks[s.Side]; own != 0; own &= own - 1 {
		from := uint8(bits.TrailingZeros32(own))
		turns = appendTurns(turns, from, empty&s.Board.Neighbours(from))
	}
	return turns
}

func appendTurns(turns []Turn, from uint8, to uint32) []Turn {
	for ; to != 0; to &= to - 1 {
		turns = append(turns, NewMove(from, uint8(bits.TrailingZeros32(to))))
	}
	return turns
}

// Count returns the number of turns that Turns lists.
func (s *State) Count() int {
	empty := s.Empty()
	if !s.Moving() {
		return bits.OnesCount32(empty)
	}
	n := 0
	for own := s.Marks[s.Side]; own != 0; own &= own - 1 {
		n += bits.OnesCount32(empty & s.Board.Neighbours(uint8(bits.TrailingZeros32(own))))
	}
	return n
}

// Hash returns a 64-bit key of the state, its board included. States that
// differ have different keys.
func (s *State) Hash() uint64 {
	rest := uint64(s.Board)<<1 | uint64(s.Side)
	return engine.Mix(uint64(s.Marks[0]) | uint64(s.Marks[1])<<MaxCells | rest<<(2*MaxCells))
}

// Perft counts the sequences of depth turns, a finished game counting one. It
// returns early, with a number that means nothing, soon after stop returns
// true.
func (s *State) Perft(depth int, stop func() bool) uint64 {
	if depth <= 0 || s.Outcome() != Ongoing {
		return 1
	}
	if depth == 1 {
		return uint64(s.Count())
	}
	var buffer [MaxTurns]Turn
	var n uint64
	for _, t := range s.Turns(buffer[:0]) {
		if depth > 3 && stop() {
			break
		}
		next := s.Play(t)
		n += next.Perft(depth-1, stop)
	}
	return n
}
