package seedapi

import (
	"context"
	"crypto/subtle"
	"net/http"
	"strings"
	"sync"

	"quadrille/cmd/client/web/gate"
	"quadrille/cmd/client/web/host"
)

// Othello is the interface and its competition. It may be served at several
// addresses; the competition is the same.
type Othello struct {
	config      OthelloConfig
	competition *competition
	practices   *practices
	stop        context.CancelFunc
	ended       sync.WaitGroup
}

// NewOthello continues the competition in the store, or begins one. The context
// bounds only the start. Close must be called before the host's.
func NewOthello(ctx context.Context, h *host.Host, config OthelloConfig) (*Othello, error) {
	config = config.withDefaults()
	if err := config.check(); err != nil {
		return nil, err
	}
	c, err := newCompetition(ctx, h, config)
	if err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(context.Background())
	a := &Othello{
		config: config, competition: c, stop: stop,
		practices: &practices{host: h, config: config, boards: map[string]*practice{}},
	}
	a.ended.Go(func() { c.referee(background) })
	return a, nil
}

// Close ends the goroutine that keeps the competition.
func (a *Othello) Close() {
	a.stop()
	a.ended.Wait()
}

// At is the document's paths, the results and the organiser's paths below the
// prefix, such as "/othello"; with none, at the root.
func (a *Othello) At(prefix string) gate.API {
	return gate.API{Prefix: prefix, Form: a.form, Slash: true, Routes: []gate.Route{
		{Method: "GET", Path: "/boards/{key}", Answer: a.boards},
		{Method: "GET", Path: "/move_needed/{key}", Answer: a.moveNeeded},
		{Method: "POST", Path: "/set_name/{key}/{newName}", Answer: a.setName},
		{Method: "POST", Path: "/move/{key}/{x}/{y}", Answer: a.move},
		{Method: "GET", Path: "/", Answer: func(w http.ResponseWriter, r *http.Request) (any, error) { return a.page(w, r, prefix) }},
		{Method: "GET", Path: "/results", Answer: a.results},
		{Method: "GET", Path: "/results.css", Answer: style},
		{Method: "POST", Path: "/competition/{what}", Answer: a.organise},
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
			a.competition.noteActive(i)
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
		grid, err = a.competition.grid(r.Context(), p.index)
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
		needed, err = a.competition.needed(r.Context(), p.index)
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
	return a.done(), a.competition.setName(p.index, r.PathValue("newName"))
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
	return a.done(), a.competition.move(r.Context(), p.index, x, y)
}

func coordinate(text string) (int, bool) {
	n, ok := gate.Whole(text)
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
	var err error
	switch what := r.PathValue("what"); what {
	case "start", "stop":
		err = a.competition.run(what == "start")
	case "restart":
		err = a.competition.restart()
	default:
		err = host.Refuse(host.NotFound, "a competition can be told to start, stop and restart")
	}
	if err != nil {
		return nil, err
	}
	return a.results(w, r)
}
