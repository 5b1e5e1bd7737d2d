// Package api is the server's own API, /api/v1: games of every kind, the
// analysis of their positions and their events. openapi.json describes it.
package api

import (
	"context"
	_ "embed"
	"sync"
	"time"

	"quadrille/cmd/client/judge"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
	"quadrille/cmd/internal/exercise"
)

// Prefix is where the API's paths begin.
const Prefix = "/api/v1/"

// Games is what the API asks of a host of games.
type Games interface {
	Catalogue(ctx context.Context) ([]host.GameInfo, error)
	Create(ctx context.Context, s host.Spec) (host.State, []string, error)
	Listed(ctx context.Context, standing, from string, limit int) (host.Listings, error)
	Join(ctx context.Context, id, seat, name, token string) (host.Joined, error)
	Leave(ctx context.Context, id, seat, token string) (host.State, error)
	State(ctx context.Context, id string) (host.State, error)
	StateAt(ctx context.Context, id string, turns int) (host.State, error)
	Act(ctx context.Context, id string, c host.Change) (host.State, error)
	Undo(ctx context.Context, id string, u host.Undo) (host.State, error)
	Restart(ctx context.Context, id, token string) (host.State, error)
	Answer(ctx context.Context, id string, agree bool, c host.Change) (host.State, error)
	OfferDraw(ctx context.Context, id string, c host.Change) (host.State, error)
	Rematch(ctx context.Context, id, token string) (s host.State, made bool, err error)
	Resign(ctx context.Context, id, seat, token string) (host.State, error)
	SetSeats(ctx context.Context, id string, seats []host.Seat, token string) (host.State, error)
	Move(ctx context.Context, id string, l host.Limits, c host.Change) (host.State, host.Reply, error)
	Search(ctx context.Context, id string, at *int, l host.Limits, w host.Watch) (host.Reply, error)
	Review(ctx context.Context, id string, l host.Limits, w host.ReviewWatch) (*judge.Report, error)
	Hint(ctx context.Context, id string, l host.Limits) (host.Reply, error)
	Try(ctx context.Context, id, action string) (host.Preview, error)
	Look(ctx context.Context, p host.Position, c host.Change) (host.Standing, error)
	SearchPosition(ctx context.Context, p host.Position, l host.Limits, w host.Watch) (host.Reply, error)
	List(ctx context.Context, id, name string) ([]string, error)
	Records(ctx context.Context, id string) ([]host.Saved, error)
	Record(ctx context.Context, id, form string) (host.Saved, error)
	Contents(ctx context.Context, text string, data []byte) (host.Contents, error)
	Subscribe(ctx context.Context, id string) (<-chan host.State, error)
	Solution(ctx context.Context, id string) (<-chan host.Solution, error)
	Solve(ctx context.Context, id string, on bool, token string) (host.Solution, error)
	SolutionOf(ctx context.Context, p host.Position) (<-chan host.Solution, error)
	SolveOf(ctx context.Context, p host.Position, on bool) (host.Solution, error)
	Attend(ctx context.Context, id string, r host.Reader) (<-chan int, error)
}

// Config says what the API works with.
type Config struct {
	Games        Games
	Competitions Competitions // of a server
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
	Kept    Kept                                           // nil on a server
	streams chan struct{}                                  // one value for each open stream
	sets    func() (map[string][]exercise.Exercise, error) // by game, read when they are first asked for
}

//go:embed openapi.json
var document []byte

// New makes the routes of a server's API.
func New(c Config) wire.API {
	a := newAPI(c)
	return wire.API{Routes: append(a.routes(), a.othersRoutes()...)}
}

// NewAlone makes the routes where all games are one person's, as in a browser: with
// those of Kept, and without what people do together. What only a server has is not
// linked into a program that makes no other.
func NewAlone(c Config, k Kept) wire.API {
	a := newAPI(c)
	a.Kept = k
	return wire.API{Routes: append(a.keptRoutes(), a.routes()...)}
}

func newAPI(c Config) *api {
	if c.Heartbeat <= 0 {
		c.Heartbeat = 15 * time.Second
	}
	if c.MaxStreams <= 0 {
		c.MaxStreams = 4096
	}
	return &api{Config: c, streams: make(chan struct{}, c.MaxStreams), sets: sync.OnceValues(readSets)}
}

// routes are what one person does.
func (a *api) routes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: Prefix + "catalogue", Answer: a.catalogue},
		{Method: "GET", Path: Prefix + "exercises", Answer: a.exercises},
		{Method: "POST", Path: Prefix + "positions", Answer: a.position},
		{Method: "GET", Path: Prefix + "analysis", Answer: a.analysePosition},
		{Method: "GET", Path: Prefix + "solution", Answer: a.solutionOf},
		{Method: "POST", Path: Prefix + "solution", Answer: a.solveOf},
		{Method: "POST", Path: Prefix + "games", Answer: a.create},
		{Method: "GET", Path: Prefix + "games/{id}", Answer: a.state},
		{Method: "POST", Path: Prefix + "games/{id}/act", Answer: a.act},
		{Method: "POST", Path: Prefix + "games/{id}/try", Answer: a.try},
		{Method: "POST", Path: Prefix + "games/{id}/undo", Answer: a.undo},
		{Method: "POST", Path: Prefix + "games/{id}/move", Answer: a.move},
		{Method: "POST", Path: Prefix + "games/{id}/hint", Answer: a.hint},
		{Method: "POST", Path: Prefix + "games/{id}/restart", Answer: a.restart},
		{Method: "POST", Path: Prefix + "games/{id}/answer", Answer: a.answer},
		{Method: "POST", Path: Prefix + "games/{id}/draw", Answer: a.draw},
		{Method: "POST", Path: Prefix + "games/{id}/rematch", Answer: a.rematch},
		{Method: "POST", Path: Prefix + "games/{id}/resign", Answer: a.resign},
		{Method: "POST", Path: Prefix + "games/{id}/solution", Answer: a.solution},
		{Method: "PUT", Path: Prefix + "games/{id}/seats", Answer: a.seats},
		{Method: "GET", Path: Prefix + "games/{id}/record", Answer: a.record},
		{Method: "GET", Path: Prefix + "games/{id}/records", Answer: a.records},
		{Method: "POST", Path: Prefix + "records", Answer: a.contents},
		{Method: "GET", Path: Prefix + "games/{id}/list/{name}", Answer: a.list},
		{Method: "GET", Path: Prefix + "games/{id}/events", Answer: a.events},
		{Method: "GET", Path: Prefix + "games/{id}/analysis", Answer: a.analysis},
		{Method: "GET", Path: Prefix + "games/{id}/review", Answer: a.review},
	}
}

// alone says whether only one person reaches the API.
func (a *api) alone() bool { return a.Kept != nil }

// othersRoutes are what people do together, and what their programs read.
func (a *api) othersRoutes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: Prefix + "openapi.json", Answer: a.openapi},
		{Method: "GET", Path: Prefix + "games", Answer: a.games},
		{Method: "POST", Path: Prefix + "games/{id}/join", Answer: a.join},
		{Method: "POST", Path: Prefix + "games/{id}/leave", Answer: a.leave},
		{Method: "POST", Path: Prefix + "competitions", Answer: a.beginCompetition},
		{Method: "GET", Path: Prefix + "competitions/{id}", Answer: a.competition},
		{Method: "GET", Path: Prefix + "competitions/{id}/events", Answer: a.competitionEvents},
		{Method: "POST", Path: Prefix + "competitions/{id}/players", Answer: a.takePart},
		{Method: "POST", Path: Prefix + "competitions/{id}/start", Answer: a.organise("start")},
		{Method: "POST", Path: Prefix + "competitions/{id}/stop", Answer: a.organise("stop")},
		{Method: "POST", Path: Prefix + "competitions/{id}/restart", Answer: a.organise("restart")},
		{Method: "GET", Path: Prefix + "competitions/{id}/turn", Answer: a.awaitTurn},
		{Method: "POST", Path: Prefix + "competitions/{id}/turn", Answer: a.playTurn},
	}
}

// openapi serves the document of this API.
func (a *api) openapi(w http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(document)
	return nil, nil
}
