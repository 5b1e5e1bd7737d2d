package seedapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"quadrille/cmd/client/web/host"
)

// The numbers of squares and of the slots of a square, as the document has
// them.
const (
	squares = 9
	slots   = 4
)

// occupied is the document's own example of an error.
const occupied = "slot is occupied"

// request is the body of a move.
type square4Move struct {
	Action      *string `json:"action"`
	SquareIndex *int    `json:"squareIndex"`
	SlotIndex   *int    `json:"slotIndex"` // of place
	PlayerToken *string `json:"playerToken"`
}

// move performs Red's action and, when that ends Red's turn and not the game,
// a turn of Blue's, all in one change.
func (a *square4) move(_ http.ResponseWriter, r *http.Request) (any, error) {
	var body square4Move
	if err := read(r, &body); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	if _, err := a.token(r.Context(), id); err != nil {
		return nil, err
	}
	action, err := body.action()
	if err != nil {
		return nil, err
	}
	if body.PlayerToken == nil {
		return nil, host.Refuse(host.Forbidden, "playerToken is missing; POST /games gave it")
	}
	change := host.Change{Action: action, Token: secret(body.PlayerToken)}
	reply := host.Limits{Level: a.config.Level, MoveTime: a.config.MoveTime}
	state, _, err := a.host.ActAndReply(r.Context(), id, change, &reply)
	if err != nil {
		return nil, a.explain(r.Context(), id, body, err)
	}
	return Shown{state.Position}, nil
}

// action writes the request as a command of the protocol.
func (b square4Move) action() (string, error) {
	if b.Action == nil {
		return "", invalid("action is missing; it is place or slide")
	}
	if *b.Action != "place" && *b.Action != "slide" {
		return "", invalid("action is place or slide")
	}
	square, err := index("squareIndex", b.SquareIndex, squares)
	if err != nil || *b.Action == "slide" {
		return fmt.Sprintf("slide %d", square), err
	}
	slot, err := index("slotIndex", b.SlotIndex, slots)
	return fmt.Sprintf("place %d %d", square, slot), err
}

// index checks a number of the request.
func index(name string, value *int, count int) (int, error) {
	switch {
	case value == nil:
		return 0, invalid("%s is missing; it is 0 to %d", name, count-1)
	case *value < 0 || *value >= count:
		return 0, invalid("%s is 0 to %d, not %d", name, count-1, *value)
	}
	return *value, nil
}

// invalid is a refusal of something that is not a move in any position.
func invalid(format string, args ...any) error {
	return host.Refuse(host.BadRequest, "Invalid move: "+format, args...)
}

// explain puts the refusal of a move into the document's words: what it says
// of an occupied slot, word by word, and its "Invalid move: " before what the
// engine says of all others.
func (a *square4) explain(ctx context.Context, id string, b square4Move, err error) error {
	var refused *host.Error
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Kind {
	case host.Forbidden:
		return host.Refuse(host.Forbidden, "playerToken is not the one that POST /games gave for this game")
	case host.Illegal, host.Over:
	default:
		return err
	}
	text := refused.Text
	if refused.Kind == host.Illegal && a.isOccupied(ctx, id, b) {
		text = occupied
	}
	return host.Refuse(host.Conflict, "Invalid move: %s", text)
}

// isOccupied says whether a marble lies where the request would place one, in
// a position in which one must be placed.
func (a *square4) isOccupied(ctx context.Context, id string, b square4Move) bool {
	if *b.Action != "place" {
		return false
	}
	state, err := a.host.State(ctx, id)
	if err != nil || state.Phase != "placement" {
		return false
	}
	var position struct {
		Board [squares][slots]*string `json:"board"`
	}
	if json.Unmarshal(state.Position, &position) != nil {
		return false
	}
	return position.Board[*b.SquareIndex][*b.SlotIndex] != nil
}
