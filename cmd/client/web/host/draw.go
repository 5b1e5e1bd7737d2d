package host

import (
	"context"
	"time"

	"quadrille/cmd/client/web/store"
	"quadrille/protocol/driver"
)

// agreedReason is the reason of a game that ended as a draw since both wanted it.
const agreedReason = "agreement"

// OfferDraw offers the other player of a game of two a draw, or agrees to his
// offer; until both have agreed the state has a Request. An engine answers by
// what it sees. A seat offers again only when both have played since. Of the
// change only Version and Token count.
func (h *Host) OfferDraw(ctx context.Context, id string, c Change) (State, error) {
	g, err := h.acquire(ctx, id)
	if err != nil {
		return State{}, err
	}
	defer g.release()
	if err := g.mayOffer(c); err != nil {
		return State{}, err
	}
	return h.ask(ctx, g, store.Request{What: askDraw, Left: len(g.facts.Turns), Parts: len(g.facts.Pending)}, c.Token)
}

// mayOffer says why a draw cannot be offered. To agree with an offer that there
// is, is always possible.
func (g *game) mayOffer(c Change) error {
	if err := g.isAt(c.Version); err != nil {
		return err
	}
	if err := g.member(c.Token); err != nil {
		return err
	}
	if err := g.goesOn(); err != nil {
		return err
	}
	if n := len(g.head.Seats); n != 2 {
		return Refuse(NotSupported, "a draw is offered in games of two, and this one has %d seats", n)
	}
	seats := g.voices(c.Token)
	if len(seats) == 0 || len(seats) == 2 || g.head.Request != nil {
		return nil // whom ask refuses, who plays both, and who answers
	}
	if seat := g.asker(seats); offered(g.head, seat, len(g.facts.Turns)) {
		return Refuse(TooSoon, "%s has offered a draw already; wait until both have played again", seat)
	}
	return nil
}

// offered says whether a seat has offered a draw since both last played.
func offered(head store.Head, seat string, turns int) bool {
	for i, at := range head.Offers {
		if seatName(i) == seat && at >= 0 {
			return turns >= at && turns < at+len(head.Seats)
		}
	}
	return false
}

// offerers are the seats that may not offer a draw at present since they have.
func offerers(head store.Head, turns int) []string {
	var seats []string
	for i := range head.Seats {
		if offered(head, seatName(i), turns) {
			seats = append(seats, seatName(i))
		}
	}
	return seats
}

// noteOffer remembers when a seat offered a draw.
func noteOffer(head *store.Head, seat string, turns int) {
	offers := make([]int, len(head.Seats))
	for i := range offers {
		offers[i] = -1
		if i < len(head.Offers) {
			offers[i] = head.Offers[i]
		}
		if seatName(i) == seat {
			offers[i] = turns
		}
	}
	head.Offers = offers
}

// drawn ends a game as a draw.
func (h *Host) drawn(ctx context.Context, g *game) (State, error) {
	n := g.next()
	n.head.Result, n.head.Reason = "draw", agreedReason
	return h.commit(ctx, g, n, g.facts)
}

// weigh has an engine, at full strength whatever its level, answer the draw that is offered to its seat, if one is. The
// caller holds the game.
func (h *Host) weigh(g *game) {
	r := g.head.Request
	if r == nil || r.What != askDraw || g.weighing {
		return
	}
	waits := missing(*r, g.head.Seats)
	if len(waits) != 1 || g.seat(waits[0]).Kind != string(Engine) {
		return
	}
	seat, offer := waits[0], *r
	j := job{request: request{key: g.id, client: g.client, urgency: forHint, patient: true}, at: g.position(),
		limits: h.forTurn(Limits{MoveTime: min(time.Second, h.config.MoveTime)})}
	mine := g.facts.Turn == seat
	g.weighing = h.spawn(func() { h.answerDraw(g, seat, offer, j, mine) })
}

// answerDraw searches the position of an offer and answers it, if it is open yet.
func (h *Host) answerDraw(g *game, seat string, offer store.Request, j job, mine bool) {
	reply, err := h.think(h.ctx, j)
	if g.hold(h.ctx) != nil {
		return
	}
	defer g.release()
	if h.ctx.Err() != nil {
		return // a search that was cut off says nothing; it is asked again after the next start
	}
	g.weighing = false
	open := g.head.Request
	switch {
	case open == nil || open.What != offer.What || open.By != offer.By || open.Left != offer.Left || open.Parts != offer.Parts:
		h.weigh(g) // another one may be open
		return
	case err == nil && accepts(reply.Info, mine, len(j.at.Turns)):
		_, err = h.agree(h.ctx, g, *open, []string{seat})
	default:
		_, err = h.note(h.ctx, g, func(head *store.Head) { head.Request = nil })
	}
	if err != nil && h.ctx.Err() == nil {
		h.config.Log.Error("an offer of a draw could not be answered", "game", g.id, "error", err)
	}
}

// earlyTurns is how many turns an engine plays before it agrees to a draw unless
// it has lost for certain. Some games are a draw from their start on, and a game
// is there to be played.
const earlyTurns = 20

// accepts says whether an engine that found this agrees to a draw: where it has
// none the better of it. The values are from its own view if the turn is its own.
func accepts(found driver.Info, mine bool, turns int) bool {
	value := found.CP
	if found.Mate != 0 {
		value = found.Mate
	}
	if !mine {
		value = -value
	}
	sure := found.Mate != 0 || found.Proof != driver.NotProved
	return found.HasScore && (value < 0 && sure || value <= 0 && turns >= earlyTurns)
}
