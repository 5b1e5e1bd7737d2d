package kv

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"quadrille/cmd/client/web/store"
)

// Count is the number of games.
func (s *Store) Count() int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.games)
}

// chosen returns the games that are wanted, in an order, at most limit of them.
func (s *Store) chosen(ctx context.Context, limit int, wanted func(*entry) bool, order func(a, b *entry) int) ([]*entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, wrap(err)
	}
	s.writing.Lock()
	err := s.ready(ctx)
	s.writing.Unlock()
	if err != nil {
		return nil, wrap(err)
	}
	some := s.sorted(wanted, order)
	return some[:min(limit, len(some))], nil
}

// sorted are the games that are wanted, in an order.
func (s *Store) sorted(wanted func(*entry) bool, order func(a, b *entry) int) []*entry {
	s.mu.RLock()
	var some []*entry
	for _, e := range s.games {
		if wanted(e) {
			some = append(some, e)
		}
	}
	s.mu.RUnlock()
	slices.SortFunc(some, order)
	return some
}

// ids are the IDs of the games that chosen returns.
func (s *Store) ids(ctx context.Context, limit int, wanted func(*entry) bool, order func(a, b *entry) int) ([]string, error) {
	some, err := s.chosen(ctx, limit, wanted, order)
	var ids []string
	for _, e := range some {
		ids = append(ids, e.ID)
	}
	return ids, err
}

// byAge has the game first that was changed first.
func byAge(a, b *entry) int {
	return cmp.Or(a.Updated.Compare(b.Updated), strings.Compare(a.ID, b.ID))
}

// exact is a time as exact as those that are kept.
func exact(t time.Time) time.Time { return t.Truncate(time.Microsecond) }

// all is a limit that is none.
const all = 1 << 40

// CountOf is the number of games that a client made.
func (s *Store) CountOf(ctx context.Context, client string) (int, error) {
	some, err := s.chosen(ctx, all, func(e *entry) bool { return e.Client == client }, byAge)
	return len(some), err
}

// Waiting returns the IDs of the games in which an engine is to play by itself.
func (s *Store) Waiting(ctx context.Context) ([]string, error) {
	return s.ids(ctx, all, func(e *entry) bool { return e.Waiting }, byAge)
}

// Stale returns the IDs of at most limit games that were last changed before a
// time, the oldest first, without those in which a clock runs to a deadline.
func (s *Store) Stale(ctx context.Context, before time.Time, limit int) ([]string, error) {
	return s.ids(ctx, limit, func(e *entry) bool { return e.Updated.Before(exact(before)) && e.Deadline.IsZero() }, byAge)
}

// Removable returns the IDs of at most limit games of a client, or of all when
// it is empty: first those that are over or in which no turn was played, and that
// were last changed by the time over; then those that were last changed by the
// time idle, unless a clock runs to a deadline. Of each kind the oldest come
// first.
func (s *Store) Removable(ctx context.Context, client string, over, idle time.Time, limit int) ([]string, error) {
	rank := func(e *entry) int {
		if e.Outcome != "none" || e.Turns == 0 {
			return 0
		}
		return 1
	}
	return s.ids(ctx, limit, func(e *entry) bool {
		return (client == "" || e.Client == client) &&
			(rank(e) == 0 && !e.Updated.After(over) || !e.Updated.After(idle) && e.Deadline.IsZero())
	}, func(a, b *entry) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), byAge(a, b)) })
}

// Listed returns at most limit listed games, from a place on: by heading, of
// each those that were changed last first, and none that was last changed before
// a time. Under one heading only, unless that is Unlisted.
func (s *Store) Listed(ctx context.Context, only store.Heading, since time.Time, from store.Place, limit int) ([]store.Head, error) {
	some, err := s.chosen(ctx, limit, func(e *entry) bool {
		return e.Lobby != store.Unlisted && (only == store.Unlisted || e.Lobby == only) && !e.Updated.Before(exact(since)) &&
			comparePlaces(from, e.Place()) < 0
	}, func(a, b *entry) int { return comparePlaces(a.Place(), b.Place()) })
	if err != nil {
		return nil, err
	}
	var heads []store.Head
	for _, e := range some {
		h, err := e.fresh()
		if err != nil {
			return nil, wrap(err)
		}
		heads = append(heads, h)
	}
	return heads, nil
}

// comparePlaces puts places in the order of the list.
func comparePlaces(a, b store.Place) int {
	return cmp.Or(cmp.Compare(a.Heading, b.Heading), b.Updated.Compare(a.Updated), strings.Compare(a.ID, b.ID))
}

// Heads returns the games without their turns, those that were changed last first.
func (s *Store) Heads(ctx context.Context) ([]store.Head, error) {
	some, err := s.chosen(ctx, all, func(*entry) bool { return true }, func(a, b *entry) int { return byAge(b, a) })
	if err != nil {
		return nil, err
	}
	heads := make([]store.Head, len(some))
	for i, e := range some {
		if heads[i], err = e.fresh(); err != nil {
			return nil, wrap(err)
		}
	}
	return heads, nil
}

// All returns the games, those that were changed last first, and the IDs of those
// that cannot be read, sorted.
func (s *Store) All(ctx context.Context) (games []store.Game, unread []string, err error) {
	s.writing.Lock() // so that the steps are those of the heads
	defer s.writing.Unlock()
	if err := s.ready(ctx); err != nil {
		return nil, nil, wrap(err)
	}
	pairs, err := s.disk.Scan(ctx, stepsKeys)
	if err != nil {
		return nil, nil, wrap(err)
	}
	written := map[string][]byte{}
	for _, p := range pairs {
		written[p.Key[len(stepsKeys):]] = p.Value
	}
	unread = s.Damaged()
	for _, e := range s.sorted(func(*entry) bool { return true }, func(a, b *entry) int { return byAge(b, a) }) {
		steps, err := decodeSteps(e.ID, written[e.ID])
		if err != nil {
			unread = append(unread, e.ID)
			continue
		}
		head, err := e.fresh()
		if err != nil {
			return nil, nil, wrap(err)
		}
		games = append(games, store.Game{Head: head, Steps: steps})
	}
	slices.Sort(unread)
	return games, unread, nil
}
