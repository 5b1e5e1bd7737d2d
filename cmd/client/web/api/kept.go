package api

import (
	"context"
	"strings"

	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/kept"
	"quadrille/cmd/client/web/wire"
)

// Kept is what the API asks of all games of one person.
type Kept interface {
	List(context.Context) (kept.List, error)
	File(context.Context) (text []byte, unread []string, err error)
	Take(ctx context.Context, data []byte, from int) (kept.Taken, error)
	Remove(ctx context.Context, id string) error
	RemoveAll(context.Context) error
	RemoveSolution(ctx context.Context, name string) error
}

// keptRoutes are the routes of an API that is one person's. A server has none of
// them.
func (a *api) keptRoutes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: Prefix + "kept", Answer: a.kept},
		{Method: "POST", Path: Prefix + "kept", Answer: a.take},
		{Method: "DELETE", Path: Prefix + "kept", Answer: a.removeAll},
		{Method: "DELETE", Path: Prefix + "kept/{id}", Answer: a.remove},
		{Method: "DELETE", Path: Prefix + "kept/solutions/{name}", Answer: a.removeSolution},
		{Method: "GET", Path: Prefix + "kept/record", Answer: a.keptFile},
	}
}

// kept lists all games.
func (a *api) kept(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	return a.Kept.List(r.Context())
}

// unreadHeader has the IDs of the games that cannot be read, and are not in a file of
// all games.
const unreadHeader = "Quadrille-Unread"

// keptFile has all games in one file.
func (a *api) keptFile(w http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	text, unread, err := a.Kept.File(r.Context())
	if err != nil {
		return nil, err
	}
	head := w.Header()
	if len(unread) > 0 {
		head.Set(unreadHeader, strings.Join(unread, " "))
	}
	head.Set("Content-Type", "text/plain; charset=utf-8")
	head.Set("Content-Disposition", `attachment; filename="quadrille-games.record"`)
	head.Set("Cache-Control", "no-store")
	w.Write(text)
	return nil, nil
}

// take makes games of a file, some at a time.
func (a *api) take(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Data []byte `json:"data"`
		From int    `json:"from"`
	}
	if err := body(r, true, &in); err != nil {
		return nil, err
	}
	return a.Kept.Take(r.Context(), in.Data, in.From)
}

// remove deletes a game.
func (a *api) remove(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, err := question(r, &struct{}{})
	if err != nil {
		return nil, err
	}
	return struct{}{}, a.Kept.Remove(r.Context(), id)
}

// removeSolution deletes a solution that engines play from.
func (a *api) removeSolution(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	return struct{}{}, a.Kept.RemoveSolution(r.Context(), r.PathValue("name"))
}

// removeAll deletes all games.
func (a *api) removeAll(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	return struct{}{}, a.Kept.RemoveAll(r.Context())
}
