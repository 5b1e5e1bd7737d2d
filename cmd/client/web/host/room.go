package host

import (
	"context"
	"time"
)

// How long a game is kept for certain after it was changed last: one that is
// over or in which no turn was played, and any other.
const (
	keptOver = time.Hour
	keptIdle = 3 * 24 * time.Hour
)

// share is how many of so many games one client may have.
func share(all int) int { return (all + 3) / 4 }

// room sees to it that the client of a context may have one more game: where
// there are too many, an old one makes room.
func (h *Host) room(ctx context.Context) error {
	h.making.Lock()
	defer h.making.Unlock()
	if client := clientOf(ctx); client != "" {
		own, err := h.store.CountOf(ctx, client)
		if err != nil {
			return h.storeFailed(err)
		}
		if most := share(h.config.MaxGames); own >= most && !h.remove(ctx, client) {
			return Refuse(Busy, "%d is the share of one client, and so many games are yours; one makes room an hour after its end", own)
		}
	}
	if n := h.store.Count(); n >= h.config.MaxGames && !h.remove(ctx, "") {
		return Refuse(Busy, "the server already keeps %d games, which is its limit, and all of them are in use; try again later", n)
	}
	return nil
}

// remove deletes the oldest game of a client, or of all when it is empty, that
// may make room and that nobody uses. It says whether there was one.
func (h *Host) remove(ctx context.Context, client string) bool {
	over, idle := h.Now().Add(-keptOver), h.Now().Add(-keptIdle)
	const some = 100 // of which one is surely not in use
	ids, err := h.store.Removable(ctx, client, over, idle, some)
	if err != nil {
		h.storeFailed(err)
		return false
	}
	for _, id := range ids {
		if !h.inUse(id) && h.delete(id, over) {
			return true
		}
	}
	return false
}

// inUse says whether somebody has asked for a game lately.
func (h *Host) inUse(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := h.games[id]
	return g != nil && time.Since(time.Unix(0, g.used.Load())) < h.config.IdleAfter
}
