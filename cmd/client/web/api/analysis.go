package api

import (
	"context"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
)

// analysis reports a search on a position as it goes on. It ends with the best
// turn or an error; a client that goes ends it at once.
func (a *api) analysis(w http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		analysing
		At *int `json:"at"`
	}
	game, err := question(r, &in)
	if err == nil {
		err = checkAt(in.At)
	}
	if err != nil {
		return nil, err
	}
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	if _, err := a.Games.State(r.Context(), game); err != nil {
		return nil, err
	}
	return nil, a.report(w, r, func(ctx context.Context, w host.Watch) (host.Reply, error) {
		return a.Games.Search(ctx, game, in.At, limits, w)
	})
}

// best is what a search ended with.
type best struct {
	Move   string `json:"move"`
	Ponder string `json:"ponder,omitempty"`
}

// report streams a search.
func (a *api) report(w http.ResponseWriter, r *http.Request, search func(context.Context, host.Watch) (host.Reply, error)) error {
	return a.follow(w, r, func(ctx context.Context, l *latest) (event, error) {
		reply, err := search(ctx, host.Watch{Report: l.info, Wait: l.pause})
		return event{name: "best", data: best{reply.Move, reply.Ponder}}, err
	})
}
