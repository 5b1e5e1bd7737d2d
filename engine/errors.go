package engine

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// The kinds of refusal. Every error that a Game or a Position returns wraps
// exactly one of them, and the protocol turns each into its error code. All
// refusals of a token or an action also wrap ErrIllegal.
var (
	// ErrIllegal is wrapped by every refusal of a token or an action.
	ErrIllegal = errors.New("illegal move")
	// ErrArgument is an action that is malformed whatever the position: a
	// missing, surplus, unreadable or out-of-range argument.
	ErrArgument = fmt.Errorf("%w: bad argument", ErrIllegal)
	// ErrOver is an action after the end of the game.
	ErrOver = fmt.Errorf("%w: game over", ErrIllegal)
	// ErrPosition is a FEN that cannot be read or describes no position.
	ErrPosition = errors.New("bad position")
	// ErrOption is a rule option that does not exist or a value it does not
	// take.
	ErrOption = errors.New("bad option")
)

// refusal carries a text for people and one of the kinds above. The text
// stands alone: it does not repeat the kind, since the protocol prints the
// kind's code in front of it.
type refusal struct {
	kind error
	text string
}

func (e *refusal) Error() string { return e.text }
func (e *refusal) Unwrap() error { return e.kind }

// Refuse returns an error of the given kind (one of this package's sentinel
// errors). The text says what is wrong and what would be right.
func Refuse(kind error, format string, args ...any) error {
	return &refusal{kind: kind, text: fmt.Sprintf(format, args...)}
}

// RefuseOver returns the refusal of any action in a finished game.
func RefuseOver(r Result) error {
	return Refuse(ErrOver, "the game is over: %s (%s); undo or start a new one", r, r.Reason)
}

// Clip shortens text that a user typed, for use in a refusal, so that the
// refusal stays one readable line. Print it with %q.
func Clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > most-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "..."
}
