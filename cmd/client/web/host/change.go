package host

import (
	"context"
	"strings"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// act performs a change and says what comes of it. Nothing is written down. A
// word that the engine takes for several turns is refused, since the later ones
// may be another seat's.
func (h *Host) act(ctx context.Context, g *game, c Change) (driver.State, error) {
	if err := g.mayAct(c); err != nil {
		return driver.State{}, err
	}
	f, err := h.present(ctx, g.id, g.position(), c.step())
	if err != nil {
		return f, err
	}
	if gained := len(f.Turns) - len(g.facts.Turns); gained > 1 {
		return f, Refuse(BadRequest, "%q is %d turns; play one at a time", driver.Clip(c.Move), gained)
	}
	return f, nil
}

// step is the change as the driver has it.
func (c Change) step() driver.Change {
	if c.Move != "" {
		return driver.Turns(c.Move)
	}
	return driver.Action(c.Action)
}

// check says what is wrong with the form of a change.
func (c Change) check() error {
	switch {
	case (c.Action == "") == (c.Move == ""):
		return Refuse(BadRequest, "a change is either an action or a move")
	case c.Action != "":
		return checkAction(c.Action)
	}
	return checkToken(c.Move)
}

// mayAct says why a change is not for this game as it is.
func (g *game) mayAct(c Change) error {
	if err := g.isAt(c.Version); err != nil {
		return err
	}
	if err := g.goesOn(); err != nil {
		return err
	}
	turn := g.facts.Turn
	seat := g.seat(turn)
	switch {
	case seat == nil:
		return Refuse(Unavailable, "the engine says that it is the turn of %s, which is not a seat of this game", driver.Clip(turn))
	case seat.Kind == string(Engine):
		return Refuse(Forbidden, "it is the turn of %s, a seat that the engine plays", turn)
	case g.search != nil:
		return errSearching
	}
	return admit(*seat, turn, c.Token)
}

var errSearching = Refuse(Conflict, "the engine is searching for this turn; wait for it, or undo")

// isAt checks the version that a change is meant for.
func (g *game) isAt(version *int) error {
	if version != nil && *version != g.head.Version {
		return Refuse(Conflict, "the game has changed: it is at version %d, not %d", g.head.Version, *version)
	}
	return nil
}

// goesOn refuses a turn while a seat is open, and after the end.
func (g *game) goesOn() error {
	if err := g.lasts(); err != nil {
		return err
	}
	if open := openSeats(g.head.Seats); len(open) > 0 {
		return Refuse(Conflict, "the game waits until somebody joins as %s", strings.Join(open, " and "))
	}
	return nil
}

// lasts says that the game is over, if it is.
func (g *game) lasts() error {
	if s := g.state.Load(); s.Over() {
		return Refuse(Over, "the game is over: %s (%s)", s.Result, s.Reason)
	} else if len(s.Turns) >= mostTurns {
		return Refuse(Over, "the game has %d turns, which is the limit", len(s.Turns))
	}
	return nil
}

// next is what a game becomes.
type next struct {
	head  store.Head
	steps []store.Step
	aside bool // the turns stay, and so does the search for the next one
	// For the clock: when it was asked for, now if zero, since what the server takes
	// is nobody's time; whether it plays a turn,
	// and how long an engine thought about that; whether it says that somebody's
	// time was up.
	at     time.Time
	played bool
	spent  time.Duration
	flag   bool
}

// next begins a change: a copy of what there is.
func (g *game) next() next { return next{head: g.head, steps: g.steps, at: g.came} }

// position is where the game is then.
func (n next) position() driver.Position {
	p := driver.Position{Game: n.head.Game, Rules: ruleWords(n.head.Rules), Start: n.head.Start}
	for _, step := range n.steps {
		if step.Part {
			p.Pending = append(p.Pending, step.Text)
		} else {
			p.Turns = append(p.Turns, step.Text)
		}
	}
	return p
}

// play puts an engine's history in the place of the steps. Turns that stay keep
// their comments.
func (n *next) play(f driver.State) {
	var steps []store.Step
	for _, t := range f.Turns {
		steps = append(steps, store.Step{Text: t})
	}
	for _, a := range f.Pending {
		steps = append(steps, store.Step{Text: a, Part: true})
	}
	for i := 0; i < same(n.steps, steps); i++ {
		steps[i].Comment = n.steps[i].Comment
	}
	n.steps = steps
}

// same counts the steps at the beginning that are the same but for comments.
func same(a, b []store.Step) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Text == b[n].Text && a[n].Part == b[n].Part {
		n++
	}
	return n
}

// commit writes a change down and then makes it the game's present, wakes the
// engine whose turn it is and tells everybody. A search for the turn before is
// canceled. When the store fails the game stays as it was.
func (h *Host) commit(ctx context.Context, g *game, n next, f driver.State) (State, error) {
	at := n.at
	if at.IsZero() {
		at = h.config.Clock()
	}
	if g.timeUp(at) && !n.flag && !n.aside {
		return State{}, Refuse(Over, "the time of %s is up", g.facts.Turn)
	}
	n.head.Version = g.head.Version + 1
	n.head.Updated = h.written()
	n.head.Turns = len(f.Turns)
	if !n.aside {
		n.head.Request = nil // it was about the position before
	}
	g.tick(&n, f, n.head.Result != "" || f.Over(), at.UTC().Truncate(time.Microsecond))
	state := h.describe(n.head, f)
	n.head.Outcome = state.Result
	n.head.Waiting = isWaiting(n.head, state)
	if n.head.Lobby != store.Unlisted {
		n.head.Lobby = heading(n.head)
	}
	if client := clientOf(ctx); client != "" {
		g.client = client
	}
	keep := same(g.steps, n.steps)
	if err := h.store.Save(store.Change{Head: n.head, Work: WorkOf(ctx), Keep: keep, Add: n.steps[keep:]}); err != nil {
		return State{}, h.notSaved(g, err)
	}
	h.peers.Tell(store.News{ID: g.id, Deadline: n.head.Deadline})
	h.changes.Add(1)
	if !n.aside {
		h.stop(g)
	}
	g.head, g.steps, g.facts = n.head, n.steps, f
	g.noteMover(keep)
	h.flags.note(g.head.Deadline)
	return g.show(h.wake(g, state)), nil
}

// Now is the time by the host's clock. What counts from a game's Updated takes
// it from here, so that there is one clock only.
func (h *Host) Now() time.Time { return h.config.Now() }

// written is the time as it is kept and shown.
func (h *Host) written() time.Time { return h.Now().UTC().Truncate(time.Microsecond) }

// isWaiting says whether an engine is to play the turn by itself.
func isWaiting(head store.Head, s *State) bool {
	if head.Still || s.Over() || len(s.Turns) >= mostTurns || len(openSeats(head.Seats)) > 0 {
		return false
	}
	for i, seat := range head.Seats {
		if seatName(i) == s.Turn {
			return seat.Kind == string(Engine)
		}
	}
	return false
}

// Act performs a change.
func (h *Host) Act(ctx context.Context, id string, c Change) (State, error) {
	s, _, err := h.ActAndReply(ctx, id, c, nil)
	return s, err
}

// ActAndReply is Act. When reply is not nil, the game goes on and another seat
// is to move, that seat's turn is searched and played in the same change, all
// of it or nothing, and the Reply says what it was.
func (h *Host) ActAndReply(ctx context.Context, id string, c Change, reply *Limits) (State, *Reply, error) {
	err := c.check()
	if err == nil && reply != nil {
		err = reply.check()
	}
	if err != nil {
		return State{}, nil, err
	}
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, nil, err
	}
	defer g.release()
	actor := g.facts.Turn
	f, err := h.act(ctx, g, c)
	if err != nil {
		return State{}, nil, err
	}
	n := g.next()
	n.played = true
	n.play(f)
	if reply != nil && !f.Over() && f.Turn != actor {
		s, found, err := h.searched(ctx, g, n, f.Turn, *reply)
		return s, &found, err
	}
	s, err := h.commit(ctx, g, n, f)
	return s, nil, err
}

// errStale is the answer to a search whose game has changed meanwhile.
var errStale = Refuse(Conflict, "the game has changed while the engine was searching")
