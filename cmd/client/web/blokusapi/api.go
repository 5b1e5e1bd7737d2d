// Package blokusapi is the HTTP interface of the document "BLOKUS" (in Greek):
// one game that everybody shares, of four colours without names or secrets.
// docs/seed-apis.md has every path, with the fields and every choice made where
// the document is silent.
package blokusapi

import (
	"log/slog"
	"net/http"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/route"
	"quadrille/cmd/client/web/store"
)

// Config says what the interface works with.
type Config struct {
	// Store keeps which game is the shared one; required.
	Store *store.Store
	// Draw picks the colour that begins, 0 to 3 in turn order; at random by
	// default.
	Draw func() int
	Log  *slog.Logger
}

// API is the interface. It may be served at several addresses; the game is
// the same.
type API struct {
	host *host.Host
	log  *slog.Logger
	game *shared
}

// New returns the interface.
func New(h *host.Host, c Config) *API {
	return &API{host: h, log: c.Log, game: newShared(h, c)}
}

// Handler serves the document's paths below the prefix, such as "/blokus";
// with none, from the root.
func (a *API) Handler(prefix string) http.Handler {
	get := func(answer route.Answer) map[string]route.Answer {
		return map[string]route.Answer{http.MethodGet: answer}
	}
	return &route.Table{Prefix: prefix, Log: a.log, Routes: []route.Route{
		{Path: "/board", Methods: map[string]route.Answer{http.MethodGet: a.board, http.MethodPost: a.begin}},
		{Path: "/status", Methods: get(a.status)},
		{Path: "/players", Methods: get(a.players)},
		{Path: "/players/{c}", Methods: get(a.player)},
		{Path: "/parts", Methods: get(a.parts)},
		{Path: "/pass", Methods: map[string]route.Answer{http.MethodPost: a.pass}},
		{Path: "/move/{x}/{y}/{part_name}/{orientation}", Methods: map[string]route.Answer{http.MethodPut: a.move}},
	}}
}

// board is GET /board/.
func (a *API) board(r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.board(), err
}

// begin is POST /board/.
func (a *API) begin(r *http.Request) (any, error) {
	p, err := a.game.begin(r.Context())
	return p.board(), err
}

// status is GET /status/.
func (a *API) status(r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.status(), err
}

// players is GET /players/.
func (a *API) players(r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.players(), err
}

// player is GET /players/:c.
func (a *API) player(r *http.Request) (any, error) {
	name := r.PathValue("c")
	colour, ok := findColour(name)
	if !ok {
		return nil, route.Refuse(http.StatusNotFound, "there is no colour %q; there are blue, yellow, red and green", clip(name))
	}
	p, err := a.game.position(r.Context())
	if err != nil {
		return nil, err
	}
	return p.players()[colour], nil
}

// parts is GET /parts/.
func (a *API) parts(r *http.Request) (any, error) {
	p, err := a.game.position(r.Context())
	return p.parts(), err
}

// pass is POST /pass/.
func (a *API) pass(r *http.Request) (any, error) {
	p, err := a.game.act(r.Context(), "pass")
	return p.status(), err
}

// move is PUT /move/:x/:y/:part_name/:orientation.
func (a *API) move(r *http.Request) (any, error) {
	words := []string{r.PathValue("part_name"), r.PathValue("orientation"), r.PathValue("x"), r.PathValue("y")}
	for _, word := range words {
		if !isWord(word) {
			return nil, route.Refuse(http.StatusBadRequest,
				"%q is no row, column, part or orientation; PUT /move/3/5/F/90 places F, turned by 90 degrees, with its top left at row 3, column 5", clip(word))
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
