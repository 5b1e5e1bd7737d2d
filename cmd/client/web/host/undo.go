package host

import (
	"context"
	"slices"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// Undo takes back what u says. A search for the turn that was to be played is
// given up.
func (h *Host) Undo(ctx context.Context, id string, u Undo) (State, error) {
	if err := u.Check(); err != nil {
		return State{}, err
	}
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.isAt(u.Version); err != nil {
		return State{}, err
	}
	if err := g.member(u.Token); err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Result, n.head.Reason = "", ""
	if g.head.Result != "" {
		if g.others(u.Token) {
			return State{}, Refuse(Forbidden, "the game has ended, and others played in it too")
		}
		if u.afterEnd(len(g.facts.Turns), len(g.facts.Pending) > 0) {
			return h.commit(g, n, g.facts)
		}
	}
	f, err := h.undone(ctx, g, u)
	if err != nil {
		return State{}, err
	}
	if err := h.mayUndo(ctx, g, f, u.Token); err != nil {
		return State{}, err
	}
	n.play(f)
	return h.commit(g, n, f)
}

// Check says what is wrong with the form of u.
func (u Undo) Check() error {
	set := 0
	for _, given := range []bool{u.Actions != 0, u.Turns != 0, u.To != nil} {
		if given {
			set++
		}
	}
	switch {
	case set > 1:
		return Refuse(BadRequest, "undo takes one of actions, turns and to")
	case u.Actions < 0 || u.Turns < 0 || u.To != nil && *u.To < 0:
		return Refuse(BadRequest, "undo takes a number that is at least 0")
	}
	return nil
}

// afterEnd takes back an end that the rules do not know, such as a resignation.
// It says whether that is all there is to take back.
func (u *Undo) afterEnd(turns int, begun bool) bool {
	switch {
	case u.To != nil:
		return *u.To == turns && !begun
	case u.Actions > 0:
		u.Actions--
	case u.Turns > 0:
		u.Turns--
	}
	return u.Actions == 0 && u.Turns == 0
}

// undone asks an engine about the position that u leads to.
func (h *Host) undone(ctx context.Context, g *game, u Undo) (driver.State, error) {
	at := g.position()
	turns, begun := len(at.Turns), len(at.Pending) > 0
	switch {
	case turns == 0 && !begun && (u.To == nil || *u.To == 0):
		return driver.State{}, errNothing
	case u.Actions > 0 || begun && u.Turns == 0 && u.To == nil:
		return h.undoneActions(ctx, g, at, max(1, u.Actions))
	case u.To != nil && (*u.To > turns || *u.To == turns && !begun):
		return driver.State{}, Refuse(BadRequest, "undo can go back to turn 0 to %d, not %d", g.latest()-1, *u.To)
	case u.To != nil:
		return h.present(ctx, g.id, at.After(*u.To))
	}
	if err := h.learnMovers(ctx, g); err != nil {
		return driver.State{}, err
	}
	to := g.latest() - u.Turns
	switch {
	case to < 0:
		return driver.State{}, Refuse(BadRequest, "undo can take back 1 to %d turns, not %d", g.latest(), u.Turns)
	case u.Turns == 0:
		to = g.lastDecision(at.Turns)
	default:
		for to > 0 && g.plays(g.movers[to]) {
			to--
		}
	}
	return h.present(ctx, g.id, at.After(to))
}

var errNothing = Refuse(BadRequest, "there is nothing to undo")

// latest is the number of turns, one that has begun included.
func (g *game) latest() int {
	if len(g.facts.Pending) > 0 {
		return len(g.facts.Turns) + 1
	}
	return len(g.facts.Turns)
}

// plays says whether the host plays a seat by itself, so that going back to its
// turn would be no use. Where no person plays there is nothing better.
func (g *game) plays(seat string) bool {
	s := g.seat(seat)
	return s != nil && s.Kind == string(Engine) && !g.head.Still && g.hasPersons()
}

func (g *game) hasPersons() bool {
	return slices.ContainsFunc(g.head.Seats, func(s store.Seat) bool { return s.Kind == string(Person) })
}

// lastDecision is after how many turns a person last had something to decide,
// or one turn back where no person plays. A person who had to pass decided
// nothing.
func (g *game) lastDecision(turns []string) int {
	to := len(turns) - 1
	for to > 0 && g.hasPersons() {
		seat := g.seat(g.movers[to])
		if turns[to] != driver.Pass && (seat == nil || seat.Kind == string(Person)) {
			break
		}
		to--
	}
	return to
}

// undoneActions has the engine take back n actions, and more until a person
// acts where the host plays the other seats.
func (h *Host) undoneActions(ctx context.Context, g *game, at driver.Position, n int) (f driver.State, err error) {
	err = h.ask(ctx, g.id, func(game *driver.Game) error {
		f, err = game.Do(ctx, at, []driver.Change{driver.Undo(n)}, driver.Everything()...)
		for err == nil && g.plays(f.Turn) && len(f.Turns)+len(f.Pending) > 0 {
			f, err = game.Undo(ctx, 1, driver.Everything()...)
		}
		return err
	})
	return f, err
}

// mayUndo refuses to take back what another person's guarded seat played, when
// f is the position that the game goes back to.
func (h *Host) mayUndo(ctx context.Context, g *game, f driver.State, token string) error {
	if !g.others(token) {
		return nil
	}
	if err := h.learnMovers(ctx, g); err != nil {
		return err
	}
	for _, mover := range g.movers[len(f.Turns):g.latest()] {
		if seat := g.seat(mover); seat != nil && seat.Kind == string(Person) && !admits(*seat, token) {
			return Refuse(Forbidden, "that would take back a move of %s, and this is not the token of that seat", mover)
		}
	}
	return nil
}

// noteMover notes who acts now, and forgets who acted behind the steps that a
// change has kept.
func (g *game) noteMover(kept int) {
	g.movers = g.movers[:min(len(g.movers), kept+1)]
	if len(g.movers) == len(g.facts.Turns) {
		g.movers = append(g.movers, g.facts.Turn)
	}
}

// learnMovers asks an engine who acted at the turns of which it is not known,
// since the game was loaded.
func (h *Host) learnMovers(ctx context.Context, g *game) error {
	at := g.position()
	return h.ask(ctx, g.id, func(game *driver.Game) error {
		for n := len(g.movers); n <= len(at.Turns); n++ {
			f, err := game.SetUp(ctx, at.After(n), driver.AskTurn)
			if err != nil {
				return err
			}
			g.movers = append(g.movers, f.Turn)
		}
		return nil
	})
}

// Restart begins the game again with the same rules and seats. While a game of
// several holders of tokens goes on, none of them can do that alone.
func (h *Host) Restart(ctx context.Context, id, token string) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.member(token); err != nil {
		return State{}, err
	}
	if g.others(token) && !g.state.Load().Over() {
		return State{}, Refuse(Forbidden, "the game is not over, and others are playing in it")
	}
	b, err := h.start(ctx, g.id, driver.Position{Game: g.head.Game, Rules: ruleWords(g.head.Rules), Start: g.head.Origin})
	if err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Start, n.head.Result, n.head.Reason, n.head.Intro = b.head.Start, "", "", ""
	n.steps, g.movers = nil, nil // another may begin
	return h.commit(g, n, b.facts)
}

// Again begins the game of an ID again, as Restart does, or makes one where
// there is none any more. It is for APIs that have the same game again and
// again, so that it fills no store.
func (h *Host) Again(ctx context.Context, id string, s Spec) (State, error) {
	if id != "" {
		state, err := h.Restart(ctx, id, "")
		if !Is(err, NotFound) {
			return state, err
		}
	}
	state, _, err := h.Create(ctx, s)
	return state, err
}
