package host

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
)

// Create makes a game. The strings are the secret tokens of the seats, ""
// where a seat has none; nil unless Spec.Tokens is set or a seat is open. With a
// key, a game that was made before of the same specification is the answer, as it
// stands now.
func (h *Host) Create(ctx context.Context, s Spec) (State, []string, error) {
	if s.Key == "" {
		return h.create(ctx, NewID(), s)
	}
	if err := s.checkKey(); err != nil {
		return State{}, nil, err
	}
	id := s.keyedID()
	state, tokens, err := h.made(ctx, id, s)
	if !Is(err, NotFound) {
		return state, tokens, err
	}
	if state, tokens, err = h.create(ctx, id, s); errors.Is(err, errTaken) { // by the same request, meanwhile
		return h.made(ctx, id, s)
	}
	return state, tokens, err
}

// create makes the game of an ID.
func (h *Host) create(ctx context.Context, id string, s Spec) (State, []string, error) {
	b, seats, err := h.seated(ctx, id, s)
	if err != nil {
		return State{}, nil, err
	}
	if b.head.Clock, err = makeClock(s.Clock, len(seats)); err != nil {
		return State{}, nil, err
	}
	var tokens []string
	if s.Tokens || len(openSeats(seats)) > 0 {
		tokens = guard(seats, s.token)
	}
	if s.Listed {
		if err := mayList(seats); err != nil {
			return State{}, nil, err
		}
		b.head.Lobby = store.ListedOpen // or whatever it is
	}
	b.head.ID, b.head.Seats, b.head.Space, b.head.Still = id, seats, s.Space, s.Still
	state, err := h.put(ctx, b)
	if err != nil {
		return State{}, nil, err
	}
	return state, tokens, nil
}

// MaySit says what is wrong with the seats of a game that is not made.
func (h *Host) MaySit(ctx context.Context, s Spec) error {
	_, _, err := h.seated(ctx, NewID(), s)
	return err
}

// seated is what a game is to begin with and who plays it. Guests among them play
// it as it is set up.
func (h *Host) seated(ctx context.Context, id string, s Spec) (*beginning, []store.Seat, error) {
	b, err := h.beginning(ctx, id, s)
	if err != nil {
		return nil, nil, err
	}
	seats, err := makeSeats(b.seats, b.facts.Players)
	if err != nil {
		return nil, nil, err
	}
	return b, seats, h.admitGuests(ctx, id, b.facts.Position, b.seats)
}

// beginning is what a game is to begin with.
type beginning struct {
	head  store.Head
	steps []store.Step
	facts driver.State
	seats []Seat // as asked for
}

// beginning asks an engine about the game that a specification is for.
func (h *Host) beginning(ctx context.Context, id string, s Spec) (*beginning, error) {
	if s.Record != "" || len(s.Data) > 0 {
		return h.recorded(ctx, id, s)
	}
	if s.Number != 0 {
		return nil, Refuse(BadRequest, "number chooses a game of a record, and there is none")
	}
	p := Position{Game: s.Game, Rules: s.Rules, FEN: s.FEN, Turns: s.Turns}
	if err := p.check(); err != nil {
		return nil, err
	}
	b, err := h.start(ctx, id, p.at())
	if err != nil {
		return nil, err
	}
	b.seats = s.Seats
	return b, nil
}

// checkGame refuses what would be something else in an engine's eyes.
func checkGame(game string, rules map[string]string, fen string) error {
	if game == "" || checkToken(game) != nil || strings.Contains(game, "=") {
		return Refuse(NoGame, "there is no game %q", driver.Clip(game))
	}
	size := 0
	for key, value := range rules {
		size += len(key) + len(value)
		if size > maxWords || checkToken(key) != nil || checkToken(value) != nil || strings.Contains(key, "=") {
			return Refuse(BadOption, "%q with the value %q is not a rule", driver.Clip(key), driver.Clip(value))
		}
	}
	if len(fen) > maxWords || !plain(fen) || strings.Contains(" "+fen+" ", " moves ") {
		return Refuse(BadPosition, "%q is not a position", driver.Clip(fen))
	}
	return nil
}

// gameWords are the words that begin the game of a position.
func gameWords(at driver.Position) string { return strings.TrimSpace(at.Game + " " + at.Rules) }

// start asks an engine about the position at which a game is to begin, or to go
// on. A start that is left to chance is written down as a FEN.
func (h *Host) start(ctx context.Context, id string, at driver.Position) (*beginning, error) {
	f, err := h.arrange(ctx, id, at)
	if err != nil {
		return nil, err
	}
	head := store.Head{Game: f.Game, Rules: ruleMap(f.Rules), Origin: at.Start, Start: f.Start}
	n := next{}
	n.play(f)
	return &beginning{head: head, steps: n.steps, facts: f}, nil
}

// errTaken is the answer to who makes a game whose ID another has. Of IDs that are
// drawn it happens once in 2^59 / games.
var errTaken = Refuse(Busy, "the game was given an ID that is taken; try again")

// put writes a new game down, if there is room for it, and keeps it in memory.
func (h *Host) put(ctx context.Context, b *beginning) (State, error) {
	if err := ctx.Err(); err != nil {
		return State{}, err
	}
	g, err := h.occupy(b.head.ID, func(g *game) error { return g.hold(ctx) })
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if g.state.Load() != nil {
		return State{}, errTaken
	}
	g.head, g.steps, g.facts = b.head, b.steps, b.facts
	g.head.Version, g.head.Created, g.head.Turns = 1, h.written(), len(b.facts.Turns)
	g.head.Updated = g.head.Created
	state := h.describe(g.head, b.facts)
	g.head.Outcome, g.head.Waiting = state.Result, isWaiting(g.head, state)
	if g.head.Lobby != store.Unlisted {
		g.head.Lobby = heading(g.head)
	}
	g.client = clientOf(ctx)
	g.head.Client = g.client
	g.noteMover(0)
	if err := h.keep(ctx, store.Game{Head: g.head, Steps: g.steps}); err != nil {
		h.drop(g)
		return State{}, err
	}
	h.peers.Tell(store.News{ID: g.id, Deadline: g.head.Deadline})
	h.changes.Add(1)
	return g.show(h.wake(g, state)), nil
}

// keep writes a new game down as soon as there is room for it. Where other hosts take
// the place again and again, it is given up.
func (h *Host) keep(ctx context.Context, g store.Game) error {
	for range tries {
		giveUp, err := h.room(ctx)
		if err != nil {
			return err
		}
		err = h.store.Create(g)
		giveUp() // since the store counts it
		switch {
		case err == nil:
			return nil
		case errors.Is(err, store.ErrExists):
			return errTaken
		case !errors.Is(err, store.ErrRoom):
			return h.storeFailed(err)
		}
	}
	return Refuse(Busy, "the server has as many games as it may keep, and others have taken the places of those that made room; try again later")
}

// letters are those of an ID, none of which is taken for another.
const letters = "abcdefghjkmnpqrstuvwxyz23456789"

// idLength is that of an ID: 59 bits that nobody guesses.
const idLength = 12

// NewID is an ID that nobody guesses.
func NewID() string { return idFrom(rand.Reader) }

// idFrom is the ID that random bytes make.
func idFrom(random io.Reader) string {
	id := make([]byte, 0, idLength)
	var b [1]byte
	for len(id) < idLength {
		if _, err := random.Read(b[:]); err != nil { // of what never fails
			panic("host: " + err.Error())
		}
		if n := int(b[0]); n < 256/len(letters)*len(letters) { // so that all are as likely
			id = append(id, letters[n%len(letters)])
		}
	}
	return string(id)
}

// validID says whether a text can be an ID.
func validID(id string) bool {
	return len(id) == idLength && strings.Trim(id, letters) == ""
}

// recorded asks an engine about the game of a record.
func (h *Host) recorded(ctx context.Context, id string, s Spec) (*beginning, error) {
	if s.Game != "" || len(s.Rules)+len(s.Turns) > 0 || s.FEN != "" {
		return nil, Refuse(BadRequest, "a record already says what game it is; leave out game, rules, fen and turns")
	}
	r, err := s.read()
	if err != nil {
		return nil, noRecord(err)
	}
	if len(r.Tokens()) > mostTurns {
		return nil, Refuse(BadRequest, "the record has more than %d turns", mostTurns)
	}
	b, err := h.replay(ctx, id, r)
	if err != nil {
		return nil, err
	}
	if b.seats = s.Seats; b.seats == nil {
		for i := range b.facts.Players {
			b.seats = append(b.seats, h.seatOf(r.Tag(record.SeatTag(seatName(i)))))
		}
	}
	return b, nil
}

// read reads the game of the file. No other file is looked at.
func (s Spec) read() (*record.Record, error) {
	file, err := openFile(s.Record, s.Data)
	if err != nil {
		return nil, err
	}
	var r *record.Record
	var notes []string
	if s.Number == 0 {
		r, notes, err = file.Only("number says which of them to take")
	} else {
		r, notes, err = file.Game(s.Number)
	}
	if s.Note != nil {
		for _, note := range notes {
			s.Note(note)
		}
	}
	return r, err
}
