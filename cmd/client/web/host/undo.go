package host

import (
	"context"
	"fmt"
	"slices"
	"strconv"

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
			return State{}, Refuse(Forbidden, "the game has ended, and others have played in it")
		}
		if u.afterEnd(len(g.facts.turns), len(g.facts.pending) > 0) {
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
	n.play(f.turns, f.pending)
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
		return Refuse(BadRequest, "undo takes back actions or turns or goes to a turn, one of the three")
	case u.Actions < 0 || u.Turns < 0 || u.To != nil && *u.To < 0:
		return Refuse(BadRequest, "undo takes a number that is not negative")
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
func (h *Host) undone(ctx context.Context, g *game, u Undo) (*facts, error) {
	s := g.setup()
	if len(s.turns) == 0 && len(s.pending) == 0 && (u.To == nil || *u.To == 0) {
		return nil, errNothing
	}
	switch {
	case u.To != nil:
		return h.undoneTo(ctx, s, *u.To)
	case u.Actions > 0:
		return h.undoneActions(ctx, g, s, u.Actions)
	case u.Turns > 0:
		return h.undoneTurns(ctx, g, s, u.Turns)
	case len(s.pending) > 0:
		return h.undoneActions(ctx, g, s, 1)
	}
	return h.undoneDecision(ctx, g, s)
}

var errNothing = Refuse(BadRequest, "there is nothing to undo")

func (h *Host) undoneTo(ctx context.Context, s setup, to int) (*facts, error) {
	if to > len(s.turns) || to == len(s.turns) && len(s.pending) == 0 {
		return nil, Refuse(BadRequest, "%d turns have been played; there is nothing to undo behind turn %d", len(s.turns), to)
	}
	s.turns, s.pending = s.turns[:to], nil
	return h.present(ctx, s)
}

// undoneTurns goes n turns back, one that has begun being the first.
func (h *Host) undoneTurns(ctx context.Context, g *game, s setup, n int) (*facts, error) {
	have := len(s.turns)
	if len(s.pending) > 0 {
		have++
	}
	if n > have {
		return nil, Refuse(BadRequest, "only %s can be undone", count(have, "turn"))
	}
	return h.backTo(ctx, s, have-n, g.plays)
}

// backTo goes to the end of so many turns, and further while go says so.
func (h *Host) backTo(ctx context.Context, s setup, to int, further func(seat string) bool) (*facts, error) {
	for {
		s.turns, s.pending = s.turns[:to], nil
		f, err := h.present(ctx, s)
		if err != nil || to == 0 || !further(f.turn) {
			return f, err
		}
		to--
	}
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

// undoneDecision goes back to where a person last had something to decide, or
// one turn where no person plays. A person who had to pass decided nothing.
func (h *Host) undoneDecision(ctx context.Context, g *game, s setup) (*facts, error) {
	persons := g.hasPersons()
	to := len(s.turns) - 1
	return h.backTo(ctx, s, to, func(name string) bool {
		passed := s.turns[to] == passToken
		to--
		seat := g.seat(name)
		return persons && (passed || seat != nil && seat.Kind == string(Engine))
	})
}

// passToken is the turn of a seat that cannot move, in every game that has one.
const passToken = "pass"

// undoneActions has the engine take back n actions, and more until a person
// acts where the host plays the other seats.
func (h *Host) undoneActions(ctx context.Context, g *game, s setup, n int) (f *facts, err error) {
	err = h.ask(ctx, func(e *driver.Engine) error {
		if f, err = look(ctx, e, s.there(), []string{"undo " + strconv.Itoa(n)}); err != nil {
			return err
		}
		for g.plays(f.turn) && len(f.turns)+len(f.pending) > 0 {
			if f, err = look(ctx, e, nil, []string{"undo"}); err != nil {
				return err
			}
		}
		return nil
	})
	return f, err
}

// mayUndo refuses to take back what another person's guarded seat played, when
// f is the position that the game goes back to.
func (h *Host) mayUndo(ctx context.Context, g *game, f *facts, token string) error {
	if !g.others(token) {
		return nil
	}
	s := g.setup()
	for to := len(f.turns); to <= len(s.turns); to++ {
		back := s
		back.turns, back.pending = s.turns[:to], nil
		if to == len(s.turns) && len(s.pending) == 0 {
			return nil // nobody has acted behind the last turn
		}
		at, err := h.present(ctx, back)
		if err != nil {
			return err
		}
		if seat := g.seat(at.turn); seat != nil && seat.Kind == string(Person) && !admits(*seat, token) {
			return Refuse(Forbidden, "that would take back what %s has played, whose token this is not", at.turn)
		}
	}
	return nil
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
		return State{}, Refuse(Forbidden, "the game goes on, and others play in it")
	}
	b, err := h.start(ctx, g.head.Game, ruleWords(g.head.Rules), g.head.Origin)
	if err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Start, n.head.Result, n.head.Reason, n.head.Intro = b.start, "", "", ""
	n.steps = nil
	return h.commit(g, n, b.facts)
}

// count writes a number of things.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
