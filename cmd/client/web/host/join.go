package host

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// Joined is what comes of taking a seat.
type Joined struct {
	State State  `json:"state"`
	Seat  string `json:"seat"`  // p1 to p4
	Token string `json:"token"` // without which nobody acts for the seat from now on
}

// openSeats are the names of the seats that wait for somebody.
func openSeats(seats []store.Seat) []string {
	var open []string
	for i, s := range seats {
		if s.Kind == string(Open) {
			open = append(open, seatName(i))
		}
	}
	return open
}

// shortestToken is the length of the shortest token that somebody may choose,
// which is enough for 128 bits in 64 characters.
const shortestToken = 22

// Join takes an open seat, the first one if none is named, for a player of a
// name, which may be empty. Whoever chooses the token can repeat a request of
// which the answer was lost: the holder of a seat gets the same seat again.
// Otherwise the host draws one.
func (h *Host) Join(ctx context.Context, id, seat, name, token string) (Joined, error) {
	player, err := makeSeat(Seat{Name: name})
	switch {
	case err != nil:
		return Joined{}, err
	case token == "":
		token = rand.Text()
	case len(token) < shortestToken:
		return Joined{}, Refuse(BadRequest, "a token that you choose has at least %d characters that nobody guesses", shortestToken)
	}
	g, err := h.acquire(ctx, id)
	if err != nil {
		return Joined{}, err
	}
	defer g.release()
	player.Hash = hash(token)
	if held := slices.IndexFunc(g.head.Seats, func(s store.Seat) bool { return s.Hash == player.Hash }); held >= 0 {
		if seat != "" && seat != seatName(held) {
			return Joined{}, Refuse(Conflict, "you have joined already, as %s", seatName(held))
		}
		return Joined{g.present(g.state.Load()), seatName(held), token}, nil
	}
	i, err := g.mayJoin(seat)
	if err != nil {
		return Joined{}, err
	}
	s, err := h.commit(ctx, g, g.reseated(i, player), g.facts)
	return Joined{s, seatName(i), token}, err
}

// mayJoin finds the seat that somebody takes.
func (g *game) mayJoin(seat string) (int, error) {
	if err := g.lasts(); err != nil {
		return 0, err
	}
	open := openSeats(g.head.Seats)
	switch {
	case len(open) == 0:
		return 0, Refuse(Conflict, "no seat of this game is open; you can watch it")
	case seat == "":
		seat = open[0]
	case g.seat(seat) == nil:
		return 0, noSeat(seat, len(g.head.Seats))
	case !slices.Contains(open, seat):
		return 0, Refuse(Conflict, "%s is taken; open is %s", seat, strings.Join(open, " and "))
	}
	return seatIndex(seat), nil
}

func noSeat(seat string, seats int) *Error {
	return Refuse(BadRequest, "%q is not a seat; the seats are p1 to %s", driver.Clip(seat), seatName(seats-1))
}

// reseated is the game with another in a seat.
func (g *game) reseated(i int, to store.Seat) next {
	n := g.next()
	n.head.Seats = slices.Clone(g.head.Seats)
	n.head.Seats[i] = to
	return n
}

// Leave hands a seat back before the first turn, the one of the token if none is
// named; it is open then. When nobody is left the game is not listed any more.
func (h *Host) Leave(ctx context.Context, id, seat, token string) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	i, err := g.mayLeave(seat, token)
	if err != nil {
		return State{}, err
	}
	n := g.reseated(i, store.Seat{Kind: string(Open)})
	if !slices.ContainsFunc(n.head.Seats, guardedPerson) {
		n.head.Lobby = store.Unlisted
	}
	return h.commit(ctx, g, n, g.facts)
}

// mayLeave finds the seat that somebody hands back.
func (g *game) mayLeave(seat, token string) (int, error) {
	for i, s := range g.head.Seats {
		if seat != "" && seat != seatName(i) {
			continue
		}
		switch mine := guardedPerson(s) && admits(s, token); {
		case mine:
			return i, g.mayOpen()
		case seat == "":
		case guardedPerson(s):
			return 0, admit(s, seat, token)
		default:
			return 0, Refuse(Conflict, "%s is a seat that nobody has taken", seat)
		}
	}
	if seat != "" {
		return 0, noSeat(seat, len(g.head.Seats))
	}
	return 0, Refuse(Forbidden, "only the holder of a seat's token can leave it")
}

// mayOpen refuses to open a seat of a game that has begun.
func (g *game) mayOpen() error {
	if len(g.facts.Turns)+len(g.facts.Pending) > 0 {
		return Refuse(Conflict, "the game has begun; give it up, or let an engine play on")
	}
	return g.lasts()
}

// guardedPerson says whether a seat is somebody's who has its token.
func guardedPerson(s store.Seat) bool { return s.Kind == string(Person) && s.Hash != "" }

// freePerson says whether a seat is played by whoever comes.
func freePerson(s store.Seat) bool { return s.Kind == string(Person) && s.Hash == "" }

// exchange refuses a change of seats that is not one for open seats, and takes
// the token of those that are open now.
func (g *game) exchange(seats []store.Seat) error {
	opened := false
	for i, old := range g.head.Seats {
		was, is := old.Kind == string(Open), seats[i].Kind == string(Open)
		if is {
			seats[i].Hash = ""
		}
		if was && seats[i].Kind == string(Person) {
			return Refuse(Conflict, "%s is open; who takes it joins", seatName(i))
		}
		opened = opened || is && !was
	}
	if !opened && g.head.Lobby == store.Unlisted {
		return nil
	}
	if slices.ContainsFunc(seats, freePerson) {
		return Refuse(Conflict, "where a seat is open or the game is listed, a person's seat must have a token; let others join, or leave it to the engine")
	}
	if opened {
		return g.mayOpen()
	}
	return nil
}

// mayList refuses to show everybody a game in which everybody could play.
func mayList(seats []store.Seat) error {
	if slices.ContainsFunc(seats, freePerson) || !slices.ContainsFunc(seats, func(s store.Seat) bool { return s.Kind != string(Engine) }) {
		return Refuse(BadRequest, "a listed game has seats of persons with tokens, or open ones; ask for tokens")
	}
	return nil
}
