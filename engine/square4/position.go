package square4

import (
	"math/bits"

	"quadrille/engine"
)

// Phase names, as the documents have them.
const (
	Placement      = "placement"
	PlacementSlide = "placementSlide"
	Movement       = "movement"
)

// Position is a position with its rules and as much of the past as the
// repetition rule needs. It implements engine.Position and engine.Perfter.
type Position struct {
	rules engine.Rules
	// state is the position between turns; in the middle of a turn it already
	// has the marble that was placed, with the same side to move.
	state State
	// placed is the cell of the placement of an unfinished turn, or NoCell.
	placed uint8
	// last is the turn that led here, NoTurn if none did. In the middle of a
	// turn it has the placement only.
	last Turn
	// filled is the square into which the last turn slid a tile, or NoSquare.
	filled uint8
	// past is the run of movement-phase positions that ends with this one, or
	// nil outside the movement phase and when repetition is switched off.
	past   *engine.History[State]
	result engine.Result
}

// newPosition returns the position of a state between turns without a past.
func newPosition(rules engine.Rules, s State) *Position {
	p := &Position{rules: rules, state: s, placed: NoCell, last: NoTurn, filled: NoSquare}
	p.enter(nil)
	return p
}

// enter sets the past and the result of a position between turns, given the
// run of movement-phase positions that it continues. A position that has ended
// otherwise needs no past.
func (p *Position) enter(earlier *engine.History[State]) {
	if p.state.Moving() && p.rules.Int(optRepetition) > 0 && p.state.Outcome() == Ongoing {
		p.past = earlier.Add(p.state, p.state.Hash())
	}
	p.result = p.outcome()
}

func (p *Position) outcome() engine.Result {
	switch p.state.Outcome() {
	case RedWins:
		return engine.Win(engine.P1, "block")
	case BlueWins:
		return engine.Win(engine.P2, "block")
	case BothBlocks:
		return engine.Draw("both-blocks")
	case NoSlides:
		return engine.Draw("no-legal-slides")
	}
	if p.past != nil && p.past.LastCount() >= p.rules.Int(optRepetition) {
		return engine.Draw("repetition")
	}
	return engine.Result{}
}

// Game returns the ruleset.
func (p *Position) Game() engine.Game { return Game{} }

// Rules returns the value of every rule option.
func (p *Position) Rules() engine.Rules { return p.rules }

// Players returns 2.
func (p *Position) Players() int { return 2 }

// Turn returns the side to act.
func (p *Position) Turn() engine.Player { return engine.Player(p.state.Side + 1) }

// Result says whether and how the game ended.
func (p *Position) Result() engine.Result { return p.result }

// Phase returns Placement, PlacementSlide or Movement, for the side to act.
func (p *Position) Phase() string {
	switch {
	case p.placed != NoCell:
		return PlacementSlide
	case p.state.Moving():
		return Movement
	}
	return Placement
}

// Scores returns the number of 2×2 blocks of Red and of Blue.
func (p *Position) Scores() []int {
	return []int{
		bits.OnesCount64(Windows(p.state.Marbles[0])),
		bits.OnesCount64(Windows(p.state.Marbles[1])),
	}
}

// CanWin says whether a side may still make a block. Every block covers each of
// the four slots once, and a marble keeps its slot for ever, so one that lacks
// marbles in more of the slots than it has marbles to place cannot.
func (p *Position) CanWin(seat engine.Player) bool {
	side := int(seat) - 1
	var covered [slots]bool
	for cells := p.state.Marbles[side]; cells != 0; cells &= cells - 1 {
		_, slot := squareSlot(uint8(bits.TrailingZeros64(cells)))
		covered[slot] = true
	}
	lacking := 0
	for _, there := range covered {
		if !there {
			lacking++
		}
	}
	return lacking <= int(p.state.Pieces)-p.state.Placed(side)
}

// Hash returns a key of the board, the side to act, the unfinished placement
// and what the rules bar.
func (p *Position) Hash() uint64 {
	h := p.state.Hash()
	if p.placed != NoCell {
		h = engine.Mix(h ^ uint64(p.placed)<<40)
	}
	return h
}

// Hash returns a 64-bit key of the state, rules included.
func (s *State) Hash() uint64 {
	rest := uint64(s.Side) | uint64(s.Hole)<<1 | uint64(s.Barred)<<5 | uint64(s.Pieces)<<9
	if s.NoBack {
		rest |= 1 << 16
	}
	return engine.Mix(s.Marbles[0]^rest<<44) + 3*engine.Mix(s.Marbles[1]+0x9e3779b97f4a7c15)
}

// SearchState returns the state between turns for a search, and the cell of the
// placement when the turn has begun (else NoCell); with a placement made, the
// state is the one before it.
func (p *Position) SearchState() (s State, placed uint8) {
	s = p.state
	if p.placed != NoCell {
		s.Marbles[s.Side] &^= 1 << p.placed
	}
	return s, p.placed
}

// Occurred returns how often the state has been seen in the present run of
// movement-phase positions, and the number that makes a draw (0 for never).
func (p *Position) Occurred(s State) (count, limit int) {
	return p.past.Count(s, s.Hash()), p.rules.Int(optRepetition)
}

// Perft counts the sequences of depth turns from here; repetition is heeded
// by playing tokens where it is near enough to matter.
func (p *Position) Perft(depth int, stop func() bool) uint64 {
	if depth <= 0 || p.result.Over {
		return 1
	}
	if p.placed != NoCell || p.repetitionNear(depth) {
		return engine.Divide(p, depth, stop, func(string, uint64) {})
	}
	return p.state.Perft(depth, stop)
}

// repetitionNear says whether a draw by repetition is possible within depth
// plies. A position can recur every second ply at most, and only when both
// sides have placed everything (or at once, with repetition=1).
func (p *Position) repetitionNear(depth int) bool {
	limit := p.rules.Int(optRepetition)
	if limit == 0 {
		return false
	}
	if limit == 1 || p.state.Moving() {
		return true
	}
	left := 2*int(p.state.Pieces) - p.state.Placed(0) - p.state.Placed(1)
	return depth >= left && (depth-left)/2+1 >= limit
}

// BoardSize returns 6: three squares of two slots.
func (p *Position) BoardSize() int { return 6 }

// SeatNames returns Red and Blue.
func (p *Position) SeatNames() []string { return []string{"Red", "Blue"} }
