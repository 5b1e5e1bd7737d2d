package seedapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/wire"
	"quadrille/engine"
)

// space sets this interface's games and notes apart from those of others.
const square4Space = "square4api"

// tokenPrefix stands before the secret of a seat, as in the document's
// examples.
const tokenPrefix = "tok_"

// Square4Config says how Blue plays. Zero fields stand for the defaults.
type Square4Config struct {
	// Store keeps which games are this interface's; required.
	Store store.Notes
	// Level is how well Blue plays; 5 by default.
	Level engine.Level
	// MoveTime is the longest that Blue thinks about a turn; 300 milliseconds
	// by default.
	MoveTime time.Duration
	// Pieces is how many marbles a player has when a request does not say; 8 by
	// default, as in the English document. The Russian one has 16.
	Pieces int
}

func (c Square4Config) withDefaults() Square4Config {
	if c.Level == 0 {
		c.Level = 5
	}
	if c.MoveTime == 0 {
		c.MoveTime = 300 * time.Millisecond
	}
	if c.Pieces == 0 {
		c.Pieces = 8
	}
	return c
}

type square4 struct {
	host   *host.Host
	config Square4Config
}

// NewSquare4 returns the routes of /games and everything below it.
func NewSquare4(h *host.Host, c Square4Config) wire.API {
	a := &square4{host: h, config: c.withDefaults()}
	return wire.API{Prefix: "/games", Form: wire.Flat, Slash: true, Routes: []wire.Route{
		{Method: "POST", Path: "", Answer: a.create},
		{Method: "GET", Path: "/{id}", Answer: a.get},
		{Method: "POST", Path: "/{id}/move", Answer: a.move},
		{Method: "POST", Path: "/{id}/restart", Answer: a.restart},
	}}
}

// Created is the answer to POST /games.
type Created struct {
	GameID      string          `json:"gameId"`
	PlayerToken string          `json:"playerToken"`
	State       json.RawMessage `json:"state"` // the document's GameState
}

// Shown is the answer to all other requests.
type Shown struct {
	State json.RawMessage `json:"state"` // the document's GameState
}

// create makes a game.
func (a *square4) create(_ http.ResponseWriter, r *http.Request) (any, error) {
	var body struct {
		PiecesPerPlayer *int `json:"piecesPerPlayer"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	pieces := a.config.Pieces
	if body.PiecesPerPlayer != nil {
		pieces = *body.PiecesPerPlayer
	}
	state, tokens, err := a.host.Create(r.Context(), host.Spec{
		Game: "square4", Rules: map[string]string{"pieces": strconv.Itoa(pieces)},
		Seats:  []host.Seat{{Kind: host.Person}, {Kind: host.Engine, Level: a.config.Level}},
		Tokens: true, Still: true, Space: square4Space,
	})
	if err != nil {
		return nil, err
	}
	if err := a.config.Store.Put(r.Context(), square4Space, state.ID, []byte(tokens[0])); err != nil {
		return nil, err
	}
	return Created{GameID: state.ID, PlayerToken: tokenPrefix + tokens[0], State: state.Position}, nil
}

// get shows a game.
func (a *square4) get(_ http.ResponseWriter, r *http.Request) (any, error) {
	if _, err := a.token(r.Context(), r.PathValue("id")); err != nil {
		return nil, err
	}
	state, err := a.host.State(r.Context(), r.PathValue("id"))
	return Shown{state.Position}, err
}

// token returns the secret of Red in a game of this interface.
func (a *square4) token(ctx context.Context, id string) (string, error) {
	token, err := a.config.Store.Get(ctx, square4Space, id)
	if err != nil {
		return "", err
	}
	if token == nil {
		return "", host.Refuse(host.NotFound, "there is no such game; POST /games makes one")
	}
	return string(token), nil
}

// restart begins a game again. The document's request has no body, so whoever
// knows the game's random name may do it; a token that is sent must be right.
func (a *square4) restart(_ http.ResponseWriter, r *http.Request) (any, error) {
	var body struct {
		PlayerToken *string `json:"playerToken"`
	}
	if err := read(r, &body); err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	token, err := a.token(r.Context(), id)
	if err != nil {
		return nil, err
	}
	if body.PlayerToken != nil {
		token = secret(body.PlayerToken)
	}
	state, err := a.host.Restart(r.Context(), id, token)
	return Shown{state.Position}, err
}

// secret is the host's token in a playerToken. What has not the prefix is no
// token of this interface and is passed on as it is, to be refused.
func secret(token *string) string {
	if token == nil {
		return ""
	}
	return strings.TrimPrefix(*token, tokenPrefix)
}
