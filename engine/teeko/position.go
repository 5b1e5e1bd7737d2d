package teeko

import (
	"quadrille/engine"
)

// Phase names, as the document and square4 have them.
const (
	Placement = "placement"
	Movement  = "movement"
)

// Position is a position with its rules and as much of the past as the
// repetition rule needs. It implements engine.Position and engine.Perfter.
type Position struct {
	rules engine.Rules
	state State
	last  Turn // the turn that led here, NoTurn if none did
	// past is the run of positions with all marks down that ends with this
	// one, or nil before and when repetition is switched off.
	past   *engine.History[State]
	result engine.Result
}

// newPosition returns the position of a state without a past.
func newPosition(rules engine.Rules, s State) *Position {
	p := &Position{rules: rules, state: s, last: NoTurn}
	p.enter()
	return p
}

// enter adds the state to the past and finds the result.
func (p *Position) enter() {
	if p.state.Moving() && p.rules.Int(optRepetition) > 0 {
		p.past = p.past.Add(p.state, p.state.Hash())
	}
	p.result = p.outcome()
}

func (p *Position) outcome() engine.Result {
	switch p.state.Outcome() {
	case OWins:
		return engine.Win(engine.P1, "goal")
	case XWins:
		return engine.Win(engine.P2, "goal")
	case NoMoves:
		return engine.Draw("no-legal-moves")
	}
	if p.past != nil && p.past.LastCount() >= p.rules.Int(optRepetition) {
		return engine.Draw("repetition")
	}
	return engine.Result{}
}

// play returns the position after a legal turn.
func (p *Position) play(t Turn) *Position {
	next := *p
	next.state = p.state.Play(t)
	next.last = t
	next.enter()
	return &next
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

// Phase returns Placement until all marks are down, then Movement.
func (p *Position) Phase() string {
	if p.state.Moving() {
		return Movement
	}
	return Placement
}

// Scores returns for O and for X 1 if the side has a goal and else 0.
func (p *Position) Scores() []int {
	scores := []int{0, 0}
	for side, marks := range p.state.Marks {
		if p.state.Board.IsGoal(marks) {
			scores[side] = 1
		}
	}
	return scores
}

// Hash returns a key of the marks, the side to act and the board.
func (p *Position) Hash() uint64 { return p.state.Hash() }

// SearchState returns the state for a search.
func (p *Position) SearchState() State { return p.state }

// Occurred returns how often the state has been seen since all marks are down,
// and the number that makes a draw (0 for never).
func (p *Position) Occurred(s State) (count, limit int) {
	return p.past.Count(s, s.Hash()), p.rules.Int(optRepetition)
}

// Perft counts the sequences of depth turns from here; repetition is heeded
// by playing tokens where it is near enough to matter.
func (p *Position) Perft(depth int, stop func() bool) uint64 {
	if depth <= 0 || p.result.Over {
		return 1
	}
	if !p.repetitionNear(depth) {
		return p.state.Perft(depth, stop)
	}
	var n uint64
	for _, t := range p.state.Turns(nil) {
		if stop() {
			break
		}
		n += p.play(t).Perft(depth-1, stop)
	}
	return n
}

// repetitionNear says whether a draw by repetition is possible within depth
// plies. Without a past a position recurs after four plies at the earliest,
// when both sides have moved a mark there and back.
func (p *Position) repetitionNear(depth int) bool {
	limit := p.rules.Int(optRepetition)
	switch {
	case limit == 0:
		return false
	case limit == 1 || p.state.Moving():
		return true
	}
	left := 2*Marks - p.state.Placed(0) - p.state.Placed(1)
	return depth >= left && (depth-left)/4+1 >= limit
}

// BoardSize returns the option size as a number.
func (p *Position) BoardSize() int { return p.state.Board.Size() }

// SeatNames returns the marks, O and X.
func (p *Position) SeatNames() []string { return []string{"O", "X"} }
