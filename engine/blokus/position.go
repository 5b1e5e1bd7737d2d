package blokus

import (
	"slices"
	"strings"

	"quadrille/engine"
)

// The names of the phases, for the colour to move.
const (
	PhaseFirst   = "firstPiece" // it has no piece on the board yet
	PhasePlace   = "placement"
	PhaseBlocked = "blocked" // it must pass
)

// nobody marks an empty cell of a Position.
const nobody = 0xff

// colourNames and colourLetters name the colours in turn order.
var colourNames = [4]string{"blue", "yellow", "red", "green"}

const colourLetters = "BYRG"

// Position is a position with its rules. It implements engine.Position,
// engine.Perfter, engine.Previewer and engine.Lister.
type Position struct {
	rules engine.Rules
	state State
	// owner is the colour that covers each cell, or nobody.
	owner [Cells]uint8
	// last is the turn that led here, NoPlacement if none did, and mover the
	// colour that made it.
	last   Placement
	mover  int
	result engine.Result
}

// newPosition returns the position of a state with an empty board.
func newPosition(rules engine.Rules, s State) *Position {
	p := &Position{rules: rules, state: s, last: NoPlacement}
	for cell := range p.owner {
		p.owner[cell] = nobody
	}
	p.result = p.outcome()
	return p
}

// play returns the position after a turn that must be legal.
func (p *Position) play(m Placement) *Position {
	next := *p
	next.last, next.mover = m, p.state.Side()
	if m != Pass {
		next.cover(next.mover, m)
	}
	next.state.Play(m)
	next.result = next.outcome()
	return &next
}

// cover marks the cells of a placement.
func (p *Position) cover(colour int, m Placement) {
	for _, cell := range m.AppendCells(nil) {
		p.owner[cell] = uint8(colour)
	}
}

// outcome says whether the game is over, and who has the best score alone.
func (p *Position) outcome() engine.Result {
	reason := "all-blocked"
	if p.state.Finished() {
		reason = "first-out"
	} else if !p.state.Over() {
		return engine.Result{}
	}
	scores := p.Scores()
	best := slices.Max(scores)
	winner := slices.Index(scores, best)
	if slices.Contains(scores[winner+1:], best) {
		return engine.Draw("tie")
	}
	return engine.Win(engine.Player(winner+1), reason)
}

// Game returns the ruleset.
func (p *Position) Game() engine.Game { return Game{} }

// Rules returns the value of every rule option.
func (p *Position) Rules() engine.Rules { return p.rules }

// Players returns the number of seats, from 2 to 4.
func (p *Position) Players() int { return p.state.Players() }

// Turn returns the seat that plays the colour to move.
func (p *Position) Turn() engine.Player { return engine.Player(p.state.Seat() + 1) }

// Colour returns the colour to move. It is never one that has passed.
func (p *Position) Colour() int { return p.state.Side() }

// Colours returns Blue, Yellow and, on the large board, Red and Green.
func (p *Position) Colours() []engine.Colour {
	colours := make([]engine.Colour, p.state.Colours())
	for i := range colours {
		colours[i] = engine.Colour{Name: strings.ToUpper(colourNames[i][:1]) + colourNames[i][1:], Seats: p.seatsOf(i)}
	}
	return colours
}

// seatsOf are the seats that play a colour.
func (p *Position) seatsOf(colour int) []engine.Player {
	if !p.state.Shared(colour) {
		return []engine.Player{engine.Player(p.state.Owner(colour) + 1)}
	}
	var seats []engine.Player
	for seat := engine.P1; int(seat) <= p.Players(); seat++ {
		seats = append(seats, seat)
	}
	return seats
}

// Phase returns PhaseFirst, PhasePlace or PhaseBlocked.
func (p *Position) Phase() string {
	switch side := p.state.Side(); {
	case !p.state.Can(side):
		return PhaseBlocked
	case p.state.Placed(side) == 0:
		return PhaseFirst
	}
	return PhasePlace
}

// Result says whether and how the game ended: the reason is first-out when a
// colour has placed everything, all-blocked when no colour can place anything,
// and tie when the best score is not one seat's alone.
func (p *Position) Result() engine.Result { return p.result }

// Scores returns each seat's points, of which more is better: those of its colours
// together, each with minus one for each square left and, with scoring=official,
// plus 15 when everything is placed and 5 more when the single square came last.
func (p *Position) Scores() []int {
	scores := make([]int, p.Players())
	for seat := range scores {
		scores[seat] = p.state.SeatScore(seat)
	}
	return scores
}

// CanWin says whether a seat may still have the best score alone. One whose
// colours cannot place anything keeps its score, and no other's falls.
func (p *Position) CanWin(seat engine.Player) bool {
	own := p.state.Own(int(seat) - 1)
	for colour := range p.state.Colours() {
		if own>>colour&1 != 0 && p.state.Can(colour) {
			return true
		}
	}
	scores := p.Scores()
	for other, score := range scores {
		if other != int(seat)-1 && score >= scores[seat-1] {
			return false
		}
	}
	return true
}

// Pending returns nothing, since every turn is one action.
func (p *Position) Pending() []engine.Action { return nil }

// Hash returns a key of the board, the colour to move, who is out and the
// rules.
func (p *Position) Hash() uint64 { return p.state.Hash() }

// SearchState returns the state for a search.
func (p *Position) SearchState() State { return p.state }

// Perft counts the sequences of depth turns from here.
func (p *Position) Perft(depth int, stop func() bool) uint64 {
	if depth <= 0 || p.result.Over {
		return 1
	}
	return p.state.Perft(depth, stop)
}

// placements returns the legal placements of a colour in the order of their
// numbers: by piece, orientation, row and column.
func (p *Position) placements(colour int) []Placement {
	list := p.state.AppendPlacements(nil, colour)
	slices.Sort(list)
	return list
}
