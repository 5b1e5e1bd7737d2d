// Package book has the opening books of Blokus: of duo, of classic for four, and
// of classic where a colour's first piece may go to any corner.
package book

import (
	_ "embed"
	"fmt"

	"quadrille/ai/opening"
	"quadrille/engine/blokus"
)

// Game is what a book must know of a way to play Blokus. Values are each seat's
// share of the win, in thousandths.
type Game struct{ config blokus.Config }

// The names of the books in their files.
const (
	Duo     = "blokus-duo"
	Classic = "blokus-classic" // with a starting point for each colour
	Free    = "blokus-free"    // classic with free corners
)

// Named returns the game of a book. The rules are those by which the page plays,
// but for the corners: how the game ends and what is counted then makes hardly a
// difference to its first turns.
func Named(name string) (Game, error) {
	switch name {
	case Duo:
		return Game{blokus.Config{Duo: true, FirstOut: true}}, nil
	case Classic:
		return Game{blokus.Config{Fixed: true, FirstOut: true}}, nil
	case Free:
		return Game{blokus.Config{FirstOut: true}}, nil
	}
	return Game{}, fmt.Errorf("no book %q; there are: %s %s %s", name, Duo, Classic, Free)
}

// Start returns the start position.
func (g Game) Start() blokus.State { return blokus.NewState(g.config) }

// Seats returns 2 or 4.
func (g Game) Seats() int {
	if g.config.Duo {
		return 2
	}
	return 4
}

// Sum returns 1000, one win.
func (Game) Sum() int { return 1000 }

// Mover returns the seat that is to move.
func (Game) Mover(s *blokus.State) int { return s.Seat() }

// Key is the same for images, whatever colour began. On the empty board of duo it
// does not matter whose starting point is whose.
func (g Game) Key(s *blokus.State) uint64 {
	if g.config.Duo && s.Placed(0)+s.Placed(1) == 0 {
		start := g.Start()
		return start.FoldedHash()
	}
	return s.FoldedHash()
}

// Turns returns the legal turns.
func (Game) Turns(s *blokus.State) (list []opening.Turn) {
	if s.Over() {
		return nil
	}
	for _, m := range s.AppendPlacements(nil, s.Side()) {
		list = append(list, opening.Turn(m))
	}
	if len(list) == 0 {
		list = append(list, opening.Turn(blokus.Pass))
	}
	return list
}

// Legal says whether a number is a legal turn.
func (Game) Legal(s *blokus.State, t opening.Turn) bool { return s.Legal(blokus.Placement(t)) }

// Play plays a legal turn.
func (Game) Play(s blokus.State, t opening.Turn) blokus.State {
	s.Play(blokus.Placement(t))
	return s
}

//go:embed duo.book
var duo []byte

//go:embed classic.book
var classic []byte

//go:embed free.book
var free []byte

var (
	duoBook     = embed(Duo, duo)
	classicBook = embed(Classic, classic)
	freeBook    = embed(Free, free)
)

func embed(name string, file []byte) *opening.Embedded[blokus.State] {
	g, err := Named(name)
	if err != nil {
		panic("book: " + err.Error()) // it is one of the names above
	}
	return opening.Embed(g, name, file)
}

// Books returns the program's books that may have a position: that of duo, or those
// of classic. Where a colour's corner no longer matters both of those may have it.
func Books(s *blokus.State) []*opening.Embedded[blokus.State] {
	switch {
	case s.Junior() || s.Players() != s.Colours():
		return nil
	case s.Colours() == 2:
		return []*opening.Embedded[blokus.State]{duoBook}
	}
	return []*opening.Embedded[blokus.State]{classicBook, freeBook}
}
