package seedapi

import (
	"net/http"
	"strconv"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/store"
	"quadrille/cmd/client/web/wire"
	"quadrille/protocol/driver"
)

// BlokusConfig says what the interface works with.
type BlokusConfig struct {
	// Store keeps which game is the shared one; required.
	Store store.Notes
	// Draw picks the colour that begins, 0 to 3 in turn order; at random by
	// default.
	Draw func() int
}

// Blokus is the interface. It may be served at several addresses; the game is
// the same.
type Blokus struct {
	game *blokusGame
}

// NewBlokus returns the interface.
func NewBlokus(h *host.Host, c BlokusConfig) *Blokus {
	return &Blokus{game: newBlokusGame(h, c)}
}

// At is the interface with the document's paths below the prefix, such as
// "/blokus"; with none, at the root.
func (a *Blokus) At(prefix string) wire.API {
	return wire.API{Prefix: prefix, Form: wire.Flat, Slash: true, Routes: []wire.Route{
		{Method: "GET", Path: "/board", Answer: a.board},
		{Method: "POST", Path: "/board", Answer: a.begin},
		{Method: "GET", Path: "/status", Answer: a.status},
		{Method: "GET", Path: "/players", Answer: a.players},
		{Method: "GET", Path: "/players/{c}", Answer: a.player},
		{Method: "GET", Path: "/parts", Answer: a.parts},
		{Method: "POST", Path: "/pass", Answer: a.pass},
		{Method: "PUT", Path: "/move/{x}/{y}/{part_name}/{orientation}", Answer: a.move},
	}}
}

// board is GET /board/.
func (a *Blokus) board(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.board(), err
}

// begin is POST /board/.
func (a *Blokus) begin(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.begin(r.Context())
	return p.board(), err
}

// status is GET /status/.
func (a *Blokus) status(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.status(), err
}

// players is GET /players/.
func (a *Blokus) players(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.players(), err
}

// player is GET /players/:c.
func (a *Blokus) player(_ http.ResponseWriter, r *http.Request) (any, error) {
	name := r.PathValue("c")
	colour, ok := findColour(name)
	if !ok {
		return nil, host.Refuse(host.NotFound, "there is no colour %q; the colours are blue, yellow, red and green", clip(name))
	}
	p, err := a.game.position(r.Context())
	if err != nil {
		return nil, err
	}
	return p.players()[colour], nil
}

// parts is GET /parts/.
func (a *Blokus) parts(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.parts(), err
}

// pass is POST /pass/.
func (a *Blokus) pass(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.game.act(r.Context(), driver.Pass)
	return p.status(), err
}

// move is PUT /move/:x/:y/:part_name/:orientation.
func (a *Blokus) move(_ http.ResponseWriter, r *http.Request) (any, error) {
	words := []string{r.PathValue("part_name"), r.PathValue("orientation"), r.PathValue("x"), r.PathValue("y")}
	for i, word := range words {
		if n, ok := wire.Whole(word); ok { // 3.0 is a row
			words[i] = strconv.FormatInt(n, 10)
		} else if !isWord(word) {
			return nil, host.Refuse(host.BadRequest,
				"%q is not a row, column, part or orientation; PUT /move/3/5/F/90 places F, turned by 90 degrees, with its top left at row 3, column 5", clip(word))
		}
	}
	p, err := a.game.act(r.Context(), "place "+words[0]+" "+words[1]+" "+words[2]+" "+words[3])
	return p.status(), err
}

// isWord says whether the text is one short word that can stand in a command.
func isWord(text string) bool {
	if text == "" || len(text) > 12 {
		return false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '+' && c != '.' {
			return false
		}
	}
	return true
}

// clip shortens what a client has sent so that it can be quoted.
func clip(text string) string {
	const most = 20
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
