package othello

import "quadrille/engine"

// The reasons for which a game ends.
const (
	MoreDisks  = "more-disks"
	EqualDisks = "equal-disks"
)

// Placement is the name of the only phase.
const Placement = "placement"

// Position is a position and the turn that led to it. It implements
// engine.Position, engine.Perfter and engine.Transcriber.
type Position struct {
	rules engine.Rules
	state State
	last  Turn   // the turn that led here, NoTurn if none did
	flips uint64 // disks that the last turn turned over
	moves uint64 // squares where the side to move may place
	// opening is the name of the last opening on the way here, if any.
	opening string
	// result follows from the state.
	result engine.Result
}

// newPosition returns the position of a state.
func newPosition(rules engine.Rules, s State) *Position {
	return &Position{rules: rules, state: s, last: NoTurn, opening: openingName(&s), moves: s.Moves(), result: outcome(&s)}
}

func outcome(s *State) engine.Result {
	if !s.Over() {
		return engine.Result{}
	}
	switch black, white := s.Disks(); {
	case black > white:
		return engine.Win(engine.P1, MoreDisks)
	case white > black:
		return engine.Win(engine.P2, MoreDisks)
	}
	return engine.Draw(EqualDisks)
}

// play returns the position after a legal turn.
func (p *Position) play(t Turn) *Position {
	next := newPosition(p.rules, p.state.Play(t))
	next.last = t
	if next.opening == "" {
		next.opening = p.opening
	}
	if t != Pass {
		next.flips = Flips(p.state.Own, p.state.Opp, uint8(t))
	}
	return next
}

// Opening returns the name that people have for the way the game began, or "".
func (p *Position) Opening() string { return p.opening }

// Game returns the ruleset.
func (p *Position) Game() engine.Game { return Game{} }

// Rules returns no rules.
func (p *Position) Rules() engine.Rules { return p.rules }

// Players returns 2.
func (p *Position) Players() int { return 2 }

// Turn returns the side to act: p1 is Black.
func (p *Position) Turn() engine.Player { return engine.Player(p.state.Side + 1) }

// Phase returns Placement.
func (p *Position) Phase() string { return Placement }

// Result says whether and how the game ended.
func (p *Position) Result() engine.Result { return p.result }

// Scores returns the number of disks of Black and of White.
func (p *Position) Scores() []int {
	black, white := p.state.Disks()
	return []int{black, white}
}

// Hash returns a key of the disks and the side to act.
func (p *Position) Hash() uint64 { return p.state.Hash() }

// SearchState returns the state for a search.
func (p *Position) SearchState() State { return p.state }

// Perft counts the sequences of depth turns from here.
func (p *Position) Perft(depth int, stop func() bool) uint64 { return p.state.Perft(depth, stop) }

// disks returns the disks of a side, 0 Black or 1 White.
func (s *State) disks(side int) uint64 {
	if side == int(s.Side) {
		return s.Own
	}
	return s.Opp
}

// SeatNames returns Black and White.
func (p *Position) SeatNames() []string { return colours[:] }
