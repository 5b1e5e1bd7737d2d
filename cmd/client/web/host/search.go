package host

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quadrille/protocol/driver"
)

// Search has the engine think about the position after so many complete turns,
// or about the present one when at is nil; nothing is played. When the context
// ends, the search is stopped and what it found is returned. A search gives way
// to turns and hints, and shares the engines with others; it goes on by itself.
func (h *Host) Search(ctx context.Context, id string, at *int, l Limits, w Watch) (Reply, error) {
	return h.study(ctx, id, at, job{request: request{urgency: elective, watch: w}, limits: l})
}

// Hint has the engine say what it would play in the present position, as
// Move does.
func (h *Host) Hint(ctx context.Context, id string, l Limits) (Reply, error) {
	j := job{request: request{urgency: forHint}, limits: h.forTurn(l), book: true}
	if h.chosen(j.limits) {
		j.urgency = elective
	}
	return h.study(ctx, id, nil, j)
}

// study searches without playing.
func (h *Host) study(ctx context.Context, id string, at *int, j job) (Reply, error) {
	l := j.limits
	if err := l.check(); err != nil {
		return Reply{}, err
	}
	g, err := h.acquire(ctx, id)
	if err != nil {
		return Reply{}, err
	}
	from, err := g.at(at)
	if err == nil {
		err = g.mayHelp()
	}
	g.release()
	if err != nil {
		return Reply{}, err
	}
	j.key, j.client, j.at = id, clientOf(ctx), from
	return h.found(ctx, j)
}

// found searches, and refuses where there is nothing to find.
func (h *Host) found(ctx context.Context, j job) (Reply, error) {
	reply, err := h.think(ctx, j)
	if err == nil && reply.Move == "" {
		return Reply{}, Refuse(Over, "the game is over in that position")
	}
	return reply, err
}

// at is the position after so many complete turns, or the present one.
func (g *game) at(turns *int) (driver.Position, error) {
	p := g.position()
	if turns == nil {
		return p, g.lasts()
	}
	if *turns < 0 || *turns > len(p.Turns) {
		return p, Refuse(BadRequest, "the turns of the game are 0 to %d; there is no turn %d", len(p.Turns), *turns)
	}
	return p.After(*turns), nil
}

// urgency is that of the game's turns. A game that only engines play has
// nobody who waits for it.
func (g *game) urgency() urgency {
	if g.hasPersons() {
		return forPlay
	}
	return elective
}

// begin marks a search for the turn to be played, and shows that the seat is
// thinking. The caller holds the game.
func (h *Host) begin(ctx context.Context, g *game, seat string) (context.Context, *search) {
	ctx, cancel := context.WithCancel(ctx)
	g.search = &search{seat: seat, cancel: cancel}
	g.show(g.thinking(g.state.Load()))
	return ctx, g.search
}

// thinking is the state with the seat whose search is under way.
func (g *game) thinking(s *State) *State {
	shown := *s
	shown.Thinking, shown.Stuck = "", ""
	if g.search != nil {
		shown.Thinking, shown.Stuck = g.search.seat, g.search.stuck
	}
	return &shown
}

// giveUp ends a search that played nothing. The caller holds the game.
func (h *Host) giveUp(g *game, s *search) {
	if g.search == s {
		g.search = nil
		g.show(h.wake(g, g.thinking(g.state.Load())))
	}
}

// Move has the engine search and play a turn for the side to move. Of the
// change only Version and Token count. Nothing is played when the context ends
// first.
func (h *Host) Move(ctx context.Context, id string, l Limits, c Change) (State, Reply, error) {
	if err := l.check(); err != nil {
		return State{}, Reply{}, err
	}
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, Reply{}, err
	}
	defer g.release()
	if err := g.mayMove(c); err != nil {
		return State{}, Reply{}, err
	}
	n, turn := g.next(), g.state.Load().Turn
	return h.searched(ctx, g, n, turn, l)
}

// mayMove says why the engine may not be asked for the turn.
func (g *game) mayMove(c Change) error {
	if err := g.isAt(c.Version); err != nil {
		return err
	}
	if err := g.goesOn(); err != nil {
		return err
	}
	if g.search != nil {
		return errSearching
	}
	turn := g.state.Load().Turn
	if seat := g.seat(turn); seat != nil && seat.Kind == string(Person) {
		if err := admit(*seat, turn, c.Token); err != nil {
			return err
		}
		return g.mayHelp()
	}
	return g.member(c.Token)
}

// searched searches for the turn of the seat behind n, plays it and commits all
// of it. Others may have the game while the engine thinks; the caller holds it
// before and after.
func (h *Host) searched(ctx context.Context, g *game, n next, turn string, l Limits) (State, Reply, error) {
	from := n.position()
	if seat := g.seat(turn); seat != nil && l.Level == 0 && !l.bounded() {
		l.Level = seat.Level
	}
	searchCtx, mark := h.begin(ctx, g, turn)
	j := h.turnOf(g, turn, from, l)
	j.client = clientOf(ctx)
	if h.chosen(j.limits) {
		j.urgency = elective
	}
	g.release()
	reply, err := h.decide(searchCtx, j)
	g.hold(context.Background()) // for a moment; whoever has the game does not wait for searches
	mark.cancel()
	if g.search != mark {
		return State{}, Reply{}, errStale
	}
	if err == nil {
		err = ctx.Err() // stopped too early to be worth playing
	}
	n.at, n.spent = time.Time{}, reply.spent
	s, err := h.conclude(ctx, g, n, j, reply, err)
	if err != nil {
		h.giveUp(g, mark)
		return State{}, Reply{}, err
	}
	return s, reply, nil
}

// turnOf is the search for the turn of a seat, by whoever plays that.
func (h *Host) turnOf(g *game, turn string, at driver.Position, l Limits) job {
	j := job{request: request{key: g.id, urgency: g.urgency()}, seat: turn, at: at, limits: l, book: true}
	if j.guest = guestOf(g.seat(turn)); j.guest == "" {
		j.limits = h.forTurn(l)
	}
	return j
}

// decide has whoever plays a seat say its turn. The error is an *offence when a
// guest has lost by it.
func (h *Host) decide(ctx context.Context, j job) (Reply, error) {
	if j.guest != "" {
		return h.askGuest(ctx, j)
	}
	return h.think(ctx, j)
}

// conclude plays the turn that was found, or ends the game of a guest who is at
// fault.
func (h *Host) conclude(ctx context.Context, g *game, n next, j job, found Reply, err error) (s State, _ error) {
	if err == nil {
		s, err = h.playFound(ctx, g, n, j.at, found.Move)
		err = j.judged(found.Move, err)
	}
	var bad *offence
	if errors.As(err, &bad) {
		return h.forfeit(ctx, g, n, j.seat, bad)
	}
	return s, err
}

// playFound plays what a search found and commits it.
func (h *Host) playFound(ctx context.Context, g *game, n next, from driver.Position, token string) (State, error) {
	if token == "" {
		return State{}, Refuse(Unavailable, "the engine found no turn")
	}
	f, err := h.present(ctx, g.id, from, driver.Turns(token))
	if err == nil && len(f.Turns) != len(from.Turns)+1 {
		err = Refuse(Illegal, "%q is %d turns in one", driver.Clip(token), len(f.Turns)-len(from.Turns))
	}
	if err != nil {
		return State{}, err
	}
	n.play(f)
	n.played = true
	return h.commit(ctx, g, n, f)
}

// wake has the engine answer what it is asked for, and play by itself if it is its
// turn. It returns the state to show. The caller holds the game.
func (h *Host) wake(g *game, s *State) *State {
	h.weigh(g)
	h.wantsSolution(g, s)
	if !isWaiting(g.head, s) || g.search != nil || h.isAway(g.seat(s.Turn)) {
		return g.thinking(s)
	}
	ctx, cancel := context.WithCancel(h.ctx)
	mark := &search{seat: s.Turn, turn: g.id + "/" + strconv.Itoa(len(g.steps)), cancel: cancel}
	j := h.turnOf(g, s.Turn, g.position(), Limits{Level: g.seat(s.Turn).Level})
	j.client, j.patient, j.clock = g.client, true, g.forSearch()
	if !h.spawn(func() { h.playSeat(ctx, g, mark, j) }) {
		cancel()
		return s
	}
	g.search = mark
	return g.thinking(s)
}

// playSeat searches and plays an engine's turn, again and again if it fails,
// until that is done or the game has changed.
func (h *Host) playSeat(ctx context.Context, g *game, mark *search, j job) {
	defer mark.cancel()
	mine, free := h.claim(ctx, mark.turn)
	if !mine {
		return
	}
	defer free()
	for pause := time.Second; ; pause = min(2*pause, time.Minute) {
		err := h.playOnce(ctx, g, mark, j)
		if err == nil || ctx.Err() != nil {
			return
		}
		h.config.Log.Error("an engine's turn could not be played", "game", g.id, "seat", mark.seat, "error", err)
		g.noteStuck(ctx, mark, err)
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// noteStuck shows why an engine's turn could not be played.
func (g *game) noteStuck(ctx context.Context, mark *search, err error) {
	if g.hold(ctx) != nil {
		return
	}
	defer g.release()
	if why := Told(err); g.search == mark && mark.stuck != why {
		mark.stuck = why
		g.show(g.thinking(g.state.Load()))
	}
}

func (h *Host) playOnce(ctx context.Context, g *game, mark *search, j job) error {
	reply, err := h.decide(ctx, j)
	var bad *offence
	if err != nil && !errors.As(err, &bad) {
		return err
	}
	if err := g.hold(ctx); err != nil {
		return err
	}
	defer g.release()
	if ctx.Err() != nil || g.search != mark {
		return nil // it is not wanted any more
	}
	if g.spends(reply.spent) {
		return h.fall(ctx, g)
	}
	n := g.next()
	n.spent = reply.spent
	_, err = h.conclude(ctx, g, n, j, reply, err)
	return err
}
