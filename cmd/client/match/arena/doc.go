// Package arena plays one game between engines, with a referee for the rules.
// It keeps the clocks, tells apart the ways in which a game can end, and
// leaves judging the rules to the referee.
package arena

import (
	"time"

	"quadrille/protocol/driver"
)

// Limits bound an engine's search for each turn. Zero fields are no limits.
type Limits struct {
	Depth    int           `json:"depth,omitempty"`
	Nodes    uint64        `json:"nodes,omitempty"`
	MoveTime time.Duration `json:"movetime,omitempty"`
	Base     time.Duration `json:"base,omitempty"`  // clock at the beginning
	Inc      time.Duration `json:"inc,omitempty"`   // added after each own turn
	Moves    int           `json:"moves,omitempty"` // Base is added again after so many own turns; 0 never

	// Follow gives each turn the mean time that the others' turns of its number
	// have taken in the match so far, times this factor; First is the share of
	// that which the first turn of a game gets. What a turn leaves or overruns
	// is carried to the next. Nobody loses by it.
	Follow float64 `json:"follow,omitempty"`
	First  float64 `json:"first,omitempty"`
}

// Timed says whether overrunning is possible.
func (l Limits) Timed() bool { return l.MoveTime > 0 || l.Base > 0 }

// Scaled are the limits with the times multiplied by a factor.
func (l Limits) Scaled(factor float64) Limits {
	for _, t := range []*time.Duration{&l.MoveTime, &l.Base, &l.Inc} {
		*t = time.Duration(float64(*t) * factor).Round(time.Microsecond)
	}
	return l
}

// Terms are what all games of a match have in common.
type Terms struct {
	MaxPlies int // draw when so many turns were played, the opening's among them; 0 is never

	// Margin is how far an engine may overrun before it loses. It is for the
	// runner's and the system's delays, and is not added to any clock.
	Margin time.Duration
	// Stall is how long an engine may take beyond its time, or in all when it
	// has none, before it is given up.
	Stall time.Duration
	// CPU charges processor time of the engine's process instead of the time
	// that passes.
	CPU bool
	// Pace is what those follow who follow, and what all others add to.
	Pace *Pace

	DrawRule AdjudgeRule
	WinRule  AdjudgeRule
}

// AdjudgeRule ends a game early when the engines agree. The zero value never
// does.
type AdjudgeRule struct {
	Plies int `json:"plies,omitempty"` // so many turns in a row
	Score int `json:"score,omitempty"` // draw: at most this far from 0; win: at least this; hundredths
	After int `json:"after,omitempty"` // not before so many turns of the game
}

// Seat is who plays a seat.
type Seat struct {
	Player driver.Player
	Name   string
	Limits Limits
	Seed   int // of what the player leaves to chance; 0 leaves that to it
}

// Opening is where a game begins.
type Opening struct {
	Start string   // "startpos" or a FEN
	Turns []string // from there
}
