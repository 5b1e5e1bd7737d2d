package host

import (
	"errors"
	"fmt"
)

// Kind says what sort of refusal an Error is.
type Kind string

// The kinds of refusal. Those that an engine gives keep the protocol's words
// (docs/protocol.md); the others are the host's.
const (
	NotFound     Kind = "not-found"    // no such game
	Conflict     Kind = "conflict"     // the game has changed since the version named, or a search is under way
	TooSoon      Kind = "too-soon"     // asked for again before anything has changed
	Forbidden    Kind = "forbidden"    // wrong or missing seat token, or an engine's seat
	BadRequest   Kind = "bad-argument" // something that cannot be read
	Illegal      Kind = "illegal-move"
	Over         Kind = "game-over"
	BadOption    Kind = "bad-option"
	BadPosition  Kind = "bad-position"
	NoGame       Kind = "no-game"     // the engine plays no game of that name
	Busy         Kind = "busy"        // too many games or searches; try again
	Unavailable  Kind = "unavailable" // the engine failed and could not be started again
	Gone         Kind = "gone"        // what keeps the games was taken away while they were open
	NotSupported Kind = "unsupported" // the engine has no such query
)

// Error is a refusal. The game is as it was.
type Error struct {
	Kind Kind   `json:"code"`
	Text string `json:"text"` // what is wrong and what would be right
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

// Refuse makes an Error.
func Refuse(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Text: fmt.Sprintf(format, args...)}
}

// Told is what people are told of an error: a refusal's words, and of anything else
// where to look.
func Told(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Text
	}
	return "something failed; the log of the server says what"
}

// Is says whether an error is a refusal of that kind.
func Is(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == kind
}
