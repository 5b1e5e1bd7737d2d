package protocol

import (
	"errors"
	"fmt"

	"quadrille/engine"
)

// Code is the machine-readable word of an error line.
type Code string

// The error codes.
const (
	UnknownCommand Code = "unknown-command"
	BadArgument    Code = "bad-argument"
	BadOption      Code = "bad-option"
	BadPosition    Code = "bad-position"
	IllegalMove    Code = "illegal-move"
	GameOver       Code = "game-over"
	NoGame         Code = "no-game"
	Busy           Code = "busy"
	NotKept        Code = "not-kept"
)

// Error is a refused command.
type Error struct {
	Code Code
	Text string // what is wrong and what would be right
}

// Error returns the error line.
func (e *Error) Error() string { return fmt.Sprintf("error %s %s", e.Code, e.Text) }

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}

// asError turns any error of a command into an error line. The errors of
// package engine carry their kind.
func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: codeOf(err), Text: err.Error()}
}

func codeOf(err error) Code {
	switch {
	case errors.Is(err, engine.ErrOver):
		return GameOver
	case errors.Is(err, engine.ErrArgument):
		return BadArgument
	case errors.Is(err, engine.ErrIllegal):
		return IllegalMove
	case errors.Is(err, engine.ErrPosition):
		return BadPosition
	case errors.Is(err, engine.ErrOption):
		return BadOption
	}
	return BadArgument
}

// quote shows a user's words in an error without letting them break the line.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		return fmt.Sprintf("%q…", s[:most])
	}
	return fmt.Sprintf("%q", s)
}

// ErrorText returns what is wrong without the code that the protocol of this
// package puts in front, for dialects that have no codes.
func ErrorText(err error) string { return asError(err).Text }
