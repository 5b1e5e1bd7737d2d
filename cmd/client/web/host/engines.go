package host

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quadrille/protocol/driver"
)

// tries is how often a request is done that engines fail at, each time by
// another engine.
const tries = 3

// consult lends an engine that answers at once, for the game of an ID. When it
// fails, another does use again from its beginning.
func (h *Host) consult(ctx context.Context, id string, use func(*driver.Game) error) error {
	return h.lend(ctx, h.rules, request{key: id, client: clientOf(ctx), patient: true}, func(u *unit) error { return use(u.Game) })
}

// lend lends an engine of the pool to use, and another when it fails. What an
// engine complained of goes to the log and to nobody else.
func (h *Host) lend(ctx context.Context, p lender, r request, use func(*unit) error) error {
	var err error
	for range tries {
		if err = once(ctx, p, r, use); !broken(err) || ctx.Err() != nil {
			return err
		}
		h.config.Log.Warn("a request to an engine failed", "error", err)
	}
	h.config.Log.Error("engines failed at a request, one after the other", "tries", tries, "error", err)
	return Refuse(Unavailable, "the engine failed; the game is as it was, try again")
}

func once(ctx context.Context, p lender, r request, use func(*unit) error) error {
	u, err := p.lend(ctx, r)
	switch {
	case errors.Is(err, errFull):
		return Refuse(Busy, "too many searches are waiting for an engine; try again later")
	case errors.Is(err, errShare):
		return Refuse(Busy, "too many of your searches are waiting for an engine; wait until some of them have ended")
	case errors.Is(err, errClosed):
		return errStopping
	case err != nil:
		return err
	}
	defer p.giveBack(u)
	return told(use(u))
}

var errStopping = Refuse(Unavailable, "the server is stopping")

// broken says whether an error is an engine's failure, not a refusal.
func broken(err error) bool {
	var e *Error
	return err != nil && !errors.As(err, &e) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// told turns the refusals of engines into the host's. That an engine refuses a
// position of a game is its failure, or the game was written down by another.
func told(err error) error {
	var setUp *driver.SetUpError
	var refused *driver.Refusal
	switch {
	case errors.As(err, &setUp):
		return Refuse(Unavailable, "the engine does not accept the game as it was saved: %v", err)
	case errors.As(err, &refused):
		return refusal(refused)
	}
	return err
}

// present asks an engine about a position of the game of an ID, with changes
// performed there.
func (h *Host) present(ctx context.Context, id string, p driver.Position, changes ...driver.Change) (s driver.State, err error) {
	err = h.consult(ctx, id, func(g *driver.Game) error {
		s, err = g.Do(ctx, p, changes, driver.Everything()...)
		return err
	})
	return s, err
}

// kinds are the refusals of engines that have a kind of their own here.
var kinds = []Kind{BadRequest, Illegal, Over, BadOption, BadPosition, NoGame}

// refusal turns an engine's refusal into the host's.
func refusal(r *driver.Refusal) *Error {
	kind := BadRequest
	switch {
	case slices.Contains(kinds, Kind(r.Code)):
		kind = Kind(r.Code)
	case r.Code == "unknown-command":
		kind = NotSupported
	}
	return &Error{Kind: kind, Text: r.Error()}
}

// checkAction refuses what is not some words in one line. Whether the first of
// them is a verb of the game's the driver knows.
func checkAction(action string) error {
	if len(action) > maxWords || !plain(action) {
		return Refuse(BadRequest, "%q is not an action", driver.Clip(action))
	}
	return nil
}

// checkToken refuses what is not one word.
func checkToken(token string) error {
	if token == "" || len(token) > maxWords || !plain(token) || strings.Contains(token, " ") {
		return Refuse(BadRequest, "%q is not a turn; a turn is one word", driver.Clip(token))
	}
	return nil
}

// maxWords bounds what an engine is sent of a request, in bytes.
const maxWords = 4000

// plain says whether a text is printable, in one line, and its words have
// single spaces between them.
func plain(text string) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7f || c == '\uFFFD' {
			return false
		}
	}
	return strings.Join(strings.Fields(text), " ") == text
}
