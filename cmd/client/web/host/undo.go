package host

import (
	"context"
	"slices"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// Undo takes back what u says. A search for the turn that was to be played is
// given up. What others played, or the end of their game, is taken back when
// every person who plays agrees; until then the state has a Request.
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
	if g.head.Reason == timeoutReason {
		return State{}, Refuse(Over, "the game ended since somebody's time was up, which cannot be taken back; play a rematch")
	}
	n, f, err := h.takenBack(ctx, g, u, func(s store.Seat) bool { return admits(s, u.Token) })
	if err != nil {
		return State{}, err
	}
	alone, err := h.mayUndo(ctx, g, f, u.Token)
	if err != nil {
		return State{}, err
	}
	if alone {
		return h.commit(ctx, g, n, f)
	}
	return h.ask(ctx, g, store.Request{What: askUndo, Left: len(f.Turns), Parts: len(f.Pending), Actions: u.Actions, Turns: u.Turns, To: u.To}, u.Token)
}

// takenBack is what the game becomes by u of somebody who plays the seats that
// are his own.
func (h *Host) takenBack(ctx context.Context, g *game, u Undo, own func(store.Seat) bool) (next, driver.State, error) {
	n := g.next()
	n.head.Result, n.head.Reason = "", ""
	n.tell("")
	if g.head.Result != "" && u.afterEnd(len(g.facts.Turns), len(g.facts.Pending) > 0) {
		return n, g.facts, nil
	}
	f, err := h.undone(ctx, g, u, own)
	if err == nil {
		n.play(f)
	}
	return n, f, err
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
func (h *Host) undone(ctx context.Context, g *game, u Undo, own func(store.Seat) bool) (driver.State, error) {
	at := g.position()
	turns, begun := len(at.Turns), len(at.Pending) > 0
	switch {
	case turns == 0 && !begun && (u.To == nil || *u.To == 0):
		return driver.State{}, errNothing
	case u.Actions > 0 || begun && u.Turns == 0 && u.To == nil && !g.decided(g.facts.Turn, func(s store.Seat) bool { return !own(s) }):
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
		to = g.lastDecision(at.Turns, own)
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

// lastDecision is after how many turns a person who plays the seats that are
// his own last had something to decide, or else any person, or one turn back
// where no person plays. A person who had to pass decided nothing.
func (g *game) lastDecision(turns []string, own func(store.Seat) bool) int {
	for _, who := range []func(store.Seat) bool{own, func(store.Seat) bool { return true }} {
		for to := len(turns) - 1; to >= 0; to-- {
			if turns[to] != driver.Pass && g.decided(g.movers[to], who) {
				return to
			}
		}
	}
	if g.hasPersons() {
		return 0
	}
	return len(turns) - 1
}

// decided says whether what a seat plays is decided by a person of those who
// are meant.
func (g *game) decided(name string, who func(store.Seat) bool) bool {
	seat := g.seat(name)
	return seat == nil || seat.Kind == string(Person) && who(*seat)
}

// undoneActions has the engine take back n actions, and more until a person
// acts where the host plays the other seats.
func (h *Host) undoneActions(ctx context.Context, g *game, at driver.Position, n int) (f driver.State, err error) {
	err = h.consult(ctx, g.id, func(game *driver.Game) error {
		f, err = game.Do(ctx, at, []driver.Change{driver.Undo(n)}, driver.Everything()...)
		for err == nil && g.plays(f.Turn) && len(f.Turns)+len(f.Pending) > 0 {
			f, err = game.Undo(ctx, 1, driver.Everything()...)
		}
		return err
	})
	return f, err
}

// mayUndo says whether the holder of a token may go back to f without asking:
// while the game goes on, and nothing is taken back that another person's
// guarded seat played.
func (h *Host) mayUndo(ctx context.Context, g *game, f driver.State, token string) (bool, error) {
	if !g.others(token) {
		return true, nil
	}
	if g.state.Load().Over() {
		return false, nil
	}
	if err := h.learnMovers(ctx, g); err != nil {
		return false, err
	}
	return !slices.ContainsFunc(g.movers[len(f.Turns):g.latest()], func(mover string) bool {
		seat := g.seat(mover)
		return seat != nil && seat.Kind == string(Person) && !admits(*seat, token)
	}), nil
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
	return h.consult(ctx, g.id, func(game *driver.Game) error {
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
