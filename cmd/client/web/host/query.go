package host

import (
	"context"
	"encoding/json"

	"quadrille/protocol/driver"
)

// State returns the present state of a game.
func (h *Host) State(ctx context.Context, id string) (State, error) {
	g, err := h.find(id)
	if err != nil {
		return State{}, err
	}
	if s := g.state.Load(); s != nil {
		current, err := h.peers.Current(ctx, id, s.Version)
		if current || err != nil && ctx.Err() == nil { // without waiting for anybody who has the game
			return g.present(s), nil
		}
	}
	if g, err = h.acquire(ctx, id); err != nil {
		return State{}, err
	}
	defer g.release()
	return g.present(g.state.Load()), nil
}

// StateAt returns the game as it stood after so many complete turns. Version,
// Seats and what else is not a part of a position are the present ones.
func (h *Host) StateAt(ctx context.Context, id string, turns int) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	at, err := g.at(&turns)
	now, head := g.present(g.state.Load()), g.head
	g.release()
	if err != nil {
		return State{}, err
	}
	if turns == len(now.Turns) && len(now.Pending) == 0 {
		now.At = &turns
		return now, nil
	}
	f, err := h.present(ctx, id, at)
	if err != nil {
		return State{}, err
	}
	head.Result = ""
	s := h.describe(head, f)
	s.At, s.Thinking, s.Stuck, s.Clock = &turns, now.Thinking, now.Stuck, now.Clock
	return *s, nil
}

// query asks an engine a question about the present position.
func (h *Host) query(ctx context.Context, id, what string) (text string, err error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return "", err
	}
	at := g.position()
	g.release()
	err = h.consult(ctx, id, func(game *driver.Game) error {
		text, err = game.Query(ctx, at, what)
		return err
	})
	return text, err
}

// Try draws an action without performing it. That the action would be refused
// is no error. Whose turn it is and tokens do not matter.
func (h *Host) Try(ctx context.Context, id, action string) (Preview, error) {
	if err := checkAction(action); err != nil {
		return Preview{}, err
	}
	text, err := h.query(ctx, id, "preview "+action)
	if err != nil {
		return Preview{}, err
	}
	var said struct {
		Diagram json.RawMessage `json:"diagram"`
		Error   string          `json:"error"`
	}
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		return Preview{}, Refuse(NotSupported, "the engine's preview cannot be read: %v", err)
	}
	p := Preview{Diagram: said.Diagram}
	if r, ok := driver.ParseRefusal(said.Error); ok {
		p.Refusal = refusal(r)
	}
	return p, h.resigned(id, &p)
}

// resigned adds to a preview what the engine does not know: that the game was
// given up.
func (h *Host) resigned(id string, p *Preview) error {
	g, err := h.find(id)
	if err != nil {
		return err
	}
	if s := g.state.Load(); s != nil && s.Over() && p.Refusal == nil {
		p.Refusal = Refuse(Over, "the game is over: %s (%s)", s.Result, s.Reason)
	}
	return nil
}

// List returns a list of the game's that State.Lists names.
func (h *Host) List(ctx context.Context, id, name string) ([]string, error) {
	if err := checkToken(name); err != nil {
		return nil, Refuse(BadRequest, "%q is not a name of a list", driver.Clip(name))
	}
	text, err := h.query(ctx, id, "list "+name)
	if err != nil {
		return nil, err
	}
	entries := []string{}
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, Refuse(NotSupported, "the engine's list %s cannot be read: %v", name, err)
	}
	return entries, nil
}
