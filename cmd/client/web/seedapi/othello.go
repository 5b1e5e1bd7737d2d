package seedapi

import (
	"context"
	"crypto/subtle"
	"net/http"
	"strings"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/wire"
)

// Othello is the interface and its competition. It may be served at several
// addresses; the competition is the same.
type Othello struct {
	config      OthelloConfig
	work        string // of the context that it was made in
	competition *contest.Contest
	practices   *practices
}

// NewOthello continues the competition in the store, or begins one. The context
// bounds only the start; what is done to games belongs to its work (host.WithWork).
// Close must be called before the host's.
func NewOthello(ctx context.Context, h *host.Host, config OthelloConfig) (*Othello, error) {
	config = config.withDefaults()
	if err := config.check(); err != nil {
		return nil, err
	}
	c, err := contest.Open(ctx, config.contest(h))
	if err != nil {
		return nil, err
	}
	return &Othello{config: config, work: host.WorkOf(ctx), competition: c, practices: &practices{host: h, config: config, boards: map[string]*practice{}}}, nil
}

// Close ends what keeps the competition.
func (a *Othello) Close() { a.competition.Close() }

// Contest is the competition, for those who look on.
func (a *Othello) Contest() *contest.Contest { return a.competition }

// At is the document's paths, the results and the organiser's paths below the
// prefix, such as "/othello"; with none, at the root.
func (a *Othello) At(prefix string) wire.API {
	return OthelloAt(prefix, func() (*Othello, error) { return a, nil })
}

// OthelloAt is the same of the interface that find finds for each request, where it
// is not always the same one; an error of find's, a *host.Error, is the answer.
func OthelloAt(prefix string, find func() (*Othello, error)) wire.API {
	by := func(answer func(*Othello, http.ResponseWriter, *http.Request) (any, error)) wire.Answer {
		return func(w http.ResponseWriter, r *http.Request) (any, error) {
			a, err := find()
			if err != nil {
				return nil, err
			}
			*r = *r.WithContext(host.WithWork(r.Context(), a.work)) // in place, since the route is noted in it
			return answer(a, w, r)
		}
	}
	form := func(r *http.Request, e *host.Error) any {
		if a, err := find(); err == nil {
			return a.form(r, e)
		}
		return wire.Flat(r, e)
	}
	page := func(a *Othello, w http.ResponseWriter, r *http.Request) (any, error) { return a.page(w, r, prefix) }
	return wire.API{Prefix: prefix, Form: form, Slash: true, Routes: []wire.Route{
		{Method: "GET", Path: "/boards/{key}", Answer: by((*Othello).boards)},
		{Method: "GET", Path: "/move_needed/{key}", Answer: by((*Othello).moveNeeded)},
		{Method: "POST", Path: "/set_name/{key}/{newName}", Answer: by((*Othello).setName)},
		{Method: "POST", Path: "/move/{key}/{x}/{y}", Answer: by((*Othello).move)},
		{Method: "GET", Path: "/", Answer: by(page)},
		{Method: "GET", Path: "/results", Answer: by((*Othello).results)},
		{Method: "GET", Path: "/results.css", Answer: by((*Othello).style)},
		{Method: "POST", Path: "/competition/{what}", Answer: by((*Othello).organise)},
	}}
}

// player is whom a key belongs to.
type player struct {
	index    int
	practice *practice // the board to practise on; nil for the competition
}

// player finds whom the key in the path belongs to, and notes that the player
// is there. Keys of engine seats are nobody's.
func (a *Othello) player(r *http.Request) (player, error) {
	key, level := cutPractice(r.PathValue("key"))
	if engineLevel(key) == 0 {
		for i, known := range a.config.Keys {
			if subtle.ConstantTimeCompare([]byte(known), []byte(key)) != 1 {
				continue
			}
			if level != 0 {
				return player{i, a.practices.of(key, level)}, nil
			}
			a.competition.NoteActive(i)
			return player{index: i}, nil
		}
	}
	return player{}, host.Refuse(host.NotFound, "there is no such key")
}

// boards is GET /boards/<key>.
func (a *Othello) boards(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.player(r)
	if err != nil {
		return nil, err
	}
	var grid Grid
	if p.practice != nil {
		grid, err = a.practices.grid(r.Context(), p.practice)
	} else {
		grid, err = a.grid(r.Context(), p.index)
	}
	if a.config.Wrapped {
		return wrappedBoards{Boards: []Grid{grid}}, err
	}
	return grid, err
}

// moveNeeded is GET /move_needed/<key>.
func (a *Othello) moveNeeded(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.player(r)
	if err != nil {
		return nil, err
	}
	var needed bool
	if p.practice != nil {
		needed, err = a.practices.needed(r.Context(), p.practice)
	} else {
		_, needed, err = a.competition.Needed(r.Context(), p.index)
	}
	if a.config.Wrapped {
		return wrappedNeeded{Needed: needed}, err
	}
	return needed, err
}

// setName is POST /set_name/<key>/<newName>.
func (a *Othello) setName(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.player(r)
	if err != nil {
		return nil, err
	}
	return a.done(), a.competition.SetName(p.index, r.PathValue("newName"))
}

// move is POST /move/<key>/<x>/<y>.
func (a *Othello) move(_ http.ResponseWriter, r *http.Request) (any, error) {
	p, err := a.player(r)
	if err != nil {
		return nil, err
	}
	x, okX := coordinate(r.PathValue("x"))
	y, okY := coordinate(r.PathValue("y"))
	if !okX || !okY {
		return nil, host.Refuse(host.BadRequest,
			"x and y are 0 to %d: the column from the left and the row from the top", othelloSize-1)
	}
	if p.practice != nil {
		return a.done(), a.practices.move(r.Context(), p.practice, x, y)
	}
	return a.done(), a.competition.Move(r.Context(), p.index, func(b contest.Board) error {
		_, err := place(r.Context(), a.practices.host, b.State, b.Seat == seatName(true), x, y)
		return err
	})
}

// grid returns the player's board; empty before the first game.
func (a *Othello) grid(ctx context.Context, player int) (Grid, error) {
	b, ok, err := a.competition.Board(ctx, player)
	if !ok || err != nil {
		return Grid{}, err
	}
	return view(b.State.Standing, b.Seat == seatName(true))
}

func coordinate(text string) (int, bool) {
	n, ok := wire.Whole(text)
	return int(n), ok && n >= 0 && n < othelloSize
}

// organise is POST /competition/start, stop and restart, for who has the
// organiser's secret.
func (a *Othello) organise(w http.ResponseWriter, r *http.Request) (any, error) {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case a.config.Organiser == "":
		return nil, host.Refuse(host.Forbidden, "the server was started without a secret for an organiser")
	case subtle.ConstantTimeCompare([]byte(token), []byte(a.config.Organiser)) != 1:
		return nil, host.Refuse(host.Forbidden, "this is for the organiser, whose secret goes into the header Authorization: Bearer …")
	}
	if err := a.competition.Organise(r.PathValue("what")); err != nil {
		return nil, err
	}
	return a.results(w, r)
}
