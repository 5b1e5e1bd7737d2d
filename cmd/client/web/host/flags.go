package host

import (
	"context"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"quadrille/protocol/driver"
)

// respite is how much more time who acts has after a start of the server, so
// that his page finds its way back.
const respite = 10 * time.Second

// flags ends the games of those whose time is up. One goroutine waits for the
// first deadline in the store, so games need not be in memory.
type flags struct {
	wake    chan struct{} // holds a value when a deadline may be nearer than planned
	planned atomic.Int64  // what it waits for, in microseconds since 1970
}

// steady is a time that begins with the machine's and goes on as much as that is
// measured to, whatever the machine's time is set to meanwhile.
func steady() func() time.Time {
	begun := time.Now()
	return func() time.Time { return begun.Add(time.Since(begun)) }
}

// note tells of a new deadline.
func (f *flags) note(deadline time.Time) {
	if !deadline.IsZero() && deadline.UnixMicro() < f.planned.Load() {
		f.look()
	}
}

// look has the deadlines looked at now.
func (f *flags) look() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// keepTime ends games whose time is up until the host closes. The store is told
// now and then that the clocks run, so that after a sudden end of the server
// they go on from about there.
func (h *Host) keepTime() {
	var seen time.Time
	for {
		next, wait := h.endDue()
		now := h.config.Clock()
		if !next.IsZero() {
			every := min(max(next.Sub(now)/60, 10*time.Second), 5*time.Minute)
			if now.Sub(seen) >= every {
				h.sawClocks(now)
				seen = now
			}
			wait = min(wait, every)
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-h.flags.wake:
			timer.Stop()
		case <-h.ctx.Done():
			timer.Stop()
			h.sawClocks(h.config.Clock())
			return
		}
	}
}

func (h *Host) sawClocks(at time.Time) {
	if err := h.store.SawClocks(at); err != nil {
		h.config.Log.Error("it cannot be noted that the clocks run", "error", err)
	}
}

// endDue ends the games of those whose time is up. It returns the next deadline,
// which is zero when there is none, and how long to wait.
func (h *Host) endDue() (next time.Time, wait time.Duration) {
	const some, retry = 100, time.Second
	h.flags.planned.Store(math.MaxInt64) // who sets a deadline meanwhile wakes us
	due, err := h.store.Due(h.ctx, h.config.Clock().Add(-h.lag()), some)
	for _, id := range due {
		// Who is overtaken by another host sees the next deadline.
		if e := h.endGame(id); e != nil && !Is(e, NotFound) && e != error(errOvertaken) {
			err = e
		}
	}
	if err == nil {
		next, err = h.store.NextDeadline(h.ctx)
	}
	switch {
	case err != nil:
		if h.ctx.Err() == nil {
			h.config.Log.Error("games whose time is up could not be ended", "error", err)
		}
		return time.Time{}, retry
	case next.IsZero():
		return next, time.Hour
	}
	h.flags.planned.Store(next.UnixMicro())
	return next, max(0, next.Sub(h.config.Clock())+h.lag())
}

// endGame ends a game if somebody's time is up in it, behind those who came
// before.
func (h *Host) endGame(id string) error {
	for {
		g, err := h.obtain(h.ctx, id, func(g *game) error { return g.hold(h.ctx) })
		if err != nil {
			return err
		}
		settled, err := h.flagFalls(g)
		g.release()
		if settled {
			return err
		}
	}
}

// flagFalls ends a game if the time of the seat that acts is up. It says whether
// that is settled; if not, somebody who came in time is to have the game first.
func (h *Host) flagFalls(g *game) (settled bool, err error) {
	switch {
	case !g.timeUp(h.config.Clock()):
		return true, nil
	case g.arrivals.any(g.head.Deadline):
		return false, nil
	}
	return true, h.fall(h.ctx, g)
}

// spends says whether so much of thinking uses up the time of an engine's seat,
// whose flag then falls. With more than two seats that is of no account, since an
// engine would play on in its place.
func (g *game) spends(thought time.Duration) bool {
	c, acts := g.head.Clock, g.facts.Seat()
	return c != nil && len(g.head.Seats) == 2 && !g.head.Since.IsZero() && thought >= c.Left[acts]
}

// fallLevel is that of the engine that plays on for a seat whose time is up.
const fallLevel = 1

// fall is what happens when the time of the seat that acts is up. With two seats
// that one has lost, unless the other cannot win any more by any turns, which is
// a draw. With more an engine plays on in its place, since a game of three others
// is not to end by it. The caller holds the game.
func (h *Host) fall(ctx context.Context, g *game) error {
	n, seat := g.next(), g.facts.Seat()
	n.flag, n.at = true, h.config.Clock()
	result, ends := driver.Lost(seat, len(g.head.Seats))
	if ends {
		able, err := h.canWin(ctx, g, seatName(1-seat))
		if err != nil {
			return err
		}
		if !able {
			result = "draw"
		}
		n.head.Result, n.head.Reason = result, timeoutReason
		_, err = h.commit(ctx, g, n, g.facts)
		return err
	}
	clock := *n.head.Clock
	clock.Left, clock.Out = slices.Clone(clock.Left), slices.Clone(clock.Out)
	clock.Left[seat], clock.Out[seat] = 0, true
	n.head.Clock = &clock
	n.head.Seats = slices.Clone(n.head.Seats)
	n.head.Seats[seat].Kind, n.head.Seats[seat].Level, n.head.Seats[seat].Engine = string(Engine), fallLevel, ""
	_, err := h.commit(ctx, g, n, g.facts)
	return err
}

// canWin asks an engine whether a seat can still win by any turns of all. One
// that does not know the question says yes.
func (h *Host) canWin(ctx context.Context, g *game, seat string) (able bool, err error) {
	at := g.position()
	err = h.consult(ctx, g.id, func(game *driver.Game) error {
		text, err := game.Query(ctx, at, "canwin")
		able = slices.Contains(strings.Fields(text), seat)
		return err
	})
	if Is(err, BadRequest) || Is(err, NotSupported) {
		return true, nil
	}
	return able, err
}
