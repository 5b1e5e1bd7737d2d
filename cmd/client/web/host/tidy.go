package host

import (
	"context"
	"errors"
	"time"

	"quadrille/cmd/client/web/store"
)

// tidy puts away what nobody has asked for in a while, until the host closes.
func (h *Host) tidy() {
	tick := time.NewTicker(max(h.config.IdleAfter/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			h.evict(time.Now().Add(-h.config.IdleAfter))
			h.forget()
		case <-h.ctx.Done():
			return
		}
	}
}

// evict takes games out of memory that were last asked for before a time.
func (h *Host) evict(before time.Time) {
	for _, g := range h.idleGames(before) {
		select {
		case <-g.lock:
			if g.used.Load() < before.UnixNano() && !g.isWanted() {
				h.drop(g)
			}
			g.release()
		default: // somebody has it
		}
	}
}

// isWanted says whether somebody watches a game, or an engine is at work that will
// change it. The caller holds it.
func (g *game) isWanted() bool { return g.search != nil || g.weighing || g.isRead() }

func (h *Host) idleGames(before time.Time) []*game {
	h.mu.Lock()
	defer h.mu.Unlock()
	var idle []*game
	for _, g := range h.games {
		if g.used.Load() < before.UnixNano() {
			idle = append(idle, g)
		}
	}
	return idle
}

// forget deletes games that nobody has changed for long, a few at a time.
func (h *Host) forget() {
	if h.config.Forget <= 0 {
		return
	}
	const most = 100
	before := h.Now().Add(-h.config.Forget)
	ids, err := h.store.Stale(h.ctx, before, most)
	if err != nil {
		if h.ctx.Err() == nil {
			h.config.Log.Error("old games cannot be listed", "error", err)
		}
		return
	}
	for _, id := range ids {
		h.delete(id, before)
	}
}

// delete removes a game from memory and store, unless somebody watches it or
// has it, or has changed it after the time. It says whether it did.
func (h *Host) delete(id string, before time.Time) bool {
	g, err := h.find(id)
	if err != nil {
		return false
	}
	select {
	case <-g.lock:
	default:
		return false
	}
	defer g.release()
	changed := g.state.Load() != nil && g.head.Updated.After(before)
	if g.dead || changed || g.isWanted() {
		return false
	}
	return h.erase(g, before)
}

// unmake removes a game that was just made, and that nobody would find.
func (h *Host) unmake(id string) {
	g, err := h.acquire(h.ctx, id)
	if err != nil {
		return
	}
	defer g.release()
	h.erase(g, time.Time{})
}

// Remove deletes a game, whoever has it, and one that cannot be read too.
func (h *Host) Remove(ctx context.Context, id string) error {
	g, err := h.find(id)
	if err != nil {
		return err
	}
	if err := g.hold(ctx); err != nil {
		return err
	}
	defer g.release()
	if !g.dead && !h.erase(g, time.Time{}) {
		return Refuse(Unavailable, "the game cannot be deleted at present")
	}
	return nil
}

// erase removes a game from memory and store, if it was last changed by a time
// unless that is zero, and says whether it could. The caller holds it.
func (h *Host) erase(g *game, by time.Time) bool {
	switch err := h.store.Delete(g.id, by); {
	case errors.Is(err, store.ErrStale): // by another host
		return false
	case err != nil:
		h.config.Log.Error("a game cannot be deleted", "game", g.id, "error", err)
		return false
	}
	h.peers.Tell(store.News{ID: g.id})
	h.drop(g)
	return true
}
