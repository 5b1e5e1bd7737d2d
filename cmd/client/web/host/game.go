package host

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// game is a game in memory. What is below lock belongs to who holds it.
type game struct {
	id    string
	now   func() time.Time
	used  atomic.Int64          // Unix nanoseconds of the last request
	state atomic.Pointer[State] // nil until the game is loaded

	readersMu sync.Mutex
	readers   map[chan State]struct{} // each holds at most the newest

	arrivals arrivals // those who wait for the lock

	lock   chan struct{} // holds a value while nobody has the game
	came   time.Time     // when the request came that has the game; zero when none has
	dead   bool          // it is not in memory any more; look for it again
	head   store.Head
	steps  []store.Step
	facts  driver.State // what an engine said about the present position
	movers []string     // who acts after so many turns, as far as that is known
	client string       // who changed it last since it was loaded, or made it
	search *search      // for the turn that is to be played now, or nil
	unsure bool         // the store may have another state, since a change failed
	// weighing says that an engine thinks about a draw that it was offered.
	weighing bool
}

// search is a search whose turn will be played.
type search struct {
	seat   string
	turn   string // by which hosts claim it
	stuck  string // why its turn could not be played
	cancel context.CancelFunc
}

func (h *Host) newGame(id string) *game {
	g := &game{id: id, now: h.config.Clock, lock: make(chan struct{}, 1), readers: map[chan State]struct{}{}}
	g.lock <- struct{}{}
	g.touch()
	return g
}

func (g *game) touch() { g.used.Store(time.Now().UnixNano()) }

// release lets the next one have the game.
func (g *game) release() {
	g.came = time.Time{}
	g.lock <- struct{}{}
}

// hold waits for the game.
func (g *game) hold(ctx context.Context) error {
	select {
	case <-g.lock:
		return nil
	default:
	}
	select {
	case <-g.lock:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// find returns the game of an ID in memory, where it is put empty if it is not
// there.
func (h *Host) find(id string) (*game, error) {
	if !validID(id) {
		return nil, unknownGame(id)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errStopping
	}
	g := h.games[id]
	if g == nil {
		g = h.newGame(id)
		h.games[id] = g
	}
	g.touch()
	return g, nil
}

func unknownGame(id string) *Error {
	return Refuse(NotFound, "there is no game %q; perhaps its link is not complete, or it was over or left alone for long and made room for others",
		driver.Clip(id))
}

// acquire finds a game, waits for it and loads it where needed. The caller
// releases it.
func (h *Host) acquire(ctx context.Context, id string) (*game, error) {
	var came time.Time
	return h.obtain(ctx, id, func(g *game) (err error) {
		var leave func()
		came, leave = g.arrivals.enter(h.config.Clock, came)
		defer leave()
		if err = g.hold(ctx); err == nil {
			g.came = came
		}
		return err
	})
}

// obtain is acquire with another way to wait for the game.
func (h *Host) obtain(ctx context.Context, id string, hold func(*game) error) (*game, error) {
	g, err := h.occupy(id, hold)
	if err != nil {
		return g, err
	}
	if g.state.Load() == nil {
		err = h.load(ctx, g)
	} else if err = h.fresh(ctx, g); err != nil && !Is(err, NotFound) {
		g.release()
		return nil, err
	}
	if err != nil {
		h.drop(g)
		g.release()
		return nil, err
	}
	return g, nil
}

// occupy finds the place of a game in memory and waits for it. The game may not be
// loaded, or not be there at all.
func (h *Host) occupy(id string, hold func(*game) error) (*game, error) {
	for {
		g, err := h.find(id)
		if err != nil {
			return nil, err
		}
		if err := hold(g); err != nil {
			return nil, err
		}
		if !g.dead {
			return g, nil
		}
		g.release()
	}
}

// drop takes a game out of memory, and ends the search for its turn. One that somebody
// reads is deleted, or it would be wanted, so its readers hear no more. The caller holds
// it.
func (h *Host) drop(g *game) {
	h.stop(g)
	g.dead = true
	// First, so that who asks once its reader is told finds no game any more.
	h.mu.Lock()
	if h.games[g.id] == g {
		delete(h.games, g.id)
	}
	h.mu.Unlock()
	g.readersMu.Lock()
	defer g.readersMu.Unlock()
	for r := range g.readers {
		h.dismiss(g, r)
	}
}

// load reads a game from the store and asks an engine about it. One that is in
// memory stays as it was when that fails.
func (h *Host) load(ctx context.Context, g *game) error {
	stored, err := h.store.Load(ctx, g.id)
	switch {
	case errors.Is(err, store.ErrNoGame):
		return unknownGame(g.id)
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return h.storeFailed(err)
	}
	return h.take(ctx, g, stored)
}

// take has a game be as the store has it.
func (h *Host) take(ctx context.Context, g *game, stored store.Game) error {
	n := next{head: stored.Head, steps: stored.Steps}
	facts, err := h.present(ctx, g.id, n.position())
	if err != nil {
		return err
	}
	h.stop(g) // of what it was before
	g.head, g.steps, g.facts, g.client, g.unsure = stored.Head, stored.Steps, facts, stored.Client, false
	g.movers = nil
	g.show(h.wake(g, h.describe(g.head, g.facts)))
	return nil
}

// storeFailed is what a caller is told of the store's failure; the log has the
// rest.
func (h *Host) storeFailed(err error) error {
	h.config.Log.Error("the store failed", "error", err)
	return Unwritten(err)
}

// Unwritten is what a client is told when the store has failed, with the
// reason if that is the store's.
func Unwritten(err error) *Error {
	reason := store.Reason(err)
	switch {
	case errors.Is(err, store.ErrGone):
		return Refuse(Gone, "%s", reason)
	case reason != "":
		return Refuse(Unavailable, "games cannot be read or written at present: %s", reason)
	}
	return Refuse(Unavailable, "the server cannot do this at present")
}

// Writable says why changes cannot be written at present, or nil when they can.
func (h *Host) Writable(ctx context.Context) error {
	err := h.store.Writable(ctx)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return Unwritten(err)
}

// position is where the game is.
func (g *game) position() driver.Position { return g.next().position() }

// ruleWords writes rules as key=value words in the order of the keys.
func ruleWords(rules map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(rules)) {
		list = append(list, key+"="+rules[key])
	}
	return strings.Join(list, " ")
}

// ruleMap turns key=value words into a map.
func ruleMap(text string) map[string]string {
	rules := map[string]string{}
	for _, w := range strings.Fields(text) {
		if key, value, ok := strings.Cut(w, "="); ok {
			rules[key] = value
		}
	}
	return rules
}

// describe makes the state of what an engine says and of what the host knows
// of a game.
func (h *Host) describe(head store.Head, f driver.State) *State {
	s := &State{
		ID: head.ID, Version: head.Version, Standing: standing(f), Seats: h.showSeats(head.Seats),
		Detail:  detailOf(head),
		Request: showRequest(head), Offered: offerers(head, len(f.Turns)), Clock: showClock(head, f.Turn),
		Earlier: head.Earlier, Later: head.Later,
		Listed: head.Lobby != store.Unlisted, Created: head.Created, Updated: head.Updated,
	}
	s.Game, s.Rules, s.Start = head.Game, head.Rules, head.Start
	if head.Result != "" {
		s.Result, s.Reason, s.Legal = head.Result, head.Reason, []string{}
	}
	return s
}

// standing is what an engine says about a position.
func standing(f driver.State) Standing {
	s := Standing{
		Game: f.Game, Title: cmp.Or(f.Title, f.Game), Rules: ruleMap(f.Rules), Start: f.Start, Names: f.Names,
		Colours: f.Colours, Colour: f.Colour, Turn: f.Turn, Phase: f.Phase, Result: f.Result, Reason: f.Reason, Opening: f.Opening, Book: f.Book, Scores: f.Scores,
		Legal: f.Legal, Turns: f.Turns, Pending: f.Pending, FEN: f.FEN,
		Position: f.JSON, Diagram: f.Diagram, Lists: f.Lists,
	}
	if s.Diagram == nil {
		s.Diagram = json.RawMessage("[]")
	}
	return s
}

// showSeats leaves out the secrets.
func (h *Host) showSeats(seats []store.Seat) []Seat {
	shown := make([]Seat, len(seats))
	for i, s := range seats {
		shown[i] = Seat{Kind: SeatKind(s.Kind), Level: s.Level, Engine: s.Engine, Name: s.Name,
			Guarded: guardedPerson(s), Away: h.isAway(&s)}
	}
	return shown
}

// seat returns the seat of a name such as p2, or nil.
func (g *game) seat(name string) *store.Seat {
	for i := range g.head.Seats {
		if seatName(i) == name {
			return &g.head.Seats[i]
		}
	}
	return nil
}
