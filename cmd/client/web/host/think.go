package host

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quadrille/protocol/driver"
)

// job is a search.
type job struct {
	key    string // the game's ID, so that the engine may know it already
	at     driver.Position
	limits Limits
	// patient searches wait in the queue however long it is. Open ones have no
	// end of their own, and give way when somebody waits.
	patient, open bool
	report        func(driver.Info) // may be nil
}

// grace is how long an open search may go on when somebody waits.
const grace = time.Second

// think searches. When the context ends the search is stopped and what it
// found is returned, unless it had not begun.
func (h *Host) think(ctx context.Context, j job) (reply Reply, err error) {
	err = h.lend(ctx, h.thinkers, request{key: j.key, patient: j.patient, yields: j.open}, func(u *unit) error {
		reply, err = h.search(ctx, u, j)
		return err
	})
	h.searches.Add(1)
	return reply, err
}

// search has a lent engine search.
func (h *Host) search(ctx context.Context, u *unit, j job) (Reply, error) {
	if err := h.ready(ctx, u, j); err != nil {
		return Reply{}, err
	}
	h.searching.Add(1)
	defer h.searching.Add(-1)
	ctx, cancel := context.WithTimeout(ctx, h.config.MaxThink)
	defer cancel()
	if j.open {
		defer yield(u.wanted, cancel)()
	}
	var reply Reply
	best, err := u.Engine().Go(ctx, j.limits.words(), func(i driver.Info) {
		if i.HasScore || len(i.Scores) > 0 {
			reply.Info = i
		}
		if j.report != nil {
			j.report(i)
		}
	})
	reply.Move, reply.Ponder = best.Move, best.Ponder
	return reply, err
}

// yield stops a search when the engine is wanted and it had its grace. What it
// returns ends the watch.
func yield(wanted <-chan struct{}, stop func()) func() {
	begun, done, ended := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-wanted:
		case <-done:
			return
		}
		select {
		case <-time.After(time.Until(begun.Add(grace))):
			stop()
		case <-done:
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// ready brings an engine to the position and sets its options. An engine that
// was at this game before is not told that a game begins, which would make it
// forget what it found out.
func (h *Host) ready(ctx context.Context, u *unit, j job) error {
	options := []string{option("Level", level(j.limits.Level)), option("MultiPV", max(1, j.limits.MultiPV))}
	if !u.same {
		options = append(options, option("Hash", h.config.Hash))
		u.Forget()
	}
	if _, err := u.Engine().Ask(ctx, options...); err != nil { // one that has no such option searches without it
		return err
	}
	_, err := u.SetUp(ctx, j.at)
	return err
}

func option(name string, value int) string {
	return fmt.Sprintf("setoption name %s value %d", name, value)
}

// fullStrength is the level of an engine that has no limits of its own.
const fullStrength = 10

func level(n int) int {
	if n == 0 {
		return fullStrength
	}
	return n
}

// words are the arguments of go.
func (l Limits) words() string {
	var b strings.Builder
	add := func(key string, n uint64) {
		if n > 0 {
			b.WriteString(" " + key + " " + strconv.FormatUint(n, 10))
		}
	}
	add("depth", uint64(l.Depth))
	add("nodes", l.Nodes)
	if l.MoveTime > 0 {
		add("movetime", uint64(max(1, l.MoveTime.Milliseconds())))
	}
	if l.Exact {
		b.WriteString(" exact")
	}
	return strings.TrimSpace(b.String())
}

// bounded says whether a search with the limits ends by itself.
func (l Limits) bounded() bool {
	return l.MoveTime > 0 || l.Depth > 0 || l.Nodes > 0 || l.Exact || level(l.Level) < fullStrength
}

// mostLines bounds Limits.MultiPV.
const mostLines = 64

// check says what is wrong with limits.
func (l Limits) check() error {
	switch {
	case l.Level < 0 || l.Level > fullStrength:
		return Refuse(BadRequest, "the level is a number from 1 to %d, not %d", fullStrength, l.Level)
	case l.MoveTime < 0 || l.Depth < 0:
		return Refuse(BadRequest, "depth and time cannot be negative")
	case l.Depth > 1_000_000 || l.Nodes > 1<<62:
		return Refuse(BadRequest, "that depth or number of nodes is too large")
	case l.MultiPV < 0 || l.MultiPV > mostLines:
		return Refuse(BadRequest, "the number of lines is 1 to %d, not %d", mostLines, l.MultiPV)
	}
	return nil
}

// forTurn are the limits of a search whose turn is played: it has one line and
// comes to an end.
func (h *Host) forTurn(l Limits) Limits {
	l.MultiPV = 1
	if !l.bounded() {
		l.MoveTime = h.config.MoveTime
	}
	return l
}
