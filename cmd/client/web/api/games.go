package api

import (
	"fmt"
	"net/http"

	"quadrille/cmd/client/web/host"
	"quadrille/protocol/driver"
)

// catalogue lists the games that can be created.
func (a *api) catalogue(w http.ResponseWriter, r *http.Request) error {
	if err := noQuery(r); err != nil {
		return err
	}
	games, err := a.Games.Catalogue(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Games []host.GameInfo `json:"games"`
	}{games})
}

// create makes a game.
func (a *api) create(w http.ResponseWriter, r *http.Request) error {
	var spec host.Spec
	if err := read(r, true, &spec); err != nil {
		return err
	}
	state, tokens, err := a.Games.Create(r.Context(), spec)
	if err != nil {
		return err
	}
	w.Header().Set("Location", Prefix+"games/"+state.ID)
	return answer(w, http.StatusCreated, struct {
		State  host.State `json:"state"`
		Tokens []string   `json:"tokens,omitempty"`
	}{state, tokens})
}

// state tells how a game stands, or stood after some turns.
func (a *api) state(w http.ResponseWriter, r *http.Request) error {
	id, err := id(r)
	if err != nil {
		return err
	}
	values, err := query(r, "at")
	if err != nil {
		return err
	}
	turns, err := at(values)
	if err != nil {
		return err
	}
	var state host.State
	if turns == nil {
		state, err = a.Games.State(r.Context(), id)
	} else {
		state, err = a.Games.StateAt(r.Context(), id, *turns)
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, state)
}

// read reads what comes with a request that changes something: a body and no
// query.
func read(r *http.Request, needed bool, to any) error {
	if err := noQuery(r); err != nil {
		return err
	}
	return body(r, needed, to)
}

// change is a request about a game: the game, the token shown, and the body.
func change(r *http.Request, needed bool, to any) (game, secret string, err error) {
	if game, err = id(r); err != nil {
		return "", "", err
	}
	if secret, err = token(r); err != nil {
		return "", "", err
	}
	return game, secret, read(r, needed, to)
}

// shown answers with the state that a change led to.
func shown(w http.ResponseWriter, state host.State, err error) error {
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, state)
}

// act performs an action or plays a turn.
func (a *api) act(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Action  string `json:"action"`
		Move    string `json:"move"`
		Version *int   `json:"version"`
	}
	game, secret, err := change(r, true, &in)
	if err != nil {
		return err
	}
	if (in.Action == "") == (in.Move == "") {
		return host.Refuse(host.BadRequest, `the body has either "action", such as "place 0 2", or "move", such as "0.2s1"`)
	}
	if err := words("an action or a move", in.Action+in.Move); err != nil {
		return err
	}
	state, err := a.Games.Act(r.Context(), game, host.Change{Action: in.Action, Move: in.Move, Version: in.Version, Token: secret})
	return shown(w, state, err)
}

// try draws an action without performing it.
func (a *api) try(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Action string `json:"action"`
	}
	game, _, err := change(r, true, &in)
	if err != nil {
		return err
	}
	if in.Action == "" {
		return host.Refuse(host.BadRequest, `the body has "action", such as "place 0 2"`)
	}
	if err := words("an action", in.Action); err != nil {
		return err
	}
	preview, err := a.Games.Try(r.Context(), game, in.Action)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, trial(preview))
}

// undo takes back actions or turns.
func (a *api) undo(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Actions *int `json:"actions"`
		Turns   *int `json:"turns"`
		To      *int `json:"to"`
		Version *int `json:"version"`
	}
	game, secret, err := change(r, false, &in)
	if err != nil {
		return err
	}
	u := host.Undo{To: in.To, Version: in.Version, Token: secret}
	given := 0
	for _, f := range []struct {
		name string
		from *int
		low  int
		to   *int
	}{{"actions", in.Actions, 1, &u.Actions}, {"turns", in.Turns, 1, &u.Turns}, {"to", in.To, 0, nil}} {
		if f.from == nil {
			continue
		}
		if *f.from < f.low || *f.from > maxTurns {
			return host.Refuse(host.BadRequest, "%s is %d; it is a number from %d to %d", f.name, *f.from, f.low, maxTurns)
		}
		if f.to != nil {
			*f.to = *f.from
		}
		given++
	}
	if given > 1 {
		return host.Refuse(host.BadRequest, "the body has at most one of actions, turns and to")
	}
	state, err := a.Games.Undo(r.Context(), game, u)
	return shown(w, state, err)
}

// move has the engine play a turn.
func (a *api) move(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		thinking
		Version *int `json:"version"`
	}
	game, secret, err := change(r, false, &in)
	if err != nil {
		return err
	}
	limits, err := in.limits()
	if err != nil {
		return err
	}
	state, reply, err := a.Games.Move(r.Context(), game, limits, host.Change{Version: in.Version, Token: secret})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		State host.State `json:"state"`
		Move  string     `json:"move"`
		Info  *info      `json:"info"`
	}{state, reply.Move, found(reply.Info)})
}

// hint has the engine propose a turn.
func (a *api) hint(w http.ResponseWriter, r *http.Request) error {
	var in thinking
	game, _, err := change(r, false, &in)
	if err != nil {
		return err
	}
	limits, err := in.limits()
	if err != nil {
		return err
	}
	reply, err := a.Games.Search(r.Context(), game, nil, limits, func(driver.Info) {})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Move string `json:"move"`
		Info *info  `json:"info"`
	}{reply.Move, found(reply.Info)})
}

// restart begins a game again.
func (a *api) restart(w http.ResponseWriter, r *http.Request) error {
	game, secret, err := change(r, false, &struct{}{})
	if err != nil {
		return err
	}
	state, err := a.Games.Restart(r.Context(), game, secret)
	return shown(w, state, err)
}

// resign gives a game up.
func (a *api) resign(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Seat string `json:"seat"`
	}
	game, secret, err := change(r, true, &in)
	if err != nil {
		return err
	}
	if len(in.Seat) != 2 || in.Seat < "p1" || in.Seat > "p4" {
		return host.Refuse(host.BadRequest, `the body has "seat", p1 to p4`)
	}
	state, err := a.Games.Resign(r.Context(), game, in.Seat, secret)
	return shown(w, state, err)
}

// seats says anew who plays.
func (a *api) seats(w http.ResponseWriter, r *http.Request) error {
	var seats []host.Seat
	game, secret, err := change(r, true, &seats)
	if err != nil {
		return err
	}
	state, err := a.Games.SetSeats(r.Context(), game, seats, secret)
	return shown(w, state, err)
}

// record is the game as a file.
func (a *api) record(w http.ResponseWriter, r *http.Request) error {
	game, err := id(r)
	if err == nil {
		err = noQuery(r)
	}
	if err != nil {
		return err
	}
	text, err := a.Games.Record(r.Context(), game)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.record"`, game))
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte(text))
	return nil
}

// list is one of the lists that a game offers.
func (a *api) list(w http.ResponseWriter, r *http.Request) error {
	game, err := id(r)
	if err == nil {
		err = noQuery(r)
	}
	if err == nil {
		err = words("the name of a list", r.PathValue("name"))
	}
	if err != nil {
		return err
	}
	entries, err := a.Games.List(r.Context(), game, r.PathValue("name"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Entries []string `json:"entries"`
	}{append([]string{}, entries...)})
}
