package kv

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	"quadrille/cmd/client/web/store"
)

// The keys. Those of games and notes are followed by an ID, or a space and a key.
const (
	markKey   = "mark"
	ownerKey  = "owner"
	headKeys  = "head/"
	stepsKeys = "steps/"
	noteKeys  = "note/"
)

// program is in the mark of every disk of ours.
const program = "quadrille"

// mark says whose a disk is, and how what is on it is written.
type mark struct {
	Program string `json:"program"`
	Version int    `json:"version"`
}

// upgrade returns the pairs to write to bring a disk to the next version. They
// are written together with the new mark.
type upgrade func(context.Context, Disk) ([]Pair, error)

// upgrades bring a disk from each version to the next, from an empty one on. One
// that was released is never changed; what is new is an upgrade behind it.
func upgrades() []upgrade {
	return []upgrade{
		func(context.Context, Disk) ([]Pair, error) { return nil, nil }, // what an empty disk has is right
	}
}

// Open opens the store on a disk, and takes it from whoever had it open. The
// error wraps [store.ErrForeign], [store.ErrNewer], [store.ErrDamaged] or one of
// the disk.
func Open(ctx context.Context, d Disk) (*Store, error) { return open(ctx, d, upgrades()) }

func open(ctx context.Context, d Disk, to []upgrade) (*Store, error) {
	now, v, err := readMark(ctx, d, len(to))
	if err != nil {
		return nil, wrap(err)
	}
	for ; v < len(to); v++ {
		if now, err = raise(ctx, d, now, v+1, to[v]); err != nil {
			return nil, wrap(err)
		}
	}
	s := &Store{disk: d, games: map[string]*entry{}, spoiled: map[string]error{}, unsure: map[string]bool{},
		owner: Pair{ownerKey, []byte(rand.Text())}}
	if err := d.Change(ctx, now, []Pair{s.owner}); err != nil {
		return nil, wrap(err)
	}
	heads, err := d.Scan(ctx, headKeys)
	if err != nil {
		return nil, wrap(err)
	}
	for _, p := range heads {
		s.learn(p.Key[len(headKeys):], p.Value)
	}
	return s, nil
}

// readMark returns the mark as it is on the disk, and the version that it says:
// 0 when nothing is on the disk.
func readMark(ctx context.Context, d Disk, newest int) (now Pair, v int, err error) {
	pairs, err := d.Scan(ctx, markKey)
	if now = find(pairs, markKey); err == nil && now.Value == nil {
		pairs, err = d.Scan(ctx, "") // which reads everything, of a new disk or a foreign one
	}
	if err != nil || len(pairs) == 0 {
		return now, 0, err
	}
	var m mark
	switch err := json.Unmarshal(now.Value, &m); {
	case now.Value == nil, err == nil && m.Program != program:
		return now, 0, store.ErrForeign
	case err != nil:
		return now, 0, fmt.Errorf("%w (%s: %w)", store.ErrDamaged, markKey, err)
	case m.Version > newest:
		return now, 0, store.ErrNewer
	case m.Version < 1:
		return now, 0, fmt.Errorf("%w (%s: version %d)", store.ErrDamaged, markKey, m.Version)
	}
	return now, m.Version, nil
}

// find returns the pair of a key, one without a value when there is none.
func find(pairs []Pair, key string) Pair {
	for _, p := range pairs {
		if p.Key == key {
			return p
		}
	}
	return Pair{Key: key}
}

// raise brings a disk to a version, and returns its new mark.
func raise(ctx context.Context, d Disk, now Pair, v int, up upgrade) (Pair, error) {
	pairs, err := up(ctx, d)
	if err != nil {
		return now, err
	}
	text, err := json.Marshal(mark{program, v})
	if err != nil {
		return now, err
	}
	next := Pair{markKey, text}
	return next, d.Change(ctx, now, append(pairs, next))
}

// wrap says whose error it is.
func wrap(err error) error {
	switch {
	case err == nil, errors.Is(err, store.ErrNoGame), errors.Is(err, store.ErrExists), errors.Is(err, store.ErrStale):
		return err
	case errors.Is(err, ErrGuard):
		err = fmt.Errorf("%w (%w)", &store.Failure{Cause: store.ErrInUse, Text: "another program has taken over the games; start this one again"}, err)
	}
	return fmt.Errorf("store: %w", err)
}
