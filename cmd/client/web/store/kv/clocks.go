package kv

import (
	"context"
	"encoding/binary"
	"time"

	"quadrille/cmd/client/web/store"
)

// Due returns the IDs of at most limit games in which somebody's time is up by a
// time, the first deadline first.
func (s *Store) Due(ctx context.Context, by time.Time, limit int) ([]string, error) {
	return s.ids(ctx, limit, func(e *entry) bool { return !e.Deadline.IsZero() && !e.Deadline.After(by) }, byDeadline)
}

func byDeadline(a, b *entry) int { return a.Deadline.Compare(b.Deadline) }

// NextDeadline is the first deadline of all games, zero when there is none.
func (s *Store) NextDeadline(ctx context.Context) (time.Time, error) {
	some, err := s.chosen(ctx, 1, func(e *entry) bool { return !e.Deadline.IsZero() }, byDeadline)
	if err != nil || len(some) == 0 {
		return time.Time{}, err
	}
	return some[0].Deadline, nil
}

// seenNote is the note that says until when the clocks ran.
var seenNote = noteKey("clocks", "seen")

// SawClocks notes that the clocks ran until a time.
func (s *Store) SawClocks(at time.Time) error {
	return s.change(context.Background(), func() ([]Pair, error) { return []Pair{seen(at)}, nil })
}

// seen notes a time, in microseconds since 1970.
func seen(at time.Time) Pair {
	return Pair{seenNote, binary.BigEndian.AppendUint64(nil, uint64(at.UnixMicro()))}
}

// ResumeClocks lets clocks that ran when they were last seen go on at a time,
// as if nothing had been in between. It is done as a whole or not at all.
func (s *Store) ResumeClocks(ctx context.Context, at time.Time) error {
	return s.change(ctx, func() ([]Pair, error) {
		notes, err := s.disk.Scan(ctx, seenNote)
		if err != nil {
			return nil, err
		}
		last := time.UnixMicro(0)
		if value := find(notes, seenNote).Value; len(value) == 8 {
			last = time.UnixMicro(int64(binary.BigEndian.Uint64(value)))
		}
		return s.resumed(last, at)
	})
}

// resumed are the heads of games whose clocks go on, and the note of it.
func (s *Store) resumed(last, at time.Time) ([]Pair, error) {
	pairs := []Pair{seen(at)}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for id, e := range s.games {
		if e.Since.IsZero() {
			continue
		}
		value, err := encodeHead(resume(e.Head, last, at))
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, Pair{headKeys + id, value})
	}
	return pairs, nil
}

// resume lets the clock of a game go on. What had been used of the turn is used;
// a clock that began after it was last seen begins anew.
func resume(h store.Head, last, at time.Time) store.Head {
	since := exact(at).Add(-max(0, last.Sub(h.Since)))
	if !h.Deadline.IsZero() {
		h.Deadline = since.Add(h.Deadline.Sub(h.Since))
	}
	h.Since = since
	return h
}
