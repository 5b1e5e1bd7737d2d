package host

import (
	"context"
	"sync"
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

// rooms are the games that are being made and are not in the store yet.
type rooms struct {
	mu  sync.Mutex // held while a game makes room
	all int
	of  map[string]int // by client
}

// room keeps a place for one more game of the client of a context until it is
// given up: where there are too many games, an old one makes room.
func (h *Host) room(ctx context.Context) (giveUp func(), err error) {
	r, client := &h.rooms, clientOf(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if client != "" {
		own, err := h.store.CountOf(ctx, client)
		if err != nil {
			return nil, h.storeFailed(err)
		}
		if most := share(h.config.MaxGames); own+r.of[client] >= most && !h.remove(ctx, client) {
			return nil, Refuse(Busy, "%d is the share of one client, and so many games are yours; one makes room an hour after its end", own)
		}
	}
	n := h.store.Count()
	if n+r.all >= h.config.MaxGames && !h.remove(ctx, "") {
		return nil, Refuse(Busy, "the server already keeps %d games, which is its limit, and all of them are in use; try again later", n)
	}
	h.peers.Bound(max(n, h.config.MaxGames)) // there may be more since there might be, and then no more come
	r.add(client, 1)
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.add(client, -1)
	}, nil
}

func (r *rooms) add(client string, n int) {
	r.all += n
	if r.of[client] += n; r.of[client] == 0 {
		delete(r.of, client)
	}
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
