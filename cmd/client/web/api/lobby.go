package api

import (
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// The number of games in an answer that lists them: what it is where nothing is
// said, and at most.
const (
	usualGames = 30
	mostGames  = 100
)

// games lists the games that everybody may join or watch.
func (a *api) games(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Standing string `json:"standing"`
		From     string `json:"from"`
		Limit    *int   `json:"limit"`
	}
	limit := usualGames
	err := query(r, &in)
	if err == nil {
		err = within(field{"limit", in.Limit, 1, mostGames, &limit})
	}
	if err != nil {
		return nil, err
	}
	return a.Games.Listed(r.Context(), in.Standing, in.From, limit)
}

// seatName checks the name of a seat, which may be left out.
func seatName(seat string) error {
	if seat != "" && !isSeat(seat) {
		return host.Refuse(host.BadRequest, `"seat" is p1 to p4`)
	}
	return nil
}

func isSeat(text string) bool { return len(text) == 2 && text >= "p1" && text <= "p4" }

// join takes an open seat.
func (a *api) join(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Seat string `json:"seat"`
		Name string `json:"name"`
	}
	game, secret, err := change(r, false, &in)
	if err == nil {
		err = seatName(in.Seat)
	}
	if err != nil {
		return nil, err
	}
	return a.Games.Join(r.Context(), game, in.Seat, in.Name, secret)
}

// leave hands a seat back.
func (a *api) leave(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Seat string `json:"seat"`
	}
	game, secret, err := change(r, false, &in)
	if err == nil {
		err = seatName(in.Seat)
	}
	if err != nil {
		return nil, err
	}
	return a.Games.Leave(r.Context(), game, in.Seat, secret)
}
