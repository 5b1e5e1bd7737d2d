package host

import (
	"context"
	"time"

	"quadrille/cmd/client/web/store"
)

// Store is what keeps a host's games. Its methods may be called from any
// goroutine. Several hosts may have one store, since a change says which version
// of a game it changes; a host of its own memory does not notice the others'.
type Store interface {
	// Create writes a new game. The error is store.ErrExists when the ID is taken.
	Create(store.Game) error
	// Save writes a change of a game, all of it or nothing. ID, Space, Game,
	// Rules, Origin, Still, Created, Earlier and Client stay as they were. The
	// error is store.ErrNoGame, store.ErrStale or one of what keeps the games.
	Save(store.Change) error
	// Load reads a game. The error is store.ErrNoGame when there is none.
	Load(ctx context.Context, id string) (store.Game, error)
	// Delete removes a game, and what its API has noted under its ID, if it was last
	// changed by a time; at any time when that is zero. It is no error when there is
	// no such game, and store.ErrStale when it was changed later.
	Delete(id string, by time.Time) error

	// Count is the number of games, as far as it is known without asking.
	Count() int
	// CountOf is the number of games that a client made.
	CountOf(ctx context.Context, client string) (int, error)
	// Listed returns at most limit listed games, from a place on: by heading, of
	// each those that were changed last first, and none that was last changed
	// before a time. Under one heading only, unless that is Unlisted.
	Listed(ctx context.Context, only store.Heading, since time.Time, from store.Place, limit int) ([]store.Head, error)
	// Waiting returns the IDs of the games in which an engine is to play by
	// itself, those that were changed first first.
	Waiting(ctx context.Context) ([]string, error)
	// Stale returns the IDs of at most limit games that were last changed before
	// a time, the oldest first. One in which a clock runs to a deadline is not
	// among them.
	Stale(ctx context.Context, before time.Time, limit int) ([]string, error)
	// Removable returns the IDs of at most limit games of a client, or of all
	// when it is empty: first those that are over or in which no turn was played,
	// and that were last changed by the time over; then those that were last
	// changed by the time idle, unless a clock runs to a deadline. Of each kind
	// the oldest come first.
	Removable(ctx context.Context, client string, over, idle time.Time, limit int) ([]string, error)

	// Due returns the IDs of at most limit games in which somebody's time is up
	// by a time, the first deadline first.
	Due(ctx context.Context, by time.Time, limit int) ([]string, error)
	// NextDeadline is the first deadline of all games, zero when there is none.
	NextDeadline(ctx context.Context) (time.Time, error)
	// SawClocks notes that the clocks ran until a time.
	SawClocks(at time.Time) error
	// ResumeClocks lets clocks that ran when they were last seen go on at a time,
	// as if nothing had been in between. It is done as a whole or not at all.
	ResumeClocks(ctx context.Context, at time.Time) error

	// Writable says why changes cannot be written at present, or nil when they
	// can.
	Writable(ctx context.Context) error
}
