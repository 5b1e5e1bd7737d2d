package host

import (
	"context"

	"quadrille/protocol/driver"
)

// Host keeps games. Its methods may be called from any goroutine. Errors are
// *Error or the context's. What a State or another answer refers to must not
// be changed.
type Host struct{}

var errUnbuilt = Refuse(NotSupported, "not built yet")

// New returns a host and begins to play the engine seats of the games in the
// store. The context bounds only the start.
func New(ctx context.Context, c Config) (*Host, error) { return &Host{}, nil }

// Close stops all searches and ends the engines. It waits for all goroutines
// or for the context.
func (h *Host) Close(ctx context.Context) error { return nil }

// Stats returns the present numbers.
func (h *Host) Stats() Stats { return Stats{} }

// Catalogue lists the games that the engine plays.
func (h *Host) Catalogue(ctx context.Context) ([]GameInfo, error) { return nil, errUnbuilt }

// Create makes a game. The strings are the secret tokens of the seats, ""
// where a seat has none; nil unless Spec.Tokens is set.
func (h *Host) Create(ctx context.Context, s Spec) (State, []string, error) {
	return State{}, nil, errUnbuilt
}

// State returns the present state of a game.
func (h *Host) State(ctx context.Context, id string) (State, error) { return State{}, errUnbuilt }

// StateAt returns the game as it stood after so many complete turns.
func (h *Host) StateAt(ctx context.Context, id string, turns int) (State, error) {
	return State{}, errUnbuilt
}

// Act performs a change.
func (h *Host) Act(ctx context.Context, id string, c Change) (State, error) {
	return State{}, errUnbuilt
}

// ActAll performs all the changes or none. When reply is not nil, the game
// goes on and another seat is to move, that seat's turn is searched and played
// in the same change, and the Reply says what it was.
func (h *Host) ActAll(ctx context.Context, id string, cs []Change, reply *Limits) (State, *Reply, error) {
	return State{}, nil, errUnbuilt
}

// Undo takes back what u says.
func (h *Host) Undo(ctx context.Context, id string, u Undo) (State, error) {
	return State{}, errUnbuilt
}

// Restart begins the game again with the same rules and seats.
func (h *Host) Restart(ctx context.Context, id, token string) (State, error) {
	return State{}, errUnbuilt
}

// Resign ends a game of two with a loss of the seat.
func (h *Host) Resign(ctx context.Context, id, seat, token string) (State, error) {
	return State{}, errUnbuilt
}

// SetSeats says anew who plays.
func (h *Host) SetSeats(ctx context.Context, id string, seats []Seat, token string) (State, error) {
	return State{}, errUnbuilt
}

// Move has the engine search and play a turn for the side to move. Of the
// change only Version and Token count.
func (h *Host) Move(ctx context.Context, id string, l Limits, c Change) (State, Reply, error) {
	return State{}, Reply{}, errUnbuilt
}

// Search has the engine think about the position after so many complete turns,
// or about the present one when at is nil; nothing is played. Every report goes
// to report, which may be nil. When the context ends, the search is stopped and
// what it found is returned.
func (h *Host) Search(ctx context.Context, id string, at *int, l Limits, report func(driver.Info)) (Reply, error) {
	return Reply{}, errUnbuilt
}

// Try draws an action without performing it.
func (h *Host) Try(ctx context.Context, id, action string) (Preview, error) {
	return Preview{}, errUnbuilt
}

// List returns a list of the game's that State.Lists names.
func (h *Host) List(ctx context.Context, id, name string) ([]string, error) { return nil, errUnbuilt }

// Record returns the game as a record (docs/record.md).
func (h *Host) Record(ctx context.Context, id string) (string, error) { return "", errUnbuilt }

// Subscribe returns a channel that has the present state at once and then the
// state after every change. A slow reader gets only the newest. The channel is
// closed when the context ends or the host closes.
func (h *Host) Subscribe(ctx context.Context, id string) (<-chan State, error) {
	return nil, errUnbuilt
}

// Games lists the games of a space, the newest first: at most limit of them,
// those created before the game with the id before unless that is empty.
func (h *Host) Games(ctx context.Context, space string, limit int, before string) ([]Summary, error) {
	return nil, errUnbuilt
}
