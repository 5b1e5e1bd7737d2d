package host

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// What the players of a game can be asked for.
const (
	askRestart = "restart"
	askUndo    = "undo"
	askDraw    = "draw"
)

// Request is something that happens when every person who plays agrees. It is
// withdrawn when a turn is played or the seats change.
type Request struct {
	What   string   `json:"what"`   // restart, undo or draw
	By     string   `json:"by"`     // seat that asks
	Agreed []string `json:"agreed"` // seats that have agreed, By among them
	Waits  []string `json:"waits"`  // seats whose word is missing
	Left   int      `json:"left"`   // complete turns that would stay
}

// showRequest is what everybody sees of a game's request.
func showRequest(head store.Head) *Request {
	r := head.Request
	if r == nil {
		return nil
	}
	return &Request{What: r.What, By: r.By, Agreed: r.Agreed, Waits: missing(*r, head.Seats), Left: r.Left}
}

// missing lists the seats whose word a request waits for: those of persons, and
// of engines too if it is a draw.
func missing(r store.Request, seats []store.Seat) []string {
	waits := []string{}
	for i, s := range seats {
		asked := r.What == askDraw || s.Kind == string(Person)
		if asked && !slices.Contains(r.Agreed, seatName(i)) {
			waits = append(waits, seatName(i))
		}
	}
	return waits
}

// voices lists the seats of persons that a token speaks for. A seat without a
// guard is everybody's, so whoever asks speaks for it too.
func (g *game) voices(token string) []string {
	var seats []string
	for i, s := range g.head.Seats {
		if s.Kind == string(Person) && admits(s, token) {
			seats = append(seats, seatName(i))
		}
	}
	return seats
}

// ask asks the others for r on behalf of a token, or agrees with one of them
// who asks for the same. It happens at once when nobody is left to ask. The
// caller holds the game.
func (h *Host) ask(ctx context.Context, g *game, r store.Request, token string) (State, error) {
	seats, open := g.voices(token), g.head.Request
	switch {
	case len(seats) == 0 && g.hasPersons():
		return State{}, errNotPlaying
	case open != nil && open.What == r.What && open.Left == r.Left && open.Parts == r.Parts:
		return h.agree(ctx, g, *open, seats)
	case open != nil && !slices.Contains(seats, open.By):
		return State{}, Refuse(Conflict, "%s asks for %s already; answer that first", open.By, open.What)
	case len(seats) > 0:
		r.By = g.asker(seats)
	}
	return h.agree(ctx, g, r, seats)
}

// errNotPlaying is the answer to the holder of the token of a seat that an
// engine plays, where persons play too.
var errNotPlaying = Refuse(Forbidden, "only a person who plays can ask for that or answer")

// asker is which of the seats that somebody speaks for a request is said to come
// from: one that has a token, before those that are everybody's.
func (g *game) asker(seats []string) string {
	for _, name := range seats {
		if g.seat(name).Hash != "" {
			return name
		}
	}
	return seats[0]
}

// agree adds the word of seats to a request, and does what is asked for when
// everybody has agreed.
func (h *Host) agree(ctx context.Context, g *game, r store.Request, seats []string) (State, error) {
	before := len(r.Agreed)
	r.Agreed = slices.Concat(r.Agreed, seats)
	slices.Sort(r.Agreed)
	r.Agreed = slices.Compact(r.Agreed)
	switch waits := missing(r, g.head.Seats); {
	case len(waits) > 0 && len(r.Agreed) == before: // said already
		return g.present(g.state.Load()), nil
	case len(waits) > 0:
		return h.note(ctx, g, func(head *store.Head) {
			head.Request = &r
			if r.What == askDraw {
				noteOffer(head, r.By, r.Left)
			}
		})
	case r.What == askRestart:
		return h.restart(ctx, g, g.players())
	case r.What == askDraw:
		return h.drawn(ctx, g)
	}
	by := g.seat(r.By)
	n, f, err := h.takenBack(ctx, g, Undo{Actions: r.Actions, Turns: r.Turns, To: r.To},
		func(s store.Seat) bool { return s.Hash == "" || s.Hash == by.Hash })
	if err != nil {
		return State{}, err
	}
	return h.commit(ctx, g, n, f)
}

// note writes down a change that leaves the turns and the search for the next
// one alone.
func (h *Host) note(ctx context.Context, g *game, change func(*store.Head)) (State, error) {
	n := g.next()
	change(&n.head)
	n.aside = true
	return h.commit(ctx, g, n, g.facts)
}

// Answer agrees to what is asked for in a game, or refuses it. Who asks
// withdraws the request by refusing it. Of the change only Version and Token
// count.
func (h *Host) Answer(ctx context.Context, id string, agree bool, c Change) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.isAt(c.Version); err != nil {
		return State{}, err
	}
	if err := g.member(c.Token); err != nil {
		return State{}, err
	}
	seats := g.voices(c.Token)
	switch {
	case g.head.Request == nil:
		return State{}, Refuse(Conflict, "nobody asks for anything in this game")
	case len(seats) == 0:
		return State{}, errNotPlaying
	case !agree:
		return h.note(ctx, g, func(head *store.Head) { head.Request = nil })
	}
	return h.agree(ctx, g, *g.head.Request, seats)
}

// Restart begins the game again with the same rules and seats, when every
// person who plays agrees; until then the state has a Request.
func (h *Host) Restart(ctx context.Context, id, token string) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.member(token); err != nil {
		return State{}, err
	}
	return h.ask(ctx, g, store.Request{What: askRestart}, token)
}

// restart begins a game again for the players of the seats.
func (h *Host) restart(ctx context.Context, g *game, seats []store.Seat) (State, error) {
	b, err := h.start(ctx, g.id, g.origin())
	if err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Start, n.head.Result, n.head.Reason, n.head.Intro, n.head.Later = b.head.Start, "", "", "", ""
	n.head.Seats = seats
	n.head.Clock, n.head.Since, n.head.Offers = anew(g.head.Clock, len(g.head.Seats)), time.Time{}, nil
	n.tell("")
	n.steps, g.movers = nil, nil // another may begin
	return h.commit(ctx, g, n, b.facts)
}

// origin is where the game began, as its creator asked for it.
func (g *game) origin() driver.Position {
	return driver.Position{Game: g.head.Game, Rules: ruleWords(g.head.Rules), Start: g.head.Origin}
}

// Again begins the game of an ID, which has no tokens, again for the players of s,
// or makes one where there is none any more. It is for APIs that have the same game
// again and again, so that it fills no store.
func (h *Host) Again(ctx context.Context, id string, s Spec) (State, error) {
	if id != "" {
		state, err := h.again(ctx, id, s.Seats)
		if !Is(err, NotFound) {
			return state, err
		}
	}
	state, _, err := h.Create(ctx, s)
	return state, err
}

// again begins a game again, for other players where any are given.
func (h *Host) again(ctx context.Context, id string, seats []Seat) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.member(""); err != nil {
		return State{}, err
	}
	players := g.players()
	if seats != nil {
		if players, err = makeSeats(seats, len(players)); err != nil {
			return State{}, err
		}
	}
	return h.restart(ctx, g, players)
}

// Rematch makes a new game of one that is over: the same rules and players, who
// have moved up by one seat, so that who moved first moves last. Their tokens
// move with them. There is one rematch of a game; whoever asks later gets the
// same, and made is false.
func (h *Host) Rematch(ctx context.Context, id, token string) (s State, made bool, err error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, false, err
	}
	defer g.release()
	if err := g.member(token); err != nil {
		return State{}, false, err
	}
	if !g.state.Load().Over() {
		return State{}, false, Refuse(Conflict, "the game is not over; a rematch comes after its end")
	}
	if g.head.Later != "" {
		if s, err = h.State(ctx, g.head.Later); !Is(err, NotFound) {
			return s, false, err
		}
	}
	s, err = h.rematch(ctx, g)
	return s, err == nil, err
}

// rematch makes the game and links it. Until it is linked its ID is always the
// same, so that one that was made before the host ended is found again.
func (h *Host) rematch(ctx context.Context, g *game) (State, error) {
	id := derivedID("rematch", g.id, strconv.Itoa(g.head.Version))
	b, err := h.start(ctx, id, g.origin())
	if err != nil {
		return State{}, err
	}
	b.head.ID, b.head.Space, b.head.Still, b.head.Earlier = id, g.head.Space, g.head.Still, g.id
	b.head.Clock = anew(g.head.Clock, len(g.head.Seats))
	seats := g.players()
	b.head.Seats, b.head.Lobby = slices.Concat(seats[1:], seats[:1]), g.head.Lobby
	s, err := h.put(ctx, b)
	if errors.Is(err, errTaken) {
		s, err = h.State(ctx, id)
	}
	if err != nil {
		return State{}, err
	}
	if _, err = h.note(ctx, g, func(head *store.Head) { head.Later = id }); err != nil {
		h.unmake(id)
		return State{}, err
	}
	return s, nil
}
