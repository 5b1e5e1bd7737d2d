package host

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"quadrille/cmd/client/names"
	"quadrille/cmd/client/web/store"
	"quadrille/engine"
	"quadrille/protocol/driver"
)

// seatName is the protocol's name of a seat, counted from 0.
func seatName(i int) string { return "p" + strconv.Itoa(i+1) }

// seatIndex is the place of a seat that there is.
func seatIndex(seat string) int { return int(seat[1] - '1') }

// defaultLevel is that of an engine seat that names none.
const defaultLevel = 5

// makeSeats checks seats and adds those that are missing.
func makeSeats(seats []Seat, players int) ([]store.Seat, error) {
	if len(seats) > players {
		return nil, Refuse(BadRequest, "there are %d seats, and the game has %d", len(seats), players)
	}
	made := make([]store.Seat, players)
	for i := range made {
		made[i] = store.Seat{Kind: string(Person)}
		if i >= len(seats) {
			continue
		}
		var err error
		if made[i], err = makeSeat(seats[i]); err != nil {
			return nil, err
		}
	}
	return made, nil
}

func makeSeat(s Seat) (store.Seat, error) {
	made := store.Seat{Kind: string(s.Kind), Name: s.Name, Level: s.Level, Engine: s.Engine}
	switch s.Kind {
	case "", Person:
		if s.Level != 0 || s.Engine != "" {
			return made, Refuse(BadRequest, `a seat with a level or the name of an engine has the kind "engine"`)
		}
		made.Kind = string(Person)
	case Engine:
		if s.Engine != "" {
			if s.Level != 0 {
				return made, Refuse(BadRequest, "a seat has either a level or the name of an engine, not both")
			}
			break
		}
		if made.Level == 0 {
			made.Level = defaultLevel
		}
		if err := made.Level.Check(); err != nil {
			return made, Refuse(BadRequest, "%v", err)
		}
	case Open:
		return store.Seat{Kind: string(Open)}, nil
	default:
		return made, Refuse(BadRequest, "the kind of a seat is person, engine or open, not %q", driver.Clip(string(s.Kind)))
	}
	if s.Name == "" {
		return made, nil
	}
	name, err := names.Check(s.Name)
	if err != nil {
		return made, Refuse(BadRequest, "%v", err)
	}
	made.Name = name
	return made, nil
}

// guard gives every person's seat a token, and returns the tokens.
func guard(seats []store.Seat, token func(i int) string) []string {
	tokens := make([]string, len(seats))
	for i := range seats {
		if seats[i].Kind == string(Person) {
			tokens[i] = token(i)
			seats[i].Hash = hash(tokens[i])
		}
	}
	return tokens
}

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// admits says whether somebody with the token may act for the seat.
func admits(s store.Seat, token string) bool {
	return s.Hash == "" || token != "" && subtle.ConstantTimeCompare([]byte(s.Hash), []byte(hash(token))) == 1
}

// admit refuses who may not act for a seat.
func admit(s store.Seat, name, token string) error {
	if admits(s, token) {
		return nil
	}
	return Refuse(Forbidden, "only the holder of its token may act for %s", name)
}

// member refuses who holds no token of the game, when seats are guarded.
func (g *game) member(token string) error {
	guarded := false
	for _, s := range g.head.Seats {
		if s.Hash != "" && admits(s, token) {
			return nil
		}
		guarded = guarded || s.Hash != "" || s.Kind == string(Open)
	}
	if guarded {
		return Refuse(Forbidden, "only the holder of a seat's token may do that")
	}
	return nil
}

// others says whether seats are guarded by tokens that this one is not.
func (g *game) others(token string) bool {
	return slices.ContainsFunc(g.head.Seats, func(s store.Seat) bool { return s.Kind == string(Person) && !admits(s, token) })
}

// SetSeats changes who plays. A seat that is guarded stays so unless it is opened,
// and only its own token may change it; in a game with guarded seats the others may be
// changed by every holder of a token.
func (h *Host) SetSeats(ctx context.Context, id string, seats []Seat, token string) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	at := g.origin() // which stays; nobody waits for guests who need the game
	at.Start = g.head.Start
	g.release()
	if err := h.admitGuests(ctx, id, at, seats); err != nil {
		return State{}, err
	}
	if g, err = h.acquire(ctx, id); err != nil {
		return State{}, err
	}
	defer g.release()
	made, err := makeSeats(seats, len(g.head.Seats))
	if err != nil {
		return State{}, err
	}
	if err := g.member(token); err != nil {
		return State{}, err
	}
	for i, old := range g.head.Seats {
		made[i].Hash = old.Hash
		if made[i] != old && !admits(old, token) {
			return State{}, Refuse(Forbidden, "only the holder of its token may change %s", seatName(i))
		}
		if c := g.head.Clock; c != nil && c.Out[i] && made[i].Kind == string(Person) {
			return State{}, Refuse(Conflict, "the time of %s was up, so an engine plays on for it", seatName(i))
		}
	}
	if err := g.exchange(made); err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Seats = made
	return h.commit(ctx, g, n, g.facts)
}

// Resign ends a game of two with a loss of the seat.
func (h *Host) Resign(ctx context.Context, id, seat, token string) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.mayResign(seat, token); err != nil {
		return State{}, err
	}
	n := g.next()
	n.head.Result, _ = driver.Lost(seatIndex(seat), len(g.head.Seats))
	n.head.Reason = resignReason
	return h.commit(ctx, g, n, g.facts)
}

// resignReason is the reason of a game that was given up.
const resignReason = "resign"

func (g *game) mayResign(name, token string) error {
	if err := g.goesOn(); err != nil {
		return err
	}
	seat := g.seat(name)
	switch {
	case len(g.head.Seats) != 2:
		return Refuse(NotSupported, "resigning is for games of two; give the seat to the engine instead")
	case seat == nil:
		return Refuse(BadRequest, "%q is not a seat; the seats are p1 and p2", driver.Clip(name))
	case seat.Kind == string(Engine):
		return Refuse(Forbidden, "the engine does not resign")
	}
	return admit(*seat, name, token)
}

// playerTag is what a record says of a seat; it seats the same player again.
func playerTag(s store.Seat) string {
	switch {
	case guestOf(&s) != "":
		return guestTag + s.Engine
	case s.Kind == string(Engine):
		return engineTag + s.Level.String()
	case s.Name != "" && !strings.HasPrefix(s.Name, engineTag) && !strings.HasPrefix(s.Name, guestTag):
		return s.Name
	}
	return humanTag
}

// The words of a record for who plays.
const (
	engineTag = "engine level "
	guestTag  = "engine "
	humanTag  = "human"
)

// seatOf reads a record's tag. A guest that is not here is somebody of that name.
func (h *Host) seatOf(tag string) Seat {
	if text, ok := strings.CutPrefix(tag, engineTag); ok {
		if n, err := engine.ParseLevel(text); err == nil {
			return Seat{Kind: Engine, Level: n}
		}
	}
	if name, ok := strings.CutPrefix(tag, guestTag); ok && h.guest(name) != nil {
		return Seat{Kind: Engine, Engine: name}
	}
	if tag == humanTag {
		return Seat{Kind: Person}
	}
	return Seat{Kind: Person, Name: names.Clean(tag)}
}
