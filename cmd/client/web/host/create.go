package host

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
	"quadrille/protocol/record"
)

// Create makes a game. The strings are the secret tokens of the seats, ""
// where a seat has none; nil unless Spec.Tokens is set.
func (h *Host) Create(ctx context.Context, s Spec) (State, []string, error) {
	if h.store.Count() >= h.config.MaxGames {
		return State{}, nil, Refuse(Busy, "the server keeps %d games already and takes no more", h.config.MaxGames)
	}
	b, err := h.beginning(ctx, s)
	if err != nil {
		return State{}, nil, err
	}
	seats, err := makeSeats(b.seats, b.facts.players)
	if err != nil {
		return State{}, nil, err
	}
	var tokens []string
	if s.Tokens {
		tokens = guard(seats)
	}
	b.head.Seats, b.head.Space, b.head.Still = seats, s.Space, s.Still
	state, err := h.put(ctx, b)
	if err != nil {
		return State{}, nil, err
	}
	return state, tokens, nil
}

// beginning is what a game is to begin with.
type beginning struct {
	head  store.Head
	steps []store.Step
	facts *facts
	start string // of the turns: startpos or a FEN
	seats []Seat // as asked for
}

// beginning asks an engine about the game that a specification is for.
func (h *Host) beginning(ctx context.Context, s Spec) (*beginning, error) {
	if s.Record != "" {
		return h.recorded(ctx, s)
	}
	if err := checkGame(s.Game, s.Rules, s.FEN); err != nil {
		return nil, err
	}
	b, err := h.start(ctx, s.Game, ruleWords(s.Rules), s.FEN)
	if err != nil {
		return nil, err
	}
	b.seats = s.Seats
	return b, nil
}

// checkGame refuses what would be something else in an engine's eyes.
func checkGame(game string, rules map[string]string, fen string) error {
	if game == "" || checkToken(game) != nil || strings.Contains(game, "=") {
		return Refuse(NoGame, "there is no game %q", clip(game))
	}
	size := 0
	for key, value := range rules {
		size += len(key) + len(value)
		if size > maxWords || checkToken(key) != nil || checkToken(value) != nil || strings.Contains(key, "=") {
			return Refuse(BadOption, "%q with the value %q is no rule", clip(key), clip(value))
		}
	}
	if len(fen) > maxWords || !plain(fen) || strings.Contains(" "+fen+" ", " moves ") {
		return Refuse(BadPosition, "%q is no position", clip(fen))
	}
	return nil
}

// start asks an engine about the start of a game: a FEN, or the start position
// when it is empty. One that is left to chance is written down as a FEN.
func (h *Host) start(ctx context.Context, game, rules, fen string) (*beginning, error) {
	s := setup{game: game, rules: rules, start: fen}
	b := &beginning{start: startpos}
	err := h.ask(ctx, func(e *driver.Engine) error {
		lines := []string{s.newGame()}
		if fen != "" {
			lines = append(lines, s.position()...)
		}
		var err error
		b.facts, err = look(ctx, e, nil, lines)
		return err
	})
	if err != nil {
		return nil, err
	}
	if fen != "" || strings.Contains(b.facts.rules, "=random") {
		b.start = cmp.Or(b.facts.startFEN, fen)
	}
	b.head = store.Head{Game: b.facts.game, Rules: ruleMap(b.facts.rules), Origin: fen, Start: b.start}
	return b, nil
}

// put gives a new game an ID, writes it down and keeps it in memory.
func (h *Host) put(ctx context.Context, b *beginning) (State, error) {
	if err := ctx.Err(); err != nil {
		return State{}, err
	}
	g := newGame(newID())
	<-g.lock
	defer g.release()
	head := b.head
	head.ID, head.Start, head.Version = g.id, b.start, 1
	head.Created = h.written()
	head.Updated, head.Turns = head.Created, len(b.facts.turns)
	g.head, g.steps, g.facts = head, b.steps, b.facts
	state := g.describe(b.facts)
	g.head.Outcome, g.head.Waiting = state.Result, isWaiting(head, state)
	err := h.store.Create(store.Game{Head: g.head, Steps: g.steps})
	if errors.Is(err, store.ErrExists) { // which happens once in 2^59 / games
		return State{}, Refuse(Busy, "the game got the name of another; try again")
	}
	if err != nil {
		return State{}, h.storeFailed(err)
	}
	h.changes.Add(1)
	h.mu.Lock()
	h.games[g.id] = g
	h.mu.Unlock()
	return g.show(h.wake(g, state)), nil
}

// letters are those of an ID, none of which is taken for another.
const letters = "abcdefghjkmnpqrstuvwxyz23456789"

// idLength is that of an ID: 59 bits that nobody guesses.
const idLength = 12

func newID() string {
	id := make([]byte, 0, idLength)
	var b [1]byte
	for len(id) < idLength {
		rand.Read(b[:])
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
func (h *Host) recorded(ctx context.Context, s Spec) (*beginning, error) {
	if s.Game != "" || len(s.Rules) > 0 || s.FEN != "" {
		return nil, Refuse(BadRequest, "a record says itself what game it is; leave game, rules and fen out")
	}
	r, err := record.Parse(s.Record)
	if err != nil {
		return nil, Refuse(BadRequest, "the record: %v", err)
	}
	if len(r.Tokens()) > mostTurns {
		return nil, Refuse(BadRequest, "the record has more than %d turns", mostTurns)
	}
	b, err := h.replay(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := b.judge(r); err != nil {
		return nil, err
	}
	b.keep(r)
	if b.seats = s.Seats; b.seats == nil {
		for i := range b.facts.players {
			b.seats = append(b.seats, seatOf(r.Tag(record.SeatTag(seatName(i)))))
		}
	}
	return b, nil
}
