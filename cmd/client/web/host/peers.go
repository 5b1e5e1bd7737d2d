package host

import (
	"context"
	"errors"
	"time"

	"quadrille/cmd/client/web/store"
)

// Peers are the other hosts of a store that several processes have. A game may be
// in the memory of several of them; that nobody acts on an old state is up to
// Current, and what is told is only so that everybody sees changes soon. Its methods
// may be called from any goroutine.
type Peers interface {
	// First says that no other host had the store when this one came. Others wait
	// until Begin is called.
	First() bool
	Begin(context.Context) error
	// Current says whether a game is at a version yet, and there at all.
	Current(ctx context.Context, id string, version int) (bool, error)
	// Newer reads a game that is not at a version any more, and is nil where it is.
	// The error is store.ErrNoGame where there is none.
	Newer(ctx context.Context, id string, version int) (*store.Game, error)
	// Bound has the store refuse a new game with store.ErrRoom where there are so many
	// already, whoever has made them.
	Bound(games int)
	// Changed returns those of the games, by their IDs, that are not at these versions.
	Changed(ctx context.Context, versions map[string]int) ([]string, error)
	// Tell tells the others of a change. It does not wait.
	Tell(store.News)
	// Heard waits for what others have told. All says that something may have been
	// missed. The error is the context's.
	Heard(context.Context) (some []store.News, all bool, err error)
	// Claim has a piece of work, such as an engine's turn, for this host, unless
	// another one has it that lives; it is false once when another one has had it
	// since it was claimed. Free gives it back.
	Claim(ctx context.Context, work string) (bool, error)
	Free(work string)
	// Idle returns the IDs of games in which an engine is to play by itself and that
	// no host that lives has claimed, but for some.
	Idle(ctx context.Context, but []string) ([]string, error)
}

// alone are the peers of a host that has its store for itself.
type alone struct{}

func (alone) First() bool                                               { return true }
func (alone) Begin(context.Context) error                               { return nil }
func (alone) Current(context.Context, string, int) (bool, error)        { return true, nil }
func (alone) Newer(context.Context, string, int) (*store.Game, error)   { return nil, nil }
func (alone) Bound(int)                                                 {} // the host counts by itself
func (alone) Changed(context.Context, map[string]int) ([]string, error) { return nil, nil }
func (alone) Tell(store.News)                                           {}
func (alone) Claim(context.Context, string) (bool, error)               { return true, nil }
func (alone) Free(string)                                               {}
func (alone) Idle(context.Context, []string) ([]string, error)          { return nil, nil }
func (alone) Heard(ctx context.Context) (some []store.News, all bool, _ error) {
	<-ctx.Done()
	return nil, false, ctx.Err()
}

// How often a host looks for changes that it was not told of and for turns that
// nobody plays, and how much later it ends the game of somebody whose time is up,
// since a turn that came in time may be another host's to write.
const (
	rereadEvery = 2 * time.Second
	claimEvery  = time.Second
	leaveFor    = time.Minute // what this host cannot play, as for a guest it has not
	flagLag     = 300 * time.Millisecond
)

// isShared says whether other hosts may have the store too.
func (h *Host) isShared() bool { return h.peers != Peers(alone{}) }

// lag is how much later the flag falls than the time is up.
func (h *Host) lag() time.Duration {
	if h.isShared() {
		return flagLag
	}
	return 0
}

// hear follows what the peers tell until the host closes.
func (h *Host) hear() {
	for {
		some, all, err := h.peers.Heard(h.ctx)
		if err != nil {
			return
		}
		of := map[string]bool{}
		for _, n := range some {
			of[n.ID] = true
			h.flags.note(n.Deadline)
		}
		versions := h.wanted(func(id string) bool { return all || of[id] })
		if all {
			h.flags.look()
		}
		h.reread(versions)
	}
}

// mend finds what the peers' news left out, until the host closes.
func (h *Host) mend() {
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	var left []string
	anew := time.Now()
	for {
		select {
		case <-tick.C:
		case <-h.ctx.Done():
			return
		}
		h.flags.look()
		h.reread(h.wanted(func(string) bool { return true }))
		if time.Since(anew) > leaveFor {
			left, anew = nil, time.Now()
		}
		if idle, err := h.peers.Idle(h.ctx, left); err == nil {
			left = append(left, h.resume(idle)...)
		}
	}
}

// wanted are the versions of games in memory that somebody watches, or that an
// engine is at work on.
func (h *Host) wanted(of func(id string) bool) map[string]int {
	h.mu.Lock()
	var games []*game
	for id, g := range h.games {
		if of(id) {
			games = append(games, g)
		}
	}
	h.mu.Unlock()
	versions := map[string]int{}
	for _, g := range games {
		if s := g.state.Load(); s != nil && (g.isRead() || s.Thinking != "") {
			versions[g.id] = s.Version
		}
	}
	return versions
}

// reread loads those of the games again that are not at these versions any more.
func (h *Host) reread(versions map[string]int) {
	if len(versions) == 0 {
		return
	}
	ids, err := h.peers.Changed(h.ctx, versions)
	if err != nil {
		return // it is tried again soon
	}
	for _, id := range ids {
		g, err := h.acquire(h.ctx, id) // which loads it
		if err == nil {
			g.release()
		}
	}
}

// fresh makes sure that a game in memory is as in the store. The caller holds it.
func (h *Host) fresh(ctx context.Context, g *game) error {
	known := g.head.Version
	if g.unsure {
		known = -1
	}
	newer, err := h.peers.Newer(ctx, g.id, known)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, store.ErrNoGame):
		return unknownGame(g.id)
	case err != nil:
		err = h.storeFailed(err)
	case newer != nil:
		err = h.take(ctx, g, *newer)
	case g.unsure:
		err = h.load(ctx, g)
	}
	if Is(err, Unavailable) {
		return nil // it can be looked at; a change is refused when it is to be written
	}
	return err
}

// claim has the turn that a seat is to play for this host, as soon as no other one
// has it, until free is called. It is false when the context ends first.
func (h *Host) claim(ctx context.Context, turn string) (mine bool, free func()) {
	for {
		mine, err := h.peers.Claim(ctx, turn)
		if mine && err == nil {
			return true, func() { h.peers.Free(turn) }
		}
		select {
		case <-time.After(claimEvery):
		case <-ctx.Done():
			if err != nil {
				h.peers.Free(turn) // it may have been claimed all the same
			}
			return false, nil
		}
	}
}

// stop ends the search for a game's turn. The caller holds the game.
func (h *Host) stop(g *game) {
	if g.search != nil {
		g.search.cancel()
		g.search = nil
	}
}

// notSaved is what a caller is told when a change could not be written. What is in
// memory may not be what is in the store then. The caller holds the game.
func (h *Host) notSaved(g *game, err error) error {
	switch {
	case errors.Is(err, store.ErrStale):
		g.unsure = h.load(h.ctx, g) != nil
		return errOvertaken
	case errors.Is(err, store.ErrNoGame):
		h.drop(g)
		return unknownGame(g.id)
	case errors.Is(err, store.ErrElsewhere):
		return Refuse(Unavailable, "%v; ask again", err)
	case errors.Is(err, store.ErrAway), errors.Is(err, store.ErrSlow):
		g.unsure = true // it may have been written all the same
	}
	return h.storeFailed(err)
}

// errOvertaken is the answer to a change that came after another one.
var errOvertaken = Refuse(Conflict, "the game has changed meanwhile")
