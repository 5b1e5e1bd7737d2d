package api

import (
	"slices"

	"quadrille/cmd/client/web/host"
	"quadrille/cmd/client/web/http"
	"quadrille/cmd/client/web/wire"
)

// Catalogue lists the games that can be created, and says who reaches them.
type Catalogue struct {
	Games []host.GameInfo `json:"games"`
	Alone bool            `json:"alone"` // nobody but the one person who has the host
}

// catalogue answers with the catalogue.
func (a *api) catalogue(_ http.ResponseWriter, r *http.Request) (any, error) {
	if err := noQuery(r); err != nil {
		return nil, err
	}
	games, err := a.Games.Catalogue(r.Context())
	return Catalogue{games, a.alone()}, err
}

// create makes a game.
func (a *api) create(w http.ResponseWriter, r *http.Request) (any, error) {
	var spec host.Spec
	if err := body(r, true, &spec); err != nil {
		return nil, err
	}
	if err := a.forOthers(spec.Seats, spec.Listed); err != nil {
		return nil, err
	}
	var notes []string
	spec.Note = func(note string) { notes = append(notes, note) }
	state, tokens, err := a.Games.Create(r.Context(), spec)
	if err != nil {
		return nil, err
	}
	w.Header().Set("Location", Prefix+"games/"+state.ID)
	return wire.Created{Value: struct {
		State  host.State `json:"state"`
		Tokens []string   `json:"tokens,omitempty"`
		Notes  []string   `json:"notes,omitempty"`
	}{state, tokens, notes}}, nil
}

// forOthers refuses what only another person could have a use for, where there is
// none.
func (a *api) forOthers(seats []host.Seat, asked bool) error {
	open := slices.ContainsFunc(seats, func(s host.Seat) bool { return s.Kind == host.Open })
	if a.alone() && (asked || open) {
		return host.Refuse(host.NotSupported, `nobody else reaches this game: it has no seat that is "open", and is not "listed"`)
	}
	return nil
}

// state tells how a game stands, or stood after some turns.
func (a *api) state(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		At *int `json:"at"`
	}
	game, err := question(r, &in)
	if err == nil {
		err = checkAt(in.At)
	}
	switch {
	case err != nil:
		return nil, err
	case in.At == nil:
		return a.Games.State(r.Context(), game)
	}
	return a.Games.StateAt(r.Context(), game, *in.At)
}

// change is a request about a game: the game, the token shown, and the body.
func change(r *http.Request, needed bool, to any) (game, secret string, err error) {
	if game, err = id(r); err != nil {
		return "", "", err
	}
	if secret, err = token(r); err != nil {
		return "", "", err
	}
	return game, secret, body(r, needed, to)
}

// act performs an action or plays a turn.
func (a *api) act(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Action  string `json:"action"`
		Move    string `json:"move"`
		Version *int   `json:"version"`
	}
	game, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	if (in.Action == "") == (in.Move == "") {
		return nil, host.Refuse(host.BadRequest, `the body must have either "action", such as "place 0 2", or "move", such as "0.2s1"`)
	}
	if err := words("an action or a move", in.Action+in.Move); err != nil {
		return nil, err
	}
	return a.Games.Act(r.Context(), game, host.Change{Action: in.Action, Move: in.Move, Version: in.Version, Token: secret})
}

// try draws an action without performing it.
func (a *api) try(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Action string `json:"action"`
	}
	game, _, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	if in.Action == "" {
		return nil, host.Refuse(host.BadRequest, `the body must have "action", such as "place 0 2"`)
	}
	if err := words("an action", in.Action); err != nil {
		return nil, err
	}
	preview, err := a.Games.Try(r.Context(), game, in.Action)
	return struct {
		OK bool `json:"ok"`
		host.Preview
	}{preview.Refusal == nil, preview}, err
}

// undo takes back actions or turns.
func (a *api) undo(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Actions *int `json:"actions"`
		Turns   *int `json:"turns"`
		To      *int `json:"to"`
		Version *int `json:"version"`
	}
	game, secret, err := change(r, false, &in)
	if err != nil {
		return nil, err
	}
	u := host.Undo{To: in.To, Version: in.Version, Token: secret}
	err = within(
		field{"actions", in.Actions, 1, maxTurns, &u.Actions},
		field{"turns", in.Turns, 1, maxTurns, &u.Turns},
		field{"to", in.To, 0, maxTurns, new(int)})
	if err != nil {
		return nil, err
	}
	return a.Games.Undo(r.Context(), game, u)
}

// move has the engine play a turn.
func (a *api) move(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		thinking
		Version *int `json:"version"`
	}
	game, secret, err := change(r, false, &in)
	if err != nil {
		return nil, err
	}
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	state, reply, err := a.Games.Move(r.Context(), game, limits, host.Change{Version: in.Version, Token: secret})
	return struct {
		State host.State `json:"state"`
		Move  string     `json:"move"`
		Info  *info      `json:"info"`
	}{state, reply.Move, found(reply.Info)}, err
}

// hint has the engine propose a turn.
func (a *api) hint(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in thinking
	game, _, err := change(r, false, &in)
	if err != nil {
		return nil, err
	}
	limits, err := in.limits()
	if err != nil {
		return nil, err
	}
	reply, err := a.Games.Hint(r.Context(), game, limits)
	return struct {
		Move string `json:"move"`
		Info *info  `json:"info"`
	}{reply.Move, found(reply.Info)}, err
}

// restart begins a game again.
func (a *api) restart(_ http.ResponseWriter, r *http.Request) (any, error) {
	game, secret, err := change(r, false, &struct{}{})
	if err != nil {
		return nil, err
	}
	return a.Games.Restart(r.Context(), game, secret)
}

// answer agrees to what another player asks for, or refuses it.
func (a *api) answer(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Agree   *bool `json:"agree"`
		Version *int  `json:"version"`
	}
	game, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	if in.Agree == nil {
		return nil, host.Refuse(host.BadRequest, `the body must have "agree", true or false`)
	}
	return a.Games.Answer(r.Context(), game, *in.Agree, host.Change{Version: in.Version, Token: secret})
}

// draw offers a draw, or agrees to one.
func (a *api) draw(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Version *int `json:"version"`
	}
	game, secret, err := change(r, false, &in)
	if err != nil {
		return nil, err
	}
	return a.Games.OfferDraw(r.Context(), game, host.Change{Version: in.Version, Token: secret})
}

// rematch makes the game that follows one that is over.
func (a *api) rematch(w http.ResponseWriter, r *http.Request) (any, error) {
	game, secret, err := change(r, false, &struct{}{})
	if err != nil {
		return nil, err
	}
	state, made, err := a.Games.Rematch(r.Context(), game, secret)
	if err != nil || !made {
		return state, err
	}
	w.Header().Set("Location", Prefix+"games/"+state.ID)
	return wire.Created{Value: state}, nil
}

// resign gives a game up.
func (a *api) resign(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct {
		Seat string `json:"seat"`
	}
	game, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	if !isSeat(in.Seat) {
		return nil, host.Refuse(host.BadRequest, `the body must have "seat", p1 to p4`)
	}
	return a.Games.Resign(r.Context(), game, in.Seat, secret)
}

// seats says anew who plays.
func (a *api) seats(_ http.ResponseWriter, r *http.Request) (any, error) {
	var seats []host.Seat
	game, secret, err := change(r, true, &seats)
	if err != nil {
		return nil, err
	}
	if err := a.forOthers(seats, false); err != nil {
		return nil, err
	}
	return a.Games.SetSeats(r.Context(), game, seats, secret)
}

// solving says whether a game is to be solved.
type solving struct {
	Solve *bool `json:"solve"`
}

func (s solving) on() (bool, error) {
	if s.Solve == nil {
		return false, host.Refuse(host.BadRequest, `the body must have "solve", true or false`)
	}
	return *s.Solve, nil
}

// solution has a game solved in the background, or stops that.
func (a *api) solution(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in solving
	game, secret, err := change(r, true, &in)
	if err != nil {
		return nil, err
	}
	on, err := in.on()
	if err != nil {
		return nil, err
	}
	return a.Games.Solve(r.Context(), game, on, secret)
}

// list is one of the lists that a game offers.
func (a *api) list(_ http.ResponseWriter, r *http.Request) (any, error) {
	game, err := question(r, &struct{}{})
	if err == nil {
		err = words("the name of a list", r.PathValue("name"))
	}
	if err != nil {
		return nil, err
	}
	entries, err := a.Games.List(r.Context(), game, r.PathValue("name"))
	return map[string][]string{"entries": append([]string{}, entries...)}, err
}
