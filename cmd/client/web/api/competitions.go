package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quadrille/cmd/client/web/contest"
	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
	"quadrille/engine"
)

// Competitions is what the API asks of the competitions of a server.
type Competitions interface {
	Begin(ctx context.Context, s contest.Spec) (id, organiser string, err error)
	Contest(id string) (*contest.Contest, error)
	Organise(id, secret, what string) error
	Join(id, name string) (player int, secret string, err error)
	Spar(ctx context.Context, id, secret string, seat host.Seat) (player int, err error)
	Player(id, secret string) (c *contest.Contest, player int, err error)
}

// beginCompetition makes a competition.
func (a *api) beginCompetition(w http.ResponseWriter, r *http.Request) (any, error) {
	var spec contest.Spec
	if err := body(r, true, &spec); err != nil {
		return nil, err
	}
	id, organiser, err := a.Competitions.Begin(r.Context(), spec)
	if err != nil {
		return nil, err
	}
	w.Header().Set("Location", Prefix+"competitions/"+id)
	return wire.Created{Value: map[string]string{"id": id, "organiser": organiser}}, nil
}

// competition tells how a competition stands.
func (a *api) competition(_ http.ResponseWriter, r *http.Request) (any, error) {
	id, err := question(r, &struct{}{})
	if err != nil {
		return nil, err
	}
	return a.stands(id)
}

// organise starts, stops or restarts a competition.
func (a *api) organise(what string) wire.Answer {
	return func(_ http.ResponseWriter, r *http.Request) (any, error) {
		id, secret, err := change(r, false, &struct{}{})
		if err != nil {
			return nil, err
		}
		if err := a.Competitions.Organise(id, secret, what); err != nil {
			return nil, err
		}
		return a.stands(id)
	}
}

func (a *api) stands(id string) (any, error) {
	c, err := a.Competitions.Contest(id)
	if err != nil {
		return nil, err
	}
	return c.Results(), nil
}

// takePart lets a program take part, or adds an engine for the organiser.
func (a *api) takePart(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Name   string       `json:"name"`
		Level  engine.Level `json:"level"`
		Engine string       `json:"engine"`
	}
	id, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	var out struct {
		Player int    `json:"player"`
		Token  string `json:"token,omitempty"`
	}
	switch {
	case in.Name != "" && (in.Level != 0 || in.Engine != ""):
		return nil, host.Refuse(host.BadRequest, `the body has either "name", of a program, or "level" or "engine", of a sparring partner`)
	case in.Name != "":
		out.Player, out.Token, err = a.Competitions.Join(id, in.Name)
	default:
		out.Player, err = a.Competitions.Spar(r.Context(), id, secret, host.Seat{Level: in.Level, Engine: in.Engine})
	}
	if err != nil {
		return nil, err
	}
	return wire.Created{Value: out}, nil
}

// turn is what a player is told: whether a turn is needed and of what.
type turn struct {
	Needed bool          `json:"needed"`
	Over   bool          `json:"over"` // the competition is
	Player int           `json:"player"`
	Seat   string        `json:"seat,omitempty"`
	Board  *contest.Live `json:"board,omitempty"` // nil before the player's first game
}

// turnOf tells how things stand for a player.
func turnOf(ctx context.Context, c *contest.Contest, player int) (turn, error) {
	t := turn{Player: player, Over: c.Results().Finished}
	b, needed, err := c.Needed(ctx, player)
	if err == nil && b.Seat != "" {
		board := c.Show(b.Number, b.State)
		t.Needed, t.Seat, t.Board = needed, b.Seat, &board
	}
	return t, err
}

// maxWait is how long a question for a turn may wait for its answer.
const maxWait = 30

// pollAgain is how soon a program may ask again that has nothing to wait for.
const pollAgain = time.Second

// awaitTurn answers when a turn of the player is needed, when the competition is
// over, or after so many seconds.
func (a *api) awaitTurn(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Wait *int `json:"wait"`
	}
	id, err := question(r, &in)
	if err != nil {
		return nil, err
	}
	secret, err := token(r)
	if err != nil {
		return nil, err
	}
	wait := maxWait
	if err := within(field{"wait", in.Wait, 0, maxWait, &wait}); err != nil {
		return nil, err
	}
	c, player, err := a.Competitions.Player(id, secret)
	if err != nil {
		return nil, err
	}
	enough := time.After(time.Duration(wait) * time.Second)
	begun := time.Now()
	for {
		news := c.News()
		t, err := turnOf(r.Context(), c, player)
		if err != nil || t.Needed || t.Over && time.Since(begun) >= pollAgain {
			return t, err
		}
		select {
		case <-news:
		case <-time.After(pollAgain): // what somebody's time ran out does not tell
		case <-enough:
			return t, nil
		case <-a.Closing:
			return t, nil
		case <-r.Context().Done():
			return nil, r.Context().Err()
		}
	}
}

// playTurn plays a turn of the player.
func (a *api) playTurn(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Move string `json:"move"`
	}
	id, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	if in.Move == "" {
		return nil, host.Refuse(host.BadRequest, `the body must have "move", one of the board's "legal"`)
	}
	if err := words("a move", in.Move); err != nil {
		return nil, err
	}
	c, player, err := a.Competitions.Player(id, secret)
	if err != nil {
		return nil, err
	}
	err = c.Move(r.Context(), player, func(b contest.Board) error { return c.Play(r.Context(), b, in.Move) })
	if err != nil {
		return nil, err
	}
	return turnOf(r.Context(), c, player)
}

// tick bounds how often a stream of a competition tells what is new; lookAgain is
// how soon it looks for what nobody tells, such as players who have gone.
const (
	tick      = 100 * time.Millisecond
	lookAgain = 5 * time.Second
)

// competitionEvents tells the results and every board at once, and each again
// when it changes.
func (a *api) competitionEvents(w http.ResponseWriter, r *http.Request) (any, error) {
	id, err := question(r, &struct{}{})
	if err != nil {
		return nil, err
	}
	c, err := a.Competitions.Contest(id)
	if err != nil {
		return nil, err
	}
	return nil, a.stream(w, r, func(s *stream) {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		told := teller{seen: map[int]string{}}
		news := make(chan struct{}, 1)
		news <- struct{}{}
		go pass(ctx, c, news)
		a.relay(r, s, news, func() error { return told.tell(ctx, s, c) })
	})
}

// pass passes the news of a competition on, not too often, until the context ends.
func pass(ctx context.Context, c *contest.Contest, to chan<- struct{}) {
	for {
		select {
		case <-c.News():
		case <-time.After(lookAgain):
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(tick):
		case <-ctx.Done():
			return
		}
		select {
		case to <- struct{}{}:
		default: // there is news that nobody has taken yet
		}
	}
}

// teller knows what a stream has told.
type teller struct {
	results string
	seen    map[int]string // positions by the numbers of games
}

func (t *teller) tell(ctx context.Context, s *stream, c *contest.Contest) error {
	results := c.Results()
	for i := range results.Games {
		results.Games[i].Turns = []string{} // which a list of all games need not tell again and again
	}
	text, err := json.Marshal(results)
	if err != nil {
		return err
	}
	if string(text) != t.results {
		t.results = string(text)
		if err := s.event(event{name: "results", data: results}); err != nil {
			return err
		}
	}
	for _, b := range c.Live(ctx) {
		if keyOf(b) == t.seen[b.Number] {
			continue
		}
		t.seen[b.Number] = keyOf(b)
		b.Legal = []string{}
		if err := s.event(event{name: "board", data: b}); err != nil {
			return err
		}
	}
	return nil
}

// keyOf is another for everything that a board may show.
func keyOf(b contest.Live) string {
	return fmt.Sprint(b.Version, b.Result, len(b.Turns), b.FEN, b.Until)
}
