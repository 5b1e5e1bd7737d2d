// Package api is the server's own API, /api/v1: games of every kind, the
// analysis of their positions and their events. openapi.json describes it.
package api

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/problem"
	"quadrille/protocol/driver"
)

// Prefix is where the API's paths begin.
const Prefix = "/api/v1/"

// Games is what the API asks of a host of games.
type Games interface {
	Catalogue(ctx context.Context) ([]host.GameInfo, error)
	Create(ctx context.Context, s host.Spec) (host.State, []string, error)
	State(ctx context.Context, id string) (host.State, error)
	StateAt(ctx context.Context, id string, turns int) (host.State, error)
	Act(ctx context.Context, id string, c host.Change) (host.State, error)
	Undo(ctx context.Context, id string, u host.Undo) (host.State, error)
	Restart(ctx context.Context, id, token string) (host.State, error)
	Resign(ctx context.Context, id, seat, token string) (host.State, error)
	SetSeats(ctx context.Context, id string, seats []host.Seat, token string) (host.State, error)
	Move(ctx context.Context, id string, l host.Limits, c host.Change) (host.State, host.Reply, error)
	Search(ctx context.Context, id string, at *int, l host.Limits, report func(driver.Info)) (host.Reply, error)
	Try(ctx context.Context, id, action string) (host.Preview, error)
	List(ctx context.Context, id, name string) ([]string, error)
	Record(ctx context.Context, id string) (string, error)
	Subscribe(ctx context.Context, id string) (<-chan host.State, error)
}

// Config says what the API works with.
type Config struct {
	Games Games
	Log   *slog.Logger
	// Closing ends all streams when it is closed; may be nil.
	Closing <-chan struct{}
	// Heartbeat is how often a silent stream says that it is there; 15 seconds
	// by default.
	Heartbeat time.Duration
	// MaxStreams is how many streams are open at once; 4096 by default.
	MaxStreams int
}

// api answers the operations.
type api struct {
	Config
	streams chan struct{} // one value for each open stream
}

//go:embed openapi.json
var document []byte

// operation performs one method on one path. Its error is answered as
// problem.Refuse says.
type operation struct {
	method, path string // the path after Prefix
	do           func(w http.ResponseWriter, r *http.Request) error
}

func (a *api) operations() []operation {
	return []operation{
		{"GET", "openapi.json", a.openapi},
		{"GET", "catalogue", a.catalogue},
		{"POST", "games", a.create},
		{"GET", "games/{id}", a.state},
		{"POST", "games/{id}/act", a.act},
		{"POST", "games/{id}/try", a.try},
		{"POST", "games/{id}/undo", a.undo},
		{"POST", "games/{id}/move", a.move},
		{"POST", "games/{id}/hint", a.hint},
		{"POST", "games/{id}/restart", a.restart},
		{"POST", "games/{id}/resign", a.resign},
		{"PUT", "games/{id}/seats", a.seats},
		{"GET", "games/{id}/record", a.record},
		{"GET", "games/{id}/list/{name}", a.list},
		{"GET", "games/{id}/events", a.events},
		{"GET", "games/{id}/analysis", a.analysis},
	}
}

// New makes the handler of every path that begins with Prefix.
func New(c Config) http.Handler {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Heartbeat <= 0 {
		c.Heartbeat = 15 * time.Second
	}
	if c.MaxStreams <= 0 {
		c.MaxStreams = 4096
	}
	a := &api{c, make(chan struct{}, c.MaxStreams)}
	methods := map[string]map[string]operation{}
	for _, o := range a.operations() {
		if methods[o.path] == nil {
			methods[o.path] = map[string]operation{}
		}
		methods[o.path][o.method] = o
	}
	mux := http.NewServeMux()
	for path, m := range methods {
		mux.Handle(Prefix+path, a.dispatch(m))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		problem.Write(w, http.StatusNotFound, string(host.NotFound), "there is no such path; "+Prefix+"openapi.json lists them")
	})
	return mux
}

// dispatch chooses the operation by its method.
func (a *api) dispatch(methods map[string]operation) http.Handler {
	var allow []string
	for m := range methods {
		allow = append(allow, m)
	}
	if _, ok := methods["GET"]; ok {
		allow = append(allow, "HEAD")
	}
	slices.Sort(allow)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := r.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		o, ok := methods[method]
		if !ok {
			w.Header().Set("Allow", strings.Join(allow, ", "))
			problem.Write(w, http.StatusMethodNotAllowed, problem.NotAllowed, "this path takes "+strings.Join(allow, ", "))
			return
		}
		if err := o.do(w, r); err != nil {
			a.refuse(w, r, err)
		}
	})
}

// refuse answers with an error. One that nobody foresaw is logged.
func (a *api) refuse(w http.ResponseWriter, r *http.Request, err error) {
	var refusal *host.Error
	var own *problem.Error
	if !errors.As(err, &refusal) && !errors.As(err, &own) && r.Context().Err() == nil {
		a.Log.Error("unforeseen error", "id", w.Header().Get("X-Request-Id"), "route", r.Pattern, "error", err)
	}
	problem.Refuse(w, err)
}

// answer writes a value as JSON.
func answer(w http.ResponseWriter, status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // a client that has gone is no error of ours
	return nil
}

// openapi serves the document of this API.
func (a *api) openapi(w http.ResponseWriter, r *http.Request) error {
	if err := noQuery(r); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(document)
	return nil
}
