package store

import "time"

// Heading is where a game is listed for everybody.
type Heading int

// The headings, in the order of the list.
const (
	Unlisted Heading = iota
	ListedOpen
	ListedRunning
	ListedOver
)

// Place is where a list of games goes on: behind the game that it names. The
// zero Place is the beginning.
type Place struct {
	Heading Heading
	Updated time.Time
	ID      string
}

// Place is that of a game in the list.
func (h Head) Place() Place { return Place{h.Lobby, h.Updated, h.ID} }
