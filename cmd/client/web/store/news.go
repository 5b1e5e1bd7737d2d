package store

import "time"

// News is a change of a game, as several programs that have one store tell each
// other of it.
type News struct {
	ID       string
	Deadline time.Time // of the clock that runs; zero when none ends the game
}
