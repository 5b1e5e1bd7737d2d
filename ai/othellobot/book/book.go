// Package book is the opening book of Othello.
package book

import (
	_ "embed"

	"quadrille/ai/opening"
	"quadrille/engine/othello"
)

// Name is that of the book in its file.
const Name = "othello"

// Game is what a book must know of Othello. Values are in hundredths of a disk.
type Game struct{}

// Start returns the start position.
func (Game) Start() othello.State { return othello.StartState() }

// Seats returns 2.
func (Game) Seats() int { return 2 }

// Sum returns 0: what one side wins the other loses.
func (Game) Sum() int { return 0 }

// Mover returns 0 for Black and 1 for White.
func (Game) Mover(s *othello.State) int { return int(s.Side) }

// Key is the same for the eight images of a position, whose colours do not matter.
func (Game) Key(s *othello.State) uint64 {
	c := othello.State{Own: s.Own, Opp: s.Opp}.Canonical()
	return c.Hash()
}

// Turns returns the legal turns.
func (Game) Turns(s *othello.State) (list []opening.Turn) {
	for _, t := range s.Turns(nil) {
		list = append(list, opening.Turn(t))
	}
	return list
}

// Legal says whether a number is a legal turn.
func (Game) Legal(s *othello.State, t opening.Turn) bool {
	if t == opening.Turn(othello.Pass) {
		return s.MustPass()
	}
	return t < opening.Turn(othello.Pass) && s.Moves()>>t&1 != 0
}

// Play plays a legal turn.
func (Game) Play(s othello.State, t opening.Turn) othello.State { return s.Play(othello.Turn(t)) }

//go:embed othello.book
var embedded []byte

// Default is the program's book.
var Default = opening.Embed(Game{}, Name, embedded)
